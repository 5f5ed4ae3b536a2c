// SPDX-License-Identifier: Apache-2.0
// Persistent collectives by the names that the installed MPI exports.
#pragma once

#include <mpi.h>

// Open MPI 5 has them, and says that it is 3.1.
#if MPI_VERSION >= 4 || (defined(OMPI_MAJOR_VERSION) && OMPI_MAJOR_VERSION >= 5)
#define INIT(name) MPI_##name##_init
#define OWN_INIT(name) PMPI_##name##_init
#else
#include <mpi-ext.h>
#define INIT(name) MPIX_##name##_init
#define OWN_INIT(name) PMPIX_##name##_init
#endif
