! SPDX-License-Identifier: Apache-2.0
! The module `mpi` over the installed MPI's mpif.h. The procedures of MPI 3.1 are named so that
! `use mpi, only: mpi_send` finds them; their interfaces stay implicit, as with mpif.h. What mpif.h
! declares itself (MPI_WTIME, the copy and delete functions) is left out here.
module mpi
  include 'mpif.h'
  external :: mpi_abort, mpi_accumulate, mpi_add_error_class, mpi_add_error_code, &
    mpi_add_error_string, mpi_address, mpi_allgather, mpi_allgatherv, mpi_alloc_mem, &
    mpi_allreduce, mpi_alltoall, mpi_alltoallv, mpi_alltoallw, mpi_attr_delete, mpi_attr_get, &
    mpi_attr_put, mpi_barrier, mpi_bcast, mpi_bsend, mpi_bsend_init, mpi_buffer_attach, &
    mpi_buffer_detach, mpi_cancel, mpi_cart_coords, mpi_cart_create, mpi_cart_get, mpi_cart_map, &
    mpi_cart_rank, mpi_cart_shift, mpi_cart_sub, mpi_cartdim_get, mpi_close_port, &
    mpi_comm_accept, mpi_comm_call_errhandler, mpi_comm_compare, mpi_comm_connect, &
    mpi_comm_create, mpi_comm_create_errhandler, mpi_comm_create_group, mpi_comm_create_keyval, &
    mpi_comm_delete_attr, mpi_comm_disconnect, mpi_comm_dup, mpi_comm_dup_with_info, &
    mpi_comm_free, mpi_comm_free_keyval, mpi_comm_get_attr, mpi_comm_get_errhandler, &
    mpi_comm_get_info, mpi_comm_get_name, mpi_comm_get_parent, mpi_comm_group, mpi_comm_idup, &
    mpi_comm_join, mpi_comm_rank, mpi_comm_remote_group, mpi_comm_remote_size, &
    mpi_comm_set_attr, mpi_comm_set_errhandler, mpi_comm_set_info
  external :: mpi_comm_set_name, mpi_comm_size, mpi_comm_spawn, mpi_comm_spawn_multiple, &
    mpi_comm_split, mpi_comm_split_type, mpi_comm_test_inter, mpi_compare_and_swap, &
    mpi_dims_create, mpi_dist_graph_create, mpi_dist_graph_create_adjacent, &
    mpi_dist_graph_neighbors, mpi_dist_graph_neighbors_count, mpi_errhandler_create, &
    mpi_errhandler_free, mpi_errhandler_get, mpi_errhandler_set, mpi_error_class, &
    mpi_error_string, mpi_exscan, mpi_f_sync_reg, mpi_fetch_and_op, mpi_file_call_errhandler, &
    mpi_file_close, mpi_file_create_errhandler, mpi_file_delete, mpi_file_get_amode, &
    mpi_file_get_atomicity, mpi_file_get_byte_offset, mpi_file_get_errhandler, &
    mpi_file_get_group, mpi_file_get_info, mpi_file_get_position, mpi_file_get_position_shared, &
    mpi_file_get_size, mpi_file_get_type_extent, mpi_file_get_view, mpi_file_iread, &
    mpi_file_iread_all, mpi_file_iread_at, mpi_file_iread_at_all, mpi_file_iread_shared, &
    mpi_file_iwrite, mpi_file_iwrite_all, mpi_file_iwrite_at, mpi_file_iwrite_at_all, &
    mpi_file_iwrite_shared, mpi_file_open, mpi_file_preallocate, mpi_file_read, &
    mpi_file_read_all, mpi_file_read_all_begin, mpi_file_read_all_end, mpi_file_read_at, &
    mpi_file_read_at_all, mpi_file_read_at_all_begin, mpi_file_read_at_all_end, &
    mpi_file_read_ordered, mpi_file_read_ordered_begin, mpi_file_read_ordered_end
  external :: mpi_file_read_shared, mpi_file_seek, mpi_file_seek_shared, mpi_file_set_atomicity, &
    mpi_file_set_errhandler, mpi_file_set_info, mpi_file_set_size, mpi_file_set_view, &
    mpi_file_sync, mpi_file_write, mpi_file_write_all, mpi_file_write_all_begin, &
    mpi_file_write_all_end, mpi_file_write_at, mpi_file_write_at_all, &
    mpi_file_write_at_all_begin, mpi_file_write_at_all_end, mpi_file_write_ordered, &
    mpi_file_write_ordered_begin, mpi_file_write_ordered_end, mpi_file_write_shared, &
    mpi_finalize, mpi_finalized, mpi_free_mem, mpi_gather, mpi_gatherv, mpi_get, &
    mpi_get_accumulate, mpi_get_address, mpi_get_count, mpi_get_elements, mpi_get_elements_x, &
    mpi_get_library_version, mpi_get_processor_name, mpi_get_version, mpi_graph_create, &
    mpi_graph_get, mpi_graph_map, mpi_graph_neighbors, mpi_graph_neighbors_count, &
    mpi_graphdims_get, mpi_grequest_complete, mpi_grequest_start, mpi_group_compare, &
    mpi_group_difference, mpi_group_excl, mpi_group_free, mpi_group_incl, &
    mpi_group_intersection, mpi_group_range_excl, mpi_group_range_incl, mpi_group_rank, &
    mpi_group_size, mpi_group_translate_ranks, mpi_group_union, mpi_iallgather, mpi_iallgatherv, &
    mpi_iallreduce, mpi_ialltoall, mpi_ialltoallv
  external :: mpi_ialltoallw, mpi_ibarrier, mpi_ibcast, mpi_ibsend, mpi_iexscan, mpi_igather, &
    mpi_igatherv, mpi_improbe, mpi_imrecv, mpi_ineighbor_allgather, mpi_ineighbor_allgatherv, &
    mpi_ineighbor_alltoall, mpi_ineighbor_alltoallv, mpi_ineighbor_alltoallw, mpi_info_create, &
    mpi_info_delete, mpi_info_dup, mpi_info_free, mpi_info_get, mpi_info_get_nkeys, &
    mpi_info_get_nthkey, mpi_info_get_valuelen, mpi_info_set, mpi_init, mpi_init_thread, &
    mpi_initialized, mpi_intercomm_create, mpi_intercomm_merge, mpi_iprobe, mpi_irecv, &
    mpi_ireduce, mpi_ireduce_scatter, mpi_ireduce_scatter_block, mpi_irsend, mpi_is_thread_main, &
    mpi_iscan, mpi_iscatter, mpi_iscatterv, mpi_isend, mpi_issend, mpi_keyval_create, &
    mpi_keyval_free, mpi_lookup_name, mpi_mprobe, mpi_mrecv, mpi_neighbor_allgather, &
    mpi_neighbor_allgatherv, mpi_neighbor_alltoall, mpi_neighbor_alltoallv, &
    mpi_neighbor_alltoallw, mpi_op_commutative, mpi_op_create, mpi_op_free, mpi_open_port, &
    mpi_pack, mpi_pack_external, mpi_pack_external_size, mpi_pack_size, mpi_pcontrol, mpi_probe
  external :: mpi_publish_name, mpi_put, mpi_query_thread, mpi_raccumulate, mpi_recv, &
    mpi_recv_init, mpi_reduce, mpi_reduce_local, mpi_reduce_scatter, mpi_reduce_scatter_block, &
    mpi_register_datarep, mpi_request_free, mpi_request_get_status, mpi_rget, &
    mpi_rget_accumulate, mpi_rput, mpi_rsend, mpi_rsend_init, mpi_scan, mpi_scatter, &
    mpi_scatterv, mpi_send, mpi_send_init, mpi_sendrecv, mpi_sendrecv_replace, mpi_ssend, &
    mpi_ssend_init, mpi_start, mpi_startall, mpi_status_set_cancelled, mpi_status_set_elements, &
    mpi_status_set_elements_x, mpi_test, mpi_test_cancelled, mpi_testall, mpi_testany, &
    mpi_testsome, mpi_topo_test, mpi_type_commit, mpi_type_contiguous, mpi_type_create_darray, &
    mpi_type_create_f90_complex, mpi_type_create_f90_integer, mpi_type_create_f90_real, &
    mpi_type_create_hindexed, mpi_type_create_hindexed_block, mpi_type_create_hvector, &
    mpi_type_create_indexed_block, mpi_type_create_keyval, mpi_type_create_resized, &
    mpi_type_create_struct, mpi_type_create_subarray, mpi_type_delete_attr, mpi_type_dup, &
    mpi_type_extent, mpi_type_free, mpi_type_free_keyval, mpi_type_get_attr, &
    mpi_type_get_contents, mpi_type_get_envelope
  external :: mpi_type_get_extent, mpi_type_get_extent_x, mpi_type_get_name, &
    mpi_type_get_true_extent, mpi_type_get_true_extent_x, mpi_type_hindexed, mpi_type_hvector, &
    mpi_type_indexed, mpi_type_lb, mpi_type_match_size, mpi_type_set_attr, mpi_type_set_name, &
    mpi_type_size, mpi_type_size_x, mpi_type_struct, mpi_type_ub, mpi_type_vector, mpi_unpack, &
    mpi_unpack_external, mpi_unpublish_name, mpi_wait, mpi_waitall, mpi_waitany, mpi_waitsome, &
    mpi_win_allocate, mpi_win_allocate_shared, mpi_win_attach, mpi_win_call_errhandler, &
    mpi_win_complete, mpi_win_create, mpi_win_create_dynamic, mpi_win_create_errhandler, &
    mpi_win_create_keyval, mpi_win_delete_attr, mpi_win_detach, mpi_win_fence, mpi_win_flush, &
    mpi_win_flush_all, mpi_win_flush_local, mpi_win_flush_local_all, mpi_win_free, &
    mpi_win_free_keyval, mpi_win_get_attr, mpi_win_get_errhandler, mpi_win_get_group, &
    mpi_win_get_info, mpi_win_get_name, mpi_win_lock, mpi_win_lock_all, mpi_win_post, &
    mpi_win_set_attr, mpi_win_set_errhandler, mpi_win_set_info, mpi_win_set_name, &
    mpi_win_shared_query, mpi_win_start, mpi_win_sync, mpi_win_test, mpi_win_unlock, &
    mpi_win_unlock_all
  external :: mpi_win_wait
end module
