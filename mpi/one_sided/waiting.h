// SPDX-License-Identifier: Apache-2.0
// The events that a rank waits for in a window. Other ranks and threads bring it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "bamboo/taskgraph/internal/guarded.h"
#include "bamboo/taskgraph/payload.h"
#include "comm/communicator.h"
#include "matching/request.h"

namespace bamboo::mpi {

/// Says in a fresh request that it is one-sided. `peer`: whom the rank waits for, for reports.
void set_one_sided(Request& request, Communicator& comm, TaskId peer);

/// A request without a handle. It completes when the event that the rank waits for has happened.
class Awaited {
 public:
  Awaited(Communicator& comm, TaskId peer);
  Request& request() { return request_; }
  /// Suspends the rank until the request is complete.
  void wait();

 private:
  Request request_;
};

/// A question of a rank, which another rank answers. done() reports that the answer has arrived;
/// write() stores its payload.
class Question : public PayloadSink {
 public:
  /// Called before the answer's payload arrives. If `refused` is true, the payload is the reason.
  virtual void answered([[maybe_unused]] bool refused) {}
};

/// The questions of a rank that have no answer yet.
class Questions {
 public:
  std::uint32_t add(Question& question);
  /// Removes the question.
  Question& take(std::uint32_t number);

 private:
  struct Slots {
    std::vector<Question*> all;
    std::vector<std::uint32_t> free;
  };
  Guarded<Slots> slots_;
};

/// The number of operations of a rank on one target that are not complete.
class Outstanding {
 public:
  void add() { ++state_.lock()->count; }
  void remove();
  void wait(Communicator& comm, TaskId target);

 private:
  struct State {
    int count = 0;
    Request* waiters = nullptr;  ///< a list: several threads of the rank may wait
  };
  Guarded<State> state_;
};

/// Notices of one kind from the ranks of a window (world ranks). A rank waits for each of them
/// once.
class Notices {
 public:
  void arrive(TaskId from);
  /// Waits until one notice of each rank has arrived, and removes these.
  void wait(Communicator& comm, std::span<const TaskId> from);
  /// Removes them if all have arrived.
  bool take(std::span<const TaskId> from);

 private:
  struct State {
    std::vector<TaskId> here, missing;
    Request* waiter = nullptr;
  };
  Guarded<State> state_;
};

}  // namespace bamboo::mpi
