// SPDX-License-Identifier: Apache-2.0
// The names of called functions show the library what it may demand of the MPI: no thread beside memory windows and functions
// that MPI calls, no algorithm of sums where other jobs are joined.
// RUN: %overlap_c %s | FileCheck %s --check-prefix=NONE
// RUN: %overlap_c -DONE_SIDED=MPI_Win_create %s | FileCheck %s --check-prefix=ONE-SIDED
// RUN: %overlap_c -DONE_SIDED=PMPI_Win_create %s | FileCheck %s --check-prefix=ONE-SIDED
// RUN: %overlap_c -DCALLBACK %s | FileCheck %s --check-prefix=CALLBACK
// RUN: %overlap_c -DJOINS %s | FileCheck %s --check-prefix=JOINS
#include <mpi.h>

int MPI_Win_create(void*);
int PMPI_Win_create(void*);
int MPI_Comm_connect(const char*);
int MPI_Grequest_start(void*);

// NONE-NOT: @bamboo_overlap_has_one_sided
// NONE-NOT: @bamboo_overlap_has_callbacks
// NONE-NOT: @bamboo_overlap_has_other_jobs
// ONE-SIDED: @bamboo_overlap_has_one_sided = weak_odr constant i32 1
// CALLBACK: @bamboo_overlap_has_callbacks = weak_odr constant i32 1
// JOINS: @bamboo_overlap_has_other_jobs = weak_odr constant i32 1
int begin(void* memory, const char* port) {
#ifdef ONE_SIDED
  ONE_SIDED(memory);
#endif
#ifdef CALLBACK
  MPI_Grequest_start(memory);
#endif
#ifdef JOINS
  MPI_Comm_connect(port);
#endif
  return MPI_Barrier(MPI_COMM_WORLD);
}
