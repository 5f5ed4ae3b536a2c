! SPDX-License-Identifier: Apache-2.0
program closes_port
  implicit none
  include 'mpif.h'
  integer :: error
  call MPI_Init(error)
  call MPI_Close_port("port", error)
end program
