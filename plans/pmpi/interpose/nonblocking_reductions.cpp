// SPDX-License-Identifier: Apache-2.0
// Collectives that reduce, of which the program gets a request that is under way.
#include "dispatch/nonblocking.h"

using namespace bamboo::plans::pmpi;

extern "C" {

int MPI_Ireduce(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                int root, MPI_Comm comm, MPI_Request* request) {
  return start_request(
      BAMBOO_CALL(Reduce, comm, Form::Nonblocking), request,
      [&](const Communicator& c) {
        return reduce_bytes(c, sendbuf, recvbuf, count, datatype, op, root);
      },
      [&](const Communicator&) {
        return keep_reduction(sendbuf, recvbuf, count, datatype, op, root);
      },
      [&] { return PMPI_Ireduce(sendbuf, recvbuf, count, datatype, op, root, comm, request); });
}

int MPI_Iallreduce(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                   MPI_Comm comm, MPI_Request* request) {
  return start_request(
      BAMBOO_CALL(Allreduce, comm, Form::Nonblocking), request,
      [&](const Communicator&) { return reduction_bytes(recvbuf, count, datatype, op); },
      [&](const Communicator&) { return keep_reduction(sendbuf, recvbuf, count, datatype, op); },
      [&] { return PMPI_Iallreduce(sendbuf, recvbuf, count, datatype, op, comm, request); });
}

int MPI_Iscan(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
              MPI_Comm comm, MPI_Request* request) {
  return start_request(
      BAMBOO_CALL(Scan, comm, Form::Nonblocking), request,
      [&](const Communicator&) { return reduction_bytes(recvbuf, count, datatype, op); },
      [&](const Communicator&) { return keep_reduction(sendbuf, recvbuf, count, datatype, op); },
      [&] { return PMPI_Iscan(sendbuf, recvbuf, count, datatype, op, comm, request); });
}

int MPI_Iexscan(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                MPI_Comm comm, MPI_Request* request) {
  return start_request(
      BAMBOO_CALL(Exscan, comm, Form::Nonblocking), request,
      [&](const Communicator&) { return reduction_bytes(recvbuf, count, datatype, op); },
      [&](const Communicator&) { return keep_reduction(sendbuf, recvbuf, count, datatype, op); },
      [&] { return PMPI_Iexscan(sendbuf, recvbuf, count, datatype, op, comm, request); });
}

int MPI_Ireduce_scatter(const void* sendbuf, void* recvbuf, const int recvcounts[],
                        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request) {
  return start_request(
      BAMBOO_CALL(ReduceScatter, comm, Form::Nonblocking), request,
      [&](const Communicator& c) {
        return reduce_scatter_bytes(c, recvbuf, recvcounts, datatype, op);
      },
      [&](const Communicator& c) {
        return keep_reduce_scatter(sendbuf, recvbuf, recvcounts, datatype, op, c.size());
      },
      [&] {
        return PMPI_Ireduce_scatter(sendbuf, recvbuf, recvcounts, datatype, op, comm, request);
      });
}

int MPI_Ireduce_scatter_block(const void* sendbuf, void* recvbuf, int recvcount,
                              MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                              MPI_Request* request) {
  return start_request(
      BAMBOO_CALL(ReduceScatterBlock, comm, Form::Nonblocking), request,
      [&](const Communicator&) { return reduction_bytes(recvbuf, recvcount, datatype, op); },
      [&](const Communicator&) {
        return keep_reduce_scatter_block(sendbuf, recvbuf, recvcount, datatype, op);
      },
      [&] {
        return PMPI_Ireduce_scatter_block(sendbuf, recvbuf, recvcount, datatype, op, comm, request);
      });
}
}
