// SPDX-License-Identifier: Apache-2.0
// The part of MPICH 4's header that tests need: handles are integers.
#ifndef BAMBOO_TEST_MPI_H
#define BAMBOO_TEST_MPI_H

#ifdef __cplusplus
extern "C" {
#endif

typedef long MPI_Aint;
typedef int MPI_Comm;
typedef int MPI_Datatype;
typedef int MPI_Op;
typedef int MPI_Request;
typedef int MPI_Win;
typedef struct {
  int count_lo, count_hi_and_cancelled, MPI_SOURCE, MPI_TAG, MPI_ERROR;
} MPI_Status;

#define MPI_COMM_WORLD ((MPI_Comm)0x44000000)
#define MPI_BYTE ((MPI_Datatype)0x4c00010d)
#define MPI_CHAR ((MPI_Datatype)0x4c000101)
#define MPI_INT ((MPI_Datatype)0x4c000405)
#define MPI_LONG ((MPI_Datatype)0x4c000807)
#define MPI_LONG_LONG ((MPI_Datatype)0x4c000809)
#define MPI_FLOAT ((MPI_Datatype)0x4c00040a)
#define MPI_DOUBLE ((MPI_Datatype)0x4c00080b)
#define MPI_DOUBLE_INT ((MPI_Datatype)0x8c000001)
#define MPI_SUM ((MPI_Op)0x58000003)
#define MPI_MAXLOC ((MPI_Op)0x5800000c)
#define MPI_STATUS_IGNORE ((MPI_Status*)1)
#define MPI_IN_PLACE ((void*)-1)
#define MPI_BOTTOM ((void*)0)
#define MPI_PROC_NULL (-1)
#define MPI_ANY_SOURCE (-2)
#define MPI_ANY_TAG (-1)

#include "../functions.h"

#ifdef __cplusplus
}
#endif

#endif
