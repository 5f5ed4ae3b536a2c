// SPDX-License-Identifier: Apache-2.0
/// \file
/// A call of the program: planned, or the installed MPI's own.
#pragma once

#include <mpi.h>

#include <optional>

#include "call_origin.h"
#include "communicator.h"
#include "operations.h"
#include "report.h"

namespace bamboo::plans::pmpi {

/// `bytes(communicator)`: what Choice wants to know, nothing where the MPI shall speak. `own()`:
/// the MPI's own. `work(asker)`: made ready for a plan. Returns an MPI error code.
template <class Bytes, class Own, class MakeWork>
int serve(const Call& call, const Bytes& bytes, const Own& own, const MakeWork& make_work) {
  if (!world_serves.load(std::memory_order_acquire)) return own();
  Communicator* communicator = Communicator::find(call.comm);
  if (!communicator) return own();
  const std::optional<std::size_t> known = bytes(*communicator);
  if (!known) return own();
  Choice& choice = communicator->choice();
  const Decision decision = choice.decide(call.operation, *known);
  if (!decision.algorithm && !decision.is_timed) return own();

  const double begin = decision.is_timed ? PMPI_Wtime() : 0;
  int error;
  if (decision.algorithm) {
    const Asker asker{communicator->rank(), communicator->size(), *decision.algorithm};
    Work work = make_work(asker);
    error = communicator->run(*decision.algorithm, work);
  } else {
    error = own();
  }
  if (decision.is_timed) {
    const double seconds = PMPI_Wtime() - begin;
    if (decision.trial) choice.learn(decision, seconds, communicator->channel());
    if (world()->reports) record(call, communicator->size(), *known, decision.algorithm, seconds);
  }
  return error;
}

}  // namespace bamboo::plans::pmpi

/// Where the interposed function was called.
#define BAMBOO_CALL(operation, comm)                                       \
  bamboo::plans::pmpi::Call {                                              \
    bamboo::plans::Operation::operation, comm, __builtin_return_address(0) \
  }
