! SPDX-License-Identifier: Apache-2.0
! Reads the error code of each collective, as careful programs do.
program error_codes
  use mpi
  implicit none
  integer :: error = 0, rank, sum, i

  call mpi_init(error)
  call check('mpi_init')
  call mpi_comm_rank(mpi_comm_world, rank, error)
  call check('mpi_comm_rank')
  do i = 1, 3
    call mpi_barrier(mpi_comm_world, error)
    if (error /= mpi_success) then
      print *, 'mpi_barrier fails on rank', rank
      stop 1
    end if
    call mpi_allreduce(rank + i, sum, 1, mpi_integer, mpi_sum, mpi_comm_world, error)
    if (error /= 0) stop 2
    call mpi_bcast(sum, 1, mpi_integer, 0, mpi_comm_world, error)
    call check('mpi_bcast')
    if (rank == 0) print '(a, i0, a, i0)', 'sum ', i, ': ', sum
  end do
  call mpi_finalize(error)
  if (error /= 0) stop 3
  if (rank == 0) print '(a)', 'done'

contains

  subroutine check(what)
    character(len=*), intent(in) :: what
    if (error == mpi_success) return
    print *, what, ' fails'
    stop 4
  end subroutine
end program
