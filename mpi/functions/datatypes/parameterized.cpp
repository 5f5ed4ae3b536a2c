// SPDX-License-Identifier: Apache-2.0
// MPI's functions that find a predefined type.
#include "types/parameterized.h"

#include "errors/checks.h"
#include "functions/entry.h"

namespace bamboo::mpi {
extern "C" {

int MPI_Type_match_size(int typeclass, int size, MPI_Datatype* type) {
  return BAMBOO_MPI_ENTER(MPI_COMM_WORLD, {
    check_pointer(type, "datatype");
    *type = type_of_size(typeclass, size);
  });
}

int MPI_Type_create_f90_real(int p, int r, MPI_Datatype* newtype) {
  return BAMBOO_MPI_ENTER(MPI_COMM_WORLD, {
    check_pointer(newtype, "newtype");
    *newtype = f90_real(p, r);
  });
}

int MPI_Type_create_f90_complex(int p, int r, MPI_Datatype* newtype) {
  return BAMBOO_MPI_ENTER(MPI_COMM_WORLD, {
    check_pointer(newtype, "newtype");
    *newtype = f90_complex(p, r);
  });
}

int MPI_Type_create_f90_integer(int r, MPI_Datatype* newtype) {
  return BAMBOO_MPI_ENTER(MPI_COMM_WORLD, {
    check_pointer(newtype, "newtype");
    *newtype = f90_integer(r);
  });
}

int MPI_Type_get_value_index(MPI_Datatype value, MPI_Datatype index, MPI_Datatype* pair) {
  return BAMBOO_MPI_ENTER(MPI_COMM_WORLD, {
    check_pointer(pair, "pair_type");
    *pair = value_index_type(value, index);
  });
}

}  // extern "C"
}  // namespace bamboo::mpi
