! SPDX-License-Identifier: Apache-2.0
! What Fortran's run-time library holds belongs to one rank: units, files that nothing closes, the
! command line, STOP.
! e2e: ranks=1,2,4,8 exit=3 quiet
program units
  implicit none
  include 'mpif.h'
  integer :: rank, error, number, other
  character(len=20) :: name, word
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  write (name, '(a, i0)') 'rank-', rank
  open (unit=10, file=name, status='replace')
  write (10, *) 1000 + rank
  call MPI_Barrier(MPI_COMM_WORLD, error)
  write (10, *) 2000 + rank
  rewind (10)
  read (10, *) number
  read (10, *) other
  call get_command_argument(1, word)
  print '(a, i0, a, i0, 1x, i0, 1x, a)', 'rank ', rank, ': ', number, other, trim(word)
  call MPI_Barrier(MPI_COMM_WORLD, error)
  call MPI_Finalize(error)
  if (rank == 1) stop 3
end program
