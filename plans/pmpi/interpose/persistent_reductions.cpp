// SPDX-License-Identifier: Apache-2.0
// Collectives that reduce, of which the program gets a persistent request; planned where
// rules say so or a blocking call of the kind has found a direct plan the fastest.
#include "interpose/persistent_names.h"
#ifdef BAMBOO_HAS_PERSISTENT_COLLECTIVES

#include "dispatch/persistent.h"

using namespace bamboo::plans::pmpi;

extern "C" {

PERSISTENT(Reduce, (const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                    int root, MPI_Comm comm, MPI_Info info, MPI_Request* request)) {
  return make_request(
      BAMBOO_CALL(Reduce, comm, Form::Persistent), info, request,
      [&](const Communicator& c) {
        return reduce_bytes(c, sendbuf, recvbuf, count, datatype, op, root);
      },
      [&](const Communicator&) {
        return keep_reduction(sendbuf, recvbuf, count, datatype, op, root);
      },
      [&] {
        return OWN_PERSISTENT(Reduce)(sendbuf, recvbuf, count, datatype, op, root, comm, info,
                                      request);
      });
}

PERSISTENT(Allreduce, (const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype,
                       MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request)) {
  return make_request(
      BAMBOO_CALL(Allreduce, comm, Form::Persistent), info, request,
      [&](const Communicator&) { return reduction_bytes(recvbuf, count, datatype, op); },
      [&](const Communicator&) { return keep_reduction(sendbuf, recvbuf, count, datatype, op); },
      [&] {
        return OWN_PERSISTENT(Allreduce)(sendbuf, recvbuf, count, datatype, op, comm, info,
                                         request);
      });
}

PERSISTENT(Scan, (const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                  MPI_Comm comm, MPI_Info info, MPI_Request* request)) {
  return make_request(
      BAMBOO_CALL(Scan, comm, Form::Persistent), info, request,
      [&](const Communicator&) { return reduction_bytes(recvbuf, count, datatype, op); },
      [&](const Communicator&) { return keep_reduction(sendbuf, recvbuf, count, datatype, op); },
      [&] {
        return OWN_PERSISTENT(Scan)(sendbuf, recvbuf, count, datatype, op, comm, info, request);
      });
}

PERSISTENT(Exscan, (const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                    MPI_Comm comm, MPI_Info info, MPI_Request* request)) {
  return make_request(
      BAMBOO_CALL(Exscan, comm, Form::Persistent), info, request,
      [&](const Communicator&) { return reduction_bytes(recvbuf, count, datatype, op); },
      [&](const Communicator&) { return keep_reduction(sendbuf, recvbuf, count, datatype, op); },
      [&] {
        return OWN_PERSISTENT(Exscan)(sendbuf, recvbuf, count, datatype, op, comm, info, request);
      });
}

PERSISTENT(Reduce_scatter,
           (const void* sendbuf, void* recvbuf, const int recvcounts[], MPI_Datatype datatype,
            MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request)) {
  return make_request(
      BAMBOO_CALL(ReduceScatter, comm, Form::Persistent), info, request,
      [&](const Communicator& c) {
        return reduce_scatter_bytes(c, recvbuf, recvcounts, datatype, op);
      },
      [&](const Communicator& c) {
        return keep_reduce_scatter(sendbuf, recvbuf, recvcounts, datatype, op, c.size());
      },
      [&] {
        return OWN_PERSISTENT(Reduce_scatter)(sendbuf, recvbuf, recvcounts, datatype, op, comm,
                                              info, request);
      });
}

PERSISTENT(Reduce_scatter_block,
           (const void* sendbuf, void* recvbuf, int recvcount, MPI_Datatype datatype, MPI_Op op,
            MPI_Comm comm, MPI_Info info, MPI_Request* request)) {
  return make_request(
      BAMBOO_CALL(ReduceScatterBlock, comm, Form::Persistent), info, request,
      [&](const Communicator&) { return reduction_bytes(recvbuf, recvcount, datatype, op); },
      [&](const Communicator&) {
        return keep_reduce_scatter_block(sendbuf, recvbuf, recvcount, datatype, op);
      },
      [&] {
        return OWN_PERSISTENT(Reduce_scatter_block)(sendbuf, recvbuf, recvcount, datatype, op, comm,
                                                    info, request);
      });
}
}
#endif
