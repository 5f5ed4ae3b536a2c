/* SPDX-License-Identifier: Apache-2.0 */
/* Functions that a program hands to MPI. Included by mpi.h. */
#ifndef BAMBOO_MPI_CALLBACKS_H
#define BAMBOO_MPI_CALLBACKS_H
/* clang-format off */

/* C++ code likes to pass functions of its own as these: language linkage is that of this header. */
typedef void MPI_User_function(void *invec, void *inoutvec, int *len, MPI_Datatype *datatype);
typedef void MPI_User_function_c(void *invec, void *inoutvec, MPI_Count *len, MPI_Datatype *datatype);

typedef void MPI_Comm_errhandler_function(MPI_Comm *comm, int *error_code, ...);
typedef void MPI_File_errhandler_function(MPI_File *file, int *error_code, ...);
typedef void MPI_Win_errhandler_function(MPI_Win *win, int *error_code, ...);
typedef void MPI_Session_errhandler_function(MPI_Session *session, int *error_code, ...);
typedef MPI_Comm_errhandler_function MPI_Comm_errhandler_fn;
typedef MPI_File_errhandler_function MPI_File_errhandler_fn;
typedef MPI_Win_errhandler_function MPI_Win_errhandler_fn;
typedef MPI_Session_errhandler_function MPI_Session_errhandler_fn;
typedef MPI_Comm_errhandler_function MPI_Handler_function; /* its name in MPI-1 */

#define BAMBOO_COPY_PARAMETERS \
  int keyval, void *extra_state, void *attribute_val_in, void *attribute_val_out, int *flag
#define BAMBOO_DELETE_PARAMETERS int keyval, void *attribute_val, void *extra_state
typedef int MPI_Comm_copy_attr_function(MPI_Comm comm, BAMBOO_COPY_PARAMETERS);
typedef int MPI_Comm_delete_attr_function(MPI_Comm comm, BAMBOO_DELETE_PARAMETERS);
typedef int MPI_Type_copy_attr_function(MPI_Datatype datatype, BAMBOO_COPY_PARAMETERS);
typedef int MPI_Type_delete_attr_function(MPI_Datatype datatype, BAMBOO_DELETE_PARAMETERS);
typedef int MPI_Win_copy_attr_function(MPI_Win win, BAMBOO_COPY_PARAMETERS);
typedef int MPI_Win_delete_attr_function(MPI_Win win, BAMBOO_DELETE_PARAMETERS);
typedef MPI_Comm_copy_attr_function MPI_Copy_function; /* their names in MPI-1 */
typedef MPI_Comm_delete_attr_function MPI_Delete_function;
#undef BAMBOO_COPY_PARAMETERS
#undef BAMBOO_DELETE_PARAMETERS

typedef int MPI_Grequest_query_function(void *extra_state, MPI_Status *status);
typedef int MPI_Grequest_free_function(void *extra_state);
typedef int MPI_Grequest_cancel_function(void *extra_state, int complete);

typedef int MPI_Datarep_extent_function(MPI_Datatype datatype, MPI_Aint *extent, void *extra_state);
typedef int MPI_Datarep_conversion_function(void *userbuf, MPI_Datatype datatype, int count, void *filebuf,
                                            MPI_Offset position, void *extra_state);
typedef int MPI_Datarep_conversion_function_c(void *userbuf, MPI_Datatype datatype, MPI_Count count, void *filebuf,
                                              MPI_Offset position, void *extra_state);

/* Ready-made ones */
#define MPI_NULL_COPY_FN         ((MPI_Copy_function *)0)
#define MPI_DUP_FN               ((MPI_Copy_function *)1)
#define MPI_NULL_DELETE_FN       ((MPI_Delete_function *)0)
#define MPI_COMM_NULL_COPY_FN    ((MPI_Comm_copy_attr_function *)0)
#define MPI_COMM_DUP_FN          ((MPI_Comm_copy_attr_function *)1)
#define MPI_COMM_NULL_DELETE_FN  ((MPI_Comm_delete_attr_function *)0)
#define MPI_TYPE_NULL_COPY_FN    ((MPI_Type_copy_attr_function *)0)
#define MPI_TYPE_DUP_FN          ((MPI_Type_copy_attr_function *)1)
#define MPI_TYPE_NULL_DELETE_FN  ((MPI_Type_delete_attr_function *)0)
#define MPI_WIN_NULL_COPY_FN     ((MPI_Win_copy_attr_function *)0)
#define MPI_WIN_DUP_FN           ((MPI_Win_copy_attr_function *)1)
#define MPI_WIN_NULL_DELETE_FN   ((MPI_Win_delete_attr_function *)0)
#define MPI_CONVERSION_FN_NULL   ((MPI_Datarep_conversion_function *)0)
#define MPI_CONVERSION_FN_NULL_C ((MPI_Datarep_conversion_function_c *)0)

#endif
