// SPDX-License-Identifier: Apache-2.0
// Tasks that run to completion, for direct users of the task graph.
#pragma once

#include <atomic>
#include <concepts>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "bamboo/taskgraph/buffer.h"
#include "bamboo/taskgraph/data_message.h"
#include "bamboo/taskgraph/future.h"
#include "bamboo/taskgraph/internal/collective_call.h"
#include "bamboo/taskgraph/internal/guarded.h"
#include "bamboo/taskgraph/reduction.h"
#include "bamboo/taskgraph/rule.h"
#include "bamboo/taskgraph/task.h"

namespace bamboo {

class Collectives;
class TaskGraph;

/// A callable that takes a message's source, tag and values.
template <class Handler, class T>
concept MessageHandler = std::invocable<Handler&, TaskId, int, std::span<const T>>;
/// A callable that takes a message's source, tag and object.
template <class Handler, class T>
concept ObjectHandler = std::invocable<Handler&, TaskId, int, T>;

/// A task without a stack: the runtime calls run() whenever the firing rule is met; run() never
/// waits. The first run follows init() at once, unless init() sets a rule.
///
///     class Summer : public bamboo::DataTask {        // adds up what its neighbours send
///       using DataTask::DataTask;
///       void init() override { needs(Rule::count(2)); }
///       void run() override {
///         double sum = 0;
///         while (auto message = take()) sum += message->values<double>()[0];
///         put_value(0, /*tag=*/1, sum);
///         finish();
///       }
///     };
///
/// A run sees the messages that arrived before it began; later ones are for the next run. Messages
/// from one task to another keep their order. Where a neighbour may be a step ahead, use the step
/// as tag to keep the steps apart: `needs(Rule::all_of(neighbours, step))`.
///
/// The following errors end the job with a message that names the tasks: a put along a missing
/// edge, a negative tag, values of a type that the sender did not send, a message for a finished
/// task.
class DataTask : public Task {
 public:
  DataTask(TaskGraph& graph, TaskId id);
  ~DataTask() override;

  void inject(Message* message) final;
  void execute() final;
  bool finished() const final { return life_ == Life::Ended; }
  /// Resets the task to the state that its constructor left, before the graph runs again. A derived
  /// class resets its own members in init().
  void restart() override;
  std::string describe_wait() const override;

 protected:
  static constexpr int any = Rule::any;

  virtual void run() = 0;

  /// The firing rule, from now on. Unless set: one message of any tag.
  void needs(Rule rule);
  void needs(int n, int tag = any) { needs(Rule::count(n, tag)); }

  /// The earliest message seen by this run and not yet taken; null when there is none that fits.
  std::unique_ptr<DataMessage> take(TaskId source = any, int tag = any);
  /// For use in init(). Before each run, `handler(source, tag, values)` is called for every message
  /// of this type and tag, in their order. A handler for one tag takes precedence over a handler
  /// for any tag. A handler for any tag is called only for messages that the rule accepts, so an
  /// early message waits for its step. Other messages remain for take().
  template <Sendable T, MessageHandler<T> Handler>
    requires(!PackedObject<T>)
  void on(int tag, Handler handler) {
    add_handler(element_label<T>(), tag, [handler](DataMessage& message) mutable {
      handler(message.source(), message.tag(), message.values<T>());
    });
  }
  /// The same for objects of put_value().
  template <PackedObject T, ObjectHandler<T> Handler>
  void on(int tag, Handler handler) {
    add_handler(element_label<T>(), tag, [handler](DataMessage& message) mutable {
      handler(message.source(), message.tag(), message.take_value<T>());
    });
  }

  // Sends, to a task to which an edge of the graph leads. Tags are not negative.

  /// The payload moves: in the same process the receiver gets this very memory.
  void put(TaskId destination, int tag, Buffer&& payload);
  void put(TaskId destination, int tag, const Buffer& payload) = delete;  ///< std::move() it
  template <SendableInVector T>
  void put(TaskId destination, int tag, std::vector<T>&& values) {
    put(destination, tag, Buffer(std::move(values)));
  }
  /// The values are copied, and may be changed at once.
  template <SendableRange Range>
  void put(TaskId destination, int tag, const Range& values) {
    using T = std::ranges::range_value_t<Range>;
    const std::span<const T> all(std::ranges::data(values), std::ranges::size(values));
    put_copy(destination, tag, std::as_bytes(all), element_label<T>());
  }
  template <Sendable T>
    requires(!PackedObject<T>)
  void put_value(TaskId destination, int tag, const T& value) {
    put(destination, tag, std::span<const T, 1>(&value, 1));
  }
  /// An object: in the same process it is moved to the receiver as it is, to others it is packed.
  template <PackedObject T>
  void put_value(TaskId destination, int tag, T object) {
    put(destination, tag, Buffer::of_object(std::move(object)));
  }

  // Collective calls. Every task of the graph makes the same ones, in the same order in each run of
  // the graph; their n-th calls belong together. A call never waits. No edges are needed. Any other
  // order, type, length, operation or root ends the job with a message that names both calls.

  /// The values of all tasks, reduced to one by an operation: `reduce(x)` adds, `reduce(x,
  /// Maximum())`. The future is ready once all tasks have made the call. The tree by which the
  /// values are combined depends only on the number of tasks: the result has the same bits for any
  /// number of processes and workers, but not those of a loop over the tasks. ReducerOf says what
  /// an operation may do.
  template <Sendable V, ReducerOf<V> Operation = std::plus<>>
    requires(!SendableRange<V>)
  Future<V> reduce(const V& value, Operation = {}) {
    const std::span<const V, 1> values(&value, 1);
    return Future<V>(call(CollectiveCall::reduction<V, Operation>(1), std::as_bytes(values)));
  }
  /// The same element by element: all tasks give as many values. They are copied.
  template <SendableRange Range,
            ReducerOf<std::ranges::range_value_t<Range>> Operation = std::plus<>,
            class V = std::ranges::range_value_t<Range>>
  Future<std::span<const V>> reduce(const Range& range, Operation = {}) {
    const std::span<const V> values(std::ranges::data(range), std::ranges::size(range));
    return Future<std::span<const V>>(
        call(CollectiveCall::reduction<V, Operation>(values.size()), std::as_bytes(values)));
  }
  /// The value of the task `root`; what the other tasks pass is not used. The future is ready once
  /// the root has made the call.
  template <Sendable V>
    requires(!SendableRange<V>)
  Future<V> broadcast(TaskId root, const V& value = {}) {
    const std::span<const V, 1> values(&value, 1);
    return Future<V>(call(CollectiveCall::broadcast<V>(root), std::as_bytes(values)));
  }
  /// The values of the root, any number: `broadcast(0, std::span(row))`. The others pass an empty
  /// range, or one that is not used.
  template <SendableRange Range, class V = std::ranges::range_value_t<Range>>
  Future<std::span<const V>> broadcast(TaskId root, const Range& range) {
    const std::span<const V> values(std::ranges::data(range), std::ranges::size(range));
    return Future<std::span<const V>>(
        call(CollectiveCall::broadcast_of_range<V>(root), std::as_bytes(values)));
  }
  /// Ready once all tasks have made the call.
  Future<void> barrier() { return Future<void>(call({}, {})); }

  /// Ends the task after this run. All of its messages must have been taken. It stays until the
  /// results of its collective calls are here; run() is not called again.
  void finish() { life_ = Life::Finishes; }

 private:
  friend class Collectives;
  friend class DataMessage;
  friend class ProcessReduction;
  friend class PortEnd;
  class List {  // linked by Message::next; owns its messages
   public:
    List() = default;
    ~List();
    List(const List&) = delete;
    List& operator=(const List&) = delete;
    void push_back(DataMessage* message);
    /// Takes the other list's messages behind its own.
    void append(List& other);
    /// Unlinks and returns the first message for which `fits` holds.
    template <class Fits>
    DataMessage* remove_first(Fits fits);
    DataMessage* pop_front();
    DataMessage* head() const { return static_cast<DataMessage*>(head_); }
    static DataMessage* after(const DataMessage& message) {
      return static_cast<DataMessage*>(message.next);
    }

   private:
    Message* head_ = nullptr;
    Message* tail_ = nullptr;
  };

  /// State that both the task and the threads that deliver messages access.
  struct Inbox {
    enum class State : unsigned char {
      Open,     ///< the task runs, or can
      Waiting,  ///< the task waits until its rule is met
      Closed,   ///< the task has finished, and takes no message
    };
    State state = State::Open;
    std::vector<std::uint32_t> awaited;  ///< its collective calls whose results are not here
    List visible;   ///< all of it is here, and so is what the same task had sent before
    List arriving;  ///< others, in the order of their headers
  };

  struct Handler {
    std::uint32_t label;
    int tag;
    std::function<void(DataMessage&)> call;
  };

  Header header_of(TaskId destination, int tag, std::size_t bytes, std::uint32_t label);
  void check_edge(TaskId destination);
  void put_copy(TaskId destination, int tag, std::span<const std::byte> bytes, std::uint32_t label);

  void arrived(DataMessage* message);
  void completed(DataMessage& message);
  /// Returns true if the message meets the rule of the waiting task.
  bool show(Inbox& inbox, DataMessage* message);
  [[noreturn]] void refuse(const Header& header);

  void see();
  void wait();
  void end(Inbox& inbox);

  AnyFuture call(const CollectiveCall& call, std::span<const std::byte> value);
  AnyFuture contribute(const CollectiveCall& call, const Contribution& contribution);
  /// Those of the task's graph in this process. Any thread.
  Collectives& collectives() const;
  void result_came(std::uint32_t call, MessageId by);

  void add_handler(std::uint32_t label, int tag, std::function<void(DataMessage&)> call);
  const Handler* handler_of(const DataMessage& message) const;
  void handle_messages();

  enum class Life : unsigned char {
    Runs,
    Finishes,       ///< after this run
    AwaitsResults,  ///< of its collective calls; then it ends
    Ended,
  };
  Life life_ = Life::Runs;
  bool begun_ = false;               ///< execute() was called
  std::uint32_t calls_ = 0;          ///< its collective calls in this run of the graph
  std::optional<Rule> rule_;         ///< while the task waits, its inbox guards it
  std::vector<Handler> handlers_;    ///< handlers for one tag come first
  std::span<const TaskId> targets_;  ///< the graph's; empty before the first message
  List seen_;                        ///< by the present run, not yet taken
  mutable Guarded<Inbox> inbox_;
  /// The first task of a process owns the collective operations of all tasks of that process. The
  /// first call or message makes them.
  mutable std::atomic<Collectives*> collectives_{nullptr};
};

}  // namespace bamboo
