// SPDX-License-Identifier: Apache-2.0
#include "messenger/piece_channel.h"

#include <unistd.h>

#include <chrono>
#include <cstring>
#include <utility>

namespace bamboo {

void PieceChannel::post(ProcessId destination, std::byte* piece, PieceKind kind, std::uint8_t flags,
                        std::uint32_t slot, std::size_t bytes) {
  PieceHeader head;
  head.kind = kind;
  head.flags = flags;
  head.slot = slot;
  head.sequence = (*sequences_)[destination]++;
  owed_.put_into(head, destination);
  std::memcpy(piece, &head, sizeof head);
  if (counts_as_traffic(kind)) ++traffic().pieces_sent;
  transport_.send(destination, piece, bytes);
}

void PieceChannel::control(ProcessId destination, PieceKind kind, std::uint32_t slot,
                           std::uint64_t value) {
  controls_.lock()->push_back({destination, kind, slot, value});
  are_controls_.store(true, std::memory_order_seq_cst);
  // The holder of the lock looks for controls after giving it up.
  if (!lock_.held_by_me() && lock_.try_lock()) leave();
}

void PieceChannel::flush_controls() {
  // leave() handles what this loop misses, after it has released the lock.
  while (are_controls_.load(std::memory_order_relaxed) &&
         are_controls_.exchange(false, std::memory_order_seq_cst)) {
    std::swap(*controls_.lock(), *leaving_);
    for (const Control& control : *leaving_) {
      if (control.kind == PieceKind::Credit && !owed_.are_some(control.destination))
        continue;  // another piece took the credits along
      std::byte* piece = allocate();
      std::memcpy(piece + sizeof(PieceHeader), &control.value, sizeof control.value);
      post(control.destination, piece, control.kind, 0, control.slot,
           sizeof(PieceHeader) + sizeof control.value);
    }
    leaving_->clear();
  }
}

void PieceChannel::leave() {
  if (lock_.nested()) {
    lock_.unlock();
    return;
  }
  do {
    flush_controls();
    in_flight_.set_unsent_pieces(unsent() > 0);
    lock_.unlock();
  } while (are_controls_.load(std::memory_order_seq_cst) && lock_.try_lock());
  in_flight_.report();
}

void PieceChannel::abort(int code, const std::function<void()>& last_words) {
  // A second caller must neither return nor touch anything that is being ended.
  while (is_aborting_.exchange(true)) ::pause();
  if (last_words) last_words();
  // Another thread may be in the transport. If it calls this, it waits above, outside of the MPI.
  lock_.lock_to_end(std::chrono::seconds{1});
  transport_.abort(code);
  __builtin_unreachable();  // GCC does not deduce this for a virtual function
}

}  // namespace bamboo
