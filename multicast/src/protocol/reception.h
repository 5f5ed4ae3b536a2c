// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "bamboo/plans/multicast/group.h"
#include "datagrams/outbox.h"
#include "protocol/arrivals.h"
#include "protocol/broadcast_side.h"
#include "protocol/liveness.h"

namespace bamboo::plans::multicast {

/// The memory of a receiver about a root between two broadcasts of a group.
struct ReceiverMemory {
  bool by_unicast = false;  ///< the root's multicasts do not arrive
  bool ready = false;       ///< the root has received a Ready of this member
  int doubts = 0;           ///< consecutive broadcasts that arrived without any multicast
};

/// The position of a receiver in its group, which orders the acknowledgements.
struct Turn {
  int place = 0, receivers = 1;
};

/// A receiver's side. It acknowledges once per window of pieces; each receiver does so at a
/// different place of the window, so that they do not all send at once. It reports missing pieces
/// as soon as later ones have arrived, when the root reports that it has sent all, or when nothing
/// arrives for some time.
class Reception final : public BroadcastSide {
 public:
  struct Message {
    std::span<std::byte> buffer;  ///< for `part`
    Part part;
    std::size_t bytes = 0;  ///< of the whole message
    std::size_t unit = 0;
  };
  /// `credit` is the number of pieces that may wait here unread. `renew` renews the membership at
  /// the network.
  Reception(Outbox& outbox, const Liveness& liveness, ReceiverMemory& memory, const Where& where,
            const Message& message, int root, Turn turn, std::uint32_t credit, bool expects_eager,
            std::function<void()> renew, Time now);

  void handle(const Datagram& datagram, int place, bool by_multicast, Time now) override;
  void progress(Time now) override;
  bool finished() const override { return arrivals_.missing() == 0; }
  Time deadline() const override { return report_at_; }
  int dead(Duration patience) const override;
  /// The root sends a message of another size; 0: it does not.
  std::uint64_t contradicting_size() const { return contradicting_size_; }

 private:
  void take(const Datagram& datagram, Time now);
  void store(std::uint32_t piece, std::span<const std::byte> payload);
  void answer(Kind question, std::uint32_t sent);
  void suspect_network();
  Report report() const;
  void say_ready();
  void acknowledge();
  /// Asks for the pieces in [begin, end) that are missing.
  void complain(std::uint32_t begin, std::uint32_t end);
  Header header(Kind kind, std::uint32_t sequence) const;
  std::uint32_t piece_of(std::size_t offset) const {
    return static_cast<std::uint32_t>(offset / message_.unit);
  }

  Outbox& outbox_;
  const Liveness& liveness_;
  ReceiverMemory& memory_;
  const Where where_;
  const Message message_;
  const bool comes_alone_;  // not by multicast, which says nothing about the network
  const int root_;          // session member
  const std::uint32_t credit_, window_, turn_;
  const std::function<void()> renew_;
  const Duration asked_;
  std::uint32_t first_, end_;  // pieces that are needed
  Arrivals arrivals_;
  std::uint32_t highest_ = 0;  // one more than the highest that has come
  std::uint32_t complained_below_ = 0;
  bool heard_multicast_ = false, root_has_sent_ = false;
  int quiet_ = 0;  // how often in succession nothing had come
  Time report_at_;
  Duration quiet_time_;
  std::uint64_t contradicting_size_ = 0;
};

}  // namespace bamboo::plans::multicast
