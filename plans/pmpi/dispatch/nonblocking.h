// SPDX-License-Identifier: Apache-2.0
/// \file
/// A collective of which the program gets a request that is under way.
#pragma once

#include <utility>

#include "arguments/call_bytes.h"
#include "arguments/kept_arguments.h"
#include "dispatch/blocking.h"

namespace bamboo::plans::pmpi {

/// `bytes(communicator)` as serve() asks; `keep(communicator)`: the arguments, where a plan stands
/// behind the request; `own()`: the MPI's. Must not wait for other processes.
template <class Bytes, class Keep, class Own>
int start_request(const Call& call, MPI_Request* request, const Bytes& bytes, const Keep& keep,
                  const Own& own) {
  if (are_requests_under_way()) progress_requests();
  if (!is_served(call.operation) || !request) return own();
  Communicator* communicator = Communicator::find(call.comm);
  const std::optional<std::size_t> known = communicator ? bytes(*communicator) : std::nullopt;
  if (known) {
    if (const auto* chosen = algorithm_at_once(*communicator, call.operation, *known)) {
      std::optional<Planned> planned =
          plan_at_once(call, *communicator, *chosen, *known, keep(*communicator));
      if (planned) return start_once(std::move(*planned), request);
    }
  }
  count_own(call, known.value_or(0));
  return own();
}

}  // namespace bamboo::plans::pmpi
