// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <limits>

#include "messenger/messenger_core.h"

namespace bamboo {
namespace {

/// A receiver lends message credits when none of its tasks has been able to run for so long …
constexpr double lend_when_idle = 0.01;
/// … or if messages have been held back for this time and a task has polled for one …
constexpr double lend_when_polled = 0.064;
/// … or when they have been held back for so long: a task may compute until it looks for one of
/// them. Twice as long each time, so that a sender gains little whose messages no task takes.
constexpr double lend_when_starved = 1.0;

/// The sum. One thread needs no locked instruction.
std::uint64_t add(std::atomic<std::uint64_t>& number, std::uint64_t by, Threads threads) {
  if (!is_alone(threads)) return number.fetch_add(by, std::memory_order_relaxed) + by;
  const std::uint64_t sum = number.load(std::memory_order_relaxed) + by;
  number.store(sum, std::memory_order_relaxed);
  return sum;
}

/// Takes as much of a credit as fits the piece.
template <typename Field>
void pay(std::atomic<std::uint64_t>& owed, Field& field, Threads threads) {
  const std::uint64_t most = std::numeric_limits<Field>::max();
  const std::uint64_t part = std::min(owed.load(std::memory_order_relaxed), most);
  if (part == 0) return;
  add(owed, -part, threads);
  field = static_cast<Field>(part);
}

void withdraw_from_loans(Peer& peer, OutgoingMessage& message) {
  if (message.loan != OutgoingMessage::Loan::Waits) return;
  peer.waiting.remove(&message);
  message.loan = OutgoingMessage::Loan::None;
}

}  // namespace

void MessengerCore::control(ProcessId destination, PieceKind kind, std::uint32_t slot,
                            std::uint64_t value) {
  outbox_.lock()->push_back({destination, kind, slot, value});
  outbox_full_.store(true, std::memory_order_seq_cst);
  // The holder of the lock looks into the outbox after giving it up.
  if (!lock_.held_by_me() && lock_.try_lock()) leave();
}

void MessengerCore::flush_controls() {
  // leave() handles what this loop misses, after it has released the lock.
  while (outbox_full_.load(std::memory_order_relaxed) &&
         outbox_full_.exchange(false, std::memory_order_seq_cst)) {
    std::swap(*outbox_.lock(), exchange_->controls);
    for (const Control& control : exchange_->controls) {
      const OwedCredits& owed = owed_[control.destination];
      if (control.kind == PieceKind::Credit && owed.messages.load(std::memory_order_relaxed) == 0 &&
          owed.bytes.load(std::memory_order_relaxed) == 0) {
        continue;  // another piece took the credits along
      }
      std::byte* piece = transport_->allocate();
      std::memcpy(piece + sizeof(PieceHeader), &control.value, sizeof control.value);
      post(control.destination, piece, control.kind, 0, control.slot,
           sizeof(PieceHeader) + sizeof control.value);
    }
    exchange_->controls.clear();
  }
}

void MessengerCore::leave() {
  if (lock_.nested()) {
    lock_.unlock();
    return;
  }
  do {
    flush_controls();
    unsent_.store(transport_->unsent() > 0);
    lock_.unlock();
  } while (outbox_full_.load(std::memory_order_seq_cst) && lock_.try_lock());
  if (on_polling_needed && needs_polling()) on_polling_needed();
}

void MessengerCore::stamp(ProcessId destination, PieceHeader& head) {
  OwedCredits& owed = owed_[destination];
  head.sequence = exchange_->peers[destination].next_sequence++;
  pay(owed.bytes, head.bytes_returned, threads_);
  pay(owed.messages, head.messages_returned, threads_);
  // The peer repeats the notice if it still lacks credit.
  if (head.messages_returned > 0 && owed.starved.exchange(false, std::memory_order_relaxed))
    wanting_.fetch_sub(1, std::memory_order_relaxed);
}

void MessengerCore::give_back(ProcessId source, std::uint64_t bytes) {
  OwedCredits& owes = owed_[source];
  std::uint64_t lent = owes.lent.load(std::memory_order_relaxed);
  while (lent > 0 && !owes.lent.compare_exchange_weak(lent, lent - 1, std::memory_order_relaxed)) {
  }
  const std::uint64_t messages =
      lent > 0 ? owes.messages.load(std::memory_order_relaxed) : add(owes.messages, 1, threads_);
  const std::uint64_t owed = add(owes.bytes, bytes, threads_);
  const bool are_many = bytes > 0 && owed >= budget_bytes_ / 4;
  if (are_many) owes.received.store(true, std::memory_order_relaxed);
  if (messages >= budget_messages_ / 4 || are_many ||
      (messages > 0 && owes.starved.load(std::memory_order_relaxed))) {
    control(source, PieceKind::Credit, 0);
  }
}

void MessengerCore::control_piece(ProcessId source, const PieceHeader& head,
                                  const std::byte* body) {
  Peer& peer = exchange_->peers[source];
  std::uint64_t value = 0;
  std::memcpy(&value, body, sizeof value);
  switch (head.kind) {
    case PieceKind::Pull: {
      OutgoingMessage* message = peer.slots[head.slot];
      message->granted = value;
      if (message->stage == OutgoingMessage::Stage::Offered) {
        withdraw_from_loans(peer, *message);
        message->stage = OutgoingMessage::Stage::Streaming;
        exchange_->streams.push(message);
      }
      break;
    }
    case PieceKind::Drop:
    case PieceKind::Acknowledge: {
      OutgoingMessage* message = peer.slots[head.slot];
      if (message->stage == OutgoingMessage::Stage::Sending) {
        message->stage = OutgoingMessage::Stage::Acknowledged;
      } else {
        withdraw_from_loans(peer, *message);
        close(message);
      }
      break;
    }
    case PieceKind::Starved:
      if (!owed_[source].starved.exchange(true, std::memory_order_relaxed)) {
        wanting_.fetch_add(1, std::memory_order_relaxed);
        peer.starved_since = now_();
      }
      if (owed_[source].messages.load(std::memory_order_relaxed) > 0)
        control(source, PieceKind::Credit, 0);
      break;
    case PieceKind::Blocked:
      if (!peer.loans.is_wanted()) wanting_.fetch_add(1, std::memory_order_relaxed);
      peer.loans.want(now_());
      break;
    case PieceKind::Lend:
      take_loan(source);
      break;
    default:
      break;  // Credit: the header said it all
  }
}

Occupation MessengerCore::occupation() {
  const bool polled = polled_without_success_.exchange(false, std::memory_order_relaxed);
  if (detector.idle_seconds() >= lend_when_idle) return Occupation::Wait;
  return polled ? Occupation::Poll : Occupation::Compute;
}

/// The message that the tasks of this process wait for may be one that senders hold back.
void MessengerCore::lend() {
  const Occupation now = occupation();
  for (std::size_t process = 0; process < exchange_->peers.size(); ++process) {
    const auto sender = static_cast<ProcessId>(process);
    if (owed_[process].starved.load(std::memory_order_relaxed)) lend_messages(sender, now);
    if (exchange_->peers[process].loans.is_wanted()) lend_bytes(sender, now);
  }
}

void MessengerCore::lend_messages(ProcessId sender, Occupation occupation) {
  Peer& peer = exchange_->peers[sender];
  OwedCredits& owed = owed_[sender];
  if (owed.lent.load(std::memory_order_relaxed) == 0) peer.patience = lend_when_starved;
  const std::chrono::duration<double> starved = now_() - peer.starved_since;
  switch (occupation) {
    case Occupation::Wait:
      break;
    case Occupation::Poll:
      if (starved.count() < lend_when_polled) return;
      break;
    case Occupation::Compute:
      if (starved.count() < peer.patience) return;
      peer.patience *= 2;
      break;
  }
  const std::uint64_t part = budget_messages_ / 4;
  owed.lent.fetch_add(part, std::memory_order_relaxed);
  owed.messages.fetch_add(part, std::memory_order_relaxed);
  control(sender, PieceKind::Credit, 0);
}

void MessengerCore::lend_bytes(ProcessId sender, Occupation occupation) {
  LoanTimes& loans = exchange_->peers[sender].loans;
  if (owed_[sender].received.exchange(false, std::memory_order_relaxed)) loans.repaid();
  if (!loans.is_due(occupation, now_())) return;
  loans.lend(now_());
  wanting_.fetch_sub(1, std::memory_order_relaxed);
  control(sender, PieceKind::Lend, 0);
}

static_assert(sizeof(PieceHeader) + DeadlockDetector::largest_body <= smallest_piece);

void MessengerCore::send_detection(ProcessId destination, Detection message,
                                   std::span<const std::byte> body) {
  std::byte* piece = transport_->allocate();
  if (!body.empty()) std::memcpy(piece + sizeof(PieceHeader), body.data(), body.size());
  post(destination, piece, PieceKind::Detect, 0, static_cast<std::uint32_t>(message),
       sizeof(PieceHeader) + body.size());
}

DetectionCounters MessengerCore::counters() {
  return {exchange_->traffic.pieces_sent, exchange_->traffic.pieces_received};
}

void MessengerCore::abort(int code, const std::function<void()>& last_words) {
  // A second caller must neither return nor touch anything that is being ended.
  while (aborting_.exchange(true)) ::pause();
  if (last_words) last_words();
  // Another thread may be in the transport. If it calls this, it waits above, outside of the MPI.
  lock_.lock_to_end(std::chrono::seconds{1});
  transport_->abort(code);
  __builtin_unreachable();  // GCC does not believe a virtual function
}

}  // namespace bamboo
