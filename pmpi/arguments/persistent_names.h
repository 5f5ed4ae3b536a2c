// SPDX-License-Identifier: Apache-2.0
// Persistent collectives with the names of this MPI. An MPI before 4.0 may have them as an
// extension, MPIX_Alltoallv_init (Open MPI's pcollreq); programs may then use either name.
// DECLARE_PERSISTENT(name) precedes the first OWN_PERSISTENT(name).
#pragma once

#include <mpi.h>

#if MPI_VERSION >= 4
#define BAMBOO_HAS_PERSISTENT_COLLECTIVES 1
#define DECLARE_PERSISTENT(name) static_assert(true)
#define OWN_PERSISTENT(name) PMPI_##name##_init
#define PERSISTENT(name, parameters) int MPI_##name##_init parameters
#else
#ifdef OPEN_MPI
#include <mpi-ext.h>
#endif
#ifdef OMPI_HAVE_MPI_EXT_PCOLLREQ
#define BAMBOO_HAS_PERSISTENT_COLLECTIVES 1
/// Open MPI 5, which has the ABI of 4.1, has the standard's names only.
#define DECLARE_PERSISTENT(name)                                                      \
  extern "C" __attribute__((weak)) decltype(PMPIX_##name##_init) PMPIX_##name##_init, \
      PMPI_##name##_init
#define OWN_PERSISTENT(name) (PMPIX_##name##_init ? PMPIX_##name##_init : PMPI_##name##_init)
#define PERSISTENT(name, parameters)                                              \
  int MPIX_##name##_init parameters;                                              \
  int MPI_##name##_init parameters __attribute__((alias("MPIX_" #name "_init"))); \
  int MPIX_##name##_init parameters
#endif
#endif
