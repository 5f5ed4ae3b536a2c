! SPDX-License-Identifier: Apache-2.0
! The paper's Fig. 1 in Fortran, and the other irregular collectives, again and again with the same counts.
module blocks
  use mpi
  implicit none
  integer, parameter :: turns = 10, most = 8, longest = 3000
  integer :: rank, ranks, error
  integer, save :: counts(most), places(most)
  double precision, save :: out(most*longest), in(most*longest), total = 0

contains

  subroutine fill(turn)
    integer, intent(in) :: turn
    integer :: i
    do i = 1, most*longest
      out(i) = 1000*rank + turn + mod(i, 89)
      in(i) = 0
    end do
  end subroutine

  subroutine add()
    integer :: i
    do i = 1, most*longest
      total = total + (mod(i, 7) + 1)*in(i)
    end do
  end subroutine

  subroutine scatterv()
    integer :: turn, root
    root = ranks - 1
    do turn = 1, turns
      call fill(turn)
      call MPI_Scatterv(out, counts, places, MPI_DOUBLE_PRECISION, in, counts(rank + 1), MPI_DOUBLE_PRECISION, root, &
                        MPI_COMM_WORLD, error)
      call add()
    end do
  end subroutine

  subroutine gatherv()
    integer :: turn, root
    root = ranks - 1
    do turn = 1, turns
      call fill(turn)
      call MPI_Gatherv(out, counts(rank + 1), MPI_DOUBLE_PRECISION, in, counts, places, MPI_DOUBLE_PRECISION, root, &
                       MPI_COMM_WORLD, error)
      call add()
    end do
  end subroutine

  subroutine allgatherv()
    integer :: turn
    do turn = 1, turns
      call fill(turn)
      call MPI_Allgatherv(out, counts(rank + 1), MPI_DOUBLE_PRECISION, in, counts, places, MPI_DOUBLE_PRECISION, &
                          MPI_COMM_WORLD, error)
      call add()
    end do
  end subroutine

  subroutine alltoallv(same, begins)
    integer, intent(in) :: same(*), begins(*)
    integer :: turn
    do turn = 1, turns
      call fill(turn)
      call MPI_Alltoallv(out, same, begins, MPI_DOUBLE_PRECISION, in, same, begins, MPI_DOUBLE_PRECISION, MPI_COMM_WORLD, &
                         error)
      call add()
    end do
  end subroutine

  subroutine reduce_scatter()
    integer :: turn
    do turn = 1, turns
      call fill(turn)
      call MPI_Reduce_scatter(out, in, counts, MPI_DOUBLE_PRECISION, MPI_MAX, MPI_COMM_WORLD, error)
      call add()
    end do
  end subroutine
end module

program irregular_steps
  use blocks
  implicit none
  integer :: i, next, same(most), begins(most)
  double precision :: all
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)
  next = 0
  do i = 1, ranks
    counts(i) = merge(0, longest - 100*i, mod(i, 3) == 2)
    places(i) = next
    next = next + counts(i)
    same(i) = 50
    begins(i) = 60*(i - 1)
  end do
  call scatterv()
  call gatherv()
  call allgatherv()
  call alltoallv(same, begins)
  call reduce_scatter()
  call MPI_Reduce(total, all, 1, MPI_DOUBLE_PRECISION, MPI_SUM, 0, MPI_COMM_WORLD, error)
  if (rank == 0) print '(a, f20.3)', 'sum', all
  call MPI_Finalize(error)
end program
