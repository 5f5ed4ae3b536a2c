// SPDX-License-Identifier: Apache-2.0
// Where messages and receives of one task meet. MPI's order: a message goes to the oldest posted
// receive that matches it, a receive takes the oldest message that matches it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "bamboo/taskgraph/internal/spin_lock.h"
#include "bamboo/taskgraph/message.h"
#include "matching/intrusive_list.h"
#include "matching/pattern.h"
#include "matching/unexpected_memory.h"

namespace bamboo::mpi {

class LocalMessage;
struct HeldSend;
struct Request;

class Mailbox {
 public:
  /// The receive that takes this message, removed from the list; null: none, the message must be
  /// added.
  Request* match(const Header& header);
  /// The message that this receive takes, removed from the list; null: none.
  Message* match(const Pattern& pattern);
  /// Like match(), but the message stays.
  Message* find(const Pattern& pattern) const;

  void add(Message* message);
  void add(Request* receive);
  /// Returns false if the receive is not posted (any more).
  bool remove_posted(Request* receive);
  /// Takes out the program's own receives that no message has met.
  std::vector<Request*> withdraw_receives();
  /// The oldest message that no receive has taken; the others follow it.
  const Message* unexpected() const { return unexpected_.front(); }
  /// Removes a message that find() returned.
  void take_out(Message* message);

  /// Called when the memory is full: the message continues to borrow its sender's buffer.
  void hold(LocalMessage& message);
  /// Copies held messages, the oldest first, until `bytes` are copied. Appends the sends to
  /// complete, also if memory runs out (std::bad_alloc). Returns false if no message is held any
  /// more; the next hold() then announces the mailbox.
  bool detach_held(std::int64_t bytes, std::vector<Request*>& sends);
  /// Makes a copy of a message that borrows its sender's buffer. The caller completes the send.
  void detach(LocalMessage& message, bool pooled);

 private:
  friend struct DebuggerAccess;
  void release(LocalMessage& message);

  IntrusiveList<Request> posted_;
  IntrusiveList<Message> unexpected_;
  IntrusiveList<HeldSend> held_;
  HoldingReceiver holding_;
  UnexpectedMemory::Share copies_{unexpected_memory};
};

}  // namespace bamboo::mpi
