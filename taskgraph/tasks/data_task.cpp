// SPDX-License-Identifier: Apache-2.0
#include "bamboo/taskgraph/data_task.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "bamboo/taskgraph/task_graph.h"
#include "tasks/collectives.h"

namespace bamboo {

DataTask::List::~List() {
  while (DataMessage* message = pop_front()) delete message;
}

void DataTask::List::push_back(DataMessage* message) {
  message->next = nullptr;
  (head_ == nullptr ? head_ : tail_->next) = message;
  tail_ = message;
}

void DataTask::List::append(List& other) {
  if (other.head_ == nullptr) return;
  (head_ == nullptr ? head_ : tail_->next) = std::exchange(other.head_, nullptr);
  tail_ = std::exchange(other.tail_, nullptr);
}

DataMessage* DataTask::List::pop_front() {
  DataMessage* first = head();
  if (first != nullptr) head_ = first->next;
  return first;
}

template <class Fits>
DataMessage* DataTask::List::remove_first(Fits fits) {
  Message* before = nullptr;
  for (Message* at = head_; at != nullptr; before = at, at = at->next) {
    auto* message = static_cast<DataMessage*>(at);
    if (!fits(*message)) continue;
    (before == nullptr ? head_ : before->next) = at->next;
    if (tail_ == at) tail_ = before;
    return message;
  }
  return nullptr;
}

DataTask::DataTask(TaskGraph& graph, TaskId id) : Task(graph, id), inbox_(graph.threads()) {}

DataTask::~DataTask() {
  delete collectives_.load(std::memory_order_relaxed);
}

void DataTask::inject(Message* message) {
  // A message from this process contains the payload; the payload of another process must be
  // fetched.
  if (message->local) return arrived(static_cast<DataMessage*>(message));
  if (Collectives::is_for_them(*message)) return collectives().receive(message);
  auto* copy = new DataMessage(message->header, *this);
  arrived(copy);
  message->receive(*copy);
}

void DataTask::arrived(DataMessage* message) {
  bool fires = false, closed = false;
  const Header& header = message->header;
  const MessageId by = id_of(header);
  {
    const auto inbox = inbox_.lock();
    closed = inbox->state == Inbox::State::Closed;
    const auto from_same_task = [&] {
      for (auto* at = inbox->arriving.head(); at != nullptr; at = List::after(*at))
        if (at->source() == header.source) return true;
      return false;
    };
    if (message->complete_ && !from_same_task())
      fires = show(*inbox, message);
    else
      inbox->arriving.push_back(message);
  }
  if (closed) [[unlikely]]
    refuse(header);
  if (fires) graph().fire(*this, by);
}

void DataTask::completed(DataMessage& message) {
  bool fires = false;
  const MessageId by = id_of(message.header);
  {
    const auto inbox = inbox_.lock();
    message.complete_ = true;
    // Messages between two tasks never overtake each other: later messages wait for this one.
    bool stopped = false;
    while (DataMessage* next = inbox->arriving.remove_first([&](const DataMessage& candidate) {
      if (stopped || candidate.source() != by.source) return false;
      stopped = !candidate.complete_;
      return candidate.complete_;
    })) {
      fires |= show(*inbox, next);
    }
  }
  if (fires) graph().fire(*this, by);
}

bool DataTask::show(Inbox& inbox, DataMessage* message) {
  inbox.visible.push_back(message);
  if (inbox.state != Inbox::State::Waiting || !rule_) return false;
  rule_->add(message->source(), message->tag());
  if (!rule_->met()) return false;
  inbox.state = Inbox::State::Open;
  return true;
}

void DataTask::refuse(const Header& header) {
  graph().fail(*this, fmt::format("it has finished, and gets a message of tag {} from task {}",
                                  header.tag, header.source));
}

void DataTask::execute() {
  if (life_ == Life::AwaitsResults) {
    life_ = Life::Ended;
    return;
  }
  const bool first = !std::exchange(begun_, true);
  if (!(first && (rule_ || life_ == Life::Finishes))) {
    see();
    if (!handlers_.empty()) handle_messages();
    run();
  }
  wait();
}

void DataTask::see() {
  const auto inbox = inbox_.lock();
  inbox->state = Inbox::State::Open;
  seen_.append(inbox->visible);
}

void DataTask::wait() {
  if (!rule_) rule_ = Rule::count(1);
  const auto inbox = inbox_.lock();
  if (life_ == Life::Finishes) return end(*inbox);
  rule_->restart();
  rule_->add_results_except(inbox->awaited);
  for (const List* list : {&seen_, &inbox->visible})
    for (auto* at = list->head(); at != nullptr && !rule_->met(); at = List::after(*at))
      rule_->add(at->source(), at->tag());
  if (!rule_->met()) inbox->state = Inbox::State::Waiting;
  rule().arm(rule_->met() ? 0 : 1);
}

void DataTask::end(Inbox& inbox) {
  inbox.state = Inbox::State::Closed;
  for (const List* list : {&seen_, &inbox.visible, &inbox.arriving}) {
    if (const DataMessage* left = list->head()) {
      throw std::logic_error(
          fmt::format("it finishes, and has not taken the message of tag {} from task {}",
                      left->tag(), left->source()));
    }
  }
  life_ = inbox.awaited.empty() ? Life::Ended : Life::AwaitsResults;
  if (life_ == Life::AwaitsResults) rule().arm(1);
}

void DataTask::restart() {
  life_ = Life::Runs;
  begun_ = false;
  calls_ = 0;
  rule_.reset();
  handlers_.clear();
  if (Collectives* all = collectives_.load(std::memory_order_relaxed)) all->restart();
  inbox_.lock()->state = Inbox::State::Open;
}

std::string DataTask::describe_wait() const {
  const auto inbox = inbox_.lock();
  const std::string name = graph().name_of(*this);
  std::string results;
  for (const std::uint32_t call : inbox->awaited) results += "; " + collectives().missing(call);
  if (inbox->state == Inbox::State::Closed)
    return name + " has finished, and waits for results" + results;
  if (!rule_) return name + " has not run yet";
  const std::string missing = rule_->missing();
  return fmt::format("{} waits for {}{}{}{}", name, rule_->to_string(), missing.empty() ? "" : "; ",
                     missing, results);
}

void DataTask::needs(Rule rule) {
  rule_ = std::move(rule);
}

std::unique_ptr<DataMessage> DataTask::take(TaskId source, int tag) {
  return std::unique_ptr<DataMessage>(seen_.remove_first([&](const DataMessage& message) {
    return (source == any || message.source() == source) && (tag == any || message.tag() == tag);
  }));
}

}  // namespace bamboo
