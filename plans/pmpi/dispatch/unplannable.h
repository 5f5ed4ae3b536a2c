// SPDX-License-Identifier: Apache-2.0
/// \file
/// Collectives that no rule and no trial can plan: the installed MPI's own, and counted.
#pragma once

#include <mpi.h>

#include <string>

#include "configuration/world.h"
#include "dispatch/call_origin.h"
#include "report/report.h"
#include "requests/active_requests.h"

namespace bamboo::plans::pmpi {

/// `own()`: the installed MPI's function, whose error code is returned. A call that it refuses does
/// not count. Any thread.
template <class Own>
int never_planned(const NeverPlanned& call, const Own& own) {
  const World* now = world();
  if (!now || !now->reports) [[likely]]
    return own();
  const double begin = PMPI_Wtime();
  const int error = own();
  if (error == MPI_SUCCESS) record(call, PMPI_Wtime() - begin);
  return error;
}

/// The same of an operation that is planned in other forms; `form`: what its name has behind it.
template <class Own>
int never_planned(const Call& call, Never why, const char* form, const Own& own) {
  const std::string name = reported_name(call.operation, call.form) + form;
  return never_planned({name.c_str(), why, call.comm, call.site}, own);
}

}  // namespace bamboo::plans::pmpi
