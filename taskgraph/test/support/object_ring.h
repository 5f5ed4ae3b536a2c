// SPDX-License-Identifier: Apache-2.0
// A ring of tasks that pass objects and vectors of growing size.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bamboo/taskgraph/data_task.h"
#include "bamboo/taskgraph/task_graph.h"

namespace bamboo::test {

/// Has one owner.
struct Parcel {
  std::string name;
  std::map<int, std::string> labels;
  std::unique_ptr<std::vector<double>> values;

  Parcel() = default;
  Parcel(TaskId from, int round)
      : name(std::to_string(from) + " in round " + std::to_string(round)),
        labels({{from, name}, {round, ""}}),
        values(std::make_unique<std::vector<double>>(std::size_t{1} << round, from + round)) {}
  template <class Archive>
  void serialize(Archive& archive) {
    archive(name, labels, values);
  }
  bool operator==(const Parcel& other) const {
    return name == other.name && labels == other.labels && *values == *other.values;
  }
};

/// In each round a task sends a parcel and a vector to the next one. The receiver of a parcel of an
/// odd round passes it on without a look at it.
class ObjectRing final : public DataTask {
 public:
  using DataTask::DataTask;

 protected:
  void run() override {
    if (round_ > 0) receive(round_ - 1);
    if (round_ == rounds) return finish();
    put_value(ahead(1), tag(round_, Kind::Parcel), Parcel(id(), round_));
    put(ahead(1), tag(round_, Kind::Vector), vector(id(), round_));
    Rule rule =
        Rule::count(1, tag(round_, Kind::Parcel)) && Rule::count(1, tag(round_, Kind::Vector));
    if (is_passed_on(round_ - 1))
      rule = std::move(rule) && Rule::count(1, tag(round_ - 1, Kind::PassedOn));
    needs(std::move(rule));
    ++round_;
  }

 private:
  enum class Kind : int { Parcel, Vector, PassedOn };
  static constexpr int rounds = 18;
  static int tag(int round, Kind kind) { return 3 * round + static_cast<int>(kind); }
  static bool is_passed_on(int round) { return round % 2 == 1 && round < rounds - 1; }
  static std::vector<int> vector(TaskId from, int round) {
    return std::vector<int>(std::size_t{1} << round, from - round);
  }
  TaskId ahead(int n) const { return (id() + n + graph().size()) % graph().size(); }

  void receive(int round) {
    const auto parcel = take(ahead(-1), tag(round, Kind::Parcel));
    if (is_passed_on(round))
      put(ahead(1), tag(round, Kind::PassedOn), parcel->take_buffer());
    else
      check(parcel->take_value<Parcel>() == Parcel(ahead(-1), round));
    const auto values = take(ahead(-1), tag(round, Kind::Vector));
    check(values->take_values<int>() == vector(ahead(-1), round));
    if (is_passed_on(round - 1)) {
      const auto passed = take(ahead(-1), tag(round - 1, Kind::PassedOn));
      check(passed->take_value<Parcel>() == Parcel(ahead(-2), round - 1));
    }
  }
  static void check(bool good) {
    if (!good) throw std::runtime_error("an object is another one than was sent");
  }

  int round_ = 0;
};

}  // namespace bamboo::test
