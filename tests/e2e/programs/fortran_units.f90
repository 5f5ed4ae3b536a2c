! SPDX-License-Identifier: Apache-2.0
! What Fortran's run-time library holds belongs to one rank: units, files that nothing closes, the
! command line, STOP.
! e2e: ranks=2,4,8 exit=3 quiet
! e2e-args: word "two words"
program units
  implicit none
  include 'mpif.h'
  integer :: rank, error, number, other
  character(len=20) :: name, words(2)
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
  call get_command_argument(1, words(1))
  call get_command_argument(2, words(2))
  if (number /= 1000 + rank .or. other /= 2000 + rank .or. words(1) /= 'word' .or. &
      words(2) /= 'two words' .or. command_argument_count() /= 2) error stop 4
  call MPI_Barrier(MPI_COMM_WORLD, error)
  call MPI_Finalize(error)
  if (rank == 1) stop 3
end program
