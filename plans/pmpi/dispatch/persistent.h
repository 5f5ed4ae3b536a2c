// SPDX-License-Identifier: Apache-2.0
/// \file
/// A collective of which the program gets a persistent request.
#pragma once

#include <utility>

#include "arguments/call_bytes.h"
#include "arguments/kept_arguments.h"
#include "configuration/hints.h"
#include "dispatch/blocking.h"

namespace bamboo::plans::pmpi {

/// Whether a plan may stand behind the request: all processes must take part in making it, also
/// where only some of them give keys.
inline bool is_wanted(const Call& call, MPI_Info info, Communicator& communicator) {
  if (communicator.choice().may_plan_behind_request(call.operation)) return true;
  int some_say = has_hints(info);
  PMPI_Allreduce(MPI_IN_PLACE, &some_say, 1, MPI_INT, MPI_MAX, call.comm);
  return some_say != 0;
}

/// `plan(communicator)`: what stands behind the request, if we make it; `own()`: the MPI's.
template <class Plan, class Own>
int make_request(const Call& call, MPI_Info info, MPI_Request* request, const Plan& plan,
                 const Own& own) {
  if (!request) return own();
  before_blocking();  // the processes speak with each other
  // Between two groups of processes counts and displacements are the other group's.
  Communicator* communicator = Communicator::find(call.comm);
  if (communicator && is_wanted(call, info, *communicator))
    if (std::optional<Planned> planned = plan(*communicator))
      return make_persistent(std::move(*planned), request);
  count_own(call, 0);
  return own();
}

/// The same where plans are chosen by `bytes(communicator)`, as serve() asks; `keep(communicator)`:
/// the arguments.
template <class BytesOf, class Keep, class Own>
int make_request(const Call& call, MPI_Info info, MPI_Request* request, const BytesOf& bytes,
                 const Keep& keep, const Own& own) {
  const auto plan = [&](const Communicator& c) {
    const Bytes known = bytes(c);
    return plan_persistent(call, info, known, known ? keep(c) : WorkFor());
  };
  return make_request(call, info, request, plan, own);
}

}  // namespace bamboo::plans::pmpi
