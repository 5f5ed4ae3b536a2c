// SPDX-License-Identifier: Apache-2.0
// Collectives of which the program gets a request that is under way. Those with direct plans are
// planned where it is known that these serve well; the others are counted.
#include <utility>

#include "block_bytes.h"
#include "request_work.h"
#include "serve.h"

using namespace bamboo::plans::pmpi;

namespace {

/// `bytes(communicator)` as serve() asks; `keep(communicator)`: the arguments, where a plan stands
/// behind the request; `own()`: the MPI's. Must not wait for other processes.
template <class Bytes, class Keep, class Own>
int start_request(const Call& call, MPI_Request* request, const Bytes& bytes, const Keep& keep,
                  const Own& own) {
  if (are_requests_under_way()) progress_requests();
  if (!is_served(call.operation) || !request) return own();
  Communicator* communicator = Communicator::find(call.comm);
  const std::optional<std::size_t> known = communicator ? bytes(*communicator) : std::nullopt;
  if (known) {
    if (const auto* chosen = algorithm_at_once(*communicator, call.operation, *known)) {
      std::optional<Planned> planned =
          plan_at_once(call, *communicator, *chosen, *known, keep(*communicator));
      if (planned) return start_once(std::move(*planned), request);
    }
  }
  count_own(call, known.value_or(0));
  return own();
}

/// Of operations whose plans' steps need each other's data.
template <class Bytes, class Own>
int count_request(const Call& call, const Bytes& bytes, const Own& own) {
  if (are_requests_under_way()) progress_requests();
  if (is_recorded(call.operation)) count_own(call, bytes().value_or(0));
  return own();
}

}  // namespace

extern "C" {

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

// Those that are only counted.
#define COUNTED(operation, name, parameters, arguments, bytes)                         \
  int MPI_##name parameters {                                                          \
    return count_request(                                                              \
        BAMBOO_CALL(operation, comm, Form::Nonblocking), [&] { return Bytes(bytes); }, \
        [&] { return PMPI_##name arguments; });                                        \
  }

COUNTED(Barrier, Ibarrier, (MPI_Comm comm, MPI_Request* r), (comm, r), 0)
COUNTED(Bcast, Ibcast, (void* b, int n, MPI_Datatype t, int root, MPI_Comm comm, MPI_Request* r),
        (b, n, t, root, comm, r), bytes_of(n, t))
COUNTED(Reduce, Ireduce,
        (const void* sb, void* rb, int n, MPI_Datatype t, MPI_Op op, int root, MPI_Comm comm,
         MPI_Request* r),
        (sb, rb, n, t, op, root, comm, r), bytes_of(n, t))
COUNTED(Allreduce, Iallreduce,
        (const void* sb, void* rb, int n, MPI_Datatype t, MPI_Op op, MPI_Comm comm, MPI_Request* r),
        (sb, rb, n, t, op, comm, r), bytes_of(n, t))
COUNTED(Scan, Iscan,
        (const void* sb, void* rb, int n, MPI_Datatype t, MPI_Op op, MPI_Comm comm, MPI_Request* r),
        (sb, rb, n, t, op, comm, r), bytes_of(n, t))
COUNTED(Exscan, Iexscan,
        (const void* sb, void* rb, int n, MPI_Datatype t, MPI_Op op, MPI_Comm comm, MPI_Request* r),
        (sb, rb, n, t, op, comm, r), bytes_of(n, t))
COUNTED(ReduceScatter, Ireduce_scatter,
        (const void* sb, void* rb, const int rn[], MPI_Datatype t, MPI_Op op, MPI_Comm comm,
         MPI_Request* r),
        (sb, rb, rn, t, op, comm, r), 0)
COUNTED(ReduceScatterBlock, Ireduce_scatter_block,
        (const void* sb, void* rb, int n, MPI_Datatype t, MPI_Op op, MPI_Comm comm, MPI_Request* r),
        (sb, rb, n, t, op, comm, r), bytes_of(n, t))
}
