// SPDX-License-Identifier: Apache-2.0
// prepare() checks the arguments of a collective and returns it ready to run. The blocking and the
// nonblocking function only differ in how they run it.
#pragma once

#include <mpi.h>

#include "collectives/call_arguments.h"
#include "collectives/intercommunicator.h"
#include "collectives/preparation.h"

namespace bamboo::mpi {

/// These use the neighbours of the topology of the communicator.
template <class Arguments>
CollectiveRef prepare_for_neighbours(const Arguments& a);

template <class Arguments>
CollectiveRef prepare(const Arguments& a) {
  constexpr plans::Operation operation = Arguments::operation;
  if constexpr (plans::is_of_neighbours(operation)) {
    return prepare_for_neighbours(a);
  } else {
    if constexpr (requires { inter::prepare(a); })
      if (a.comm.remote_group) return inter::prepare(a);
    if constexpr (operation == plans::Operation::Scan || operation == plans::Operation::Exscan)
      check_intracommunicator(a.comm);
    if constexpr (operation == plans::Operation::Alltoallv)
      if (a.comm.remote_group) inter::refuse_in_place(a.sendbuf, "sendbuf");
    Preparation preparation(a.comm);
    collectives::prepare(preparation, a);
    return preparation.take();
  }
}

}  // namespace bamboo::mpi
