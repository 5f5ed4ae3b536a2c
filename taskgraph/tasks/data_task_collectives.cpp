// SPDX-License-Identifier: Apache-2.0
// Collective calls of a task, and their futures.
#include <fmt/format.h>

#include <memory>
#include <stdexcept>

#include "bamboo/taskgraph/data_task.h"
#include "bamboo/taskgraph/task_graph.h"
#include "tasks/collectives.h"

namespace bamboo {

AnyFuture::operator Rule() const {
  if (result_ == nullptr) throw std::logic_error("a task needs a future that no call has given");
  return Rule::result(call_);
}

const Buffer& AnyFuture::value() const {
  if (result_ == nullptr) throw std::logic_error("get() of a future that no call has given");
  if (!ready())
    throw std::logic_error(fmt::format(
        "get() before the result of collective call {} is here: needs() waits for it", call_));
  return result_->value;
}

AnyFuture DataTask::call(const CollectiveCall& call, std::span<const std::byte> value) {
  const TaskId me = id();
  return contribute(call, {value, std::span(&me, 1), graph().size()});
}

AnyFuture DataTask::contribute(const CollectiveCall& call, const Contribution& contribution) {
  const std::uint32_t number = ++calls_;
  inbox_.lock()->awaited.push_back(number);
  return {collectives().join(*this, number, call, contribution), number};
}

Collectives& DataTask::collectives() const {
  const auto* first = dynamic_cast<const DataTask*>(graph().tasks().front().get());
  if (first == nullptr)
    throw std::logic_error("a collective call in a graph whose first task here is no DataTask");
  Collectives* made = first->collectives_.load(std::memory_order_acquire);
  if (made != nullptr) return *made;
  auto mine = std::make_unique<Collectives>(graph());
  if (!first->collectives_.compare_exchange_strong(made, mine.get())) return *made;
  return *mine.release();
}

void DataTask::result_came(std::uint32_t call, MessageId by) {
  bool fires = false;
  {
    const auto inbox = inbox_.lock();
    std::erase(inbox->awaited, call);
    if (inbox->state == Inbox::State::Closed) {
      fires = inbox->awaited.empty();
    } else if (inbox->state == Inbox::State::Waiting) {
      rule_->add_result(call);
      fires = rule_->met();
      if (fires) inbox->state = Inbox::State::Open;
    }
  }
  if (fires) graph().fire(*this, by);
}

}  // namespace bamboo
