// SPDX-License-Identifier: Apache-2.0
// Open MPI's Fortran bindings call PMPI_ themselves, so they are interposed as well: mpi_bcast_ and
// its other spellings are what mpif.h and `use mpi` call, ompi_bcast_f is what mpi_f08 calls.
// (MPICH's bindings call MPI_.)
#include "fortran/openmpi.h"

#include <mpi.h>

#include "configuration/world.h"

using namespace bamboo::plans::pmpi;

FORTRAN(init, INIT, (MPI_Fint * error)) {
  MPI_Fint code = MPI_SUCCESS;
  call_next("ompi_init_f", &code);
  if (code == MPI_SUCCESS) bamboo::plans::pmpi::start();
  give(error, code);
}

FORTRAN(init_thread, INIT_THREAD, (MPI_Fint * required, MPI_Fint* provided, MPI_Fint* error)) {
  MPI_Fint code = MPI_SUCCESS;
  call_next("ompi_init_thread_f", required, provided, &code);
  if (code == MPI_SUCCESS) bamboo::plans::pmpi::start();
  give(error, code);
}

FORTRAN(comm_set_info, COMM_SET_INFO, (MPI_Fint * comm, MPI_Fint* info, MPI_Fint* error)) {
  give(error, MPI_Comm_set_info(comm_of(comm), PMPI_Info_f2c(*info)));
}

FORTRAN(comm_dup_with_info, COMM_DUP_WITH_INFO,
        (MPI_Fint * comm, MPI_Fint* info, MPI_Fint* made, MPI_Fint* error)) {
  MPI_Comm copy = MPI_COMM_NULL;
  const int code = MPI_Comm_dup_with_info(comm_of(comm), PMPI_Info_f2c(*info), &copy);
  if (code == MPI_SUCCESS) *made = PMPI_Comm_c2f(copy);
  give(error, code);
}

FORTRAN(barrier, BARRIER, (MPI_Fint * comm, MPI_Fint* error)) {
  ORIGIN;
  give(error, MPI_Barrier(comm_of(comm)));
}

FORTRAN(bcast, BCAST,
        (void* buffer, MPI_Fint* count, MPI_Fint* type, MPI_Fint* root, MPI_Fint* comm,
         MPI_Fint* error)) {
  ORIGIN;
  give(error, MPI_Bcast(address(buffer), *count, type_of(type), *root, comm_of(comm)));
}

FORTRAN(gather, GATHER,
        (void* sendbuf, MPI_Fint* sendcount, MPI_Fint* sendtype, void* recvbuf, MPI_Fint* recvcount,
         MPI_Fint* recvtype, MPI_Fint* root, MPI_Fint* comm, MPI_Fint* error)) {
  ORIGIN;
  give(error, MPI_Gather(address(sendbuf), *sendcount, type_of(sendtype), address(recvbuf),
                         *recvcount, type_of(recvtype), *root, comm_of(comm)));
}

FORTRAN(gatherv, GATHERV,
        (void* sendbuf, MPI_Fint* sendcount, MPI_Fint* sendtype, void* recvbuf,
         MPI_Fint* recvcounts, MPI_Fint* displs, MPI_Fint* recvtype, MPI_Fint* root, MPI_Fint* comm,
         MPI_Fint* error)) {
  ORIGIN;
  give(error, MPI_Gatherv(address(sendbuf), *sendcount, type_of(sendtype), address(recvbuf),
                          recvcounts, displs, type_of(recvtype), *root, comm_of(comm)));
}

FORTRAN(scatter, SCATTER,
        (void* sendbuf, MPI_Fint* sendcount, MPI_Fint* sendtype, void* recvbuf, MPI_Fint* recvcount,
         MPI_Fint* recvtype, MPI_Fint* root, MPI_Fint* comm, MPI_Fint* error)) {
  ORIGIN;
  give(error, MPI_Scatter(address(sendbuf), *sendcount, type_of(sendtype), address(recvbuf),
                          *recvcount, type_of(recvtype), *root, comm_of(comm)));
}

FORTRAN(scatterv, SCATTERV,
        (void* sendbuf, MPI_Fint* sendcounts, MPI_Fint* displs, MPI_Fint* sendtype, void* recvbuf,
         MPI_Fint* recvcount, MPI_Fint* recvtype, MPI_Fint* root, MPI_Fint* comm,
         MPI_Fint* error)) {
  ORIGIN;
  give(error, MPI_Scatterv(address(sendbuf), sendcounts, displs, type_of(sendtype),
                           address(recvbuf), *recvcount, type_of(recvtype), *root, comm_of(comm)));
}

FORTRAN(allgather, ALLGATHER,
        (void* sendbuf, MPI_Fint* sendcount, MPI_Fint* sendtype, void* recvbuf, MPI_Fint* recvcount,
         MPI_Fint* recvtype, MPI_Fint* comm, MPI_Fint* error)) {
  ORIGIN;
  give(error, MPI_Allgather(address(sendbuf), *sendcount, type_of(sendtype), address(recvbuf),
                            *recvcount, type_of(recvtype), comm_of(comm)));
}

FORTRAN(allgatherv, ALLGATHERV,
        (void* sendbuf, MPI_Fint* sendcount, MPI_Fint* sendtype, void* recvbuf,
         MPI_Fint* recvcounts, MPI_Fint* displs, MPI_Fint* recvtype, MPI_Fint* comm,
         MPI_Fint* error)) {
  ORIGIN;
  give(error, MPI_Allgatherv(address(sendbuf), *sendcount, type_of(sendtype), address(recvbuf),
                             recvcounts, displs, type_of(recvtype), comm_of(comm)));
}

FORTRAN(alltoall, ALLTOALL,
        (void* sendbuf, MPI_Fint* sendcount, MPI_Fint* sendtype, void* recvbuf, MPI_Fint* recvcount,
         MPI_Fint* recvtype, MPI_Fint* comm, MPI_Fint* error)) {
  ORIGIN;
  give(error, MPI_Alltoall(address(sendbuf), *sendcount, type_of(sendtype), address(recvbuf),
                           *recvcount, type_of(recvtype), comm_of(comm)));
}

FORTRAN(alltoallv, ALLTOALLV,
        (void* sendbuf, MPI_Fint* sendcounts, MPI_Fint* sdispls, MPI_Fint* sendtype, void* recvbuf,
         MPI_Fint* recvcounts, MPI_Fint* rdispls, MPI_Fint* recvtype, MPI_Fint* comm,
         MPI_Fint* error)) {
  ORIGIN;
  give(error,
       MPI_Alltoallv(address(sendbuf), sendcounts, sdispls, type_of(sendtype), address(recvbuf),
                     recvcounts, rdispls, type_of(recvtype), comm_of(comm)));
}

FORTRAN(alltoallw, ALLTOALLW,
        (void* sendbuf, MPI_Fint* sendcounts, MPI_Fint* sdispls, MPI_Fint* sendtypes, void* recvbuf,
         MPI_Fint* recvcounts, MPI_Fint* rdispls, MPI_Fint* recvtypes, MPI_Fint* comm,
         MPI_Fint* error)) {
  ORIGIN;
  const MPI_Comm c = comm_of(comm);
  const bool in_place = address(sendbuf) == MPI_IN_PLACE;
  const auto from = in_place ? std::vector<MPI_Datatype>() : types_of(sendtypes, c);
  const auto to = types_of(recvtypes, c);
  give(error, MPI_Alltoallw(address(sendbuf), sendcounts, sdispls, from.data(), address(recvbuf),
                            recvcounts, rdispls, to.data(), c));
}

FORTRAN(reduce, REDUCE,
        (void* sendbuf, void* recvbuf, MPI_Fint* count, MPI_Fint* type, MPI_Fint* op,
         MPI_Fint* root, MPI_Fint* comm, MPI_Fint* error)) {
  ORIGIN;
  give(error, MPI_Reduce(address(sendbuf), address(recvbuf), *count, type_of(type), op_of(op),
                         *root, comm_of(comm)));
}

#define REDUCTION(name, NAME, Function)                                                        \
  FORTRAN(name, NAME,                                                                          \
          (void* sendbuf, void* recvbuf, MPI_Fint* count, MPI_Fint* type, MPI_Fint* op,        \
           MPI_Fint* comm, MPI_Fint* error)) {                                                 \
    ORIGIN;                                                                                    \
    give(error, Function(address(sendbuf), address(recvbuf), *count, type_of(type), op_of(op), \
                         comm_of(comm)));                                                      \
  }

REDUCTION(allreduce, ALLREDUCE, MPI_Allreduce)
REDUCTION(scan, SCAN, MPI_Scan)
REDUCTION(exscan, EXSCAN, MPI_Exscan)
REDUCTION(reduce_scatter_block, REDUCE_SCATTER_BLOCK, MPI_Reduce_scatter_block)

FORTRAN(reduce_scatter, REDUCE_SCATTER,
        (void* sendbuf, void* recvbuf, MPI_Fint* counts, MPI_Fint* type, MPI_Fint* op,
         MPI_Fint* comm, MPI_Fint* error)) {
  ORIGIN;
  give(error, MPI_Reduce_scatter(address(sendbuf), address(recvbuf), counts, type_of(type),
                                 op_of(op), comm_of(comm)));
}
