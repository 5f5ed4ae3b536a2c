/* SPDX-License-Identifier: Apache-2.0 */
/* e2e: ranks=1,2 */
/* Attributes of datatypes: when their functions are called, with what, and what these may do. */
#include "check.h"

static int rank, freed_key;

static int copy(MPI_Datatype from, int key, void* extra, void* value, void* out, int* flag) {
  (void)from;
  (void)key;
  printf("rank %d: copy %ld with %s\n", rank, *(long*)value, (char*)extra);
  *(void**)out = value;
  *flag = *(long*)value != 3;
  return MPI_SUCCESS;
}

static int destroy(MPI_Datatype type, int key, void* value, void* extra) {
  (void)type;
  (void)key;
  printf("rank %d: delete %ld with %s\n", rank, *(long*)value, (char*)extra);
  return MPI_SUCCESS;
}

static int free_its_key(MPI_Datatype type, int key, void* value, void* extra) {
  int same = key;
  (void)type;
  (void)value;
  (void)extra;
  MPI_Type_free_keyval(&same);
  CHECK(same == MPI_KEYVAL_INVALID);
  freed_key = key;
  return MPI_SUCCESS;
}

static int refuse(MPI_Datatype type, int key, void* value, void* extra) {
  (void)type;
  (void)key;
  (void)extra;
  return *(int*)value ? MPI_ERR_OTHER : MPI_SUCCESS;
}

static long value_of(MPI_Datatype type, int key) {
  long* value;
  int flag;
  MPI_Type_get_attr(type, key, &value, &flag);
  return flag ? *value : -1;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  rank = world_rank();
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Datatype type, duplicate;
  int copied, kept, always, leaving, refusing, must_stay = 1;
  long one = 1, two = 2, three = 3;
  MPI_Type_contiguous(2, MPI_INT, &type);
  MPI_Type_create_keyval(copy, destroy, &copied, "a key");
  MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, MPI_TYPE_NULL_DELETE_FN, &kept, NULL);
  MPI_Type_create_keyval(MPI_TYPE_DUP_FN, MPI_TYPE_NULL_DELETE_FN, &always, NULL);
  CHECK(value_of(type, copied) == -1);
  MPI_Type_set_attr(type, copied, &one);
  MPI_Type_set_attr(type, copied, &two); /* deletes the other */
  MPI_Type_set_attr(type, kept, &one);
  MPI_Type_set_attr(type, always, &three);
  CHECK(value_of(type, copied) == 2 && value_of(type, kept) == 1);
  MPI_Type_dup(type, &duplicate);
  CHECK(value_of(duplicate, copied) == 2 && value_of(duplicate, kept) == -1 &&
        value_of(duplicate, always) == 3);
  MPI_Type_set_attr(type, copied, &three);
  MPI_Type_free(&duplicate);
  MPI_Type_dup(type, &duplicate); /* the function does not want this one to be copied */
  CHECK(value_of(duplicate, copied) == -1);
  MPI_Type_delete_attr(type, copied);
  CHECK(value_of(type, copied) == -1);

  MPI_Type_set_attr(MPI_DOUBLE, copied, &one); /* of a predefined type, in each rank its own */
  CHECK(value_of(MPI_DOUBLE, copied) == 1);
  MPI_Type_delete_attr(MPI_DOUBLE, copied);

  MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, free_its_key, &leaving, NULL);
  MPI_Type_set_attr(duplicate, leaving, &one);
  MPI_Type_free(&duplicate);
  CHECK(freed_key == leaving);

  MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, refuse, &refusing, NULL);
  MPI_Type_set_attr(type, refusing, &must_stay);
  CHECK(MPI_Type_delete_attr(type, refusing) != MPI_SUCCESS);
  must_stay = 0;
  CHECK(MPI_Type_delete_attr(type, refusing) == MPI_SUCCESS);
  MPI_Type_free_keyval(&copied);
  MPI_Type_free(&type);
  MPI_Finalize();
  return 0;
}
