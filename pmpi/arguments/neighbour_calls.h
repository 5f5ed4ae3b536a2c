// SPDX-License-Identifier: Apache-2.0
// The properties of calls of neighbours that depend on the number of their blocks.
#pragma once

#include <type_traits>

#include "arguments/neighbours.h"
#include "generated/arguments.h"

namespace bamboo::plans::pmpi {

constexpr EdgeExchange exchange_of(const Neighbor_alltoallArguments&) {
  return EdgeExchange::Alltoall;
}
constexpr EdgeExchange exchange_of(const Neighbor_alltoallvArguments&) {
  return EdgeExchange::Alltoallv;
}
constexpr EdgeExchange exchange_of(const Neighbor_alltoallwArguments&) {
  return EdgeExchange::Alltoallw;
}

/// The blocks of each side of a call: one for each process, or for each neighbour.
template <class Arguments>
int blocks_sent(const Arguments&, const Member& member) {
  if constexpr (is_of_neighbours(Arguments::operation))
    return member.neighbours ? member.neighbours->blocks_sent : 0;
  else
    return member.size;
}
template <class Arguments>
int blocks_received(const Arguments&, const Member& member) {
  if constexpr (is_of_neighbours(Arguments::operation))
    return member.neighbours ? member.neighbours->blocks_received : 0;
  else
    return member.size;
}

/// Whether a plan may serve a request of the call, that is, whether its edges match as those of the
/// installed MPI do. All processes get the same result.
template <class Arguments>
bool may_be_behind_request(const Arguments& a, const Member& member) {
  if constexpr (requires { exchange_of(a); })
    return !member.neighbours || member.neighbours->is_alike_behind_requests(exchange_of(a));
  return true;
}

}  // namespace bamboo::plans::pmpi
