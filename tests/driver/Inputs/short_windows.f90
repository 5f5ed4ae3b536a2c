! SPDX-License-Identifier: Apache-2.0
! A window of an exchange whose length is a constant.
program short_windows
  implicit none
  include 'mpif.h'
  double precision :: own(10), other(10), computed(1000)
  integer :: error, rank, i, j
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  computed = 0
  own = rank
  call MPI_Sendrecv(own, 10, MPI_DOUBLE_PRECISION, 1 - rank, 0, other, 10, MPI_DOUBLE_PRECISION, 1 - rank, 0, &
                    MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
  do j = 1, 1000
    do i = 1, 1000
      computed(i) = computed(i) * 0.5d0 + i
    end do
  end do
  print *, other(1), computed(3)
  call MPI_Finalize(error)
end program
