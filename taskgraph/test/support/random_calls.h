// SPDX-License-Identifier: Apache-2.0
// Random graphs whose tasks also make collective calls, several of which are under way at a time,
// and the same computation as a loop.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "bamboo/taskgraph/data_task.h"
#include "test/support/random_graph.h"

namespace bamboo::test {

/// x -> factor x + shift. Composition is associative and not commutative.
struct Affine {
  std::uint64_t factor = 1, shift = 0;
  std::uint64_t hash() const { return mix(factor, shift); }
};
struct ThenThat {
  Affine operator()(const Affine& first, const Affine& second) const {
    return {first.factor * second.factor, first.shift * second.factor + second.shift};
  }
};

/// The call that all tasks make at the end of a round, and what its result is.
struct RandomCalls {
  enum class Kind { None, Barrier, Compose, Largest, Long, Broadcast };

  const RandomGraph& graph;
  bool at_once = false;  ///< a result is due in the next round, for all tasks

  Kind kind(int round) const { return static_cast<Kind>(mix(graph.seed, round) % 6); }
  TaskId root(int round) const {
    return static_cast<TaskId>(mix(graph.seed + 1, round) % graph.tasks);
  }
  /// The number of elements of a long value. It sometimes is larger than a piece.
  static std::size_t length(int round) { return round % 4 == 3 ? 3000 : round % 4; }
  /// The round at whose beginning a task gets the result.
  int due(TaskId task, int round) const {
    return round + 1 + (at_once ? 0 : static_cast<int>(mix(task, round) % 3));
  }
  static Affine affine(TaskId task, std::uint64_t value) {
    return {2 * value + 1, mix(value, task)};
  }
  static std::vector<std::uint64_t> values(std::uint64_t value, int round) {
    std::vector<std::uint64_t> all(length(round));
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = RandomGraph::element(value, i);
    return all;
  }

  /// The hash of the result, by a loop over the values of all tasks.
  std::uint64_t result(int round, const std::vector<std::uint64_t>& all) const {
    Affine composed;
    std::vector<std::uint64_t> sum(length(round), 0);
    for (TaskId task = 0; task < graph.tasks; ++task) {
      composed = ThenThat{}(composed, affine(task, all[task]));
      const std::vector<std::uint64_t> mine = values(all[task], round);
      for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += mine[i];
    }
    switch (kind(round)) {
      case Kind::None:
      case Kind::Barrier:
        break;
      case Kind::Compose:
        return composed.hash();
      case Kind::Largest:
        return *std::ranges::max_element(all);
      case Kind::Long:
        return RandomGraph::hash_of(sum);
      case Kind::Broadcast:
        return RandomGraph::hash_of(values(all[root(round)], round));
    }
    return 0;
  }

  /// The values that all tasks have in the end.
  std::vector<std::uint64_t> serial() const {
    std::vector<std::uint64_t> now(graph.tasks, 0);
    std::vector<std::uint64_t> results;
    for (int round = 0; round < graph.rounds; ++round) {
      for (TaskId task = 0; task < graph.tasks; ++task) {
        now[task] = graph.next(task, round, now[task],
                               [&](TaskId source) { return mix(now[source], round); });
        for (int earlier = 0; earlier < round; ++earlier)
          if (kind(earlier) != Kind::None && due(task, earlier) == round)
            now[task] = mix(now[task], results[earlier]);
      }
      results.push_back(result(round, now));
    }
    return now;
  }
};

class CallingTask final : public DataTask {
 public:
  CallingTask(TaskGraph& graph, TaskId id, const RandomGraph& shape, std::uint64_t* results)
      : DataTask(graph, id), shape_(shape), calls_{shape}, result_(results[id]) {}

  void init() override {
    value_ = 0;
    round_ = 0;
    under_way_.clear();
    wait_for_round();
  }

 protected:
  void run() override {
    value_ = shape_.next(id(), round_, value_, [this](TaskId source) {
      return take(source, round_)->values<std::uint64_t>()[0];
    });
    for (const UnderWay& call : under_way_)
      if (call.due == round_) value_ = mix(value_, call.result());
    std::erase_if(under_way_, [this](const UnderWay& call) { return call.due == round_; });
    // The value is the same as in the loop, where lower tasks have sent what they had after this
    // round.
    for (const TaskId target : shape_.targets[id()]) put_value(target, round_, mix(value_, round_));
    make_call();
    if (++round_ < shape_.rounds) return wait_for_round();
    result_ = value_;
    finish();  // without the results that are due later
  }

 private:
  struct UnderWay {
    int due;
    AnyFuture future;
    std::function<std::uint64_t()> result;
  };

  void wait_for_round() {
    Rule rule = Rule::all_of(shape_.sources[id()], round_);
    for (const UnderWay& call : under_way_)
      if (call.due == round_) rule = std::move(rule) && call.future;
    needs(std::move(rule));
  }

  void make_call() {
    using Kind = RandomCalls::Kind;
    const auto keep = [this](const auto& future, const auto& result) {
      under_way_.push_back({calls_.due(id(), round_), future, result});
    };
    const std::vector<std::uint64_t> values = RandomCalls::values(value_, round_);
    switch (calls_.kind(round_)) {
      case Kind::None:
        return;
      case Kind::Barrier: {
        const auto future = barrier();
        return keep(future, [future] { return future.get(), std::uint64_t{0}; });
      }
      case Kind::Compose: {
        const auto future = reduce(RandomCalls::affine(id(), value_), ThenThat());
        return keep(future, [future] { return future.get().hash(); });
      }
      case Kind::Largest: {
        const auto future = reduce(value_, Maximum());
        return keep(future, [future] { return future.get(); });
      }
      case Kind::Long: {
        const auto future = reduce(values);
        return keep(future, [future] { return RandomGraph::hash_of(future.get()); });
      }
      case Kind::Broadcast: {
        const TaskId root = calls_.root(round_);
        const auto future = broadcast(root, id() == root ? values : std::vector<std::uint64_t>());
        return keep(future, [future] { return RandomGraph::hash_of(future.get()); });
      }
    }
  }

  const RandomGraph& shape_;
  const RandomCalls calls_;
  std::uint64_t& result_;
  std::uint64_t value_ = 0;
  int round_ = 0;
  std::vector<UnderWay> under_way_;
};

}  // namespace bamboo::test
