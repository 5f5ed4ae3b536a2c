// SPDX-License-Identifier: Apache-2.0
#include "collectives/operations.h"
#include "functions/entry.h"

using namespace bamboo::mpi;

int MPI_Reduce(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
               int root, MPI_Comm comm) {
  return BAMBOO_MPI_ENTER(
      comm, { run(reduce(rank, sendbuf, recvbuf, count, datatype, op, root, comm)); });
}

int MPI_Ireduce(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                int root, MPI_Comm comm, MPI_Request* request) {
  return BAMBOO_MPI_ENTER(comm, {
    start(rank, reduce(rank, sendbuf, recvbuf, count, datatype, op, root, comm), request);
  });
}

int MPI_Allreduce(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                  MPI_Comm comm) {
  return BAMBOO_MPI_ENTER(comm,
                          { run(allreduce(rank, sendbuf, recvbuf, count, datatype, op, comm)); });
}

int MPI_Iallreduce(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                   MPI_Comm comm, MPI_Request* request) {
  return BAMBOO_MPI_ENTER(comm, {
    start(rank, allreduce(rank, sendbuf, recvbuf, count, datatype, op, comm), request);
  });
}

int MPI_Scan(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
             MPI_Comm comm) {
  return BAMBOO_MPI_ENTER(comm, { run(scan(rank, sendbuf, recvbuf, count, datatype, op, comm)); });
}

int MPI_Iscan(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
              MPI_Comm comm, MPI_Request* request) {
  return BAMBOO_MPI_ENTER(
      comm, { start(rank, scan(rank, sendbuf, recvbuf, count, datatype, op, comm), request); });
}

int MPI_Exscan(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
               MPI_Comm comm) {
  return BAMBOO_MPI_ENTER(comm,
                          { run(exscan(rank, sendbuf, recvbuf, count, datatype, op, comm)); });
}

int MPI_Iexscan(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                MPI_Comm comm, MPI_Request* request) {
  return BAMBOO_MPI_ENTER(
      comm, { start(rank, exscan(rank, sendbuf, recvbuf, count, datatype, op, comm), request); });
}

int MPI_Reduce_scatter(const void* sendbuf, void* recvbuf, const int recvcounts[],
                       MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
  return BAMBOO_MPI_ENTER(
      comm, { run(reduce_scatter(rank, sendbuf, recvbuf, recvcounts, datatype, op, comm)); });
}

int MPI_Ireduce_scatter(const void* sendbuf, void* recvbuf, const int recvcounts[],
                        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request) {
  return BAMBOO_MPI_ENTER(comm, {
    start(rank, reduce_scatter(rank, sendbuf, recvbuf, recvcounts, datatype, op, comm), request);
  });
}

int MPI_Reduce_scatter_block(const void* sendbuf, void* recvbuf, int recvcount,
                             MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
  return BAMBOO_MPI_ENTER(
      comm, { run(reduce_scatter_block(rank, sendbuf, recvbuf, recvcount, datatype, op, comm)); });
}

int MPI_Ireduce_scatter_block(const void* sendbuf, void* recvbuf, int recvcount,
                              MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                              MPI_Request* request) {
  return BAMBOO_MPI_ENTER(comm, {
    start(rank, reduce_scatter_block(rank, sendbuf, recvbuf, recvcount, datatype, op, comm),
          request);
  });
}
