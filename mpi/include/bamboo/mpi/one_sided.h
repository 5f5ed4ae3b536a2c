/* SPDX-License-Identifier: Apache-2.0 */
/* One-sided communication.
 * Included by mpi.h, which explains the macros. */
#ifndef BAMBOO_MPI_ONE_SIDED_H
#define BAMBOO_MPI_ONE_SIDED_H
/* clang-format off */

BAMBOO_MPI(int, MPI_Accumulate, (const void *origin_addr, int origin_count, MPI_Datatype origin_datatype,
    int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win));
BAMBOO_MPI(int, MPI_Compare_and_swap, (const void *origin_addr, const void *compare_addr, void *result_addr,
    MPI_Datatype datatype, int target_rank, MPI_Aint target_disp, MPI_Win win));
BAMBOO_MPI(int, MPI_Fetch_and_op, (const void *origin_addr, void *result_addr, MPI_Datatype datatype,
    int target_rank, MPI_Aint target_disp, MPI_Op op, MPI_Win win));
BAMBOO_MPI(int, MPI_Get, (void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank,
    MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win));
BAMBOO_MPI(int, MPI_Get_accumulate, (const void *origin_addr, int origin_count, MPI_Datatype origin_datatype,
    void *result_addr, int result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp,
    int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win));
BAMBOO_MPI(int, MPI_Put, (const void *origin_addr, int origin_count, MPI_Datatype origin_datatype,
    int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win));
BAMBOO_MPI(int, MPI_Raccumulate, (const void *origin_addr, int origin_count, MPI_Datatype origin_datatype,
    int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win,
    MPI_Request *request));
BAMBOO_MPI(int, MPI_Rget, (void *origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank,
    MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win, MPI_Request *request));
BAMBOO_MPI(int, MPI_Rget_accumulate, (const void *origin_addr, int origin_count, MPI_Datatype origin_datatype,
    void *result_addr, int result_count, MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp,
    int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request *request));
BAMBOO_MPI(int, MPI_Rput, (const void *origin_addr, int origin_count, MPI_Datatype origin_datatype,
    int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win,
    MPI_Request *request));
BAMBOO_MPI(int, MPI_Win_allocate, (MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm, void *baseptr,
    MPI_Win *win));
BAMBOO_MPI(int, MPI_Win_allocate_shared, (MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm,
    void *baseptr, MPI_Win *win));
BAMBOO_MPI(int, MPI_Win_attach, (MPI_Win win, void *base, MPI_Aint size));
BAMBOO_MPI(int, MPI_Win_call_errhandler, (MPI_Win win, int errorcode));
BAMBOO_MPI(int, MPI_Win_complete, (MPI_Win win));
BAMBOO_MPI(int, MPI_Win_create, (void *base, MPI_Aint size, int disp_unit, MPI_Info info, MPI_Comm comm,
    MPI_Win *win));
BAMBOO_MPI(int, MPI_Win_create_dynamic, (MPI_Info info, MPI_Comm comm, MPI_Win *win));
BAMBOO_MPI(int, MPI_Win_create_errhandler, (MPI_Win_errhandler_function *win_errhandler_fn,
    MPI_Errhandler *errhandler));
BAMBOO_MPI(int, MPI_Win_create_keyval, (MPI_Win_copy_attr_function *win_copy_attr_fn,
    MPI_Win_delete_attr_function *win_delete_attr_fn, int *win_keyval, void *extra_state));
BAMBOO_MPI(int, MPI_Win_delete_attr, (MPI_Win win, int win_keyval));
BAMBOO_MPI(int, MPI_Win_detach, (MPI_Win win, const void *base));
BAMBOO_MPI(int, MPI_Win_fence, (int assert, MPI_Win win));
BAMBOO_MPI(int, MPI_Win_flush, (int rank, MPI_Win win));
BAMBOO_MPI(int, MPI_Win_flush_all, (MPI_Win win));
BAMBOO_MPI(int, MPI_Win_flush_local, (int rank, MPI_Win win));
BAMBOO_MPI(int, MPI_Win_flush_local_all, (MPI_Win win));
BAMBOO_MPI(int, MPI_Win_free, (MPI_Win *win));
BAMBOO_MPI(int, MPI_Win_free_keyval, (int *win_keyval));
BAMBOO_MPI(int, MPI_Win_get_attr, (MPI_Win win, int win_keyval, void *attribute_val, int *flag));
BAMBOO_MPI(int, MPI_Win_get_errhandler, (MPI_Win win, MPI_Errhandler *errhandler));
BAMBOO_MPI(int, MPI_Win_get_group, (MPI_Win win, MPI_Group *group));
BAMBOO_MPI(int, MPI_Win_get_info, (MPI_Win win, MPI_Info *info_used));
BAMBOO_MPI(int, MPI_Win_get_name, (MPI_Win win, char *win_name, int *resultlen));
BAMBOO_MPI(int, MPI_Win_lock, (int lock_type, int rank, int assert, MPI_Win win));
BAMBOO_MPI(int, MPI_Win_lock_all, (int assert, MPI_Win win));
BAMBOO_MPI(int, MPI_Win_post, (MPI_Group group, int assert, MPI_Win win));
BAMBOO_MPI(int, MPI_Win_set_attr, (MPI_Win win, int win_keyval, void *attribute_val));
BAMBOO_MPI(int, MPI_Win_set_errhandler, (MPI_Win win, MPI_Errhandler errhandler));
BAMBOO_MPI(int, MPI_Win_set_info, (MPI_Win win, MPI_Info info));
BAMBOO_MPI(int, MPI_Win_set_name, (MPI_Win win, const char *win_name));
BAMBOO_MPI(int, MPI_Win_shared_query, (MPI_Win win, int rank, MPI_Aint *size, int *disp_unit, void *baseptr));
BAMBOO_MPI(int, MPI_Win_start, (MPI_Group group, int assert, MPI_Win win));
BAMBOO_MPI(int, MPI_Win_sync, (MPI_Win win));
BAMBOO_MPI(int, MPI_Win_test, (MPI_Win win, int *flag));
BAMBOO_MPI(int, MPI_Win_unlock, (int rank, MPI_Win win));
BAMBOO_MPI(int, MPI_Win_unlock_all, (MPI_Win win));
BAMBOO_MPI(int, MPI_Win_wait, (MPI_Win win));

#endif
