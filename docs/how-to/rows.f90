! SPDX-License-Identifier: Apache-2.0
program rows
  use mpi
  implicit none
  integer, parameter :: n = 4096
  double precision :: u(n, 0:3), v(n)
  integer :: rank, ranks, next, previous, error, step
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)
  next = mod(rank + 1, ranks)
  previous = mod(rank + ranks - 1, ranks)
  u = rank
  do step = 1, 10
    call MPI_Sendrecv(u(1, 2), n, MPI_DOUBLE_PRECISION, next, 0, u(1, 0), n, &
                      MPI_DOUBLE_PRECISION, previous, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
    v = 0.5d0 * (u(:, 1) + u(:, 2))
    u(:, 1) = v + u(:, 0)
  end do
  if (rank == 0) print '(a, f12.4)', 'first element', u(1, 1)
  call MPI_Finalize(error)
end program
