// SPDX-License-Identifier: Apache-2.0
// The tasks of random_calls.h as coroutines, which await each call before the next round.
#pragma once

#include <cstdint>
#include <vector>

#include "bamboo/taskgraph/coroutine_task.h"
#include "test/support/random_calls.h"

namespace bamboo::test {

class CallingCoroutine final : public CoroutineTask {
 public:
  CallingCoroutine(TaskGraph& graph, TaskId id, const RandomGraph& shape, std::uint64_t* results)
      : CoroutineTask(graph, id), shape_(shape), calls_{shape, true}, result_(results[id]) {}

 private:
  using Kind = RandomCalls::Kind;

  Routine body() override {
    std::uint64_t value = 0, last = 0;
    for (int round = 0; round < shape_.rounds; ++round) {
      const auto messages = co_await receive(shape_.sources[id()]);
      std::size_t next = 0;
      value = shape_.next(id(), round, value,
                          [&](TaskId) { return messages[next++]->values<std::uint64_t>()[0]; });
      if (round > 0 && calls_.kind(round - 1) != Kind::None) value = mix(value, last);
      for (const TaskId target : shape_.targets[id()]) put_value(target, 0, mix(value, round));
      const std::vector<std::uint64_t> values = RandomCalls::values(value, round);
      switch (calls_.kind(round)) {
        case Kind::None:
          break;
        case Kind::Barrier:
          co_await barrier();
          last = 0;
          break;
        case Kind::Compose:
          last = (co_await reduce(RandomCalls::affine(id(), value), ThenThat())).hash();
          break;
        case Kind::Largest:
          last = co_await reduce(value, Maximum());
          break;
        case Kind::Long:
          last = RandomGraph::hash_of(co_await reduce(values));
          break;
        case Kind::Broadcast:
          last = RandomGraph::hash_of(co_await broadcast(calls_.root(round), values));
      }
    }
    result_ = value;
  }

  const RandomGraph& shape_;
  const RandomCalls calls_;
  std::uint64_t& result_;
};

}  // namespace bamboo::test
