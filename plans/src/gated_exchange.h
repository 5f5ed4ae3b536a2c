// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <functional>

#include "builder.h"

namespace bamboo::plans {

/// Everybody has something for everybody, in the order of the ring shift, kept in step by what
/// arrives: a rank begins to send to the rank k after it when it has sent to the one before that
/// and has received from the rank k - 2 before it. So at most two senders ever meet at a receiver,
/// whose link stays busy while one of them is late, and no rank has to know others' counts. A send
/// waits for steps of lower k only, so nobody waits for ever. (CC-MPI, PPoPP'03, section 4.2,
/// separates phases by barriers instead.)
struct GatedExchange {
  struct Part {
    Place place;
    std::size_t count = 0;
    Builder::After after;  ///< what its first use waits for
  };
  /// For and from a rank.
  std::function<Part(int)> outgoing, incoming;
  /// Units of a message; larger parts are cut.
  std::size_t piece = 1;

  struct Steps {
    std::vector<Builder::After> sent, received;  ///< by peer: all its messages
  };
  Steps add_to(Builder& plan, int rank, int size) const;
};

inline GatedExchange::Steps GatedExchange::add_to(Builder& plan, int rank, int size) const {
  constexpr int behind = 2;
  Steps out{std::vector<Builder::After>(size), std::vector<Builder::After>(size)};
  for (int step = 1; step < size; ++step) {
    const int peer = shifted(rank, -step, size);
    const Part part = incoming(peer);
    for (std::size_t at = 0; at < part.count; at += piece)
      out.received[peer].push_back(
          plan.receive(peer, part.place + at, std::min(piece, part.count - at), part.after));
  }
  Builder::Id sent = Builder::none;
  for (int step = 1; step < size; ++step) {
    const int peer = shifted(rank, step, size);
    const Part part = outgoing(peer);
    Builder::After after = part.after;
    after.push_back(sent);
    if (step > behind) {
      const Builder::After& arrived = out.received[shifted(rank, behind - step, size)];
      if (!arrived.empty()) after.push_back(arrived.back());
    }
    for (std::size_t at = 0; at < part.count; at += piece)
      out.sent[peer].push_back(
          plan.send(peer, part.place + at, std::min(piece, part.count - at), after));
    if (!out.sent[peer].empty()) sent = out.sent[peer].back();
  }
  return out;
}

}  // namespace bamboo::plans
