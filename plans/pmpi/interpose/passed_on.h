// SPDX-License-Identifier: Apache-2.0
/// \file
/// BLOCKING(name, (parameters), (arguments)) stands for an MPI call that may block and is not
/// planned: what is under way behind requests is let go before. MAKING: one that makes a
/// communicator, in its argument `made`.
#pragma once

#include <mpi.h>

#include "communicator/communicator.h"
#include "requests/active_requests.h"

#define BLOCKING(name, parameters, arguments) \
  int MPI_##name parameters {                 \
    bamboo::plans::pmpi::before_blocking();   \
    return PMPI_##name arguments;             \
  }

#define MAKING(name, parameters, arguments)                                           \
  int MPI_##name parameters {                                                         \
    bamboo::plans::pmpi::before_blocking();                                           \
    const int error = PMPI_##name arguments;                                          \
    if (error == MPI_SUCCESS && made != nullptr) bamboo::plans::pmpi::prepare(*made); \
    return error;                                                                     \
  }
