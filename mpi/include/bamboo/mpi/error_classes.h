/* SPDX-License-Identifier: Apache-2.0 */
/* Error classes: the values of the MPI 5.0 standard ABI. Included by mpi.h. */
#ifndef BAMBOO_MPI_ERROR_CLASSES_H
#define BAMBOO_MPI_ERROR_CLASSES_H
/* clang-format off */

#define MPI_SUCCESS                   0
#define MPI_ERR_BUFFER                1
#define MPI_ERR_COUNT                 2
#define MPI_ERR_TYPE                  3
#define MPI_ERR_TAG                   4
#define MPI_ERR_COMM                  5
#define MPI_ERR_RANK                  6
#define MPI_ERR_REQUEST               7
#define MPI_ERR_ROOT                  8
#define MPI_ERR_GROUP                 9
#define MPI_ERR_OP                    10
#define MPI_ERR_TOPOLOGY              11
#define MPI_ERR_DIMS                  12
#define MPI_ERR_ARG                   13
#define MPI_ERR_UNKNOWN               14
#define MPI_ERR_TRUNCATE              15
#define MPI_ERR_OTHER                 16
#define MPI_ERR_INTERN                17
#define MPI_ERR_PENDING               18
#define MPI_ERR_IN_STATUS             19
#define MPI_ERR_ACCESS                20
#define MPI_ERR_AMODE                 21
#define MPI_ERR_ASSERT                22
#define MPI_ERR_BAD_FILE              23
#define MPI_ERR_BASE                  24
#define MPI_ERR_CONVERSION            25
#define MPI_ERR_DISP                  26
#define MPI_ERR_DUP_DATAREP           27
#define MPI_ERR_FILE_EXISTS           28
#define MPI_ERR_FILE_IN_USE           29
#define MPI_ERR_FILE                  30
#define MPI_ERR_INFO_KEY              31
#define MPI_ERR_INFO_NOKEY            32
#define MPI_ERR_INFO_VALUE            33
#define MPI_ERR_INFO                  34
#define MPI_ERR_IO                    35
#define MPI_ERR_KEYVAL                36
#define MPI_ERR_LOCKTYPE              37
#define MPI_ERR_NAME                  38
#define MPI_ERR_NO_MEM                39
#define MPI_ERR_NOT_SAME              40
#define MPI_ERR_NO_SPACE              41
#define MPI_ERR_NO_SUCH_FILE          42
#define MPI_ERR_PORT                  43
#define MPI_ERR_QUOTA                 44
#define MPI_ERR_READ_ONLY             45
#define MPI_ERR_RMA_ATTACH            46
#define MPI_ERR_RMA_CONFLICT          47
#define MPI_ERR_RMA_RANGE             48
#define MPI_ERR_RMA_SHARED            49
#define MPI_ERR_RMA_SYNC              50
#define MPI_ERR_SERVICE               51
#define MPI_ERR_SIZE                  52
#define MPI_ERR_SPAWN                 53
#define MPI_ERR_UNSUPPORTED_DATAREP   54
#define MPI_ERR_UNSUPPORTED_OPERATION 55
#define MPI_ERR_WIN                   56
#define MPI_ERR_RMA_FLAVOR            57
#define MPI_ERR_PROC_ABORTED          58
#define MPI_ERR_VALUE_TOO_LARGE       59
#define MPI_ERR_SESSION               60
#define MPI_ERR_ERRHANDLER            61
#define MPI_ERR_ABI                   62
#define MPI_ERR_LASTCODE              16383

/* The tool information interface */
#define MPI_T_ERR_CANNOT_INIT       1001
#define MPI_T_ERR_NOT_ACCESSIBLE    1002
#define MPI_T_ERR_NOT_INITIALIZED   1003
#define MPI_T_ERR_NOT_SUPPORTED     1004
#define MPI_T_ERR_MEMORY            1005
#define MPI_T_ERR_INVALID           1006
#define MPI_T_ERR_INVALID_INDEX     1007
#define MPI_T_ERR_INVALID_ITEM      1008
#define MPI_T_ERR_INVALID_SESSION   1009
#define MPI_T_ERR_INVALID_HANDLE    1010
#define MPI_T_ERR_INVALID_NAME      1011
#define MPI_T_ERR_OUT_OF_HANDLES    1012
#define MPI_T_ERR_OUT_OF_SESSIONS   1013
#define MPI_T_ERR_CVAR_SET_NOT_NOW  1014
#define MPI_T_ERR_CVAR_SET_NEVER    1015
#define MPI_T_ERR_PVAR_NO_WRITE     1016
#define MPI_T_ERR_PVAR_NO_STARTSTOP 1017
#define MPI_T_ERR_PVAR_NO_ATOMIC    1018

#endif
