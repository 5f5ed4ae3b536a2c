// SPDX-License-Identifier: Apache-2.0
#include "collectives/operations.h"
#include "functions/entry.h"

using namespace bamboo::mpi;

int MPI_Allgather(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                  int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
  return BAMBOO_MPI_ENTER(comm, {
    run(allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
                  rank.communicator(comm)));
  });
}

int MPI_Iallgather(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                   int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
  return BAMBOO_MPI_ENTER(comm, {
    start(allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
                    rank.communicator(comm)),
          request);
  });
}

int MPI_Allgatherv(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                   const int recvcounts[], const int displs[], MPI_Datatype recvtype,
                   MPI_Comm comm) {
  return BAMBOO_MPI_ENTER(comm, {
    run(allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype,
                   rank.communicator(comm)));
  });
}

int MPI_Iallgatherv(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                    const int recvcounts[], const int displs[], MPI_Datatype recvtype,
                    MPI_Comm comm, MPI_Request* request) {
  return BAMBOO_MPI_ENTER(comm, {
    start(allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype,
                     rank.communicator(comm)),
          request);
  });
}

int MPI_Alltoall(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                 int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
  return BAMBOO_MPI_ENTER(comm, {
    run(alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
                 rank.communicator(comm)));
  });
}

int MPI_Ialltoall(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                  int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
  return BAMBOO_MPI_ENTER(comm, {
    start(alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
                   rank.communicator(comm)),
          request);
  });
}

int MPI_Alltoallv(const void* sendbuf, const int sendcounts[], const int sdispls[],
                  MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int rdispls[],
                  MPI_Datatype recvtype, MPI_Comm comm) {
  return BAMBOO_MPI_ENTER(comm, {
    run(alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype,
                  rank.communicator(comm)));
  });
}

int MPI_Ialltoallv(const void* sendbuf, const int sendcounts[], const int sdispls[],
                   MPI_Datatype sendtype, void* recvbuf, const int recvcounts[],
                   const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm,
                   MPI_Request* request) {
  return BAMBOO_MPI_ENTER(comm, {
    start(alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype,
                    rank.communicator(comm)),
          request);
  });
}

int MPI_Alltoallw(const void* sendbuf, const int sendcounts[], const int sdispls[],
                  const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[],
                  const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm) {
  return BAMBOO_MPI_ENTER(comm, {
    run(alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes,
                  rank.communicator(comm)));
  });
}

int MPI_Ialltoallw(const void* sendbuf, const int sendcounts[], const int sdispls[],
                   const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[],
                   const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm,
                   MPI_Request* request) {
  return BAMBOO_MPI_ENTER(comm, {
    start(alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls,
                    recvtypes, rank.communicator(comm)),
          request);
  });
}
