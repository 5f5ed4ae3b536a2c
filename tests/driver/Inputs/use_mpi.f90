! SPDX-License-Identifier: Apache-2.0
! The module mpi, whole and in part, in a module of the program's own.
module exchange
  use mpi
  implicit none
contains
  subroutine swap(mine, theirs, other)
    double precision, intent(in) :: mine(:)
    double precision, intent(out) :: theirs(:)
    integer, intent(in) :: other
    integer :: error
    call MPI_Sendrecv(mine, size(mine), MPI_DOUBLE_PRECISION, other, 5, theirs, size(theirs), MPI_DOUBLE_PRECISION, other, 5, &
                      MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
  end subroutine
end module

program use_mpi
  use mpi, only: MPI_Init, MPI_Comm_rank, MPI_Allreduce, MPI_Finalize, MPI_COMM_WORLD, MPI_INTEGER, MPI_SUM, MPI_Wtime
  use exchange, only: swap
  implicit none
  double precision :: mine(4), theirs(4)
  integer :: error, rank, ranks
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  mine = rank + 1
  call swap(mine, theirs, 1 - rank)
  call MPI_Allreduce(1, ranks, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, error)
  if (rank == 0 .and. MPI_Wtime() >= 0) print '(a,i0,a,i0)', 'theirs ', int(sum(theirs)), ' ranks ', ranks
  call MPI_Finalize(error)
end program
