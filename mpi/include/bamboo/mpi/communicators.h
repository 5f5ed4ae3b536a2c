/* SPDX-License-Identifier: Apache-2.0 */
/* Groups, communicators, attributes.
 * Included by mpi.h, which explains the macros. */
#ifndef BAMBOO_MPI_COMMUNICATORS_H
#define BAMBOO_MPI_COMMUNICATORS_H
/* clang-format off */

BAMBOO_MPI(int, MPI_Attr_delete, (MPI_Comm comm, int keyval));
BAMBOO_MPI(int, MPI_Attr_get, (MPI_Comm comm, int keyval, void *attribute_val, int *flag));
BAMBOO_MPI(int, MPI_Attr_put, (MPI_Comm comm, int keyval, void *attribute_val));
BAMBOO_MPI(int, MPI_Comm_compare, (MPI_Comm comm1, MPI_Comm comm2, int *result));
BAMBOO_MPI(int, MPI_Comm_create, (MPI_Comm comm, MPI_Group group, MPI_Comm *newcomm));
BAMBOO_MPI(int, MPI_Comm_create_group, (MPI_Comm comm, MPI_Group group, int tag, MPI_Comm *newcomm));
BAMBOO_MPI(int, MPI_Comm_create_keyval, (MPI_Comm_copy_attr_function *comm_copy_attr_fn,
    MPI_Comm_delete_attr_function *comm_delete_attr_fn, int *comm_keyval, void *extra_state));
BAMBOO_MPI(int, MPI_Comm_delete_attr, (MPI_Comm comm, int comm_keyval));
BAMBOO_MPI(int, MPI_Comm_dup, (MPI_Comm comm, MPI_Comm *newcomm));
BAMBOO_MPI(int, MPI_Comm_dup_with_info, (MPI_Comm comm, MPI_Info info, MPI_Comm *newcomm));
BAMBOO_MPI(int, MPI_Comm_free, (MPI_Comm *comm));
BAMBOO_MPI(int, MPI_Comm_free_keyval, (int *comm_keyval));
BAMBOO_MPI(int, MPI_Comm_get_attr, (MPI_Comm comm, int comm_keyval, void *attribute_val, int *flag));
BAMBOO_MPI(int, MPI_Comm_get_info, (MPI_Comm comm, MPI_Info *info_used));
BAMBOO_MPI(int, MPI_Comm_get_name, (MPI_Comm comm, char *comm_name, int *resultlen));
BAMBOO_MPI(int, MPI_Comm_group, (MPI_Comm comm, MPI_Group *group));
BAMBOO_MPI(int, MPI_Comm_idup, (MPI_Comm comm, MPI_Comm *newcomm, MPI_Request *request));
BAMBOO_MPI(int, MPI_Comm_idup_with_info, (MPI_Comm comm, MPI_Info info, MPI_Comm *newcomm, MPI_Request *request));
BAMBOO_MPI(int, MPI_Comm_rank, (MPI_Comm comm, int *rank));
BAMBOO_MPI(int, MPI_Comm_remote_group, (MPI_Comm comm, MPI_Group *group));
BAMBOO_MPI(int, MPI_Comm_remote_size, (MPI_Comm comm, int *size));
BAMBOO_MPI(int, MPI_Comm_set_attr, (MPI_Comm comm, int comm_keyval, void *attribute_val));
BAMBOO_MPI(int, MPI_Comm_set_info, (MPI_Comm comm, MPI_Info info));
BAMBOO_MPI(int, MPI_Comm_set_name, (MPI_Comm comm, const char *comm_name));
BAMBOO_MPI(int, MPI_Comm_size, (MPI_Comm comm, int *size));
BAMBOO_MPI(int, MPI_Comm_split, (MPI_Comm comm, int color, int key, MPI_Comm *newcomm));
BAMBOO_MPI(int, MPI_Comm_split_type, (MPI_Comm comm, int split_type, int key, MPI_Info info, MPI_Comm *newcomm));
BAMBOO_MPI(int, MPI_Comm_test_inter, (MPI_Comm comm, int *flag));
BAMBOO_MPI(int, MPI_Group_compare, (MPI_Group group1, MPI_Group group2, int *result));
BAMBOO_MPI(int, MPI_Group_difference, (MPI_Group group1, MPI_Group group2, MPI_Group *newgroup));
BAMBOO_MPI(int, MPI_Group_excl, (MPI_Group group, int n, const int ranks[], MPI_Group *newgroup));
BAMBOO_MPI(int, MPI_Group_free, (MPI_Group *group));
BAMBOO_MPI(int, MPI_Group_incl, (MPI_Group group, int n, const int ranks[], MPI_Group *newgroup));
BAMBOO_MPI(int, MPI_Group_intersection, (MPI_Group group1, MPI_Group group2, MPI_Group *newgroup));
BAMBOO_MPI(int, MPI_Group_range_excl, (MPI_Group group, int n, int ranges[][3], MPI_Group *newgroup));
BAMBOO_MPI(int, MPI_Group_range_incl, (MPI_Group group, int n, int ranges[][3], MPI_Group *newgroup));
BAMBOO_MPI(int, MPI_Group_rank, (MPI_Group group, int *rank));
BAMBOO_MPI(int, MPI_Group_size, (MPI_Group group, int *size));
BAMBOO_MPI(int, MPI_Group_translate_ranks, (MPI_Group group1, int n, const int ranks1[], MPI_Group group2,
    int ranks2[]));
BAMBOO_MPI(int, MPI_Group_union, (MPI_Group group1, MPI_Group group2, MPI_Group *newgroup));
BAMBOO_MPI(int, MPI_Intercomm_create, (MPI_Comm local_comm, int local_leader, MPI_Comm peer_comm, int remote_leader,
    int tag, MPI_Comm *newintercomm));
BAMBOO_MPI(int, MPI_Intercomm_merge, (MPI_Comm intercomm, int high, MPI_Comm *newintracomm));
BAMBOO_MPI(int, MPI_Keyval_create, (MPI_Copy_function *copy_fn, MPI_Delete_function *delete_fn, int *keyval,
    void *extra_state));
BAMBOO_MPI(int, MPI_Keyval_free, (int *keyval));

#endif
