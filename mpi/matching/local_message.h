// SPDX-License-Identifier: Apache-2.0
// A message between two ranks of one process that no receive was waiting for.
//
// It either *borrows* the sender's buffer (the send is pending; the receive copies straight from
// there: one copy) or holds a packed copy in pooled memory (the send is complete). A borrowed one
// becomes a copy when the sender needs its buffer back before a receive took it.
//
// The object itself, with a payload up to inline_bytes in it, is always recycled, in
// regions with NO_BUFFER_REUSE as well: that says where a larger payload is kept.
#pragma once

#include <cstddef>
#include <cstdint>

#include "bamboo/taskgraph/message.h"
#include "matching/lent_sends.h"
#include "matching/request.h"

namespace bamboo::mpi {

class LocalMessage;

/// A place among the held sends of a mailbox.
struct HeldSend {
  LocalMessage* message = nullptr;  ///< null: it is not held
  HeldSend* next = nullptr;
  HeldSend* previous = nullptr;
};

class LocalMessage final : public Message {
 public:
  /// `sends` belongs to the sender's owner. Call it with the mailbox of the receiver locked.
  static LocalMessage* borrow(Request& sender, LentSends& sends, const Header& header);
  static LocalMessage* copy(const void* buffer, std::size_t count, const Datatype& type,
                            const Header& header, bool pooled);

  void receive(PayloadSink& sink) override;
  void discard() override;

  /// The message has left the mailbox: copies into a typed buffer, completes the sender, frees
  /// itself.
  void take(void* buffer, std::size_t count, const Datatype& type);
  /// The message leaves the mailbox, whose lock is held: from now on the sender cannot detach() it.
  void claim() {
    if (sender_) end_loan();
  }
  /// The send that detach() is about to free from it.
  Request* sender() const { return sender_; }
  /// The message stays in the mailbox, whose lock is held: packs a copy, so that it does not depend
  /// on the sender any more.
  void detach(bool pooled);
  /// The memory that it uses besides the program's; 0 while it borrows.
  std::int64_t copy_bytes() const;

  HeldSend held;  ///< the mailbox's

 private:
  LocalMessage() = default;
  void end_loan() {
    sender_->as<SendRequest>().borrowed = nullptr;
    lent_->remove(*sender_);
  }
  void allocate(bool pooled);
  void release();

  static constexpr std::size_t inline_bytes = 128;
  Request* sender_ = nullptr;  // borrowed: whose buffer
  LentSends* lent_ = nullptr;  // borrowed: the sender's list, until claimed or detached
  std::byte* data_ = nullptr;  // copied: inline_ or recycled memory
  bool pooled_ = true;
  alignas(16) std::byte inline_[inline_bytes];
};

}  // namespace bamboo::mpi
