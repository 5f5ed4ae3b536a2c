! SPDX-License-Identifier: Apache-2.0
! Compiled communication by hand, through the binding that BINDING names.
#if BINDING == 8
#define VALUE(handle) handle%MPI_VAL
#else
#define VALUE(handle) handle
#endif
program fortran_control
#if BINDING == 8
  use mpi_f08
  implicit none
  type(MPI_Comm) :: world
#elif BINDING == 1
  use mpi
  implicit none
  integer :: world
#else
  implicit none
  include 'mpif.h'
  integer :: world
#endif
  include 'bamboo_plans.inc'
  integer :: rank, size, error, i, turn, plan, group, total, got, int, flag
  integer, allocatable :: sent(:), received(:), counts(:), places(:), members(:)
  integer(MPI_COUNT_KIND), allocatable :: pattern(:)
  character(len=1000) :: file
  call MPI_Init(error)
  world = MPI_COMM_WORLD
  call MPI_Comm_rank(world, rank, error)
  call MPI_Comm_size(world, size, error)
  int = VALUE(MPI_INTEGER)
  allocate (sent(size), received(size), counts(size), places(size), members(size), pattern(size*size))
  counts = 1
  pattern = 4
  do i = 1, size
    places(i) = i - 1
    members(i) = i - 1
  end do
  do turn = 1, 2
    if (turn == 1) then
      call bamboo_alltoallv_control1(counts, places, int, counts, places, int, VALUE(world), plan, error)
    else
      call bamboo_alltoallv_control2(counts, places, int, counts, places, int, pattern, VALUE(world), plan, error)
    end if
    if (error /= MPI_SUCCESS .or. plan == BAMBOO_PLAN_NULL) stop 2
    sent = [(100*rank + i + turn, i=1, size)]
    call bamboo_alltoallv_data(sent, received, plan, error)
    if (any(received /= [(100*(i - 1) + rank + 1 + turn, i=1, size)])) stop 3
    call bamboo_alltoallv_data(MPI_IN_PLACE, sent, plan, error)
    if (error /= MPI_SUCCESS .or. any(sent /= received)) stop 4
    call bamboo_plan_free(plan, error)
    if (plan /= BAMBOO_PLAN_NULL) stop 5
  end do
  call bamboo_scatterv_control1(counts, places, int, 1, int, 0, VALUE(world), plan, error)
  sent = [(9*i, i=1, size)]
  call bamboo_data(sent, got, plan, error)
  if (error /= MPI_SUCCESS .or. got /= 9*(rank + 1)) stop 11
  call bamboo_plan_free(plan, error)
  call bamboo_gatherv_control2(1, int, counts, places, int, 0, pattern(1:size), VALUE(world), plan, error)
  call bamboo_data(got, received, plan, error)
  if (rank == 0 .and. any(received /= [(9*i, i=1, size)])) stop 12
  call bamboo_plan_free(plan, error)
  call bamboo_allgatherv_control(1, int, counts, places, int, VALUE(world), plan, error)
  call bamboo_data(got, received, plan, error)
  if (any(received /= [(9*i, i=1, size)])) stop 13
  call bamboo_plan_free(plan, error)
  call bamboo_reduce_scatter_control(counts, int, VALUE(MPI_SUM), VALUE(world), plan, error)
  call bamboo_data(received, got, plan, error)
  if (got /= 9*(rank + 1)*size) stop 14
  call bamboo_plan_free(plan, error)
  call bamboo_alltoallw_control1(counts, 4*places, spread(int, 1, size), counts, 4*places, &
                                 spread(int, 1, size), VALUE(world), plan, error)
  sent = [(100*rank + i, i=1, size)]
  call bamboo_data(sent, received, plan, error)
  if (any(received /= [(100*(i - 1) + rank + 1, i=1, size)])) stop 15
  call bamboo_plan_free(plan, error)
  call bamboo_allreduce_control(1, int, VALUE(MPI_SUM), VALUE(world), plan, error)
  total = rank
  call bamboo_data(MPI_IN_PLACE, total, plan, error)
  if (total /= size*(size - 1)/2) stop 6
  call bamboo_plan_free(plan, error)
  call bamboo_data(total, got, plan, error)
  if (error == MPI_SUCCESS) stop 7
  call bamboo_bcast_control(1, int, size - 1, VALUE(world), plan, error)
  got = rank
  call bamboo_data(got, got, plan, error)
  if (got /= size - 1) stop 8
  call bamboo_plan_free(plan, error)
  call bamboo_scatterv_open_group(members, size, 0, VALUE(world), group, error)
  call bamboo_scatterv_group_has_multicast(group, flag, error)
  sent = [(7*i, i=1, size)]
  call bamboo_scatterv_data_movement(sent, counts, places, int, got, 1, int, group, error)
  if (got /= 7*(rank + 1)) stop 9
  call bamboo_scatterv_close_group(group, error)
  if (group /= BAMBOO_GROUP_NULL) stop 10
  call get_environment_variable('PLAN_FILE', file)
  call bamboo_plan_load(trim(file)//'.missing', VALUE(world), error)
  if (error == MPI_SUCCESS) stop 11
  call bamboo_plan_load(file, VALUE(world), error)  ! with blanks behind it
  if (error /= MPI_SUCCESS) stop 12
  call MPI_Alltoallv(received, 0*counts, places, MPI_INTEGER, sent, 0*counts, places, MPI_INTEGER, world, error)
  call MPI_Finalize(error)
end program
