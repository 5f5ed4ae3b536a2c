// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <functional>
#include <limits>

#include "plan/builder.h"

namespace bamboo::plans {

/// Each rank has data for each other one, in the order of the ring shift, paced by arrivals: a rank
/// begins to send to the rank k after it when it has sent to the previous one and has received from
/// the rank k - 2 before it. So at most two senders send to one receiver at a time, its link stays
/// busy if one of them is late, and no rank needs the counts of others. A send waits for steps of
/// lower k only, so no rank waits forever. (CC-MPI, PPoPP'03, section 4.2, separates phases by
/// barriers instead.)
///
/// A short piece counts as sent when the host has queued it. On a slow link the pieces of several
/// messages queue up, and TCP's acknowledgements queue behind them for so long that others
/// retransmit data that was not lost and reduce their rates. So the pieces of long messages, which
/// can fill such a queue, are confirmed by tokens, and only a few may be unconfirmed. Because this
/// limit alone paces the senders, one more sender may overlap.
struct GatedExchange {
  struct Part {
    Place place;
    std::size_t count = 0;
    Builder::After after;  ///< what its first use waits for
  };
  /// The part for a rank, and the part from a rank.
  std::function<Part(int)> outgoing, incoming;
  /// Units of a message; larger parts are cut.
  std::size_t piece = 1;
  /// Parts of more units than this are confirmed.
  std::size_t confirmed_above = std::numeric_limits<std::size_t>::max();

  struct Steps {
    std::vector<Builder::After> sent, received;  ///< by peer: all its messages
  };
  Steps add_to(Builder& plan, int rank, int size) const;

 private:
  void add_receives(Builder& plan, int peer, Builder::After& received) const;
  /// Both ends know the size of a part, so they make the same decision.
  bool is_confirmed(const Part& part, std::size_t at) const {
    return part.count > confirmed_above && part.count - at >= piece;
  }
};

inline void GatedExchange::add_receives(Builder& plan, int peer, Builder::After& received) const {
  const Part part = incoming(peer);
  for (std::size_t at = 0; at < part.count; at += piece) {
    received.push_back(
        plan.receive(peer, part.place + at, std::min(piece, part.count - at), part.after));
    if (is_confirmed(part, at)) plan.send_token(peer, {received.back()});
  }
}

inline GatedExchange::Steps GatedExchange::add_to(Builder& plan, int rank, int size) const {
  constexpr int behind = 2, behind_if_confirmed = 3;
  constexpr std::size_t unconfirmed = 6;  // pieces
  Steps out{std::vector<Builder::After>(size), std::vector<Builder::After>(size)};
  for (int step = 1; step < size; ++step) {
    const int peer = shifted(rank, -step, size);
    add_receives(plan, peer, out.received[peer]);
  }
  Builder::Id sent = Builder::none;
  std::vector<Builder::Id> confirmations;
  for (int step = 1; step < size; ++step) {
    const int peer = shifted(rank, step, size);
    const Part part = outgoing(peer);
    Builder::After after = part.after;
    after.push_back(sent);
    const int gate = step - (part.count > confirmed_above ? behind_if_confirmed : behind);
    if (gate > 0) {
      const Builder::After& arrived = out.received[shifted(rank, -gate, size)];
      if (!arrived.empty()) after.push_back(arrived.back());
    }
    for (std::size_t at = 0; at < part.count; at += piece) {
      Builder::After now = after;
      if (confirmations.size() >= unconfirmed)
        now.push_back(confirmations[confirmations.size() - unconfirmed]);
      out.sent[peer].push_back(
          plan.send(peer, part.place + at, std::min(piece, part.count - at), now));
      if (is_confirmed(part, at)) confirmations.push_back(plan.receive_token(peer));
    }
    if (!out.sent[peer].empty()) sent = out.sent[peer].back();
  }
  return out;
}

}  // namespace bamboo::plans
