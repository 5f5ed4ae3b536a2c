/* SPDX-License-Identifier: Apache-2.0 */
/* e2e: ranks=1,2 reference=mpich */
/* Delete functions free their key once for each object that has the attribute, and so does the
 * program. Open MPI ends it. */
#include "check.h"

static int deleted;

static int free_key(MPI_Comm comm, int key, void* value, void* state) {
  (void)comm, (void)value, (void)state;
  deleted++;
  MPI_Comm_free_keyval(&key);
  return MPI_SUCCESS;
}

static int free_type_key(MPI_Datatype type, int key, void* value, void* state) {
  (void)type, (void)value, (void)state;
  deleted++;
  MPI_Type_free_keyval(&key);
  return MPI_SUCCESS;
}

static void of_communicators(void) {
  int key, again;
  MPI_Comm first, second;
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, free_key, &key, NULL);
  MPI_Comm_dup(MPI_COMM_WORLD, &first);
  MPI_Comm_dup(MPI_COMM_WORLD, &second);
  MPI_Comm_set_attr(first, key, NULL);
  MPI_Comm_set_attr(second, key, NULL);
  again = key;
  MPI_Comm_free(&first);
  MPI_Comm_free_keyval(&key);
  MPI_Comm_free_keyval(&again);
  MPI_Comm_free(&second);
  printf("rank %d: communicators, deleted %d\n", world_rank(), deleted);
}

static void of_types(void) {
  int key;
  MPI_Datatype first, second;
  MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, free_type_key, &key, NULL);
  MPI_Type_dup(MPI_INT, &first);
  MPI_Type_dup(MPI_INT, &second);
  MPI_Type_set_attr(first, key, NULL);
  MPI_Type_set_attr(second, key, NULL);
  MPI_Type_free(&first);
  MPI_Type_free_keyval(&key);
  MPI_Type_free(&second);
  printf("rank %d: types, deleted %d\n", world_rank(), deleted);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  of_communicators();
  of_types();
  MPI_Finalize();
  return 0;
}
