// SPDX-License-Identifier: Apache-2.0
// Calls of MPI touch the memory that an error handler of the program touches, if it comes back.
// RUN: %overlap_c -mllvm -bamboo-overlap=always -DRETURNS %s | FileCheck %s --check-prefix=STAYS
// RUN: %overlap_c -mllvm -bamboo-overlap=always %s | FileCheck %s --check-prefix=MOVES
// RUN: %overlap_c -mllvm -bamboo-overlap-level=beyond -DRETURNS %s | FileCheck %s --check-prefix=OWN
// RUN: %remarks_c -mllvm -bamboo-overlap=always -DRETURNS %s 2>&1 | FileCheck %s --check-prefix=REMARK
#include <mpi.h>

typedef void Handler(MPI_Comm*, int*, ...);
typedef struct errhandler_s* Errhandler;
int MPI_Comm_create_errhandler(Handler*, Errhandler*);
int MPI_Abort(MPI_Comm, int);
int MPI_Irecv(void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
int MPI_Wait(MPI_Request*, MPI_Status*);

static int errors;

static void handler(MPI_Comm* communicator, int* code, ...) {
  ++errors;
#ifdef RETURNS
  if (*code != 17) return;
#endif
  MPI_Abort(*communicator, *code);
}

Errhandler install(void) {
  Errhandler made;
  MPI_Comm_create_errhandler(handler, &made);
  return made;
}

// STAYS-LABEL: define {{.*}}@blocking(
// STAYS: @MPI_Isend(
// STAYS-NEXT: @MPI_Wait(
// STAYS: @errors
// MOVES-LABEL: define {{.*}}@blocking(
// MOVES: @MPI_Isend(
// MOVES: @errors
// MOVES: @MPI_Wait(
// REMARK: error-handler.c:[[#@LINE + 2]]:{{.*}}MPI_Send{{.*}}an error handler of the program's own may be called by it, and come back
void blocking(double* restrict buffer, int* restrict seen, double* restrict other, int n) {
  MPI_Send(buffer, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
  *seen = errors;
  for (int i = 0; i < n; ++i) other[i] = other[i] * other[i] + i;
}

// OWN-LABEL: define {{.*}}@own(
// OWN: @MPI_Irecv(
// OWN-NEXT: load {{.*}}@errors
// OWN-NOT: getelementptr
// OWN: @MPI_Wait(
// OWN: load {{.*}}@errors
void own(double* restrict buffer, int* restrict seen, double* restrict other, int n) {
  MPI_Request request;
  MPI_Irecv(buffer, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, &request);
  const int before = errors;
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  *seen = errors - before;
  for (int i = 0; i < n; ++i) other[i] = other[i] * other[i] + i;
}
