// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "bamboo/plans/costs.h"
#include "bamboo/plans/lower.h"
#include "bamboo/plans/phases.h"
#include "network/link_load.h"

namespace bamboo::plans {

/// How long before the end of a transfer its token is sent, in seconds.
inline double lead_of(const Tokens& tokens, const Network& network, const Transfer& t) {
  if (tokens.lead >= 0) return tokens.lead;
  return 2 * network.latency(t.from, t.to) + 3 * Costs{}.overhead;
}

/// A transfer may be longer than the lead by this factor and still count as short. Otherwise it
/// would be cut into two messages, of which one is tiny.
constexpr double short_enough = 1.25;

/// Returns the bytes of the transfer that are still in flight when its token is sent; 0 for a short
/// transfer.
inline std::size_t token_lead(const Tokens& tokens, const Network& network, const Transfer& t) {
  const double bytes = lead_of(tokens, network, t) * network.rate(t.from, t.to);
  return short_enough * bytes < static_cast<double>(t.bytes) ? static_cast<std::size_t>(bytes) : 0;
}

/// Finds the transfers that a transfer takes its links over from. On a link that carries one
/// transfer at a time: the previous one; on a link that carries n: the oldest active one. Transfers
/// that finish on the link within the lead do not count.
class HandOver {
 public:
  HandOver(const Network& network, const Tokens& tokens);
  /// Transfer `number` (counted in the order of phases) of that phase. Valid until the next call.
  const std::vector<std::uint32_t>& take(int phase, std::uint32_t number, const Transfer& transfer);

 private:
  struct User {
    std::uint32_t number;
    int phase;
    double rate, bytes;
  };
  struct Users {
    std::deque<User> users;
    double load = 0, bytes = 0;
    std::vector<std::uint32_t> gone;  // the users for which the last transfer here has waited
  };

  const Network& network_;
  Tokens tokens_;
  Route route_;
  std::vector<Users> links_;
  std::vector<std::uint32_t> before_;
};

}  // namespace bamboo::plans
