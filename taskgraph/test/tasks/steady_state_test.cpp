// SPDX-License-Identifier: Apache-2.0
// A stencil that runs on does not allocate: counted by this program's own operator new.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <memory>
#include <new>
#include <vector>

#include "bamboo/taskgraph/data_task.h"
#include "bamboo/taskgraph/task_graph.h"
#include "test/support/tasks.h"

namespace {

std::atomic<long> allocations{0};

void* counted(std::size_t bytes, std::size_t alignment) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  void* memory = std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace

// The other forms of the library call these.
void* operator new(std::size_t bytes) {
  return counted(bytes, alignof(std::max_align_t));
}
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return counted(bytes, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
  std::free(memory);
}

using namespace bamboo;
using namespace bamboo::test;

namespace {

enum class Payload { Copied, Moved, Vector };
enum class Take { ByTake, ByHandler };

constexpr int side = 6, steps = 400, warm_up = 200;

/// Exchanges rows with four neighbours on a torus.
class Exchange final : public DataTask {
 public:
  Exchange(TaskGraph& graph, TaskId id, Payload payload, Take take, std::atomic<long>* measured)
      : DataTask(graph, id), payload_(payload), take_(take), measured_(measured) {
    const int x = id % side, y = id / side;
    for (const auto& [dx, dy] : {std::pair{1, 0}, {side - 1, 0}, {0, 1}, {0, side - 1}})
      neighbours_.push_back((x + dx) % side + (y + dy) % side * side);
    for (std::size_t i = 0; i < neighbours_.size(); ++i) vectors_.emplace_back(row);
  }
  void init() override {
    if (take_ == Take::ByHandler) {
      on<double>(any, [this](TaskId, int, std::span<const double> values) { see(values); });
    }
    exchange();
  }

 protected:
  void run() override {
    if (take_ == Take::ByTake) {
      while (auto message = take(any, step_)) {
        see(message->values<double>());
        if (payload_ == Payload::Vector) vectors_.push_back(message->take_values<double>());
      }
    }
    if (seen_ != 4) throw std::logic_error("a step has not four rows");
    seen_ = 0;
    if (++step_ == steps) return finish();
    // Neighbours are at most one step away, so all have warmed up when the first one begins.
    if (id() == 0 && step_ == warm_up) *measured_ = allocations.load();
    if (id() == 0 && step_ == steps - side) *measured_ = allocations.load() - *measured_;
    exchange();
  }

 private:
  static constexpr std::size_t row = 300;

  void see(std::span<const double> values) {
    if (values.size() != row || values[0] != step_ || values[row - 1] != step_)
      throw std::logic_error("a row is wrong");
    ++seen_;
  }

  void exchange() {
    for (const TaskId neighbour : neighbours_) {
      if (payload_ == Payload::Copied) {
        std::ranges::fill(vectors_[0], step_);
        put(neighbour, step_, vectors_[0]);
      } else if (payload_ == Payload::Moved) {
        auto buffer = Buffer::of<double>(row);
        std::ranges::fill(buffer.as<double>(), step_);
        put(neighbour, step_, std::move(buffer));
      } else {
        std::vector<double> values = std::move(vectors_.back());
        vectors_.pop_back();
        std::ranges::fill(values, step_);
        put(neighbour, step_, std::move(values));
      }
    }
    needs(Rule::all_of(neighbours_, step_));
  }

  const Payload payload_;
  const Take take_;
  std::atomic<long>* const measured_;
  std::vector<TaskId> neighbours_;
  std::vector<std::vector<double>> vectors_;
  int step_ = 0, seen_ = 0;
};

long allocations_of(int workers, Payload payload, Take take) {
  std::atomic<long> measured{-1};
  Runtime runtime(with_workers(workers));
  TaskGraph graph(runtime, side * side);
  graph.create<Exchange>(payload, take, &measured);
  graph.run();
  return measured;
}

}  // namespace

TEST(SteadyState, AStencilDoesNotAllocate) {
  for (const Payload payload : {Payload::Copied, Payload::Moved, Payload::Vector}) {
    EXPECT_EQ(allocations_of(1, payload, Take::ByTake), 0) << static_cast<int>(payload);
  }
  EXPECT_EQ(allocations_of(1, Payload::Moved, Take::ByHandler), 0);
  EXPECT_GT(allocations.load(), side * side);  // they are counted
}

TEST(SteadyState, SeveralWorkersPassMemoryOn) {
  // How many blocks each thread keeps depends on who runs what; it settles.
  for (const Payload payload : {Payload::Copied, Payload::Moved}) {
    EXPECT_LE(allocations_of(2, payload, Take::ByTake), 40) << static_cast<int>(payload);
  }
}
