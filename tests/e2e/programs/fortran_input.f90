! SPDX-License-Identifier: Apache-2.0
! The first rank reads standard input. The others read its end, although they read first. (Only ranks of its process
! read: MPICH lets other processes wait for ever.)
! e2e: ranks=1,2,4,8
! e2e-input: 12 apples
! e2e-input: a whole line
! e2e-input: 3.5 7
program input
  use, intrinsic :: iso_c_binding, only: c_int
  use, intrinsic :: iso_fortran_env, only: iostat_end
  use mpi
  implicit none
  interface
    integer(c_int) function getpid() bind(c)
      import :: c_int
    end function
  end interface
  integer :: rank, ranks, error, number, status, mine
  integer, allocatable :: processes(:)
  character(len=20) :: word, line
  double precision :: real_number
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)
  allocate (processes(0:ranks - 1))
  mine = getpid()
  call MPI_Allgather(mine, 1, MPI_INTEGER, processes, 1, MPI_INTEGER, MPI_COMM_WORLD, error)
  if (any(processes(:rank - 1) == mine)) then
    read (*, *, iostat=status) number
    if (status /= iostat_end) error stop 4
  end if
  call MPI_Barrier(MPI_COMM_WORLD, error)
  if (rank == 0) then
    read (*, *) number, word
    read (*, '(a)') line
    read (*, *) real_number, status
    print '(i0, 4a, f4.1, 1x, i0)', number, trim(word), ', ', trim(line), ', ', real_number, status
    read (*, *, iostat=status) number
    print '(a, l1)', 'at the end: ', status == iostat_end
  end if
  call MPI_Finalize(error)
end program
