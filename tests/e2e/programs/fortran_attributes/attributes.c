/* SPDX-License-Identifier: Apache-2.0 */
#include <mpi.h>
#include <stddef.h>

static int elements[] = {0, 1, 2, 3, 4, 5, 6, 7};

/* Attributes that Fortran has set are pointers to its numbers, which remain valid. */
static int next_element(MPI_Comm comm, int keyval, void* state, void* value, void* copied, int* flag) {
  int* const element = value;
  (void)comm, (void)keyval, (void)state;
  *(int**)copied = element + 1;
  *flag = 1;
  return MPI_SUCCESS;
}

void keys_of_c(int* comm_key, int* type_key, int* win_key) {
  MPI_Comm_create_keyval(next_element, MPI_COMM_NULL_DELETE_FN, comm_key, NULL);
  MPI_Type_create_keyval(MPI_TYPE_DUP_FN, MPI_TYPE_NULL_DELETE_FN, type_key, NULL);
  MPI_Win_create_keyval(MPI_WIN_DUP_FN, MPI_WIN_NULL_DELETE_FN, win_key, NULL);
}

void set_in_c(MPI_Fint comm, int keyval, int element) {
  MPI_Comm_set_attr(MPI_Comm_f2c(comm), keyval, &elements[element]);
}

static void* value_in_c(int kind, MPI_Fint object, int keyval) {
  static MPI_Aint missing = -1;
  void* value = NULL;
  int flag = 0;
  if (kind == 0)
    MPI_Comm_get_attr(MPI_Comm_f2c(object), keyval, &value, &flag);
  else if (kind == 1)
    MPI_Type_get_attr(MPI_Type_f2c(object), keyval, &value, &flag);
  else
    MPI_Win_get_attr(MPI_Win_f2c(object), keyval, &value, &flag);
  return flag ? value : &missing;
}

int element_in_c(MPI_Fint comm, int keyval) {
  return *(int*)value_in_c(0, comm, keyval);
}

MPI_Fint integer_in_c(MPI_Fint comm, int keyval) {
  return *(MPI_Fint*)value_in_c(0, comm, keyval);
}

MPI_Aint number_in_c(int kind, MPI_Fint object, int keyval) {
  return *(MPI_Aint*)value_in_c(kind, object, keyval);
}

MPI_Aint address_in_c(int element) {
  return (MPI_Aint)&elements[element];
}
