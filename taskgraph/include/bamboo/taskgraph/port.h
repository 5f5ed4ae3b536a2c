// SPDX-License-Identifier: Apache-2.0
// Messages whose types, directions and steps the compiler checks.
#pragma once

#include <compare>
#include <concepts>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "bamboo/taskgraph/data_task.h"

namespace bamboo {

/// A step of an iteration, from 0. No integer converts to it.
class Step {
 public:
  constexpr explicit Step(int number = 0) : number_(number) {}
  constexpr int number() const { return number_; }
  constexpr Step& operator++() {
    ++number_;
    return *this;
  }
  friend constexpr Step operator+(Step step, int more) { return Step(step.number_ + more); }
  friend constexpr Step operator-(Step step, int fewer) { return Step(step.number_ - fewer); }
  friend constexpr auto operator<=>(Step, Step) = default;

 private:
  int number_;
};

/// The numbers of the ports between two tasks are smaller than that.
inline constexpr int most_ports = 32;

/// One kind of message between tasks, declared once for both of its ends:
///
///     struct Face : Port<double, 0> {};               // values of type double, in steps
///     struct Origin : Port<int, 1, void> {};          // without steps
///     struct Name : Port<std::string, 2, void> {};    // an object in each message
///
/// Different kinds between the same tasks have different numbers. A graph uses ports or tags: the
/// tag of a port's message is made of its step and its number.
template <MessageValue T, int Number, class StepType = Step>
  requires(Number >= 0 && Number < most_ports &&
           (std::same_as<StepType, Step> || std::same_as<StepType, void>))
struct Port {
  static constexpr int number = Number;
  static constexpr bool has_steps = std::same_as<StepType, Step>;

  static int tag()
    requires(!has_steps)
  {
    return Number;
  }
  /// Throws std::invalid_argument for a step below 0 or from 2^26 on.
  static int tag(Step step)
    requires has_steps
  {
    if (step.number() < 0 || step.number() >= (1 << 26))
      throw std::invalid_argument("step " + std::to_string(step.number()) + " of port " +
                                  std::to_string(number) + " is not in 0 ... 2^26 - 1");
    return step.number() * most_ports + number;
  }
};

/// The type of a port's values. (A member of the port would be hidden where a port has its name.)
template <MessageValue T, int Number, class StepType>
std::type_identity<T> port_value(const Port<T, Number, StepType>& port);
template <class P>
using PortValue = typename decltype(port_value(std::declval<const P&>()))::type;

template <class P>
concept IsPort = requires { typename PortValue<P>; };

/// The arguments that name a step of the port: one Step, or none where the port has no steps.
template <class P, class... Steps>
concept StepsOfPort =
    IsPort<P> && (std::same_as<Steps, Step> && ...) && sizeof...(Steps) == (P::has_steps ? 1 : 0);

/// A contiguous range of exactly the port's values.
template <class Range, class P>
concept ValuesOfPort =
    SendableRange<Range> && std::same_as<std::ranges::range_value_t<Range>, PortValue<P>>;

/// A value of exactly the port's type.
template <class V, class P>
concept ValueOfPort = std::same_as<std::remove_cvref_t<V>, PortValue<P>>;

/// What both ends of a port have: the task.
class PortEnd {
 public:
  PortEnd(const PortEnd&) = delete;
  PortEnd& operator=(const PortEnd&) = delete;

 protected:
  explicit PortEnd(DataTask& task) : task_(task) {}
  ~PortEnd() = default;
  template <class Payload>
  void send(TaskId to, int tag, Payload&& payload) {
    task_.put(to, tag, std::forward<Payload>(payload));
  }
  template <class T>
  void send_value(TaskId to, int tag, T&& value) {
    task_.put_value(to, tag, std::forward<T>(value));
  }
  std::unique_ptr<DataMessage> receive(TaskId source, int tag) { return task_.take(source, tag); }

 private:
  DataTask& task_;
};

/// The end of a port at which a task sends. A member of the task: `OutPort<Face> face_{*this};`.
/// It sends as DataTask::put() does: along edges of the graph, from within the task, and it never
/// blocks. Values of a vector or a buffer that moves are not copied. A port with steps takes a step
/// behind the task.
template <IsPort P>
class OutPort : public PortEnd {
 public:
  explicit OutPort(DataTask& task) : PortEnd(task) {}

  template <ValuesOfPort<P> Range>
    requires StepsOfPort<P, Step>
  void put(TaskId to, Step step, Range&& values) {
    send(to, P::tag(step), std::forward<Range>(values));
  }
  template <ValuesOfPort<P> Range>
    requires StepsOfPort<P>
  void put(TaskId to, Range&& values) {
    send(to, P::tag(), std::forward<Range>(values));
  }
  /// Throws std::logic_error where the buffer has values of another type.
  void put(TaskId to, Step step, Buffer&& values)
    requires StepsOfPort<P, Step>
  {
    send(to, P::tag(step), checked(std::move(values)));
  }
  void put(TaskId to, Buffer&& values)
    requires StepsOfPort<P>
  {
    send(to, P::tag(), checked(std::move(values)));
  }
  /// One value. An object is packed where it leaves this process.
  template <ValueOfPort<P> V>
    requires StepsOfPort<P, Step>
  void put_value(TaskId to, Step step, V&& value) {
    send_value(to, P::tag(step), std::forward<V>(value));
  }
  template <ValueOfPort<P> V>
    requires StepsOfPort<P>
  void put_value(TaskId to, V&& value) {
    send_value(to, P::tag(), std::forward<V>(value));
  }

 private:
  static Buffer&& checked(Buffer&& values) {
    values.check_type<PortValue<P>>();
    return std::move(values);
  }
};

/// A message of a port: a DataMessage whose type is known. Empty where there was none.
template <MessageValue T>
class PortMessage {
 public:
  explicit PortMessage(std::unique_ptr<DataMessage> message) : message_(std::move(message)) {}
  explicit operator bool() const { return message_ != nullptr; }
  TaskId source() const { return message_->source(); }
  /// Valid as long as this message.
  std::span<const T> values() const
    requires Sendable<T>
  {
    return message_->values<T>();
  }
  /// The first value, which a message of put_value() has.
  const T& value() const
    requires Sendable<T>
  {
    return values()[0];
  }
  /// The value of put_value(). Afterwards the message has no object.
  T take_value() { return message_->template take_value<T>(); }
  /// The payload itself, without a copy. Afterwards the message has none.
  std::vector<T> take_values()
    requires SendableInVector<T>
  {
    return message_->take_values<T>();
  }
  Buffer take_buffer() { return message_->take_buffer(); }

 private:
  std::unique_ptr<DataMessage> message_;
};

/// The end of a port at which a task receives. A member of the task: `InPort<Face> face_{*this};`.
/// Only the task itself may call it. A port with steps takes a step as last argument.
template <IsPort P>
class InPort : public PortEnd {
 public:
  using Message = PortMessage<PortValue<P>>;

  explicit InPort(DataTask& task) : PortEnd(task) {}

  /// Needs n messages; see Rule.
  template <class... Steps>
    requires StepsOfPort<P, Steps...>
  static Rule count(int n, Steps... step) {
    return Rule::count(n, P::tag(step...));
  }
  /// Needs a message of each of these tasks; see Rule.
  template <class... Steps>
    requires StepsOfPort<P, Steps...>
  static Rule all_of(std::span<const TaskId> sources, Steps... step) {
    return Rule::all_of(sources, P::tag(step...));
  }
  /// The earliest message of this run that was not taken yet.
  template <class... Steps>
    requires StepsOfPort<P, Steps...>
  Message take(Steps... step) {
    return Message(receive(Rule::any, P::tag(step...)));
  }
  template <class... Steps>
    requires StepsOfPort<P, Steps...>
  Message take_from(TaskId source, Steps... step) {
    return Message(receive(source, P::tag(step...)));
  }
};

}  // namespace bamboo
