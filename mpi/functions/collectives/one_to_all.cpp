// SPDX-License-Identifier: Apache-2.0
#include "collectives/operations.h"
#include "functions/entry.h"

using namespace bamboo::mpi;

int MPI_Barrier(MPI_Comm comm) {
  return BAMBOO_MPI_ENTER(comm, { run(barrier(rank.communicator(comm))); });
}

int MPI_Ibarrier(MPI_Comm comm, MPI_Request* request) {
  return BAMBOO_MPI_ENTER(comm, { start(barrier(rank.communicator(comm)), request); });
}

int MPI_Bcast(void* buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm) {
  return BAMBOO_MPI_ENTER(comm,
                          { run(bcast(buffer, count, datatype, root, rank.communicator(comm))); });
}

int MPI_Ibcast(void* buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm,
               MPI_Request* request) {
  return BAMBOO_MPI_ENTER(
      comm, { start(bcast(buffer, count, datatype, root, rank.communicator(comm)), request); });
}

int MPI_Gather(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
               int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
  return BAMBOO_MPI_ENTER(comm, {
    run(gather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root,
               rank.communicator(comm)));
  });
}

int MPI_Igather(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
                MPI_Request* request) {
  return BAMBOO_MPI_ENTER(comm, {
    start(gather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root,
                 rank.communicator(comm)),
          request);
  });
}

int MPI_Gatherv(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root,
                MPI_Comm comm) {
  return BAMBOO_MPI_ENTER(comm, {
    run(gatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root,
                rank.communicator(comm)));
  });
}

int MPI_Igatherv(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                 const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root,
                 MPI_Comm comm, MPI_Request* request) {
  return BAMBOO_MPI_ENTER(comm, {
    start(gatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root,
                  rank.communicator(comm)),
          request);
  });
}

int MPI_Scatter(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
  return BAMBOO_MPI_ENTER(comm, {
    run(scatter(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root,
                rank.communicator(comm)));
  });
}

int MPI_Iscatter(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                 int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
                 MPI_Request* request) {
  return BAMBOO_MPI_ENTER(comm, {
    start(scatter(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root,
                  rank.communicator(comm)),
          request);
  });
}

int MPI_Scatterv(const void* sendbuf, const int sendcounts[], const int displs[],
                 MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype,
                 int root, MPI_Comm comm) {
  return BAMBOO_MPI_ENTER(comm, {
    run(scatterv(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root,
                 rank.communicator(comm)));
  });
}

int MPI_Iscatterv(const void* sendbuf, const int sendcounts[], const int displs[],
                  MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype,
                  int root, MPI_Comm comm, MPI_Request* request) {
  return BAMBOO_MPI_ENTER(comm, {
    start(scatterv(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root,
                   rank.communicator(comm)),
          request);
  });
}
