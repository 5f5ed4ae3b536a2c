// SPDX-License-Identifier: Apache-2.0
#include "collectives/operations.h"
#include "functions/entry.h"

using namespace bamboo::mpi;

int MPI_Reduce(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
               int root, MPI_Comm comm) {
  return BAMBOO_MPI_ENTER(
      comm, { run(reduce(sendbuf, recvbuf, count, datatype, op, root, rank.communicator(comm))); });
}

int MPI_Ireduce(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                int root, MPI_Comm comm, MPI_Request* request) {
  return BAMBOO_MPI_ENTER(comm, {
    start(reduce(sendbuf, recvbuf, count, datatype, op, root, rank.communicator(comm)), request);
  });
}

int MPI_Allreduce(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                  MPI_Comm comm) {
  return BAMBOO_MPI_ENTER(
      comm, { run(allreduce(sendbuf, recvbuf, count, datatype, op, rank.communicator(comm))); });
}

int MPI_Iallreduce(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                   MPI_Comm comm, MPI_Request* request) {
  return BAMBOO_MPI_ENTER(comm, {
    start(allreduce(sendbuf, recvbuf, count, datatype, op, rank.communicator(comm)), request);
  });
}

int MPI_Scan(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
             MPI_Comm comm) {
  return BAMBOO_MPI_ENTER(
      comm, { run(scan(sendbuf, recvbuf, count, datatype, op, rank.communicator(comm))); });
}

int MPI_Iscan(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
              MPI_Comm comm, MPI_Request* request) {
  return BAMBOO_MPI_ENTER(comm, {
    start(scan(sendbuf, recvbuf, count, datatype, op, rank.communicator(comm)), request);
  });
}

int MPI_Exscan(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
               MPI_Comm comm) {
  return BAMBOO_MPI_ENTER(
      comm, { run(exscan(sendbuf, recvbuf, count, datatype, op, rank.communicator(comm))); });
}

int MPI_Iexscan(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                MPI_Comm comm, MPI_Request* request) {
  return BAMBOO_MPI_ENTER(comm, {
    start(exscan(sendbuf, recvbuf, count, datatype, op, rank.communicator(comm)), request);
  });
}

int MPI_Reduce_scatter(const void* sendbuf, void* recvbuf, const int recvcounts[],
                       MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
  return BAMBOO_MPI_ENTER(comm, {
    run(reduce_scatter(sendbuf, recvbuf, recvcounts, datatype, op, rank.communicator(comm)));
  });
}

int MPI_Ireduce_scatter(const void* sendbuf, void* recvbuf, const int recvcounts[],
                        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request) {
  return BAMBOO_MPI_ENTER(comm, {
    start(reduce_scatter(sendbuf, recvbuf, recvcounts, datatype, op, rank.communicator(comm)),
          request);
  });
}

int MPI_Reduce_scatter_block(const void* sendbuf, void* recvbuf, int recvcount,
                             MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
  return BAMBOO_MPI_ENTER(comm, {
    run(reduce_scatter_block(sendbuf, recvbuf, recvcount, datatype, op, rank.communicator(comm)));
  });
}

int MPI_Ireduce_scatter_block(const void* sendbuf, void* recvbuf, int recvcount,
                              MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                              MPI_Request* request) {
  return BAMBOO_MPI_ENTER(comm, {
    start(reduce_scatter_block(sendbuf, recvbuf, recvcount, datatype, op, rank.communicator(comm)),
          request);
  });
}
