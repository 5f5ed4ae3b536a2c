// SPDX-License-Identifier: Apache-2.0
// Attributes of datatypes.
#include "rank/attributes.h"

#include "errors/checks.h"
#include "functions/entry.h"

using namespace bamboo::mpi;

int MPI_Type_create_keyval(MPI_Type_copy_attr_function* copy,
                           MPI_Type_delete_attr_function* destroy, int* keyval, void* extra_state) {
  return BAMBOO_MPI_ENTER(MPI_COMM_WORLD, {
    check_pointer(keyval, "type_keyval");
    *keyval = new_keyval(keyval_of_c<MPI_Datatype>(copy, destroy, extra_state));
  });
}

int MPI_Type_free_keyval(int* keyval) {
  return BAMBOO_MPI_ENTER(MPI_COMM_WORLD, {
    check_pointer(keyval, "type_keyval");
    free_keyval<MPI_Datatype>(*keyval);
    *keyval = MPI_KEYVAL_INVALID;
  });
}

int MPI_Type_set_attr(MPI_Datatype type, int keyval, void* value) {
  return BAMBOO_MPI_ENTER(MPI_COMM_WORLD, { attributes_of(rank, type).set(type, keyval, value); });
}

int MPI_Type_get_attr(MPI_Datatype type, int keyval, void* value, int* flag) {
  return BAMBOO_MPI_ENTER(MPI_COMM_WORLD, {
    check_pointer(value, "attribute_val");
    check_pointer(flag, "flag");
    give_to_c(attribute_of(rank, type, keyval), value, flag);
  });
}

int MPI_Type_delete_attr(MPI_Datatype type, int keyval) {
  return BAMBOO_MPI_ENTER(MPI_COMM_WORLD, { attributes_of(rank, type).erase(type, keyval); });
}
