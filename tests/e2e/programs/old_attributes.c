/* SPDX-License-Identifier: Apache-2.0 */
/* Attributes by their names of MPI-1, memory from MPI_Alloc_mem, profiling levels, and a program
 * that calls an error handler. */
#include "check.h"

static int rank, copies, deletions;

static int copy(MPI_Comm comm, int key, void* extra, void* in, void* out, int* flag) {
  (void)comm, (void)key;
  copies += *(int*)extra;
  *(void**)out = (char*)in + 1;
  *flag = 1;
  return MPI_SUCCESS;
}

static int forget(MPI_Comm comm, int key, void* value, void* extra) {
  (void)comm, (void)key, (void)value;
  deletions += *(int*)extra;
  return MPI_SUCCESS;
}

static void attributes(void) {
  int key, other, flag, weight = 1 + rank, *limit;
  char text[] = "text", *found = NULL;
  MPI_Comm from, to;
  MPI_Comm_dup(MPI_COMM_WORLD, &from);
  MPI_Keyval_create(copy, forget, &key, &weight);
  MPI_Keyval_create(MPI_NULL_COPY_FN, MPI_NULL_DELETE_FN, &other, NULL);
  MPI_Attr_get(from, key, &found, &flag);
  CHECK(!flag);
  MPI_Attr_put(from, key, text);
  MPI_Attr_put(from, other, &weight);
  MPI_Attr_get(from, key, &found, &flag);
  CHECK(flag && found == text);
  MPI_Comm_dup(from, &to);
  MPI_Attr_get(to, other, &found, &flag);
  CHECK(!flag);
  MPI_Attr_get(to, key, &found, &flag);
  printf("rank %d: copied %d times: %s\n", rank, copies, found);
  MPI_Attr_put(to, key, text); /* the old value is deleted */
  MPI_Attr_delete(from, key);
  printf("rank %d: deleted %d\n", rank, deletions);
  MPI_Attr_get(from, key, &found, &flag);
  CHECK(!flag);
  MPI_Keyval_free(&key);
  CHECK(key == MPI_KEYVAL_INVALID);
  MPI_Comm_free(&to);
  printf("rank %d: deleted with the communicator %d\n", rank, deletions);
  MPI_Attr_delete(from, other);
  MPI_Keyval_free(&other);
  MPI_Comm_free(&from);
  MPI_Attr_get(MPI_COMM_WORLD, MPI_TAG_UB, &limit, &flag);
  CHECK(flag && *limit >= 32767);
}

static void memory(void) {
  double* values;
  int ranks = world_size(), n = 1000;
  MPI_Alloc_mem(2 * n * sizeof *values, MPI_INFO_NULL, &values);
  for (int i = 0; i < n; i++) values[i] = rank + i;
  MPI_Sendrecv(values, n, MPI_DOUBLE, (rank + 1) % ranks, 0, values + n, n, MPI_DOUBLE,
               (rank + ranks - 1) % ranks, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  printf("rank %d: %lx\n", rank, hash_bytes(values + n, n * sizeof *values));
  MPI_Free_mem(values);
}

static int calls, code_seen;
static void handler(MPI_Comm* comm, int* code, ...) {
  int same;
  MPI_Comm_compare(*comm, MPI_COMM_WORLD, &same);
  MPI_Error_class(*code, &code_seen);
  calls += same == MPI_IDENT ? 1 : 100;
}

static void called_handlers(void) {
  MPI_Errhandler mine;
  MPI_Comm_create_errhandler(handler, &mine);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, mine);
  CHECK(MPI_Comm_call_errhandler(MPI_COMM_WORLD, MPI_ERR_COUNT) == MPI_SUCCESS);
  CHECK(code_seen == MPI_ERR_COUNT);
  MPI_Comm_call_errhandler(MPI_COMM_WORLD, MPI_ERR_OTHER);
  CHECK(code_seen == MPI_ERR_OTHER);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_call_errhandler(MPI_COMM_WORLD, MPI_ERR_TAG);
  printf("rank %d: handler called %d times\n", rank, calls);
  MPI_Errhandler_free(&mine);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  rank = world_rank();
  for (int level = 0; level < 3; level++) MPI_Pcontrol(level);
  MPI_Pcontrol(7, "more", 1.5);
  MPI_Pcontrol(1);
  attributes();
  memory();
  called_handlers();
  MPI_Finalize();
  return 0;
}
