// SPDX-License-Identifier: Apache-2.0
#include "collectives/operations.h"
#include "functions/entry.h"

using namespace bamboo::mpi;

int MPI_Barrier(MPI_Comm comm) {
  return BAMBOO_MPI_ENTER(comm, { run(barrier(rank, comm)); });
}

int MPI_Ibarrier(MPI_Comm comm, MPI_Request* request) {
  return BAMBOO_MPI_ENTER(comm, { start(rank, barrier(rank, comm), request); });
}

int MPI_Bcast(void* buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm) {
  return BAMBOO_MPI_ENTER(comm, { run(bcast(rank, buffer, count, datatype, root, comm)); });
}

int MPI_Ibcast(void* buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm,
               MPI_Request* request) {
  return BAMBOO_MPI_ENTER(
      comm, { start(rank, bcast(rank, buffer, count, datatype, root, comm), request); });
}

int MPI_Gather(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
               int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
  return BAMBOO_MPI_ENTER(comm, {
    run(gather(rank, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm));
  });
}

int MPI_Igather(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
                MPI_Request* request) {
  return BAMBOO_MPI_ENTER(comm, {
    start(rank,
          gather(rank, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm),
          request);
  });
}

int MPI_Gatherv(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root,
                MPI_Comm comm) {
  return BAMBOO_MPI_ENTER(comm, {
    run(gatherv(rank, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root,
                comm));
  });
}

int MPI_Igatherv(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                 const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root,
                 MPI_Comm comm, MPI_Request* request) {
  return BAMBOO_MPI_ENTER(comm, {
    start(rank,
          gatherv(rank, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root,
                  comm),
          request);
  });
}

int MPI_Scatter(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
  return BAMBOO_MPI_ENTER(comm, {
    run(scatter(rank, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm));
  });
}

int MPI_Iscatter(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                 int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
                 MPI_Request* request) {
  return BAMBOO_MPI_ENTER(comm, {
    start(rank,
          scatter(rank, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm),
          request);
  });
}

int MPI_Scatterv(const void* sendbuf, const int sendcounts[], const int displs[],
                 MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype,
                 int root, MPI_Comm comm) {
  return BAMBOO_MPI_ENTER(comm, {
    run(scatterv(rank, sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root,
                 comm));
  });
}

int MPI_Iscatterv(const void* sendbuf, const int sendcounts[], const int displs[],
                  MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype,
                  int root, MPI_Comm comm, MPI_Request* request) {
  return BAMBOO_MPI_ENTER(comm, {
    start(rank,
          scatterv(rank, sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root,
                   comm),
          request);
  });
}
