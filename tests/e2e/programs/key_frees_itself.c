/* SPDX-License-Identifier: Apache-2.0 */
/* e2e: ranks=1,2,4 */
/* The callbacks of a key free it while the attribute is deleted, replaced or lost with its
 * object. The key's other attributes exist as long as their objects. */
#include "check.h"

static int key, type_key, deleted;

static int free_key(MPI_Comm comm, int of, void* value, void* state) {
  (void)comm, (void)of, (void)value;
  deleted++;
  if (*(int*)state) {
    *(int*)state = 0;
    MPI_Comm_free_keyval(&key);
  }
  return MPI_SUCCESS;
}

static int free_type_key(MPI_Datatype type, int of, void* value, void* state) {
  (void)type, (void)of, (void)value, (void)state;
  deleted++;
  if (type_key != MPI_KEYVAL_INVALID) MPI_Type_free_keyval(&type_key);
  return MPI_SUCCESS;
}

static void lost(void) {
  int frees = 1;
  MPI_Comm first, second;
  MPI_Comm_create_keyval(MPI_COMM_DUP_FN, free_key, &key, &frees);
  MPI_Comm_dup(MPI_COMM_WORLD, &first);
  MPI_Comm_set_attr(first, key, &frees);
  MPI_Comm_dup(first, &second); /* with the attribute */
  MPI_Comm_free(&first);
  CHECK(key == MPI_KEYVAL_INVALID);
  printf("rank %d: lost, deleted %d\n", world_rank(), deleted);
  MPI_Comm_free(&second);
  printf("rank %d: both lost, deleted %d\n", world_rank(), deleted);
}

static void removed(void) {
  int frees = 1;
  MPI_Comm comm;
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, free_key, &key, &frees);
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_set_attr(comm, key, &frees);
  MPI_Comm_delete_attr(comm, key);
  CHECK(key == MPI_KEYVAL_INVALID);
  MPI_Comm_free(&comm);
  printf("rank %d: removed, deleted %d\n", world_rank(), deleted);
}

static void with_type(void) {
  MPI_Datatype type;
  MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, free_type_key, &type_key, NULL);
  MPI_Type_contiguous(2, MPI_INT, &type);
  MPI_Type_set_attr(type, type_key, &deleted);
  MPI_Type_free(&type);
  CHECK(type_key == MPI_KEYVAL_INVALID);
  printf("rank %d: with its type, deleted %d\n", world_rank(), deleted);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  lost();
  removed();
  with_type();
  MPI_Finalize();
  return 0;
}
