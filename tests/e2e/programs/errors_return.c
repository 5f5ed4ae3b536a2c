/* SPDX-License-Identifier: Apache-2.0 */
/* Wrong arguments under MPI_ERRORS_RETURN return the error's class, and the program continues. */
#include "check.h"

static void expect(const char* what, int code, int wanted) {
  int class;
  MPI_Error_class(code, &class);
  printf("rank %d: %s: %s\n", world_rank(), what,
         class == wanted ? "as expected" : "another class");
}

static void count_errors(MPI_Comm* comm, int* code, ...) {
  (void)comm;
  int class;
  MPI_Error_class(*code, &class);
  printf("rank %d: handler called, %s\n", world_rank(), class == MPI_ERR_TAG ? "a tag" : "what?");
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int value = 0, other;
  MPI_Datatype type;
  MPI_Comm comm;
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  const int size = world_size();
  expect("negative count", MPI_Send(&value, -1, MPI_INT, 0, 0, MPI_COMM_WORLD), MPI_ERR_COUNT);
  expect("negative tag", MPI_Send(&value, 1, MPI_INT, 0, -5, MPI_COMM_WORLD), MPI_ERR_TAG);
  expect("rank too large", MPI_Send(&value, 1, MPI_INT, size, 0, MPI_COMM_WORLD), MPI_ERR_RANK);
  expect("negative rank", MPI_Recv(&value, 1, MPI_INT, -77, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE),
         MPI_ERR_RANK);
  expect("null type", MPI_Send(&value, 1, MPI_DATATYPE_NULL, 0, 0, MPI_COMM_WORLD), MPI_ERR_TYPE);
  MPI_Type_contiguous(2, MPI_INT, &type);
  expect("uncommitted type", MPI_Send(&value, 1, type, 0, 0, MPI_COMM_WORLD), MPI_ERR_TYPE);
  MPI_Type_free(&type);
  expect("root", MPI_Bcast(&value, 1, MPI_INT, size + 3, MPI_COMM_WORLD), MPI_ERR_ROOT);
  expect("null op", MPI_Reduce(&value, &other, 1, MPI_INT, MPI_OP_NULL, 0, MPI_COMM_WORLD),
         MPI_ERR_OP);
  expect("null comm", MPI_Comm_dup(MPI_COMM_NULL, &comm), MPI_ERR_COMM);

  MPI_Errhandler handler, current;
  MPI_Comm_create_errhandler(count_errors, &handler);
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_set_errhandler(comm, handler);
  MPI_Send(&value, 1, MPI_INT, 0, -9, comm);
  MPI_Comm_get_errhandler(comm, &current);
  CHECK(current == handler);
  MPI_Errhandler_free(&current);
  MPI_Errhandler_free(&handler);
  MPI_Comm_free(&comm);
  MPI_Finalize();
  return 0;
}
