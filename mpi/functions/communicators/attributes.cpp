// SPDX-License-Identifier: Apache-2.0
#include "rank/attributes.h"

#include "errors/checks.h"
#include "functions/entry.h"

using namespace bamboo::mpi;

namespace {

void create(MPI_Comm_copy_attr_function* copy, MPI_Comm_delete_attr_function* destroy, int* keyval,
            void* extra_state) {
  check_pointer(keyval, "comm_keyval");
  *keyval = new_keyval(keyval_of_c<MPI_Comm>(copy, destroy, extra_state));
}

void destroy_key(int* keyval) {
  check_pointer(keyval, "comm_keyval");
  free_keyval<MPI_Comm>(*keyval);
  *keyval = MPI_KEYVAL_INVALID;
}

void get(Rank& rank, MPI_Comm comm, int keyval, void* value, int* flag) {
  check_pointer(value, "attribute_val");
  check_pointer(flag, "flag");
  give_to_c(attribute_of(rank, comm, keyval), value, flag);
}

}  // namespace

int MPI_Comm_create_keyval(MPI_Comm_copy_attr_function* copy,
                           MPI_Comm_delete_attr_function* destroy, int* keyval, void* extra_state) {
  return BAMBOO_MPI_ENTER(MPI_COMM_NULL, { create(copy, destroy, keyval, extra_state); });
}
int MPI_Keyval_create(MPI_Copy_function* copy, MPI_Delete_function* destroy, int* keyval,
                      void* extra_state) {
  return BAMBOO_MPI_ENTER(MPI_COMM_NULL, { create(copy, destroy, keyval, extra_state); });
}

int MPI_Comm_free_keyval(int* keyval) {
  return BAMBOO_MPI_ENTER(MPI_COMM_NULL, { destroy_key(keyval); });
}
int MPI_Keyval_free(int* keyval) {
  return BAMBOO_MPI_ENTER(MPI_COMM_NULL, { destroy_key(keyval); });
}

int MPI_Comm_set_attr(MPI_Comm comm, int keyval, void* value) {
  return BAMBOO_MPI_ENTER(comm, { attributes_of(rank, comm).set(comm, keyval, value); });
}
int MPI_Attr_put(MPI_Comm comm, int keyval, void* value) {
  return BAMBOO_MPI_ENTER(comm, { attributes_of(rank, comm).set(comm, keyval, value); });
}

int MPI_Comm_get_attr(MPI_Comm comm, int keyval, void* value, int* flag) {
  return BAMBOO_MPI_ENTER(comm, { get(rank, comm, keyval, value, flag); });
}
int MPI_Attr_get(MPI_Comm comm, int keyval, void* value, int* flag) {
  return BAMBOO_MPI_ENTER(comm, { get(rank, comm, keyval, value, flag); });
}

int MPI_Comm_delete_attr(MPI_Comm comm, int keyval) {
  return BAMBOO_MPI_ENTER(comm, { attributes_of(rank, comm).erase(comm, keyval); });
}
int MPI_Attr_delete(MPI_Comm comm, int keyval) {
  return BAMBOO_MPI_ENTER(comm, { attributes_of(rank, comm).erase(comm, keyval); });
}
