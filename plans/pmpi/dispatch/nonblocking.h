// SPDX-License-Identifier: Apache-2.0
/// \file
/// A collective of which the program gets a request that is under way.
#pragma once

#include <utility>

#include "arguments/call_bytes.h"
#include "arguments/kept_arguments.h"
#include "communicator/communicator.h"
#include "dispatch/call_origin.h"
#include "dispatch/request_plan.h"
#include "dispatch/same_bits.h"

namespace bamboo::plans::pmpi {

/// Planned where it is known that a direct plan serves well. Does not wait for other processes.
template <class Arguments>
int dispatch_nonblocking(const Arguments& arguments, const void* site, MPI_Request* request) {
  const Call call{Arguments::operation, arguments.comm, site, Form::Nonblocking};
  if (are_requests_under_way()) progress_requests();
  if (!is_enabled(call.operation) || !request) return native(arguments, request);
  Communicator* communicator = Communicator::find(call.comm);
  const Bytes bytes = communicator && may_combine(arguments)
                          ? call_bytes(arguments, communicator->member())
                          : std::nullopt;
  if (bytes) {
    if (const auto* chosen = algorithm_at_once(*communicator, call.operation, *bytes)) {
      std::optional<RequestPlan> planned = plan_at_once(call, *communicator, *chosen, *bytes,
                                                        keep(arguments, communicator->member()));
      if (planned) return start_once(std::move(*planned), request);
    }
  }
  count_native(call, bytes.value_or(0));
  return native(arguments, request);
}

}  // namespace bamboo::plans::pmpi
