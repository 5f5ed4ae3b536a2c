// SPDX-License-Identifier: Apache-2.0
// Calls that a plan file may serve.
#pragma once

#include <mpi.h>

#include <optional>

#include "arguments/call.h"
#include "arguments/call_bytes.h"
#include "communicator/communicator.h"
#include "configuration/world.h"
#include "dispatch/same_bits.h"
#include "report/recorder.h"
#include "requests/active_requests.h"

namespace bamboo::plans::pmpi {

/// The files that fit the calls of all processes.
inline FiledPlans::Set agreed_files(FiledPlans::Set own, Operation operation, MPI_Comm channel) {
  if (fits_alike(operation)) return own;
  before_blocking();
  FiledPlans::Set all = 0;
  PMPI_Allreduce(&own, &all, 1, MPI_UINT64_T, MPI_BAND, channel);
  return all;
}

template <class Arguments>
std::size_t element_bytes(const Arguments& arguments) {
  if constexpr (requires { arguments.op; }) return bytes_of(1, arguments.datatype).value_or(0);
  return 1;
}

/// Serves the call by the first file that fits it. Nothing: none does, on no process.
template <class Arguments>
[[gnu::noinline]] std::optional<int> dispatch_filed(const Arguments& arguments, const void* site,
                                                    Communicator& communicator) {
  constexpr Operation operation = Arguments::operation;
  if (!may_combine(arguments) || !communicator.open_channel()) return std::nullopt;
  FiledPlans& filed = communicator.filed_plans();
  if constexpr (is_of_neighbours(operation)) communicator.learn_edge_orders();
  const double begin = PMPI_Wtime();
  const Bytes bytes = call_bytes(arguments, communicator.member());
  const auto prepared = [&](const Algorithm& algorithm) {
    return prepare(arguments, communicator.member(), algorithm);
  };
  FiledPlans::Set files = 0;
  if (bytes)
    files = filed.fitting(operation, [&](const Algorithm& algorithm) {
      return AskedOfFile{prepared(algorithm).problem, *bytes, element_bytes(arguments)};
    });
  files = agreed_files(files, operation, communicator.channel());
  if (files == 0) return std::nullopt;
  PlanFile& file = filed.first_of(files);
  PreparedCall call = prepared(file.algorithm);
  const int error = communicator.run(filed.schedule(files, call.problem), call);
  ++file.calls;
  if (world()->reports)
    record({operation, arguments.comm, site}, communicator.caller(), *bytes, &file.algorithm,
           PMPI_Wtime() - begin, &call.problem);
  return error;
}

/// Like above, if no file concerns the operation.
template <class Arguments>
std::optional<int> dispatch_if_filed(const Arguments& arguments, const void* site) {
  Communicator* communicator = Communicator::find(arguments.comm);
  if (!communicator || !communicator->filed_plans().concern(Arguments::operation))
    return std::nullopt;
  return dispatch_filed(arguments, site, *communicator);
}

}  // namespace bamboo::plans::pmpi
