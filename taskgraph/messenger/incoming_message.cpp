// SPDX-License-Identifier: Apache-2.0
#include "messenger/incoming_message.h"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <thread>

#include "messenger/messenger_core.h"

namespace bamboo {

namespace {

class NullSink final : public PayloadSink {
 public:
  void write(const std::byte*, std::size_t) override {}
  void done() override {}
};
NullSink null_sink;

}  // namespace

IncomingMessage::IncomingMessage(MessengerCore& core) : core_(core), lock_(core.threads()) {}

IncomingMessage::~IncomingMessage() {
  while (first_ != nullptr) {
    Chunk* chunk = first_;
    first_ = chunk->next;
    core_.chunks().release(chunk);
  }
}

void IncomingMessage::reuse(ProcessId process, std::uint32_t slot, std::uint8_t flags, bool offered,
                            const Header& from) {
  header = from;
  next = previous = nullptr;
  process_ = process;
  slot_ = slot;
  flags_ = flags;
  offered_ = offered;
  routed_ = granted_ = written_ = 0;
  sink_ = nullptr;
  writing_ = finished_ = false;
}

void IncomingMessage::receive(PayloadSink& sink) {
  if (offered_) {
    granted_ = std::min<std::uint64_t>(header.bytes, core_.pull_window());
    core_.pulled();
    core_.control(process_, PieceKind::Pull, slot_, granted_);
  } else if ((flags_ & piece_synchronous) != 0) {
    core_.control(process_, PieceKind::Acknowledge, slot_);
  }
  take(sink);
}

void IncomingMessage::discard() {
  if (offered_) {
    core_.control(process_, PieceKind::Drop, slot_);
    header.bytes = 0;  // nothing will come
  } else if ((flags_ & piece_synchronous) != 0) {
    core_.control(process_, PieceKind::Acknowledge, slot_);
  }
  take(null_sink);
}

void IncomingMessage::take(PayloadSink& sink) {
  {
    const std::lock_guard guard(lock_);
    sink_ = &sink;
    writing_ = true;
  }
  drain();
}

void IncomingMessage::deliver(const std::byte* data, std::size_t bytes) {
  std::atomic<bool> consumed{false};
  Chunk borrowed;
  borrowed.data = const_cast<std::byte*>(data);
  borrowed.bytes = bytes;
  borrowed.consumed = &consumed;
  if (bytes > 0) {
    first_ = last_ = &borrowed;
  }
  routed_ = bytes;
  delivering_ = true;
  core_.deliver(this);

  lock_.lock();
  delivering_ = false;
  const bool finished = finished_;
  const bool untouched = bytes > 0 && first_ == &borrowed;
  if (untouched) first_ = last_ = nullptr;
  lock_.unlock();

  if (finished) {
    core_.taken(this);
  } else if (untouched) {
    arrive(data, bytes);
  } else if (bytes > 0) {
    // Another thread is just reading the piece, which is ours only until we return.
    while (!consumed.load(std::memory_order_acquire)) std::this_thread::yield();
  }
}

void IncomingMessage::arrive(const std::byte* data, std::size_t bytes) {
  lock_.lock();
  const bool direct = sink_ != nullptr && !writing_ && first_ == nullptr;
  if (direct) writing_ = true;
  lock_.unlock();
  if (direct) {
    write(data, bytes);
    drain();
    return;
  }
  Chunk* chunk = core_.chunks().allocate(bytes, (flags_ & piece_unpooled) == 0);
  std::memcpy(chunk->data, data, bytes);
  core_.unexpected(static_cast<std::int64_t>(bytes));
  lock_.lock();
  (first_ == nullptr ? first_ : last_->next) = chunk;
  last_ = chunk;
  const bool mine = sink_ != nullptr && !writing_;
  if (mine) writing_ = true;
  lock_.unlock();
  if (mine) drain();
}

void IncomingMessage::write(const std::byte* data, std::size_t bytes) {
  sink_->write(data, bytes);
  written_ += bytes;
}

void IncomingMessage::drain() {
  for (;;) {
    lock_.lock();
    Chunk* chunk = first_;
    first_ = last_ = nullptr;
    const bool complete = chunk == nullptr && written_ == header.bytes;
    if (chunk == nullptr && !complete) writing_ = false;
    lock_.unlock();
    if (chunk == nullptr) {
      if (complete) finish();
      return;
    }
    while (chunk != nullptr) {
      Chunk* following = chunk->next;
      write(chunk->data, chunk->bytes);
      if (chunk->consumed == nullptr) {
        core_.unexpected(-static_cast<std::int64_t>(chunk->bytes));
      }
      core_.chunks().release(chunk);
      chunk = following;
    }
  }
}

void IncomingMessage::finish() {
  PayloadSink* sink = sink_;
  lock_.lock();
  finished_ = true;
  const bool last = !delivering_;
  lock_.unlock();
  if (last) core_.taken(this);
  sink->done();
}

}  // namespace bamboo
