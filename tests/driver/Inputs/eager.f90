! SPDX-License-Identifier: Apache-2.0
program eager
  implicit none
  include 'mpif.h'
  character(20) :: limit
  integer :: length, ierr
  double precision :: value
  call mpi_init(ierr)
  value = 1
  if (command_argument_count() > 0) call mpi_send(value, 1, mpi_double_precision, 0, 0, mpi_comm_world, ierr) ! never
  call get_environment_variable('OMPI_MCA_btl_tcp_eager_limit', limit, length)
  if (length == 0) limit = 'not set'
  print '(2a)', 'eager limit ', trim(limit)
  call mpi_finalize(ierr)
end program
