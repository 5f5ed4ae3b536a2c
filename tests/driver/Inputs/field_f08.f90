! SPDX-License-Identifier: Apache-2.0
! A field with ghost columns, and its exchange with both neighbours: mpi_f08 without error codes.
module field_f08
  use mpi_f08
  implicit none
  type field
    integer :: rows, columns
    real(8), allocatable :: data(:, :)
  end type
contains
  subroutine make(f, rows, columns, first)
    type(field), intent(out) :: f
    integer, intent(in) :: rows, columns, first
    integer :: i, j
    f%rows = rows
    f%columns = columns
    allocate (f%data(0:rows + 1, 0:columns + 1))
    do j = 0, columns + 1
      do i = 0, rows + 1
        f%data(i, j) = mod(7*i + 3*(j + first), 11)
      end do
    end do
  end subroutine

  subroutine exchange(f, left, right, communicator)
    type(field), intent(inout) :: f
    integer, intent(in) :: left, right
    type(MPI_Comm), intent(in) :: communicator
    call MPI_Sendrecv(f%data(:, 1), f%rows + 2, MPI_DOUBLE_PRECISION, left, 11, &
                      f%data(:, f%columns + 1), f%rows + 2, MPI_DOUBLE_PRECISION, right, 11, &
                      communicator, MPI_STATUS_IGNORE)
    call MPI_Sendrecv(f%data(:, f%columns), f%rows + 2, MPI_DOUBLE_PRECISION, right, 12, &
                      f%data(:, 0), f%rows + 2, MPI_DOUBLE_PRECISION, left, 12, &
                      communicator, MPI_STATUS_IGNORE)
  end subroutine
end module
