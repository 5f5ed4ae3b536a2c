// SPDX-License-Identifier: Apache-2.0
// Collectives that no rule and no trial can plan: the installed MPI serves them, and the report
// counts them.
#pragma once

#include <mpi.h>

#include <string>

#include "arguments/call.h"
#include "arguments/moved_bytes.h"
#include "configuration/world.h"
#include "report/recorder.h"
#include "requests/active_requests.h"

namespace bamboo::plans::pmpi {

/// `call_native()`: the installed MPI's function, whose error code is returned. A call that it
/// refuses does not count. Any thread.
template <class Arguments, class CallNative>
int count_unplannable(const UnplannableCall& call, const Arguments& arguments,
                      const CallNative& call_native) {
  const World* now = world();
  if (!now || !now->reports) [[likely]]
    return call_native();
  const double begin = PMPI_Wtime();
  const int error = call_native();
  if (error == MPI_SUCCESS) record(call, moved_bytes(arguments), PMPI_Wtime() - begin);
  return error;
}

/// Like above, for an operation that is planned in other forms; `form` is the suffix of its name.
template <class Arguments, class CallNative>
int count_unplannable(const Call& call, Unplannable why, const char* form,
                      const Arguments& arguments, const CallNative& call_native) {
  const std::string name = reported_name(call.operation, call.form) + form;
  return count_unplannable({name.c_str(), why, call.comm, call.site}, arguments, call_native);
}

}  // namespace bamboo::plans::pmpi
