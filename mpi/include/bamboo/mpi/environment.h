/* SPDX-License-Identifier: Apache-2.0 */
/* Environment: start and end, versions, time, memory, errors, info objects.
 * Included by mpi.h, which explains the macros. */
#ifndef BAMBOO_MPI_ENVIRONMENT_H
#define BAMBOO_MPI_ENVIRONMENT_H
/* clang-format off */

BAMBOO_MPI(int, MPI_Abort, (MPI_Comm comm, int errorcode));
BAMBOO_MPI(int, MPI_Alloc_mem, (MPI_Aint size, MPI_Info info, void *baseptr));
BAMBOO_MPI(int, MPI_Comm_call_errhandler, (MPI_Comm comm, int errorcode));
BAMBOO_MPI(int, MPI_Comm_create_errhandler, (MPI_Comm_errhandler_function *comm_errhandler_fn,
    MPI_Errhandler *errhandler));
BAMBOO_MPI(int, MPI_Comm_get_errhandler, (MPI_Comm comm, MPI_Errhandler *errhandler));
BAMBOO_MPI(int, MPI_Comm_set_errhandler, (MPI_Comm comm, MPI_Errhandler errhandler));
BAMBOO_MPI(int, MPI_Errhandler_free, (MPI_Errhandler *errhandler));
BAMBOO_MPI(int, MPI_Error_class, (int errorcode, int *errorclass));
BAMBOO_MPI(int, MPI_Error_string, (int errorcode, char *string, int *resultlen));
BAMBOO_MPI(int, MPI_Finalize, (void));
BAMBOO_MPI(int, MPI_Finalized, (int *flag));
BAMBOO_MPI(int, MPI_Free_mem, (void *base));
BAMBOO_MPI(int, MPI_Get_library_version, (char *version, int *resultlen));
BAMBOO_MPI(int, MPI_Get_processor_name, (char *name, int *resultlen));
BAMBOO_MPI(int, MPI_Get_version, (int *version, int *subversion));
BAMBOO_MPI(int, MPI_Info_create, (MPI_Info *info));
BAMBOO_MPI(int, MPI_Info_delete, (MPI_Info info, const char *key));
BAMBOO_MPI(int, MPI_Info_dup, (MPI_Info info, MPI_Info *newinfo));
BAMBOO_MPI(int, MPI_Info_free, (MPI_Info *info));
BAMBOO_MPI(int, MPI_Info_get, (MPI_Info info, const char *key, int valuelen, char *value, int *flag));
BAMBOO_MPI(int, MPI_Info_get_nkeys, (MPI_Info info, int *nkeys));
BAMBOO_MPI(int, MPI_Info_get_nthkey, (MPI_Info info, int n, char *key));
BAMBOO_MPI(int, MPI_Info_get_string, (MPI_Info info, const char *key, int *buflen, char *value, int *flag));
BAMBOO_MPI(int, MPI_Info_get_valuelen, (MPI_Info info, const char *key, int *valuelen, int *flag));
BAMBOO_MPI(int, MPI_Info_set, (MPI_Info info, const char *key, const char *value));
BAMBOO_MPI(int, MPI_Init, (int *argc, char ***argv));
BAMBOO_MPI(int, MPI_Init_thread, (int *argc, char ***argv, int required, int *provided));
BAMBOO_MPI(int, MPI_Initialized, (int *flag));
BAMBOO_MPI(int, MPI_Is_thread_main, (int *flag));
BAMBOO_MPI(int, MPI_Pcontrol, (const int level, ...));
BAMBOO_MPI(int, MPI_Query_thread, (int *provided));
BAMBOO_MPI(double, MPI_Wtick, (void));
BAMBOO_MPI(double, MPI_Wtime, (void));
/* The names of some of them in MPI-1 */
BAMBOO_MPI(int, MPI_Errhandler_create, (MPI_Comm_errhandler_function *comm_errhandler_fn,
    MPI_Errhandler *errhandler));
BAMBOO_MPI(int, MPI_Errhandler_get, (MPI_Comm comm, MPI_Errhandler *errhandler));
BAMBOO_MPI(int, MPI_Errhandler_set, (MPI_Comm comm, MPI_Errhandler errhandler));

BAMBOO_MPI(int, MPI_Add_error_class, (int *errorclass));
BAMBOO_MPI(int, MPI_Add_error_code, (int errorclass, int *errorcode));
BAMBOO_MPI(int, MPI_Add_error_string, (int errorcode, const char *string));
BAMBOO_MPI(int, MPI_Get_hw_resource_info, (MPI_Info *hw_info));
BAMBOO_MPI(int, MPI_Info_create_env, (int argc, char *argv[], MPI_Info *info));
BAMBOO_MPI(int, MPI_Remove_error_class, (int errorclass));
BAMBOO_MPI(int, MPI_Remove_error_code, (int errorcode));
BAMBOO_MPI(int, MPI_Remove_error_string, (int errorcode));

#endif
