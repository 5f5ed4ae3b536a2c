/* SPDX-License-Identifier: Apache-2.0 */
/* Wrong arguments under MPI_ERRORS_RETURN give the error classes of the standard.
 * (mpi/test/functions/collective_errors_test.cpp has cases in which the installed MPIs crash or disagree.) */
#include "coll_report.h"

static const char *name(int code) {
  int class;
  MPI_Error_class(code, &class);
  if (class == MPI_SUCCESS) return "MPI_SUCCESS";
  if (class == MPI_ERR_ROOT) return "MPI_ERR_ROOT";
  if (class == MPI_ERR_COUNT) return "MPI_ERR_COUNT";
  if (class == MPI_ERR_TYPE) return "MPI_ERR_TYPE";
  if (class == MPI_ERR_OP) return "MPI_ERR_OP";
  if (class == MPI_ERR_COMM) return "MPI_ERR_COMM";
  if (class == MPI_ERR_BUFFER) return "MPI_ERR_BUFFER";
  if (class == MPI_ERR_ARG) return "MPI_ERR_ARG";
  return "another";
}

#define TRY(call) say(#call ": %s\n", name(call))

int main(int argc, char **argv) {
  int size, a = 1, b = 2;
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  TRY(MPI_Bcast(&a, 1, MPI_INT, size, MPI_COMM_WORLD));
  TRY(MPI_Bcast(&a, 1, MPI_INT, -1, MPI_COMM_WORLD));
  TRY(MPI_Bcast(&a, -1, MPI_INT, 0, MPI_COMM_WORLD));
  TRY(MPI_Bcast(&a, 1, MPI_DATATYPE_NULL, 0, MPI_COMM_WORLD));
  TRY(MPI_Bcast(&a, 1, MPI_INT, 0, MPI_COMM_NULL));
  TRY(MPI_Barrier(MPI_COMM_NULL));
  TRY(MPI_Reduce(&a, &b, 1, MPI_INT, MPI_SUM, size + 3, MPI_COMM_WORLD));
  TRY(MPI_Reduce(&a, &b, 1, MPI_INT, MPI_OP_NULL, 0, MPI_COMM_WORLD));
  TRY(MPI_Allreduce(&a, &b, 1, MPI_DOUBLE, MPI_BAND, MPI_COMM_WORLD));
  TRY(MPI_Allreduce(&a, &b, 1, MPI_INT, MPI_MAXLOC, MPI_COMM_WORLD));
  TRY(MPI_Gather(&a, 1, MPI_INT, &b, 1, MPI_INT, size, MPI_COMM_WORLD));
  TRY(MPI_Scatter(&a, 1, MPI_INT, &b, 1, MPI_INT, -7, MPI_COMM_WORLD));
  /* The library works on after that. */
  a = 3;
  TRY(MPI_Allreduce(&a, &b, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
  say("%d\n", b);
  report();
  MPI_Finalize();
  return 0;
}
