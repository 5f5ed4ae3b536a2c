// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bamboo/plans/costs.h"
#include "bamboo/plans/lower.h"

namespace bamboo::plans {

/// How long before the end of a transfer its token is sent, in seconds.
inline double lead_of(const Tokens& tokens, const Network& network, const Transfer& t) {
  if (tokens.lead >= 0) return tokens.lead;
  return 2 * network.latency(t.from, t.to) + 3 * Costs{}.overhead;
}

/// Transfers may be this much longer than the lead and yet count as short: cut, they would be two
/// messages of which one is tiny.
constexpr double short_enough = 1.25;

/// The bytes of the transfer that are still under way when its token is sent; none of a short
/// transfer.
inline std::size_t token_lead(const Tokens& tokens, const Network& network, const Transfer& t) {
  const double bytes = lead_of(tokens, network, t) * network.rate(t.from, t.to);
  return short_enough * bytes < static_cast<double>(t.bytes) ? static_cast<std::size_t>(bytes) : 0;
}

}  // namespace bamboo::plans
