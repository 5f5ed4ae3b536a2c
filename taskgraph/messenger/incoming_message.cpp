// SPDX-License-Identifier: Apache-2.0
#include "messenger/incoming_message.h"

#include <algorithm>
#include <cstring>
#include <thread>
#include <utility>

#include "messenger/incoming_messages.h"

namespace bamboo {
namespace {

class NullSink final : public PayloadSink {
 public:
  void write(const std::byte*, std::size_t) override {}
  void done() override {}
};
NullSink null_sink;

}  // namespace

IncomingMessage::IncomingMessage(IncomingMessages& all) : all_(all), arriving_(all.threads()) {}

IncomingMessage::~IncomingMessage() {
  const auto arriving = arriving_.lock();
  while (Chunk* chunk = arriving->first) {
    arriving->first = chunk->next;
    all_.chunks().release(chunk);
  }
}

void IncomingMessage::reuse(ProcessId process, std::uint32_t slot, std::uint8_t flags, bool offered,
                            std::uint64_t address, const Header& from) {
  header = from;
  next = previous = nullptr;
  process_ = process;
  slot_ = slot;
  flags_ = flags;
  offered_ = offered;
  address_ = address;
  routed_ = granted_ = written_ = 0;
  sink_ = nullptr;
}

void IncomingMessage::receive(PayloadSink& sink) {
  sink_ = &sink;
  if (address_ != 0 && !sink.memory().empty()) {
    all_.read(this);
  } else if (offered_) {
    pull();
  } else {
    if ((flags_ & PieceSynchronous) != 0) all_.acknowledge(process_, slot_);
    take();
  }
}

void IncomingMessage::read() {
  const std::span<std::byte> to = sink_->memory();
  const std::size_t fits = std::min<std::uint64_t>(header.bytes, to.size());
  if (!all_.copy(process_, address_, to.first(fits))) return pull();
  all_.arrived(*this);
  all_.release(process_, slot_);
  written_ = header.bytes;
  take();
}

void IncomingMessage::pull() {
  granted_ = all_.first_grant(header.bytes);
  all_.pull(process_, slot_, granted_);
  take();
}

void IncomingMessage::discard() {
  if (offered_) {
    all_.release(process_, slot_);
    header.bytes = 0;  // nothing will come
  } else if ((flags_ & PieceSynchronous) != 0) {
    all_.acknowledge(process_, slot_);
  }
  sink_ = &null_sink;
  take();
}

void IncomingMessage::take() {
  arriving_.lock()->state = Arriving::State::Writing;
  drain();
}

void IncomingMessage::deliver(const std::byte* data, std::size_t bytes) {
  std::atomic<bool> consumed{false};
  Chunk borrowed;
  borrowed.data = const_cast<std::byte*>(data);
  borrowed.bytes = bytes;
  borrowed.consumed = &consumed;
  routed_ = bytes;
  Chunk* const here = bytes > 0 ? &borrowed : nullptr;
  *arriving_.lock() = {.delivering = true, .first = here, .last = here};
  all_.deliver(this);

  bool finished = false, untouched = false;
  {
    const auto arriving = arriving_.lock();
    arriving->delivering = false;
    finished = arriving->state == Arriving::State::Finished;
    untouched = bytes > 0 && arriving->first == &borrowed;
    if (untouched) arriving->first = arriving->last = nullptr;
  }
  if (finished) {
    all_.taken(this);
  } else if (untouched) {
    arrive(data, bytes);
  } else if (bytes > 0) {
    // Another thread is reading the piece, which is valid only until this function returns.
    while (!consumed.load(std::memory_order_acquire)) std::this_thread::yield();
  }
}

void IncomingMessage::arrive(const std::byte* data, std::size_t bytes) {
  if (arriving_.lock()->start_writing()) {
    write(data, bytes);
    drain();
    return;
  }
  Chunk* chunk = all_.chunks().allocate(bytes, (flags_ & PieceUnpooled) == 0);
  std::memcpy(chunk->data, data, bytes);
  all_.unexpected(static_cast<std::int64_t>(bytes));
  bool mine = false;
  {
    const auto arriving = arriving_.lock();
    (arriving->first == nullptr ? arriving->first : arriving->last->next) = chunk;
    arriving->last = chunk;
    mine = arriving->start_writing();
  }
  if (mine) drain();
}

void IncomingMessage::write(const std::byte* data, std::size_t bytes) {
  sink_->write(data, bytes);
  written_ += bytes;
}

void IncomingMessage::drain() {
  for (;;) {
    Chunk* chunk = nullptr;
    bool complete = false;
    {
      const auto arriving = arriving_.lock();
      chunk = std::exchange(arriving->first, nullptr);
      arriving->last = nullptr;
      complete = chunk == nullptr && written_ == header.bytes;
      if (chunk == nullptr && !complete) arriving->state = Arriving::State::Waiting;
    }
    if (chunk == nullptr) {  // unless it is complete, another thread may feed the sink now
      if (complete) finish();
      return;
    }
    while (chunk != nullptr) {
      Chunk* following = chunk->next;
      write(chunk->data, chunk->bytes);
      if (chunk->consumed == nullptr) all_.unexpected(-static_cast<std::int64_t>(chunk->bytes));
      all_.chunks().release(chunk);
      chunk = following;
    }
  }
}

void IncomingMessage::finish() {
  PayloadSink* sink = sink_;
  bool last = false;
  {
    const auto arriving = arriving_.lock();
    arriving->state = Arriving::State::Finished;
    last = !arriving->delivering;
  }
  if (last) all_.taken(this);
  sink->done();
}

}  // namespace bamboo
