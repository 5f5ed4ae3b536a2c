// SPDX-License-Identifier: Apache-2.0
// Barriers, and collectives with a root that move data, of which the program gets a persistent
// request; planned where rules say so or a blocking call of the kind has found a direct plan the
// fastest.
#include "interpose/persistent_names.h"
#ifdef BAMBOO_HAS_PERSISTENT_COLLECTIVES

#include "dispatch/persistent.h"

using namespace bamboo::plans::pmpi;

extern "C" {

PERSISTENT(Barrier, (MPI_Comm comm, MPI_Info info, MPI_Request* request)) {
  return make_request(
      BAMBOO_CALL(Barrier, comm, Form::Persistent), info, request,
      [&](const Communicator&) { return Bytes(0); },
      [&](const Communicator&) { return WorkFor(barrier_work); },
      [&] { return OWN_PERSISTENT(Barrier)(comm, info, request); });
}

PERSISTENT(Bcast, (void* buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm,
                   MPI_Info info, MPI_Request* request)) {
  return make_request(
      BAMBOO_CALL(Bcast, comm, Form::Persistent), info, request,
      [&](const Communicator& c) { return bcast_bytes(c, buffer, count, datatype, root); },
      [&](const Communicator&) { return keep_bcast(buffer, count, datatype, root); },
      [&] { return OWN_PERSISTENT(Bcast)(buffer, count, datatype, root, comm, info, request); });
}

PERSISTENT(Gather,
           (const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
            MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request)) {
  return make_request(
      BAMBOO_CALL(Gather, comm, Form::Persistent), info, request,
      [&](const Communicator& c) {
        return rooted_bytes(c, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root);
      },
      [&](const Communicator& c) {
        return keep_gather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root,
                           c.rank());
      },
      [&] {
        return OWN_PERSISTENT(Gather)(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
                                      root, comm, info, request);
      });
}

PERSISTENT(Gatherv, (const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                     const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root,
                     MPI_Comm comm, MPI_Info info, MPI_Request* request)) {
  return make_request(
      BAMBOO_CALL(Gatherv, comm, Form::Persistent), info, request,
      [&](const Communicator& c) {
        return rooted_bytes(c, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype,
                            root);
      },
      [&](const Communicator& c) {
        return keep_gatherv(sendbuf, sendcount, sendtype, recvbuf, {recvcounts, displs, recvtype},
                            root, c.rank(), c.size());
      },
      [&] {
        return OWN_PERSISTENT(Gatherv)(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
                                       recvtype, root, comm, info, request);
      });
}

PERSISTENT(Scatter,
           (const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
            MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request)) {
  return make_request(
      BAMBOO_CALL(Scatter, comm, Form::Persistent), info, request,
      [&](const Communicator& c) {
        return rooted_bytes(c, recvbuf, recvcount, recvtype, sendbuf, sendcount, sendtype, root);
      },
      [&](const Communicator& c) {
        return keep_scatter(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root,
                            c.rank());
      },
      [&] {
        return OWN_PERSISTENT(Scatter)(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
                                       root, comm, info, request);
      });
}

PERSISTENT(Scatterv, (const void* sendbuf, const int sendcounts[], const int displs[],
                      MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype,
                      int root, MPI_Comm comm, MPI_Info info, MPI_Request* request)) {
  return make_request(
      BAMBOO_CALL(Scatterv, comm, Form::Persistent), info, request,
      [&](const Communicator& c) {
        return rooted_bytes(c, recvbuf, recvcount, recvtype, sendbuf, sendcounts, displs, sendtype,
                            root);
      },
      [&](const Communicator& c) {
        return keep_scatterv(sendbuf, {sendcounts, displs, sendtype}, recvbuf, recvcount, recvtype,
                             root, c.rank(), c.size());
      },
      [&] {
        return OWN_PERSISTENT(Scatterv)(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount,
                                        recvtype, root, comm, info, request);
      });
}
}
#endif
