// SPDX-License-Identifier: Apache-2.0
/// \file
/// BLOCKING(name, (parameters), (arguments)) stands for an MPI call that may block and is not
/// planned: what is under way behind requests is let go before.
#pragma once

#include <mpi.h>

#include "requests.h"

#define BLOCKING(name, parameters, arguments) \
  int MPI_##name parameters {                 \
    bamboo::plans::pmpi::before_blocking();   \
    return PMPI_##name arguments;             \
  }
