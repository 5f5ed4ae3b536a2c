// SPDX-License-Identifier: Apache-2.0
#include "bamboo/taskgraph/data_task.h"

#include <fmt/format.h>

#include <cstring>
#include <stdexcept>

#include "bamboo/taskgraph/engine.h"
#include "bamboo/taskgraph/internal/trace.h"
#include "bamboo/taskgraph/messenger.h"
#include "bamboo/taskgraph/task_graph.h"

namespace bamboo {

DataMessage::DataMessage(const Header& from) : payload_(from.bytes) {
  header = from;
}

void DataMessage::receive(PayloadSink& sink) {
  sink.write(payload_.data(), payload_.size());
  sink.done();
  delete this;
}

void DataTask::List::push_back(DataMessage* message) {
  message->next = nullptr;
  (head_ == nullptr ? head_ : tail_->next) = message;
  tail_ = message;
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

void DataTask::List::clear() {
  while (DataMessage* message = remove_first([](const DataMessage&) { return true; }))
    delete message;
}

/// The payload of a message from another process on its way into memory.
struct DataTask::PayloadCollector final : PayloadSink {
  PayloadCollector(DataTask& receiver, DataMessage* copy) : task(receiver), message(copy) {}
  void write(const std::byte* in, std::size_t n) override {
    std::memcpy(message->payload_.data() + at, in, n);
    at += n;
  }
  void done() override {
    task.completed(message);
    delete this;
  }
  DataTask& task;
  DataMessage* message;
  std::size_t at = 0;
};

DataTask::DataTask(TaskGraph& graph, TaskId id)
    : Task(id, graph.threads()), graph_(graph), inbox_(graph.threads()) {}

DataTask::~DataTask() {
  seen_.clear();
  inbox_.lock()->arrivals.clear();
}

void DataTask::inject(Message* message) {
  // From a task of this process the payload comes along; only from elsewhere it must be fetched.
  if (auto* here = dynamic_cast<DataMessage*>(message)) {
    here->complete_ = true;
    arrived(here);
    return;
  }
  auto* copy = new DataMessage(message->header);
  arrived(copy);
  message->receive(*new PayloadCollector(*this, copy));
}

void DataTask::arrived(DataMessage* message) {
  bool fires = false;
  const MessageId by = id_of(message->header);
  {
    const auto inbox = inbox_.lock();
    if (inbox->state == Inbox::State::Closed && message->complete_) {
      delete message;
      return;
    }
    inbox->arrivals.push_back(message);
    if (!message->complete_) {
      ++inbox->incomplete;
    } else if (inbox->state == Inbox::State::Waiting) {
      // Without incomplete messages nothing can stand before this one.
      inbox->missing = inbox->incomplete == 0 ? inbox->missing - (fits_rule(*message) ? 1 : 0)
                                              : needed_ - count_towards_rule(*inbox);
      fires = inbox->missing <= 0;
    }
    if (fires) inbox->state = Inbox::State::Open;
  }
  if (fires) Engine::current()->fire(*this, by);
}

void DataTask::completed(DataMessage* message) {
  bool fires = false;
  const MessageId by = id_of(message->header);
  {
    const auto inbox = inbox_.lock();
    message->complete_ = true;
    --inbox->incomplete;
    if (inbox->state == Inbox::State::Waiting) {
      inbox->missing = needed_ - count_towards_rule(*inbox);
      fires = inbox->missing <= 0;
      if (fires) inbox->state = Inbox::State::Open;
    }
  }
  if (fires) Engine::current()->fire(*this, by);
}

/// Whether all of it is here, and no message of the same source is still coming in front of it:
/// messages between two tasks never overtake each other.
bool DataTask::Inbox::visible(const DataMessage& message) const {
  if (!message.complete_) return false;
  if (incomplete == 0) return true;
  for (const Message* at = arrivals.head(); at != &message; at = at->next) {
    const auto* earlier = static_cast<const DataMessage*>(at);
    if (!earlier->complete_ && earlier->source() == message.source()) return false;
  }
  return true;
}

int DataTask::count_towards_rule(const Inbox& inbox) const {
  int count = 0;
  for (const Message* at = seen_.head(); at != nullptr; at = at->next) {
    count += fits_rule(*static_cast<const DataMessage*>(at));
  }
  for (const Message* at = inbox.arrivals.head(); at != nullptr; at = at->next) {
    const auto& message = *static_cast<const DataMessage*>(at);
    count += inbox.visible(message) && fits_rule(message);
  }
  return count;
}

void DataTask::execute() {
  {
    const auto inbox = inbox_.lock();
    inbox->state = Inbox::State::Open;
    while (DataMessage* message = inbox->arrivals.remove_first(
               [&](const DataMessage& candidate) { return inbox->visible(candidate); })) {
      seen_.push_back(message);
    }
  }
  run();
  const auto inbox = inbox_.lock();
  if (finished_) {
    // Incomplete ones are still written to: they go with the task.
    inbox->state = Inbox::State::Closed;
    seen_.clear();
    return;
  }
  inbox->missing = needed_ - count_towards_rule(*inbox);
  const bool waits = inbox->missing > 0;
  if (waits) inbox->state = Inbox::State::Waiting;
  rule().arm(waits ? 1 : 0);
}

void DataTask::needs(int n, int tag) {
  needed_ = n;
  needed_tag_ = tag;
}

std::unique_ptr<DataMessage> DataTask::take(TaskId source, int tag) {
  return std::unique_ptr<DataMessage>(seen_.remove_first([&](const DataMessage& message) {
    return (source == any || message.source() == source) && (tag == any || message.tag() == tag);
  }));
}

namespace {

class SpanSource final : public PayloadSource {
 public:
  explicit SpanSource(std::span<const std::byte> bytes) : bytes_(bytes) {}
  void read(std::byte* out, std::size_t n) override {
    std::memcpy(out, bytes_.data() + at_, n);
    at_ += n;
  }

 private:
  std::span<const std::byte> bytes_;
  std::size_t at_ = 0;
};

}  // namespace

void DataTask::put(TaskId destination, int tag, std::span<const std::byte> bytes) {
  if (tag < 0) throw std::invalid_argument(fmt::format("the tag {} is negative", tag));
  graph_.check_edge(id(), destination);
  const Header header{id(), destination, 0, tag, bytes.size(), ++messages_sent};
  const Channel to = graph_.channel(destination);
  if (to.local != nullptr) {
    auto message = std::make_unique<DataMessage>(header);
    if (!bytes.empty()) std::memcpy(message->payload_.data(), bytes.data(), bytes.size());
    Engine::current()->count_local_message(bytes.size(), 1);
    if (Trace* trace = Trace::current()) [[unlikely]]
      trace->handed_over(header);
    to.local->inject(message.release());
  } else {
    SpanSource source(bytes);
    graph_.messenger()->send(to.process, header, source, SendMode::Put, nullptr);
  }
}

void DataTask::finish() {
  finished_ = true;
}

}  // namespace bamboo
