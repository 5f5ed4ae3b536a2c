// SPDX-License-Identifier: Apache-2.0
/// \file
/// Persistent collectives by the names that this MPI has for them. An MPI before 4.0 may have them
/// as an extension, MPIX_Alltoallv_init (Open MPI's pcollreq); programs may use either name then.
#pragma once

#include <mpi.h>

#if MPI_VERSION >= 4
#define BAMBOO_HAS_PERSISTENT_COLLECTIVES 1
#define OWN_PERSISTENT(name) PMPI_##name##_init
#define PERSISTENT(name, parameters) int MPI_##name##_init parameters
#else
#ifdef OPEN_MPI
#include <mpi-ext.h>
#endif
#ifdef OMPI_HAVE_MPI_EXT_PCOLLREQ
#define BAMBOO_HAS_PERSISTENT_COLLECTIVES 1
#define OWN_PERSISTENT(name) PMPIX_##name##_init
#define PERSISTENT(name, parameters)                                              \
  int MPIX_##name##_init parameters;                                              \
  int MPI_##name##_init parameters __attribute__((alias("MPIX_" #name "_init"))); \
  int MPIX_##name##_init parameters
#endif
#endif
