// SPDX-License-Identifier: Apache-2.0
// Functions that a program may also call before MPI_Init and after MPI_Finalize.
#pragma once

#include "functions/entry.h"

namespace bamboo::mpi {

template <class Body>
int enter_any_time(const char* function, void* call_site, Body&& body) {
  const InMpi in_mpi(function, call_site);
  Rank& rank = *in_mpi.rank;
  rank.begin_call(function, call_site);
  try {
    body(rank);
    return MPI_SUCCESS;
  } catch (const MpiError& error) {
    return rank.handle_error(MPI_COMM_NULL, function, error);
  }
}

}  // namespace bamboo::mpi

#define BAMBOO_MPI_ANY_TIME(...) \
  ::bamboo::mpi::enter_any_time( \
      __func__,                  \
      __builtin_return_address(0), [&]([[maybe_unused]] ::bamboo::mpi::Rank & rank) __VA_ARGS__)
