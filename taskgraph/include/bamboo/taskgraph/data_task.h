// SPDX-License-Identifier: Apache-2.0
// Tasks that run to completion, for direct users of the task graph.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "bamboo/taskgraph/internal/guarded.h"
#include "bamboo/taskgraph/message.h"
#include "bamboo/taskgraph/payload.h"
#include "bamboo/taskgraph/task.h"

namespace bamboo {

class TaskGraph;

/// A message whose payload is all here.
class DataMessage final : public Message {
 public:
  explicit DataMessage(const Header& header);

  TaskId source() const { return header.source; }
  int tag() const { return header.tag; }
  std::span<const std::byte> bytes() const { return payload_; }
  /// The payload as values of a trivially copyable type.
  template <class T>
  std::span<const T> values() const {
    return {reinterpret_cast<const T*>(payload_.data()), payload_.size() / sizeof(T)};
  }

  // Towards tasks of other kinds in the same graph.
  void receive(PayloadSink& sink) override;
  void discard() override { delete this; }

 private:
  friend class DataTask;
  std::vector<std::byte> payload_;
  bool complete_ = false;
};

/// A task without a stack: run() is called whenever the firing rule is satisfied, the first time at
/// once, and returns without ever waiting. Messages that arrive while it runs are seen by the next
/// run.
///
///     class Summer : public bamboo::DataTask {        // adds up what its two neighbours send
///       using DataTask::DataTask;
///       void init() override { needs(2); }            // the rule of the second and later runs
///       void run() override {
///         if (first_) { first_ = false; return; }     // nothing is here yet
///         double sum = 0;
///         while (auto message = take()) sum += message->values<double>()[0];
///         put_value(0, /*tag=*/1, sum);
///         finish();
///       }
///       bool first_ = true;
///     };
///
/// Where neighbours may be a step ahead, needs(n, tag) with the step as tag keeps the steps apart.
class DataTask : public Task {
 public:
  DataTask(TaskGraph& graph, TaskId id);
  ~DataTask() override;

  void inject(Message* message) final;
  void execute() final;
  bool finished() const final { return finished_; }

 protected:
  static constexpr int any = -1;

  virtual void run() = 0;

  /// The firing rule: n messages that have not been taken, of this tag. Holds until changed.
  void needs(int n, int tag = any);
  /// The earliest message seen by this run and not yet taken; null when there is none that fits.
  std::unique_ptr<DataMessage> take(TaskId source = any, int tag = any);
  /// Sends; the bytes may be changed at once. Tags are not negative. Throws std::invalid_argument
  /// when the graph has no such task or no such edge.
  void put(TaskId destination, int tag, std::span<const std::byte> bytes);
  template <class T>
  void put_values(TaskId destination, int tag, std::span<const T> values) {
    put(destination, tag, std::as_bytes(values));
  }
  template <class T>
  void put_value(TaskId destination, int tag, const T& value) {
    put_values(destination, tag, std::span<const T>(&value, 1));
  }
  /// After this run the task is done; what it has not taken is dropped.
  void finish();

  TaskGraph& graph() const { return graph_; }

 private:
  struct PayloadCollector;
  class List {  // by Message::next
   public:
    void push_back(DataMessage* message);
    /// Unlinks and returns the first message for which `fits` holds.
    template <class Fits>
    DataMessage* remove_first(Fits fits);
    DataMessage* head() const { return static_cast<DataMessage*>(head_); }
    void clear();

   private:
    Message* head_ = nullptr;
    Message* tail_ = nullptr;
  };

  /// What messages, which arrive on any thread, and the task both touch.
  struct Inbox {
    enum class State : unsigned char {
      Open,     ///< the task runs, or can
      Waiting,  ///< the task waits for `missing` messages
      Closed,   ///< the task has finished
    };
    State state = State::Open;
    List arrivals;  ///< in the order of their headers
    int incomplete = 0, missing = 0;

    bool visible(const DataMessage& message) const;
  };

  bool fits_rule(const DataMessage& message) const {
    return needed_tag_ == any || message.tag() == needed_tag_;
  }
  void arrived(DataMessage* message);
  void completed(DataMessage* message);
  int count_towards_rule(const Inbox& inbox) const;

  TaskGraph& graph_;
  bool finished_ = false;
  int needed_ = 1, needed_tag_ = any;
  List seen_;  // by the present run, not yet taken
  Guarded<Inbox> inbox_;
};

}  // namespace bamboo
