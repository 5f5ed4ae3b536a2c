// SPDX-License-Identifier: Apache-2.0
// Messages that functions of the task get before it runs, by their types.
#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "bamboo/taskgraph/data_task.h"

namespace bamboo {

void DataTask::add_handler(std::uint32_t label, int tag, std::function<void(DataMessage&)> call) {
  for (const Handler& handler : handlers_) {
    if (handler.label == label && handler.tag == tag) {
      throw std::logic_error(fmt::format("there are two handlers for {} and {}",
                                         ElementType::describe(label),
                                         tag == any ? "any tag" : fmt::format("tag {}", tag)));
    }
  }
  const auto place = tag == any ? handlers_.end() : handlers_.begin();
  handlers_.insert(place, {label, tag, std::move(call)});
}

const DataTask::Handler* DataTask::handler_of(const DataMessage& message) const {
  for (const Handler& handler : handlers_)
    if (handler.label == message.header.label &&
        (handler.tag == any || handler.tag == message.tag()))
      return &handler;
  return nullptr;
}

void DataTask::handle_messages() {
  // First all that depends on the rule, which a handler may change.
  List handled, others;
  while (DataMessage* message = seen_.pop_front()) {
    const Handler* handler = handler_of(*message);
    const bool due = handler != nullptr && (handler->tag != any || !rule_ ||
                                            rule_->accepts(message->source(), message->tag()));
    (due ? handled : others).push_back(message);
  }
  seen_.append(others);
  while (DataMessage* next = handled.pop_front()) {
    const std::unique_ptr<DataMessage> message(next);
    handler_of(*message)->call(*message);
  }
}

}  // namespace bamboo
