; SPDX-License-Identifier: Apache-2.0
; What declared.py puts in front of a test that uses it: MPI as Open MPI declares it in C and in Fortran.
@mpi_fortran_bottom_ = common global i32 0
@mpi_fortran_status_ignore_ = common global [24 x i8] zeroinitializer
@ompi_mpi_byte = external global i8
@ompi_mpi_comm_world = external global i8
@ompi_mpi_double = external global i8
@ompi_mpi_float = external global i8
@ompi_mpi_int = external global i8
@ompi_mpi_op_sum = external global i8
@ompi_request_null = external global i8
declare i32 @MPI_Allreduce(ptr, ptr, i32, ptr, ptr, ptr)
declare i32 @MPI_Alltoall(ptr, i32, ptr, ptr, i32, ptr, ptr)
declare i32 @MPI_Barrier(ptr)
declare i32 @MPI_Bcast(ptr, i32, ptr, i32, ptr)
declare i32 @MPI_Bsend(ptr, i32, ptr, i32, i32, ptr)
declare i32 @MPI_Comm_rank(ptr, ptr)
declare i32 @MPI_Gatherv(ptr, i32, ptr, ptr, ptr, ptr, ptr, i32, ptr)
declare i32 @MPI_Get_count(ptr, ptr, ptr)
declare i32 @MPI_Irecv(ptr, i32, ptr, i32, i32, ptr, ptr)
declare i32 @MPI_Isend(ptr, i32, ptr, i32, i32, ptr, ptr)
declare i32 @MPI_Recv(ptr, i32, ptr, i32, i32, ptr, ptr)
declare i32 @MPI_Send(ptr, i32, ptr, i32, i32, ptr)
declare i32 @MPI_Sendrecv(ptr, i32, ptr, i32, i32, ptr, i32, ptr, i32, i32, ptr, ptr)
declare i32 @MPI_Ssend(ptr, i32, ptr, i32, i32, ptr)
declare i32 @MPI_Wait(ptr, ptr)
declare i32 @MPI_Waitall(i32, ptr, ptr)
declare double @MPI_Wtime()
declare void @mpi_allreduce_(ptr, ptr, ptr, ptr, ptr, ptr, ptr)
declare void @mpi_barrier_(ptr, ptr)
declare void @mpi_bcast_(ptr, ptr, ptr, ptr, ptr, ptr)
declare void @mpi_comm_rank_(ptr, ptr, ptr)
declare void @mpi_irecv_(ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr)
declare void @mpi_isend_(ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr)
declare void @mpi_recv_(ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr)
declare void @mpi_scatterv_(ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr)
declare void @mpi_wait_(ptr, ptr, ptr)
declare void @mpi_waitall_(ptr, ptr, ptr, ptr)
declare i32 @printf(ptr, ...)
