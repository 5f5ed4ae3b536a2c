// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bamboo/taskgraph/internal/collective_call.h"
#include "bamboo/taskgraph/message.h"
#include "bamboo/taskgraph/types.h"
#include "tasks/combining_steps.h"
#include "tasks/partial_results.h"

namespace bamboo {

class DataTask;
class TaskGraph;

/// The collective operations of a graph's tasks in one process. When all of these tasks have given
/// their values, it combines them with those of the other processes, and gives the result to the
/// tasks. The processes that have tasks are the members of an operation. A message between two
/// members goes from the first task of one process to that of the other, past their inboxes: its
/// header has the number of the call as context and the stage in its tag. Any thread.
class Collectives {
 public:
  explicit Collectives(TaskGraph& graph);

  /// The n-th call of a task in this run. Throws std::logic_error if it does not fit those of other
  /// tasks. Calls result_came() of the tasks whose result is then here, perhaps of this one.
  std::shared_ptr<const CollectiveResult> join(DataTask& task, std::uint32_t number,
                                               const CollectiveCall& call,
                                               const Contribution& contribution);

  static bool is_for_them(const Message& message) { return message.header.context != 0; }
  /// Takes a message of another process.
  void receive(Message* message);

  /// "call 2 is a barrier, which task 3 and 2 more tasks here have not made".
  std::string missing(std::uint32_t number) const;
  /// Before another run of the graph.
  void restart();

 private:
  using Shape = CollectiveCall::Shape;
  class Arriving;

  struct Operation {
    std::optional<Shape> shape;  ///< of the first call, or of the first message
    TaskId shaped_by = -1;
    std::optional<PartialResults> values;  ///< since the first call here, unless it is a broadcast
    std::vector<DataTask*> waiting;        ///< have made the call
    std::size_t callers = 0;
    std::size_t steps_done = 0;
    std::map<int, std::vector<std::byte>> arrived;  ///< by stage: before its step
    std::shared_ptr<CollectiveResult> result = std::make_shared<CollectiveResult>();
  };
  struct Outgoing {
    int member;
    int stage;
    std::vector<std::byte> bytes;
  };
  /// What is done without the lock.
  struct Effects {
    std::vector<Outgoing> messages;
    std::vector<DataTask*> served;
  };

  void arrived(const Header& header, std::span<const std::byte> bytes);
  void take(Operation& operation, int stage, std::span<const std::byte> values, Effects& effects);
  void check(Operation& operation, std::uint32_t number, const Shape& shape, TaskId task);
  void go_on(Operation& operation, Effects& effects);
  /// The messages of a broadcast to those that get its value from this process.
  std::vector<Outgoing> forwards(const Shape& shape, std::span<const std::byte> value) const;
  void complete(Operation& operation, Buffer value, Effects& effects);
  void carry_out(std::uint32_t number, const Effects& effects, MessageId by);
  void send(std::uint32_t number, const Outgoing& message);
  int member_of(TaskId task) const;

  TaskGraph& graph_;
  const std::size_t tasks_here_;
  std::vector<TaskId> members_;  ///< the first task of each process, by processes
  int member_ = 0;
  std::vector<CombiningStep> steps_;

  mutable std::mutex mutex_;
  std::map<std::uint32_t, Operation> operations_;  ///< by calls: begun, and not served to all
  std::uint32_t messages_sent_ = 0;
};

}  // namespace bamboo
