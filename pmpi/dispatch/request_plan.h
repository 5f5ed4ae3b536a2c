// SPDX-License-Identifier: Apache-2.0
// Chooses the plan that serves a request, if any.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>

#include "arguments/exchange_part.h"
#include "arguments/kept_arguments.h"
#include "arguments/moved_bytes.h"
#include "communicator/communicator.h"
#include "requests/active_requests.h"

namespace bamboo::plans::pmpi {

/// For a persistent request with hints in `info` (hints.h). Collective; null on all processes means
/// the MPI's own.
std::unique_ptr<RequestServer> plan_persistent(const Call& call, MPI_Info info,
                                               const ExchangePart& part,
                                               const Prepare& prepare_call);
/// Makes the installed MPI's own request; returns an MPI error code.
using MakeNative = std::function<int(MPI_Request* made)>;
/// For a regular operation with this number of bytes per block (nothing if MPI would refuse it), or
/// for an irregular one whose plans do not depend on other processes, with 0.
std::unique_ptr<RequestServer> plan_persistent(const Call& call, MPI_Info info,
                                               std::optional<std::size_t> bytes,
                                               const Prepare& prepare_call,
                                               const MakeNative& make_native);
/// The algorithm that serves a nonblocking call, of `bytes` as Choice has them; null: the MPI's
/// own. Local. All processes decide alike.
const Algorithm* algorithm_at_once(Communicator& communicator, Operation operation,
                                   std::size_t bytes);
/// Returns its plan, by an algorithm that was chosen before. Local; none: the MPI's own on all
/// processes.
std::optional<RequestPlan> plan_at_once(const Call& call, Communicator& communicator,
                                        const Algorithm& algorithm, std::size_t bytes,
                                        const Prepare& prepare_call);

/// Whether there will be a report that includes the call.
bool is_recorded(Operation operation);
/// Counts a call that the installed MPI serves; `moved`: as moved_bytes() returns them.
void record_native(const Call& call, std::size_t bytes, std::uint64_t moved);

/// `call_native()` calls the installed MPI's function, whose error code is returned. If the MPI
/// accepts the call, it is counted, if there will be a report.
template <class Arguments, class CallNative>
int count_native(const Arguments& arguments, const Call& call, std::size_t bytes,
                 const CallNative& call_native) {
  const int error = call_native();
  if (error == MPI_SUCCESS && is_recorded(call.operation))
    record_native(call, bytes, moved_bytes(arguments));
  return error;
}

}  // namespace bamboo::plans::pmpi
