! SPDX-License-Identifier: Apache-2.0
! bamboo_plans.h for Fortran, in free and fixed form:  include 'bamboo_plansf.h'
! All arguments are those of C, and the error code as last one. Plans and groups are integers; counts
! of a pattern integer(MPI_COUNT_KIND); a flag is 0 or 1. With mpi_f08 handles are passed as
! comm%MPI_VAL. Like mpif.h it has no interfaces, so that any buffer may be passed.
      integer BAMBOO_PLAN_NULL, BAMBOO_GROUP_NULL
      parameter (BAMBOO_PLAN_NULL=0, BAMBOO_GROUP_NULL=0)
      external bamboo_alltoallv_control1, bamboo_alltoallv_control2
      external bamboo_alltoallv_data, bamboo_barrier_control
      external bamboo_bcast_control, bamboo_gather_control
      external bamboo_scatter_control, bamboo_allgather_control
      external bamboo_alltoall_control, bamboo_reduce_control
      external bamboo_allreduce_control, bamboo_scan_control
      external bamboo_exscan_control, bamboo_data, bamboo_plan_free
      external bamboo_scatterv_open_group
      external bamboo_scatterv_data_movement
      external bamboo_scatterv_group_has_multicast
      external bamboo_scatterv_close_group
