// SPDX-License-Identifier: Apache-2.0
// The part of Open MPI 4's header that tests need: handles are addresses of the library's objects.
#ifndef BAMBOO_TEST_MPI_H
#define BAMBOO_TEST_MPI_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef ptrdiff_t MPI_Aint;
typedef struct ompi_communicator_t* MPI_Comm;
typedef struct ompi_datatype_t* MPI_Datatype;
typedef struct ompi_op_t* MPI_Op;
typedef struct ompi_request_t* MPI_Request;
typedef struct ompi_win_t* MPI_Win;
typedef struct {
  int MPI_SOURCE, MPI_TAG, MPI_ERROR, _cancelled;
  size_t _ucount;
} MPI_Status;

#define BAMBOO_TEST_OBJECT(name) \
  struct predefined_##name {     \
    char opaque[64];             \
  };                             \
  extern struct predefined_##name ompi_##name

BAMBOO_TEST_OBJECT(mpi_comm_world);
BAMBOO_TEST_OBJECT(mpi_byte);
BAMBOO_TEST_OBJECT(mpi_char);
BAMBOO_TEST_OBJECT(mpi_int);
BAMBOO_TEST_OBJECT(mpi_long);
BAMBOO_TEST_OBJECT(mpi_long_long_int);
BAMBOO_TEST_OBJECT(mpi_float);
BAMBOO_TEST_OBJECT(mpi_double);
BAMBOO_TEST_OBJECT(mpi_double_int);
BAMBOO_TEST_OBJECT(mpi_op_sum);
BAMBOO_TEST_OBJECT(mpi_op_maxloc);

#define MPI_COMM_WORLD ((MPI_Comm)(void*)&ompi_mpi_comm_world)
#define MPI_BYTE ((MPI_Datatype)(void*)&ompi_mpi_byte)
#define MPI_CHAR ((MPI_Datatype)(void*)&ompi_mpi_char)
#define MPI_INT ((MPI_Datatype)(void*)&ompi_mpi_int)
#define MPI_LONG ((MPI_Datatype)(void*)&ompi_mpi_long)
#define MPI_LONG_LONG ((MPI_Datatype)(void*)&ompi_mpi_long_long_int)
#define MPI_FLOAT ((MPI_Datatype)(void*)&ompi_mpi_float)
#define MPI_DOUBLE ((MPI_Datatype)(void*)&ompi_mpi_double)
#define MPI_DOUBLE_INT ((MPI_Datatype)(void*)&ompi_mpi_double_int)
#define MPI_SUM ((MPI_Op)(void*)&ompi_mpi_op_sum)
#define MPI_MAXLOC ((MPI_Op)(void*)&ompi_mpi_op_maxloc)
#define MPI_STATUS_IGNORE ((MPI_Status*)0)
#define MPI_IN_PLACE ((void*)1)
#define MPI_BOTTOM ((void*)0)
#define MPI_PROC_NULL (-2)
#define MPI_ANY_SOURCE (-1)
#define MPI_ANY_TAG (-1)

#include "../functions.h"

#ifdef __cplusplus
}
#endif

#endif
