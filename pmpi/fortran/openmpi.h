// SPDX-License-Identifier: Apache-2.0
// Helpers of the functions in front of Open MPI's Fortran bindings. A function has the name that
// mpi_f08 calls; the spellings of Fortran compilers are aliases.
#pragma once

#include "arguments/call.h"
#include "arguments/persistent_names.h"
#include "fortran/conversions.h"

#define BAMBOO_ALIAS(symbol) __attribute__((alias(symbol)))

#define SPELLINGS(name, NAME)                                                       \
  extern "C" decltype(ompi_##name##_f) mpi_##name BAMBOO_ALIAS("ompi_" #name "_f"), \
      mpi_##name##_ BAMBOO_ALIAS("ompi_" #name "_f"),                               \
      mpi_##name##__ BAMBOO_ALIAS("ompi_" #name "_f"), MPI_##NAME BAMBOO_ALIAS("ompi_" #name "_f")

/// For procedures with logical arguments mpi_f08 calls the Fortran spelling of PMPI_.
#define PMPI_SPELLING(name) \
  extern "C" decltype(ompi_##name##_f) pmpi_##name##_ BAMBOO_ALIAS("ompi_" #name "_f")

/// The names of the extension for persistent collectives, and of the standard.
#define PERSISTENT_SPELLINGS(name)                                                           \
  extern "C" decltype(ompix_##name##_init_f) mpix_##name##_init_ BAMBOO_ALIAS("ompix_" #name \
                                                                              "_init_f"),    \
      mpix_##name##_init__ BAMBOO_ALIAS("ompix_" #name "_init_f"),                           \
      mpi_##name##_init_ BAMBOO_ALIAS("ompix_" #name "_init_f"),                             \
      mpi_##name##_init__ BAMBOO_ALIAS("ompix_" #name "_init_f")

#define ORIGIN const bamboo::plans::pmpi::CallOrigin origin(__builtin_return_address(0))
