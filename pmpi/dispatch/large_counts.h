// SPDX-License-Identifier: Apache-2.0
// Collectives with large counts, of MPI-4. Operations with equal blocks are served like the forms
// with ints if those suffice, which all processes decide alike. The installed MPI serves all other
// calls, and the report counts them. With blocks of different sizes a process does not know
// whether another one's are large.
#pragma once

#include <mpi.h>

#if MPI_VERSION >= 4
#include "arguments/large_counts.h"
#include "dispatch/blocking.h"

namespace bamboo::plans::pmpi {

template <class Arguments>
int dispatch_large(const Arguments& arguments, const void* site) {
  // Elsewhere, as between two groups, arguments that look like counts may mean nothing.
  if (const Communicator* communicator = Communicator::find(arguments.comm)) {
    if constexpr (requires { narrowed(arguments, communicator->member()); }) {
      if (const auto small = narrowed(arguments, communicator->member()))
        return stays_native(small->arguments) ? native(small->arguments)
                                              : dispatch_blocking(small->arguments, site);
    }
  }
  const Communicator* communicator = Communicator::find_any(arguments.comm);
  if (!communicator || !world()->reports) return call_native(arguments);
  const std::optional<Unplannable> why =
      communicator->can_plan() ? Unplannable::LargeCounts : communicator->unplannable();
  if (!why) return call_native(arguments);
  return count_unplannable({Arguments::operation, arguments.comm, site}, *why, "_c", arguments,
                           [&] { return call_native(arguments); });
}

}  // namespace bamboo::plans::pmpi
#endif
