// SPDX-License-Identifier: Apache-2.0
// Nonblocking collectives of programs that use Open MPI's Fortran bindings, which call PMPI_
// themselves.
#include <mpi.h>

#include "fortran/openmpi.h"

using namespace bamboo::plans::pmpi;

// Calls `function` with a request that Fortran gets.
#define START(function, ...)                       \
  {                                                \
    ORIGIN;                                        \
    MPI_Request made = MPI_REQUEST_NULL;           \
    const int code = function(__VA_ARGS__, &made); \
    give_request(request, error, code, made);      \
  }

FORTRAN(ibarrier, IBARRIER, (MPI_Fint * comm, MPI_Fint* request, MPI_Fint* error))
START(MPI_Ibarrier, comm_of(comm))

FORTRAN(ibcast, IBCAST,
        (void* buffer, MPI_Fint* count, MPI_Fint* type, MPI_Fint* root, MPI_Fint* comm,
         MPI_Fint* request, MPI_Fint* error))
START(MPI_Ibcast, address(buffer), *count, type_of(type), *root, comm_of(comm))

#define OF_BLOCKS(name, NAME, Function)                                                            \
  FORTRAN(                                                                                         \
      name, NAME,                                                                                  \
      (void* sendbuf, MPI_Fint* sendcount, MPI_Fint* sendtype, void* recvbuf, MPI_Fint* recvcount, \
       MPI_Fint* recvtype, MPI_Fint* comm, MPI_Fint* request, MPI_Fint* error))                    \
  START(Function, address(sendbuf), *sendcount, type_of(sendtype), address(recvbuf), *recvcount,   \
        type_of(recvtype), comm_of(comm))

OF_BLOCKS(ialltoall, IALLTOALL, MPI_Ialltoall)
OF_BLOCKS(iallgather, IALLGATHER, MPI_Iallgather)

#define ROOTED(name, NAME, Function)                                                               \
  FORTRAN(                                                                                         \
      name, NAME,                                                                                  \
      (void* sendbuf, MPI_Fint* sendcount, MPI_Fint* sendtype, void* recvbuf, MPI_Fint* recvcount, \
       MPI_Fint* recvtype, MPI_Fint* root, MPI_Fint* comm, MPI_Fint* request, MPI_Fint* error))    \
  START(Function, address(sendbuf), *sendcount, type_of(sendtype), address(recvbuf), *recvcount,   \
        type_of(recvtype), *root, comm_of(comm))

ROOTED(igather, IGATHER, MPI_Igather)
ROOTED(iscatter, ISCATTER, MPI_Iscatter)

FORTRAN(igatherv, IGATHERV,
        (void* sendbuf, MPI_Fint* sendcount, MPI_Fint* sendtype, void* recvbuf,
         MPI_Fint* recvcounts, MPI_Fint* displs, MPI_Fint* recvtype, MPI_Fint* root, MPI_Fint* comm,
         MPI_Fint* request, MPI_Fint* error))
START(MPI_Igatherv, address(sendbuf), *sendcount, type_of(sendtype), address(recvbuf), recvcounts,
      displs, type_of(recvtype), *root, comm_of(comm))

FORTRAN(iscatterv, ISCATTERV,
        (void* sendbuf, MPI_Fint* sendcounts, MPI_Fint* displs, MPI_Fint* sendtype, void* recvbuf,
         MPI_Fint* recvcount, MPI_Fint* recvtype, MPI_Fint* root, MPI_Fint* comm, MPI_Fint* request,
         MPI_Fint* error))
START(MPI_Iscatterv, address(sendbuf), sendcounts, displs, type_of(sendtype), address(recvbuf),
      *recvcount, type_of(recvtype), *root, comm_of(comm))

FORTRAN(iallgatherv, IALLGATHERV,
        (void* sendbuf, MPI_Fint* sendcount, MPI_Fint* sendtype, void* recvbuf,
         MPI_Fint* recvcounts, MPI_Fint* displs, MPI_Fint* recvtype, MPI_Fint* comm,
         MPI_Fint* request, MPI_Fint* error))
START(MPI_Iallgatherv, address(sendbuf), *sendcount, type_of(sendtype), address(recvbuf),
      recvcounts, displs, type_of(recvtype), comm_of(comm))

FORTRAN(ialltoallv, IALLTOALLV,
        (void* sendbuf, MPI_Fint* sendcounts, MPI_Fint* sdispls, MPI_Fint* sendtype, void* recvbuf,
         MPI_Fint* recvcounts, MPI_Fint* rdispls, MPI_Fint* recvtype, MPI_Fint* comm,
         MPI_Fint* request, MPI_Fint* error))
START(MPI_Ialltoallv, address(sendbuf), sendcounts, sdispls, type_of(sendtype), address(recvbuf),
      recvcounts, rdispls, type_of(recvtype), comm_of(comm))

FORTRAN(ialltoallw, IALLTOALLW,
        (void* sendbuf, MPI_Fint* sendcounts, MPI_Fint* sdispls, MPI_Fint* sendtypes, void* recvbuf,
         MPI_Fint* recvcounts, MPI_Fint* rdispls, MPI_Fint* recvtypes, MPI_Fint* comm,
         MPI_Fint* request, MPI_Fint* error)) {
  const MPI_Comm c = comm_of(comm);
  const bool in_place = address(sendbuf) == MPI_IN_PLACE;
  const auto from = in_place ? std::vector<MPI_Datatype>() : types_of(sendtypes, c);
  const auto to = types_of(recvtypes, c);
  START(MPI_Ialltoallw, address(sendbuf), sendcounts, sdispls, from.data(), address(recvbuf),
        recvcounts, rdispls, to.data(), c)
}

FORTRAN(ireduce, IREDUCE,
        (void* sendbuf, void* recvbuf, MPI_Fint* count, MPI_Fint* type, MPI_Fint* op,
         MPI_Fint* root, MPI_Fint* comm, MPI_Fint* request, MPI_Fint* error))
START(MPI_Ireduce, address(sendbuf), address(recvbuf), *count, type_of(type), op_of(op), *root,
      comm_of(comm))

#define REDUCTION(name, NAME, Function)                                                 \
  FORTRAN(name, NAME,                                                                   \
          (void* sendbuf, void* recvbuf, MPI_Fint* count, MPI_Fint* type, MPI_Fint* op, \
           MPI_Fint* comm, MPI_Fint* request, MPI_Fint* error))                         \
  START(Function, address(sendbuf), address(recvbuf), *count, type_of(type), op_of(op), \
        comm_of(comm))

REDUCTION(iallreduce, IALLREDUCE, MPI_Iallreduce)
REDUCTION(iscan, ISCAN, MPI_Iscan)
REDUCTION(iexscan, IEXSCAN, MPI_Iexscan)
REDUCTION(ireduce_scatter_block, IREDUCE_SCATTER_BLOCK, MPI_Ireduce_scatter_block)

FORTRAN(ireduce_scatter, IREDUCE_SCATTER,
        (void* sendbuf, void* recvbuf, MPI_Fint* counts, MPI_Fint* type, MPI_Fint* op,
         MPI_Fint* comm, MPI_Fint* request, MPI_Fint* error))
START(MPI_Ireduce_scatter, address(sendbuf), address(recvbuf), counts, type_of(type), op_of(op),
      comm_of(comm))
