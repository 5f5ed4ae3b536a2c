// SPDX-License-Identifier: Apache-2.0
// All-to-alls and allgathers of which the program gets a persistent request: those that are
// planned, between hosts, though nothing says so.
#include "interpose/persistent_names.h"
#ifdef BAMBOO_HAS_PERSISTENT_COLLECTIVES

#include "dispatch/persistent.h"

using namespace bamboo::plans::pmpi;

namespace {

std::optional<Planned> plan_exchange(const Communicator& c, const Call& call, MPI_Info info,
                                     const void* sendbuf, const SideOfExchange& sent, void* recvbuf,
                                     const SideOfExchange& received) {
  const PartOfExchange exchange = exchange_of(sendbuf, sent, recvbuf, received, c.size());
  const WorkFor work = exchange.is_plausible()
                           ? keep_exchange(sendbuf, sent, recvbuf, received, c.size())
                           : WorkFor();
  return plan_persistent(call, info, exchange, work);
}

}  // namespace

extern "C" {

PERSISTENT(Alltoall,
           (const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
            MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request)) {
  const Call call = BAMBOO_CALL(Alltoall, comm, Form::Persistent);
  return make_request(
      call, info, request,
      [&](const Communicator&) {
        return block_bytes(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype);
      },
      [&](const Communicator&) {
        return keep_alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype);
      },
      [&] {
        return OWN_PERSISTENT(Alltoall)(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
                                        comm, info, request);
      });
}

PERSISTENT(Allgather,
           (const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf, int recvcount,
            MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info, MPI_Request* request)) {
  const Call call = BAMBOO_CALL(Allgather, comm, Form::Persistent);
  return make_request(
      call, info, request,
      [&](const Communicator&) {
        return block_bytes(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype);
      },
      [&](const Communicator&) {
        return keep_allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype);
      },
      [&] {
        return OWN_PERSISTENT(Allgather)(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype,
                                         comm, info, request);
      });
}

PERSISTENT(Allgatherv, (const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                        const int recvcounts[], const int displs[], MPI_Datatype recvtype,
                        MPI_Comm comm, MPI_Info info, MPI_Request* request)) {
  const Call call = BAMBOO_CALL(Allgatherv, comm, Form::Persistent);
  return make_request(
      call, info, request,
      [&](const Communicator& c) {
        return allgatherv_bytes(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype,
                                c.size());
      },
      [&](const Communicator& c) {
        return keep_allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype,
                               c.size());
      },
      [&] {
        return OWN_PERSISTENT(Allgatherv)(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs,
                                          recvtype, comm, info, request);
      });
}

PERSISTENT(Alltoallv,
           (const void* sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype,
            void* recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype,
            MPI_Comm comm, MPI_Info info, MPI_Request* request)) {
  const Call call = BAMBOO_CALL(Alltoallv, comm, Form::Persistent);
  return make_request(
      call, info, request,
      [&](const Communicator& c) {
        return plan_exchange(c, call, info, sendbuf, {sendcounts, sdispls, sendtype, nullptr},
                             recvbuf, {recvcounts, rdispls, recvtype, nullptr});
      },
      [&] {
        return OWN_PERSISTENT(Alltoallv)(sendbuf, sendcounts, sdispls, sendtype, recvbuf,
                                         recvcounts, rdispls, recvtype, comm, info, request);
      });
}

PERSISTENT(Alltoallw, (const void* sendbuf, const int sendcounts[], const int sdispls[],
                       const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[],
                       const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm,
                       MPI_Info info, MPI_Request* request)) {
  const Call call = BAMBOO_CALL(Alltoallv, comm, Form::Persistent);
  return make_request(
      call, info, request,
      [&](const Communicator& c) {
        return plan_exchange(c, call, info, sendbuf,
                             {sendcounts, sdispls, MPI_DATATYPE_NULL, sendtypes}, recvbuf,
                             {recvcounts, rdispls, MPI_DATATYPE_NULL, recvtypes});
      },
      [&] {
        return OWN_PERSISTENT(Alltoallw)(sendbuf, sendcounts, sdispls, sendtypes, recvbuf,
                                         recvcounts, rdispls, recvtypes, comm, info, request);
      });
}
}
#endif
