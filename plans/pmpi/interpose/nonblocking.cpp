// SPDX-License-Identifier: Apache-2.0
// Collectives that move data, of which the program gets a request that is under way; planned where
// it is known that a direct plan serves well.
#include "dispatch/nonblocking.h"

using namespace bamboo::plans::pmpi;

extern "C" {

int MPI_Ibarrier(MPI_Comm comm, MPI_Request* request) {
  return start_request(
      BAMBOO_CALL(Barrier, comm, Form::Nonblocking), request,
      [](const Communicator&) { return Bytes(0); },
      [](const Communicator&) { return WorkFor(barrier_work); },
      [&] { return PMPI_Ibarrier(comm, request); });
}

int MPI_Ibcast(void* buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm,
               MPI_Request* request) {
  return start_request(
      BAMBOO_CALL(Bcast, comm, Form::Nonblocking), request,
      [&](const Communicator& c) { return bcast_bytes(c, buffer, count, datatype, root); },
      [&](const Communicator&) { return keep_bcast(buffer, count, datatype, root); },
      [&] { return PMPI_Ibcast(buffer, count, datatype, root, comm, request); });
}

int MPI_Ialltoall(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                  int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
  return start_request(
      BAMBOO_CALL(Alltoall, comm, Form::Nonblocking), request,
      [&](const Communicator&) {
        return block_bytes(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype);
      },
      [&](const Communicator&) {
        return keep_alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype);
      },
      [&] {
        return PMPI_Ialltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm,
                              request);
      });
}

int MPI_Ialltoallv(const void* sendbuf, const int sendcounts[], const int sdispls[],
                   MPI_Datatype sendtype, void* recvbuf, const int recvcounts[],
                   const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm,
                   MPI_Request* request) {
  return start_request(
      BAMBOO_CALL(Alltoallv, comm, Form::Nonblocking), request,
      [&](const Communicator& c) {
        return exchange_bytes(c, sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts,
                              rdispls, recvtype);
      },
      [&](const Communicator& c) {
        return keep_exchange(sendbuf, {sendcounts, sdispls, sendtype}, recvbuf,
                             {recvcounts, rdispls, recvtype}, c.size());
      },
      [&] {
        return PMPI_Ialltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls,
                               recvtype, comm, request);
      });
}

int MPI_Ialltoallw(const void* sendbuf, const int sendcounts[], const int sdispls[],
                   const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[],
                   const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm,
                   MPI_Request* request) {
  return start_request(
      BAMBOO_CALL(Alltoallv, comm, Form::Nonblocking), request,
      [&](const Communicator& c) {
        return exchange_bytes(c, sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts,
                              rdispls, recvtypes);
      },
      [&](const Communicator& c) {
        return keep_exchange(sendbuf, {sendcounts, sdispls, MPI_DATATYPE_NULL, sendtypes}, recvbuf,
                             {recvcounts, rdispls, MPI_DATATYPE_NULL, recvtypes}, c.size());
      },
      [&] {
        return PMPI_Ialltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts,
                               rdispls, recvtypes, comm, request);
      });
}

int MPI_Iallgather(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                   int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
  return start_request(
      BAMBOO_CALL(Allgather, comm, Form::Nonblocking), request,
      [&](const Communicator&) {
        return block_bytes(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype);
      },
      [&](const Communicator&) {
        return keep_allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype);
      },
      [&] {
        return PMPI_Iallgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm,
                               request);
      });
}

int MPI_Iallgatherv(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                    const int recvcounts[], const int displs[], MPI_Datatype recvtype,
                    MPI_Comm comm, MPI_Request* request) {
  return start_request(
      BAMBOO_CALL(Allgatherv, comm, Form::Nonblocking), request,
      [&](const Communicator& c) {
        return allgatherv_bytes(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype,
                                c.size());
      },
      [&](const Communicator& c) {
        return keep_allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype,
                               c.size());
      },
      [&] {
        return PMPI_Iallgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype,
                                comm, request);
      });
}

int MPI_Igather(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
                MPI_Request* request) {
  return start_request(
      BAMBOO_CALL(Gather, comm, Form::Nonblocking), request,
      [&](const Communicator& c) {
        return rooted_bytes(c, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root);
      },
      [&](const Communicator& c) {
        return keep_gather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root,
                           c.rank());
      },
      [&] {
        return PMPI_Igather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm,
                            request);
      });
}

int MPI_Igatherv(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                 const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root,
                 MPI_Comm comm, MPI_Request* request) {
  return start_request(
      BAMBOO_CALL(Gatherv, comm, Form::Nonblocking), request,
      [&](const Communicator& c) {
        return rooted_bytes(c, sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype,
                            root);
      },
      [&](const Communicator& c) {
        return keep_gatherv(sendbuf, sendcount, sendtype, recvbuf, {recvcounts, displs, recvtype},
                            root, c.rank(), c.size());
      },
      [&] {
        return PMPI_Igatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype,
                             root, comm, request);
      });
}

int MPI_Iscatter(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                 int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
                 MPI_Request* request) {
  return start_request(
      BAMBOO_CALL(Scatter, comm, Form::Nonblocking), request,
      [&](const Communicator& c) {
        return rooted_bytes(c, recvbuf, recvcount, recvtype, sendbuf, sendcount, sendtype, root);
      },
      [&](const Communicator& c) {
        return keep_scatter(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root,
                            c.rank());
      },
      [&] {
        return PMPI_Iscatter(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm,
                             request);
      });
}

int MPI_Iscatterv(const void* sendbuf, const int sendcounts[], const int displs[],
                  MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype,
                  int root, MPI_Comm comm, MPI_Request* request) {
  return start_request(
      BAMBOO_CALL(Scatterv, comm, Form::Nonblocking), request,
      [&](const Communicator& c) {
        return rooted_bytes(c, recvbuf, recvcount, recvtype, sendbuf, sendcounts, displs, sendtype,
                            root);
      },
      [&](const Communicator& c) {
        return keep_scatterv(sendbuf, {sendcounts, displs, sendtype}, recvbuf, recvcount, recvtype,
                             root, c.rank(), c.size());
      },
      [&] {
        return PMPI_Iscatterv(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype,
                              root, comm, request);
      });
}
}
