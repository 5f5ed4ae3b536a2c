/* SPDX-License-Identifier: Apache-2.0 */
/* Datatypes: constructors, inquiry, packing.
 * Included by mpi.h, which explains the macros. */
#ifndef BAMBOO_MPI_DATATYPES_H
#define BAMBOO_MPI_DATATYPES_H
/* clang-format off */

BAMBOO_MPI(int, MPI_Get_address, (const void *location, MPI_Aint *address));
BAMBOO_MPI(int, MPI_Get_count, (const MPI_Status *status, MPI_Datatype datatype, int *count));
BAMBOO_MPI(int, MPI_Get_elements, (const MPI_Status *status, MPI_Datatype datatype, int *count));
BAMBOO_MPI(int, MPI_Get_elements_x, (const MPI_Status *status, MPI_Datatype datatype, MPI_Count *count));
BAMBOO_MPI(int, MPI_Pack, (const void *inbuf, int incount, MPI_Datatype datatype, void *outbuf, int outsize,
    int *position, MPI_Comm comm));
BAMBOO_MPI(int, MPI_Pack_size, (int incount, MPI_Datatype datatype, MPI_Comm comm, int *size));
BAMBOO_MPI(int, MPI_Type_commit, (MPI_Datatype *datatype));
BAMBOO_MPI(int, MPI_Type_contiguous, (int count, MPI_Datatype oldtype, MPI_Datatype *newtype));
BAMBOO_MPI(int, MPI_Type_create_hindexed, (int count, const int array_of_blocklengths[],
    const MPI_Aint array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype));
BAMBOO_MPI(int, MPI_Type_create_hindexed_block, (int count, int blocklength, const MPI_Aint array_of_displacements[],
    MPI_Datatype oldtype, MPI_Datatype *newtype));
BAMBOO_MPI(int, MPI_Type_create_hvector, (int count, int blocklength, MPI_Aint stride, MPI_Datatype oldtype,
    MPI_Datatype *newtype));
BAMBOO_MPI(int, MPI_Type_create_indexed_block, (int count, int blocklength, const int array_of_displacements[],
    MPI_Datatype oldtype, MPI_Datatype *newtype));
BAMBOO_MPI(int, MPI_Type_create_resized, (MPI_Datatype oldtype, MPI_Aint lb, MPI_Aint extent, MPI_Datatype *newtype));
BAMBOO_MPI(int, MPI_Type_create_struct, (int count, const int array_of_blocklengths[],
    const MPI_Aint array_of_displacements[], const MPI_Datatype array_of_types[], MPI_Datatype *newtype));
BAMBOO_MPI(int, MPI_Type_create_subarray, (int ndims, const int array_of_sizes[], const int array_of_subsizes[],
    const int array_of_starts[], int order, MPI_Datatype oldtype, MPI_Datatype *newtype));
BAMBOO_MPI(int, MPI_Type_dup, (MPI_Datatype oldtype, MPI_Datatype *newtype));
BAMBOO_MPI(int, MPI_Type_free, (MPI_Datatype *datatype));
BAMBOO_MPI(int, MPI_Type_get_contents, (MPI_Datatype datatype, int max_integers, int max_addresses, int max_datatypes,
    int array_of_integers[], MPI_Aint array_of_addresses[], MPI_Datatype array_of_datatypes[]));
BAMBOO_MPI(int, MPI_Type_get_envelope, (MPI_Datatype datatype, int *num_integers, int *num_addresses,
    int *num_datatypes, int *combiner));
BAMBOO_MPI(int, MPI_Type_get_extent, (MPI_Datatype datatype, MPI_Aint *lb, MPI_Aint *extent));
BAMBOO_MPI(int, MPI_Type_get_extent_x, (MPI_Datatype datatype, MPI_Count *lb, MPI_Count *extent));
BAMBOO_MPI(int, MPI_Type_get_name, (MPI_Datatype datatype, char *type_name, int *resultlen));
BAMBOO_MPI(int, MPI_Type_get_true_extent, (MPI_Datatype datatype, MPI_Aint *true_lb, MPI_Aint *true_extent));
BAMBOO_MPI(int, MPI_Type_get_true_extent_x, (MPI_Datatype datatype, MPI_Count *true_lb, MPI_Count *true_extent));
BAMBOO_MPI(int, MPI_Type_indexed, (int count, const int array_of_blocklengths[], const int array_of_displacements[],
    MPI_Datatype oldtype, MPI_Datatype *newtype));
BAMBOO_MPI(int, MPI_Type_set_name, (MPI_Datatype datatype, const char *type_name));
BAMBOO_MPI(int, MPI_Type_size, (MPI_Datatype datatype, int *size));
BAMBOO_MPI(int, MPI_Type_size_x, (MPI_Datatype datatype, MPI_Count *size));
BAMBOO_MPI(int, MPI_Type_vector, (int count, int blocklength, int stride, MPI_Datatype oldtype,
    MPI_Datatype *newtype));
BAMBOO_MPI(int, MPI_Unpack, (const void *inbuf, int insize, int *position, void *outbuf, int outcount,
    MPI_Datatype datatype, MPI_Comm comm));
BAMBOO_MPI(MPI_Aint, MPI_Aint_add, (MPI_Aint base, MPI_Aint disp));
BAMBOO_MPI(MPI_Aint, MPI_Aint_diff, (MPI_Aint addr1, MPI_Aint addr2));

/* The names of some of them in MPI-1 */
BAMBOO_MPI(int, MPI_Address, (void *location, MPI_Aint *address));
BAMBOO_MPI(int, MPI_Type_extent, (MPI_Datatype datatype, MPI_Aint *extent));
BAMBOO_MPI(int, MPI_Type_hindexed, (int count, const int array_of_blocklengths[],
    const MPI_Aint array_of_displacements[], MPI_Datatype oldtype, MPI_Datatype *newtype));
BAMBOO_MPI(int, MPI_Type_hvector, (int count, int blocklength, MPI_Aint stride, MPI_Datatype oldtype,
    MPI_Datatype *newtype));
BAMBOO_MPI(int, MPI_Type_lb, (MPI_Datatype datatype, MPI_Aint *displacement));
BAMBOO_MPI(int, MPI_Type_struct, (int count, const int array_of_blocklengths[],
    const MPI_Aint array_of_displacements[], const MPI_Datatype array_of_types[], MPI_Datatype *newtype));
BAMBOO_MPI(int, MPI_Type_ub, (MPI_Datatype datatype, MPI_Aint *displacement));

BAMBOO_MPI(int, MPI_Pack_external, (const char *datarep, const void *inbuf, int incount,
    MPI_Datatype datatype, void *outbuf, MPI_Aint outsize, MPI_Aint *position));
BAMBOO_MPI(int, MPI_Pack_external_size, (const char *datarep, int incount, MPI_Datatype datatype,
    MPI_Aint *size));
BAMBOO_MPI(int, MPI_Type_create_darray, (int size, int rank, int ndims, const int array_of_gsizes[],
    const int array_of_distribs[], const int array_of_dargs[], const int array_of_psizes[], int order,
    MPI_Datatype oldtype, MPI_Datatype *newtype));
BAMBOO_MPI(int, MPI_Type_create_keyval, (MPI_Type_copy_attr_function *type_copy_attr_fn,
    MPI_Type_delete_attr_function *type_delete_attr_fn, int *type_keyval, void *extra_state));
BAMBOO_MPI(int, MPI_Type_delete_attr, (MPI_Datatype datatype, int type_keyval));
BAMBOO_MPI(int, MPI_Type_free_keyval, (int *type_keyval));
BAMBOO_MPI(int, MPI_Type_get_attr, (MPI_Datatype datatype, int type_keyval, void *attribute_val, int *flag));
BAMBOO_MPI(int, MPI_Type_get_value_index, (MPI_Datatype value_type, MPI_Datatype index_type,
    MPI_Datatype *pair_type));
BAMBOO_MPI(int, MPI_Type_match_size, (int typeclass, int size, MPI_Datatype *datatype));
BAMBOO_MPI(int, MPI_Type_set_attr, (MPI_Datatype datatype, int type_keyval, void *attribute_val));
BAMBOO_MPI(int, MPI_Unpack_external, (const char datarep[], const void *inbuf, MPI_Aint insize,
    MPI_Aint *position, void *outbuf, int outcount, MPI_Datatype datatype));

#endif
