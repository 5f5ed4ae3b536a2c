// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "bamboo/taskgraph/internal/guarded.h"
#include "bamboo/taskgraph/message.h"
#include "messenger/pools.h"

namespace bamboo {

class IncomingMessages;

/// A message from another process. Two threads may use it: the polling thread delivers pieces, the
/// owner provides their destination. Only the thread that has set State::Writing writes to the
/// sink, so the sink receives its bytes in order and no lock is held meanwhile.
class IncomingMessage final : public Message {
 public:
  explicit IncomingMessage(IncomingMessages& all);
  ~IncomingMessage() override;

  void receive(PayloadSink& sink) override;
  void discard() override;

  IncomingMessage* next_free = nullptr;

 private:
  friend class IncomingMessages;

  void reuse(ProcessId process, std::uint32_t slot, std::uint8_t flags, bool offered,
             std::uint64_t address, const Header& from);
  /// Polling thread: hands the message to its task; `data` are the bytes that its first piece
  /// brought.
  void deliver(const std::byte* data, std::size_t bytes);
  /// Polling thread: the next bytes of the payload.
  void arrive(const std::byte* data, std::size_t bytes);
  /// Reads an offered payload from its sender's memory, or pulls it where that fails. Without the
  /// transport's lock.
  void read();
  void pull();
  void take();
  void drain();
  void write(const std::byte* data, std::size_t bytes);
  void finish();

  IncomingMessages& all_;
  ProcessId process_ = -1;
  std::uint32_t slot_ = 0;
  std::uint8_t flags_ = 0;
  bool offered_ = false;       // rendezvous
  std::uint64_t address_ = 0;  // of an offered payload that this process may read
  std::uint64_t routed_ = 0;   // bytes that have come in; polling thread only
  std::uint64_t granted_ = 0;  // bytes of an offered payload that the sender may send

  struct Arriving {
    enum class State : std::uint8_t {
      Unclaimed,  ///< without a sink
      Waiting,    ///< all that is here was written; no chunk is left
      Writing,    ///< a thread feeds the sink
      Finished,   ///< the sink has the last byte
    };
    State state = State::Unclaimed;
    bool delivering = false;  ///< the polling thread still needs this object
    Chunk* first = nullptr;   ///< arrived, not written
    Chunk* last = nullptr;

    /// Returns true if the calling thread may write to the sink from now on.
    bool start_writing() {
      if (state != State::Waiting) return false;
      state = State::Writing;
      return true;
    }
  };
  Guarded<Arriving> arriving_;
  // Used only by the thread that has set State::Writing.
  PayloadSink* sink_ = nullptr;
  std::uint64_t written_ = 0;
};

}  // namespace bamboo
