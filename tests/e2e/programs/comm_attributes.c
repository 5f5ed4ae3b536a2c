/* SPDX-License-Identifier: Apache-2.0 */
/* Copies of communicators get attributes; freed ones delete them. Error handlers are inherited and called. */
#include "coll_report.h"

static int deleted, calls, last_class;

static int copy(MPI_Comm comm, int key, void *state, void *in, void *out, int *flag) {
  *(void **)out = (char *)in + *(int *)state;
  *flag = 1;
  return MPI_SUCCESS;
}
static int delete_it(MPI_Comm comm, int key, void *value, void *state) {
  ++deleted;
  return MPI_SUCCESS;
}
static void handler(MPI_Comm *comm, int *code, ...) {
  ++calls;
  MPI_Error_class(*code, &last_class);
}
static int class_of(int code) {
  int c;
  MPI_Error_class(code, &c);
  return c;
}

int main(int argc, char **argv) {
  int rank, size, flag, step = 5;
  char numbers[100];
  void *value;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);

  int copied, shared, left;
  MPI_Comm_create_keyval(copy, delete_it, &copied, &step);
  MPI_Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, &shared, NULL);
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &left, NULL);
  MPI_Comm a, b;
  MPI_Comm_dup(MPI_COMM_WORLD, &a);
  MPI_Comm_set_attr(a, copied, numbers);
  MPI_Comm_set_attr(a, shared, numbers + 1);
  MPI_Comm_set_attr(a, left, numbers + 2);
  MPI_Comm_dup(a, &b);
  MPI_Comm_get_attr(b, copied, &value, &flag);
  say("copied: %d %d\n", flag, flag ? (int)((char *)value - numbers) : -1);
  MPI_Comm_get_attr(b, shared, &value, &flag);
  say("shared: %d %d\n", flag, flag ? (int)((char *)value - numbers) : -1);
  MPI_Comm_get_attr(b, left, &value, &flag);
  say("not copied: %d\n", flag);
  MPI_Comm_set_attr(b, copied, numbers);
  say("replaced, deleted %d\n", deleted);
  MPI_Comm_delete_attr(b, copied);
  say("removed, deleted %d\n", deleted);
  MPI_Comm_free(&b);
  const int freed = copied;
  MPI_Comm_free_keyval(&copied);
  say("key %d\n", copied == MPI_KEYVAL_INVALID);
  MPI_Comm_dup(a, &b); /* a freed key counts as long as a communicator has its attribute */
  MPI_Comm_delete_attr(b, freed);
  say("removed after its key, deleted %d\n", deleted);
  MPI_Comm_free(&b);
  MPI_Comm_free(&a);
  say("freed, deleted %d\n", deleted);
  MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &value, &flag);
  say("tags: %d %d\n", flag, *(int *)value >= 32767);

  MPI_Errhandler mine;
  MPI_Comm c, d;
  MPI_Comm_dup(MPI_COMM_WORLD, &c);
  MPI_Comm_create_errhandler(handler, &mine);
  MPI_Comm_set_errhandler(c, mine);
  MPI_Errhandler_free(&mine);
  MPI_Comm_dup(c, &d);
  int x = 0;
  MPI_Send(&x, 1, MPI_INT, size + 1, 0, d);
  say("inherited: %d %d\n", calls, last_class == MPI_ERR_RANK);
  MPI_Comm_set_errhandler(d, MPI_ERRORS_RETURN);
  say("count %d\n", class_of(MPI_Send(&x, -1, MPI_INT, 0, 0, d)) == MPI_ERR_COUNT);
  say("tag %d\n", class_of(MPI_Send(&x, 1, MPI_INT, 0, -7, d)) == MPI_ERR_TAG);
  say("type %d\n", class_of(MPI_Send(&x, 1, MPI_DATATYPE_NULL, 0, 0, d)) == MPI_ERR_TYPE);
  say("still %d\n", calls);
  char text[MPI_MAX_ERROR_STRING];
  int length;
  MPI_Error_string(MPI_ERR_TAG, text, &length);
  say("text %d\n", length > 0 && (int)strlen(text) == length);
  MPI_Comm_free(&c);
  MPI_Comm_free(&d);
  report();
  MPI_Finalize();
  return 0;
}
