// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <map>
#include <span>
#include <vector>

#include "datagrams/outbox.h"
#include "protocol/broadcast_side.h"
#include "protocol/liveness.h"
#include "protocol/rate_control.h"

namespace bamboo::plans::multicast {

/// The memory of a root between two broadcasts of a group.
struct RootMemory {
  explicit RootMemory(std::size_t members, double ceiling) : by_unicast(members), rate(ceiling) {}
  std::vector<bool> by_unicast;  ///< by place in the group
  bool all_ready = false;        ///< everyone has been so once
  RateControl rate;
  Duration round_trip = milliseconds(5);  ///< from the send to the report, smoothed
};

/// The root's side. It starts when all receivers have given credit and sends new pieces up to the
/// smallest credit. Requested pieces go before new ones: to one member, or to all if several ask.
/// At the end it says so, and asks the members that do not answer.
class Transmission final : public BroadcastSide {
 public:
  /// `members` of the group, of which `self` is the root's place. Everything must outlive it.
  /// `eager`: pieces that may leave before credit comes.
  Transmission(Outbox& outbox, const Liveness& liveness, RootMemory& memory, const Where& where,
               std::span<const std::byte> message, std::size_t unit,
               const std::vector<int>& members, int self, std::uint32_t eager, Time now);

  void handle(const Datagram& datagram, int place, bool by_multicast, Time now) override;
  void progress(Time now) override;
  bool finished() const override { return open_ == 0; }
  Time deadline() const override;
  bool wants_room() const override { return no_room_; }
  int dead(Duration patience) const override;

 private:
  struct Receiver {
    bool done = false, ready = false;
    std::uint32_t limit = 0;
    // The last report of progress, from which losses are computed.
    bool has_reported = false;
    std::uint32_t received = 0, highest = 0;
    Time reported_at{};
  };
  struct Want {
    int place;  // of the receiver that asked first
    bool by_several;
  };
  struct Item {
    std::uint32_t piece;
    int place;  // everyone: all that multicasts reach
    bool again;
  };
  static constexpr int everyone = -1;

  /// Whether multicasts reach this member.
  bool is_in_multicasts(std::size_t place) const {
    return !to_each_alone_ && !memory_.by_unicast[place];
  }

  Header header(Kind kind, std::uint32_t sequence) const;
  std::span<const std::byte> bytes_of(std::uint32_t piece) const;
  void note_ready(Receiver& receiver, int place, Time now);
  void note_progress(Receiver& receiver, const Report& report, Time now);
  void note_missing(int place, std::uint32_t base, std::span<const std::byte> bitmap, Time now);
  bool fill_line();
  void add_new_piece(std::uint32_t piece);
  bool send(const Item& item);
  void send_some(Time now);
  void ask(Kind kind, Time now);
  std::uint32_t allowed() const;
  bool all_sent() const { return next_ == pieces_ && line_.empty() && wanted_.empty(); }

  Outbox& outbox_;
  const Liveness& liveness_;
  RootMemory& memory_;
  const Where where_;
  const std::span<const std::byte> message_;
  const std::size_t unit_;
  const std::vector<int>& members_;
  const std::uint32_t pieces_;
  const bool to_each_alone_;
  const Duration asked_;  // a value of liveness_.listening()

  std::vector<Receiver> receivers_;  // by place; the root itself is done
  int open_;                         // receivers that are not done
  std::uint32_t next_ = 0;           // the first piece that was never sent
  std::deque<Item> line_;            // what leaves next
  std::map<std::uint32_t, Want> wanted_;
  struct Sent {
    Time at{};
    int place = everyone;
    bool again = false;
  };
  std::vector<Sent> sent_;  // by piece: the last time
  bool no_room_ = false, end_sent_ = false, lossy_ = false;
  Time paced_until_{}, end_at_{}, ask_at_;
  Duration patience_of_asking_;
};

}  // namespace bamboo::plans::multicast
