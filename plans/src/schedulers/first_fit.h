// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "network/link_load.h"
#include "schedulers/by_size.h"

namespace bamboo::plans {

/// Puts each message, in the given order, into the first phase that has room. Messages below
/// `small` come last and open no phase; the ones without room form an additional phase.
inline Phases first_fit(const Traffic& traffic, const Network& network,
                        const std::vector<std::uint32_t>& order, std::size_t small,
                        const char* scheduler) {
  Phases out{traffic.size, scheduler, {}, false};
  PhaseTable table(network);
  std::vector<Transfer> rest;
  for (bool large : {true, false})
    for (std::uint32_t index : order) {
      const Message& message = traffic.messages[index];
      if ((message.bytes >= small) != large) continue;
      const int limit =
          large ? std::numeric_limits<int>::max() : static_cast<int>(out.phases.size());
      const int phase = table.place(message.from, message.to, limit);
      if (phase == PhaseTable::none) {
        rest.push_back(whole(message));
        continue;
      }
      if (phase == static_cast<int>(out.phases.size())) out.phases.emplace_back();
      out.phases[phase].push_back(whole(message));
    }
  out.small_last = !rest.empty();
  if (out.small_last) out.phases.push_back(std::move(rest));
  return out;
}

}  // namespace bamboo::plans
