// SPDX-License-Identifier: Apache-2.0
// Random acyclic graphs in which every task hashes its inputs, for many rounds, and the same
// computation as a loop. A message that is lost, duplicated, or seen in another round changes the
// values.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <random>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bamboo/taskgraph/data_task.h"
#include "bamboo/taskgraph/layout.h"
#include "bamboo/taskgraph/task_graph.h"

namespace bamboo::test {

inline std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
  hash = (hash ^ value) * 0x9e3779b97f4a7c15u;
  return hash ^ (hash >> 29);
}

/// Follows from a seed: the same in every process. Edges lead from lower to higher ids.
struct RandomGraph {
  const unsigned seed;
  int tasks = 0, rounds = 0;
  std::vector<std::vector<TaskId>> targets, sources;

  explicit RandomGraph(unsigned given) : seed(given) {
    std::minstd_rand random(seed);
    tasks = 2 + static_cast<int>(random() % 40);
    rounds = 1 + static_cast<int>(random() % 12);
    const unsigned one_of = 1 + random() % 8;
    targets.resize(tasks);
    sources.resize(tasks);
    for (TaskId from = 0; from < tasks; ++from) {
      for (TaskId to = from + 1; to < tasks; ++to) {
        if (random() % one_of != 0) continue;
        targets[from].push_back(to);
        sources[to].push_back(from);
      }
    }
  }

  /// How many values a message has: mostly few, now and then more than a piece holds.
  static std::size_t length(TaskId from, TaskId to, int round) {
    const std::uint64_t hash = mix(mix(from, to), round);
    return hash % 50 == 0 ? 5000 + hash % 20000 : hash % 20;
  }
  static std::uint64_t element(std::uint64_t value, std::size_t at) { return mix(value, at); }

  /// The value of a task after a round: of its last one, and of the messages by source.
  template <class Message>
  std::uint64_t next(TaskId task, int round, std::uint64_t value, Message message) const {
    value = mix(mix(value, task), round);
    for (const TaskId source : sources[task]) {
      const std::uint64_t got = message(source);
      value = mix(value, got);
    }
    return value;
  }
  static std::uint64_t hash_of(std::span<const std::uint64_t> values) {
    std::uint64_t hash = values.size();
    for (const std::uint64_t value : values) hash = mix(hash, value);
    return hash;
  }

  /// The values that all tasks have in the end, by a loop over them.
  std::vector<std::uint64_t> serial() const {
    std::vector<std::uint64_t> values(tasks, 0);
    for (int round = 0; round < rounds; ++round) {
      for (TaskId task = 0; task < tasks; ++task) {
        values[task] = next(task, round, values[task], [&](TaskId source) {
          std::vector<std::uint64_t> message(length(source, task, round));
          for (std::size_t i = 0; i < message.size(); ++i) message[i] = element(values[source], i);
          return hash_of(message);
        });
      }
    }
    return values;
  }
};

class RandomEdges final : public Layout {
 public:
  explicit RandomEdges(const RandomGraph& graph) : graph_(graph) {}
  std::string name() const override { return "RandomEdges"; }
  std::vector<TaskId> targets(TaskId task, const Geometry&) const override {
    return graph_.targets[task];
  }

 private:
  const RandomGraph& graph_;
};

/// Sends, receives and waits in different ways, by its id and the round.
class HashTask final : public DataTask {
 public:
  HashTask(TaskGraph& graph, TaskId id, const RandomGraph& shape, std::uint64_t* results)
      : DataTask(graph, id), shape_(shape), result_(results[id]) {}

  void init() override {
    value_ = 0;
    round_ = 0;
    if (id() % 2 == 0) {
      on<std::uint64_t>(any, [this](TaskId source, int, std::span<const std::uint64_t> values) {
        keep(source, RandomGraph::hash_of(values));
      });
    }
    wait_for_round();
  }

 protected:
  void run() override {
    while (auto message = take(any, round_)) {
      keep(message->source(), RandomGraph::hash_of(message->values<std::uint64_t>()));
    }
    value_ = shape_.next(id(), round_, value_, [this](TaskId source) { return got(source); });
    got_.clear();
    for (const TaskId target : shape_.targets[id()]) send(target);
    if (++round_ == shape_.rounds) {
      result_ = value_;
      return finish();
    }
    wait_for_round();
  }

 private:
  void wait_for_round() {
    const std::vector<TaskId>& sources = shape_.sources[id()];
    if (id() % 3 == 0) return needs(Rule::count(static_cast<int>(sources.size()), round_));
    const auto half = static_cast<std::ptrdiff_t>(sources.size() / 2);
    needs(Rule::all_of({sources.begin(), sources.begin() + half}, round_) &&
          Rule::all_of({sources.begin() + half, sources.end()}, round_));
  }

  void send(TaskId target) {
    const std::size_t n = RandomGraph::length(id(), target, round_);
    std::vector<std::uint64_t> values(n);
    for (std::size_t i = 0; i < n; ++i) values[i] = RandomGraph::element(value_, i);
    switch ((id() + target + round_) % 3) {
      case 0:
        return put(target, round_, values);
      case 1:
        return put(target, round_, std::move(values));
      default:
        return put(target, round_, Buffer::copy_of(values));
    }
  }

  void keep(TaskId source, std::uint64_t hash) { got_.emplace_back(source, hash); }
  std::uint64_t got(TaskId source) const {
    const auto is_it = [source](const auto& pair) { return pair.first == source; };
    if (std::ranges::count_if(got_, is_it) != 1)
      throw std::logic_error("a round has not one message of each source");
    return std::ranges::find_if(got_, is_it)->second;
  }

  const RandomGraph& shape_;
  std::uint64_t& result_;
  std::uint64_t value_ = 0;
  int round_ = 0;
  std::vector<std::pair<TaskId, std::uint64_t>> got_;
};

}  // namespace bamboo::test
