// SPDX-License-Identifier: Apache-2.0
#include "tasks/collectives.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <utility>

#include "bamboo/taskgraph/data_task.h"
#include "bamboo/taskgraph/task_graph.h"
#include "tasks/span_source.h"

namespace bamboo {
namespace {

using Kind = CollectiveCall::Kind;
using Shape = CollectiveCall::Shape;

/// Numbers of these messages, for traces: tasks do not send so many of their own.
constexpr std::uint32_t first_number = 1u << 31;

/// The first task of each process that has tasks.
std::vector<TaskId> first_tasks(const TaskGraph& graph) {
  const Placement& placement = graph.placement();
  if (placement.processes() == 1) return {graph.tasks().front()->id()};
  std::vector<TaskId> first(static_cast<std::size_t>(placement.processes()), -1);
  for (TaskId task = 0; task < placement.tasks(); ++task) {
    TaskId& known = first[static_cast<std::size_t>(placement.process_of(task))];
    if (known < 0) known = task;
  }
  std::erase(first, -1);
  return first;
}

std::string name_of(const Shape& shape) {
  switch (shape.kind) {
    case Kind::Barrier:
      return "a barrier";
    case Kind::Reduce:
      return fmt::format("a reduction of {} bytes of {} by operation {:08x}", shape.bytes,
                         ElementType::describe(shape.element), shape.operation);
    case Kind::Broadcast:
      break;
  }
  return fmt::format("a broadcast of {}{} from task {}", shape.bytes > 0 ? "" : "a range of ",
                     ElementType::describe(shape.element), shape.root);
}

/// Between a stage and the tag of its messages, which is negative like those of MPI's collectives.
int stage_or_tag(int value) {
  return -1 - value;
}

std::vector<std::byte> bytes_of(const Shape& shape) {
  const auto bytes = std::as_bytes(std::span(&shape, 1));
  return {bytes.begin(), bytes.end()};
}

}  // namespace

/// A message of another process until all of it is here.
class Collectives::Arriving final : public recycled::Object, public PayloadSink {
 public:
  Arriving(Collectives& all, const Header& header)
      : all_(all), header_(header), bytes_(header.bytes) {}
  void write(const std::byte* in, std::size_t n) override {
    std::memcpy(bytes_.data() + written_, in, n);
    written_ += n;
  }
  std::span<std::byte> memory() override { return bytes_; }
  void done() override {
    all_.arrived(header_, bytes_);
    delete this;
  }

 private:
  Collectives& all_;
  const Header header_;
  std::vector<std::byte> bytes_;
  std::size_t written_ = 0;
};

Collectives::Collectives(TaskGraph& graph)
    : graph_(graph), tasks_here_(graph.tasks().size()), members_(first_tasks(graph)) {
  member_ = member_of(graph.tasks().front()->id());
  steps_ = combining_steps(member_, static_cast<int>(members_.size()));
}

int Collectives::member_of(TaskId task) const {
  const Placement& placement = graph_.placement();
  const ProcessId process = placement.process_of(task);
  const auto before = [&](TaskId first, ProcessId of) { return placement.process_of(first) < of; };
  return static_cast<int>(std::lower_bound(members_.begin(), members_.end(), process, before) -
                          members_.begin());
}

std::shared_ptr<const CollectiveResult> Collectives::join(DataTask& task, std::uint32_t number,
                                                          const CollectiveCall& call,
                                                          const Contribution& contribution) {
  if (call.shape.kind == Kind::Broadcast &&
      (call.shape.root < 0 || call.shape.root >= graph_.size()))
    throw std::invalid_argument(fmt::format("a broadcast from task {}, but there are {} tasks",
                                            call.shape.root, graph_.size()));
  Effects effects;
  std::shared_ptr<const CollectiveResult> result;
  {
    const std::lock_guard guard(mutex_);
    Operation& operation = operations_[number];
    check(operation, number, call.shape, task.id());
    result = operation.result;
    operation.waiting.push_back(&task);
    ++operation.callers;
    if (call.shape.kind == Kind::Broadcast) {
      if (call.shape.root == task.id()) {
        effects.messages = forwards(call.shape, contribution.values);
        complete(operation, Buffer::copy_of(contribution.values), effects);
      } else if (operation.result->here) {
        effects.served = std::exchange(operation.waiting, {});
      }
    } else {
      const std::size_t bytes = call.shape.bytes;
      if (!operation.values) operation.values.emplace(contribution.all_leaves, bytes, call.combine);
      if (call.shape.kind == Kind::Reduce)
        for (std::size_t i = 0; i < contribution.leaves.size(); ++i)
          operation.values->add(contribution.leaves[i],
                                contribution.values.subspan(i * bytes, bytes));
      if (operation.callers == tasks_here_) go_on(operation, effects);
    }
    if (operation.result->here && operation.callers == tasks_here_) operations_.erase(number);
  }
  carry_out(number, effects, {});
  return result;
}

void Collectives::receive(Message* message) {
  message->receive(*new Arriving(*this, message->header));
}

/// A broadcast is first sent to the other members. When the value is here, late tasks of this
/// process take it, and the graph may end.
void Collectives::arrived(const Header& header, std::span<const std::byte> bytes) {
  Shape shape;
  std::memcpy(&shape, bytes.data(), sizeof shape);
  const std::span<const std::byte> values = bytes.subspan(sizeof shape);
  const std::uint32_t number = header.context;
  if (shape.kind == Kind::Broadcast)
    for (const Outgoing& message : forwards(shape, values)) send(number, message);
  Effects effects;
  try {
    const std::lock_guard guard(mutex_);
    Operation& operation = operations_[number];
    check(operation, number, shape, header.source);
    take(operation, stage_or_tag(header.tag), values, effects);
    if (operation.result->here && operation.callers == tasks_here_) operations_.erase(number);
  } catch (const std::exception& error) {
    graph_.fail(*graph_.tasks().front(), error.what());
  }
  carry_out(number, effects, id_of(header));
}

void Collectives::take(Operation& operation, int stage, std::span<const std::byte> values,
                       Effects& effects) {
  if (operation.shape->kind == Kind::Broadcast)
    return complete(operation, Buffer::copy_of(values), effects);
  operation.arrived.emplace(stage, std::vector(values.begin(), values.end()));
  if (operation.callers == tasks_here_) go_on(operation, effects);
}

void Collectives::check(Operation& operation, std::uint32_t number, const Shape& shape,
                        TaskId task) {
  if (!operation.shape) {
    operation.shape = shape;
    operation.shaped_by = task;
  } else if (*operation.shape != shape) {
    throw std::logic_error(fmt::format(
        "collective call {} of task {} is {}, and that of task {} is {}: all tasks make "
        "the same calls in the same order",
        number, operation.shaped_by, name_of(*operation.shape), task, name_of(shape)));
  }
}

/// Takes the steps up to the first message that has not arrived.
void Collectives::go_on(Operation& operation, Effects& effects) {
  PartialResults& values = *operation.values;
  for (; operation.steps_done < steps_.size(); ++operation.steps_done) {
    const CombiningStep& step = steps_[operation.steps_done];
    if (step.kind == CombiningStep::Kind::Receive) {
      const auto message = operation.arrived.extract(step.stage);
      if (message.empty()) return;
      values.add_packed(message.mapped());
      continue;
    }
    Outgoing& message =
        effects.messages.emplace_back(step.member, step.stage, bytes_of(*operation.shape));
    values.pack(message.bytes);
    if (step.kind == CombiningStep::Kind::Give) values.clear();
  }
  const bool has_value = operation.shape->kind == Kind::Reduce;
  complete(operation, has_value ? values.take_result() : Buffer(), effects);
}

std::vector<Collectives::Outgoing> Collectives::forwards(const Shape& shape,
                                                         std::span<const std::byte> value) const {
  const auto members = static_cast<int>(members_.size());
  std::vector<Outgoing> messages;
  for (const int target : forwarding_targets(member_, member_of(shape.root), members)) {
    Outgoing& message = messages.emplace_back(target, 0, bytes_of(shape));
    message.bytes.insert(message.bytes.end(), value.begin(), value.end());
  }
  return messages;
}

void Collectives::complete(Operation& operation, Buffer value, Effects& effects) {
  operation.result->value = std::move(value);
  operation.result->here.store(true, std::memory_order_release);
  effects.served = std::exchange(operation.waiting, {});
}

/// The graph may end when the last task has its result.
void Collectives::carry_out(std::uint32_t number, const Effects& effects, MessageId by) {
  for (const Outgoing& message : effects.messages) send(number, message);
  for (DataTask* task : effects.served) task->result_came(number, by);
}

void Collectives::send(std::uint32_t number, const Outgoing& message) {
  Header header;
  header.source = members_[static_cast<std::size_t>(member_)];
  header.destination = members_[static_cast<std::size_t>(message.member)];
  header.context = number;
  header.tag = stage_or_tag(message.stage);
  header.bytes = message.bytes.size();
  {
    const std::lock_guard guard(mutex_);
    header.number = first_number + ++messages_sent_;
  }
  SpanSource source(message.bytes);
  const ProcessId process = graph_.placement().process_of(header.destination);
  graph_.send(process, header, source, SendMode::Put, nullptr);
}

std::string Collectives::missing(std::uint32_t number) const {
  const std::lock_guard guard(mutex_);
  const auto found = operations_.find(number);
  if (found == operations_.end() || found->second.result->here)
    return fmt::format("the result of call {} is here", number);
  const Operation& operation = found->second;
  std::string text = fmt::format("call {} is {}", number, name_of(*operation.shape));
  if (operation.shape->kind == Kind::Broadcast)
    return text + (member_of(operation.shape->root) == member_ ? ", which its root has not made"
                                                               : ", whose value has not arrived");
  std::size_t more = tasks_here_ - operation.callers;
  if (more == 0) return text + ", which all tasks of this process have made";
  for (const auto& task : graph_.tasks()) {
    if (std::ranges::find(operation.waiting, task.get()) != operation.waiting.end()) continue;
    text += fmt::format(", which task {}", task->id());
    break;
  }
  if (--more > 0) text += fmt::format(" and {} more task{} here", more, more > 1 ? "s" : "");
  return text + (more > 0 ? " have not made" : " has not made");
}

void Collectives::restart() {
  const std::lock_guard guard(mutex_);
  operations_.clear();
}

}  // namespace bamboo
