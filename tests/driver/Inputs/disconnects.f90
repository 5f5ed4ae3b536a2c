! SPDX-License-Identifier: Apache-2.0
program disconnects
  implicit none
  include 'mpif.h'
  integer :: error
  call MPI_Init(error)
  call MPI_Comm_disconnect(MPI_COMM_WORLD, error)
end program
