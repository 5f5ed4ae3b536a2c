/* SPDX-License-Identifier: Apache-2.0 */
/* Open MPI 4.1 lacks the functions with large counts: there the others replace them. */
#ifndef LARGE_COUNTS_H
#define LARGE_COUNTS_H
#include "check.h"

#if defined(BAMBOO_MPI_H) || MPI_VERSION >= 4
#define HAS_LARGE_COUNTS 1
typedef MPI_Count count_t; /* counts */
typedef MPI_Aint place_t;  /* displacements in elements */
typedef MPI_Count bytes_t; /* displacements of constructors in bytes */
#else
#define HAS_LARGE_COUNTS 0
typedef int count_t;
typedef int place_t;
typedef MPI_Aint bytes_t;
#define MPI_Allgather_c MPI_Allgather
#define MPI_Allgatherv_c MPI_Allgatherv
#define MPI_Allreduce_c MPI_Allreduce
#define MPI_Alltoall_c MPI_Alltoall
#define MPI_Alltoallv_c MPI_Alltoallv
#define MPI_Alltoallw_c MPI_Alltoallw
#define MPI_Bcast_c MPI_Bcast
#define MPI_Bsend_c MPI_Bsend
#define MPI_Bsend_init_c MPI_Bsend_init
#define MPI_Exscan_c MPI_Exscan
#define MPI_Gather_c MPI_Gather
#define MPI_Gatherv_c MPI_Gatherv
#define MPI_Get_count_c MPI_Get_count
#define MPI_Get_elements_c MPI_Get_elements
#define MPI_Iallgather_c MPI_Iallgather
#define MPI_Iallgatherv_c MPI_Iallgatherv
#define MPI_Iallreduce_c MPI_Iallreduce
#define MPI_Ialltoall_c MPI_Ialltoall
#define MPI_Ialltoallv_c MPI_Ialltoallv
#define MPI_Ialltoallw_c MPI_Ialltoallw
#define MPI_Ibcast_c MPI_Ibcast
#define MPI_Ibsend_c MPI_Ibsend
#define MPI_Iexscan_c MPI_Iexscan
#define MPI_Igather_c MPI_Igather
#define MPI_Igatherv_c MPI_Igatherv
#define MPI_Imrecv_c MPI_Imrecv
#define MPI_Irecv_c MPI_Irecv
#define MPI_Ireduce_c MPI_Ireduce
#define MPI_Ireduce_scatter_c MPI_Ireduce_scatter
#define MPI_Ireduce_scatter_block_c MPI_Ireduce_scatter_block
#define MPI_Irsend_c MPI_Irsend
#define MPI_Iscan_c MPI_Iscan
#define MPI_Iscatter_c MPI_Iscatter
#define MPI_Iscatterv_c MPI_Iscatterv
#define MPI_Isend_c MPI_Isend
#define MPI_Issend_c MPI_Issend
#define MPI_Mrecv_c MPI_Mrecv
#define MPI_Pack_c MPI_Pack
#define MPI_Pack_size_c MPI_Pack_size
#define MPI_Recv_c MPI_Recv
#define MPI_Recv_init_c MPI_Recv_init
#define MPI_Reduce_c MPI_Reduce
#define MPI_Reduce_local_c MPI_Reduce_local
#define MPI_Reduce_scatter_c MPI_Reduce_scatter
#define MPI_Reduce_scatter_block_c MPI_Reduce_scatter_block
#define MPI_Rsend_c MPI_Rsend
#define MPI_Rsend_init_c MPI_Rsend_init
#define MPI_Scan_c MPI_Scan
#define MPI_Scatter_c MPI_Scatter
#define MPI_Scatterv_c MPI_Scatterv
#define MPI_Send_c MPI_Send
#define MPI_Send_init_c MPI_Send_init
#define MPI_Sendrecv_c MPI_Sendrecv
#define MPI_Sendrecv_replace_c MPI_Sendrecv_replace
#define MPI_Ssend_c MPI_Ssend
#define MPI_Ssend_init_c MPI_Ssend_init
#define MPI_Type_contiguous_c MPI_Type_contiguous
#define MPI_Type_create_darray_c MPI_Type_create_darray
#define MPI_Type_create_hindexed_c MPI_Type_create_hindexed
#define MPI_Type_create_hindexed_block_c MPI_Type_create_hindexed_block
#define MPI_Type_create_hvector_c MPI_Type_create_hvector
#define MPI_Type_create_indexed_block_c MPI_Type_create_indexed_block
#define MPI_Type_create_resized_c MPI_Type_create_resized
#define MPI_Type_create_struct_c MPI_Type_create_struct
#define MPI_Type_create_subarray_c MPI_Type_create_subarray
#define MPI_Type_get_extent_c MPI_Type_get_extent
#define MPI_Type_get_true_extent_c MPI_Type_get_true_extent
#define MPI_Type_indexed_c MPI_Type_indexed
#define MPI_Type_size_c MPI_Type_size
#define MPI_Type_vector_c MPI_Type_vector
#define MPI_Unpack_c MPI_Unpack
#endif

#endif
