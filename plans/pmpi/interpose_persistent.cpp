// SPDX-License-Identifier: Apache-2.0
// Collectives of which the program gets a persistent request. All-to-all and allgather are planned,
// whose plans are direct, when the request is made; the others are counted.
#include "persistent_names.h"
#ifdef BAMBOO_HAS_PERSISTENT_COLLECTIVES

#include "block_bytes.h"
#include "hints.h"
#include "request_work.h"
#include "serve.h"

using namespace bamboo::plans::pmpi;

namespace {

int processes_of(MPI_Comm comm) {
  int size = 0;
  PMPI_Comm_size(comm, &size);
  return size;
}

/// Whether a plan may stand behind the request: all processes must take part in making it, also
/// where only some of them give keys.
bool is_wanted(const Call& call, MPI_Info info, Communicator& communicator) {
  if (communicator.choice().may_plan_behind_request(call.operation)) return true;
  int some_say = has_hints(info);
  PMPI_Allreduce(MPI_IN_PLACE, &some_say, 1, MPI_INT, MPI_MAX, call.comm);
  return some_say != 0;
}

/// `plan()`: what stands behind the request, if we make it; `own()`: the MPI's.
template <class Plan, class Own>
int make_request(const Call& call, MPI_Info info, MPI_Request* request, const Plan& plan,
                 const Own& own) {
  if (!request) return own();
  before_blocking();  // the processes speak with each other
  // Between two groups of processes counts and displacements are the other group's.
  Communicator* communicator = Communicator::find(call.comm);
  if (communicator && is_wanted(call, info, *communicator))
    if (std::optional<Planned> planned = plan())
      return make_persistent(std::move(*planned), request);
  count_own(call, 0);
  return own();
}

template <class Keep>
std::optional<Planned> plan_regular(const Call& call, MPI_Info info, Bytes bytes,
                                    const Keep& keep) {
  return plan_persistent(call, info, bytes, bytes ? keep() : WorkFor());
}

std::optional<Planned> plan_exchange(const Call& call, MPI_Info info, const void* sendbuf,
                                     const SideOfExchange& sent, void* recvbuf,
                                     const SideOfExchange& received) {
  const int size = processes_of(call.comm);
  const PartOfExchange exchange = exchange_of(sendbuf, sent, recvbuf, received, size);
  const WorkFor work =
      exchange.is_plausible() ? keep_exchange(sendbuf, sent, recvbuf, received, size) : WorkFor();
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
      [&] {
        return plan_regular(
            call, info, block_bytes(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype),
            [&] {
              return keep_alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype);
            });
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
      [&] {
        return plan_regular(
            call, info, block_bytes(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype),
            [&] {
              return keep_allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype);
            });
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
      [&] {
        const int size = processes_of(comm);
        return plan_regular(call, info,
                            allgatherv_bytes(sendbuf, sendcount, sendtype, recvbuf, recvcounts,
                                             displs, recvtype, size),
                            [&] {
                              return keep_allgatherv(sendbuf, sendcount, sendtype, recvbuf,
                                                     recvcounts, displs, recvtype, size);
                            });
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
      [&] {
        return plan_exchange(call, info, sendbuf, {sendcounts, sdispls, sendtype, nullptr}, recvbuf,
                             {recvcounts, rdispls, recvtype, nullptr});
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
      [&] {
        return plan_exchange(call, info, sendbuf,
                             {sendcounts, sdispls, MPI_DATATYPE_NULL, sendtypes}, recvbuf,
                             {recvcounts, rdispls, MPI_DATATYPE_NULL, recvtypes});
      },
      [&] {
        return OWN_PERSISTENT(Alltoallw)(sendbuf, sendcounts, sdispls, sendtypes, recvbuf,
                                         recvcounts, rdispls, recvtypes, comm, info, request);
      });
}

// Those that are only counted.
#define COUNTED(operation, name, parameters, arguments)           \
  PERSISTENT(name, parameters) {                                  \
    before_blocking();                                            \
    count_own(BAMBOO_CALL(operation, comm, Form::Persistent), 0); \
    return OWN_PERSISTENT(name) arguments;                        \
  }

COUNTED(Barrier, Barrier, (MPI_Comm comm, MPI_Info i, MPI_Request* r), (comm, i, r))
COUNTED(Bcast, Bcast,
        (void* b, int n, MPI_Datatype t, int root, MPI_Comm comm, MPI_Info i, MPI_Request* r),
        (b, n, t, root, comm, i, r))
COUNTED(Gather, Gather,
        (const void* sb, int sn, MPI_Datatype st, void* rb, int rn, MPI_Datatype rt, int root,
         MPI_Comm comm, MPI_Info i, MPI_Request* r),
        (sb, sn, st, rb, rn, rt, root, comm, i, r))
COUNTED(Gatherv, Gatherv,
        (const void* sb, int sn, MPI_Datatype st, void* rb, const int rn[], const int rd[],
         MPI_Datatype rt, int root, MPI_Comm comm, MPI_Info i, MPI_Request* r),
        (sb, sn, st, rb, rn, rd, rt, root, comm, i, r))
COUNTED(Scatter, Scatter,
        (const void* sb, int sn, MPI_Datatype st, void* rb, int rn, MPI_Datatype rt, int root,
         MPI_Comm comm, MPI_Info i, MPI_Request* r),
        (sb, sn, st, rb, rn, rt, root, comm, i, r))
COUNTED(Scatterv, Scatterv,
        (const void* sb, const int sn[], const int sd[], MPI_Datatype st, void* rb, int rn,
         MPI_Datatype rt, int root, MPI_Comm comm, MPI_Info i, MPI_Request* r),
        (sb, sn, sd, st, rb, rn, rt, root, comm, i, r))
COUNTED(Reduce, Reduce,
        (const void* sb, void* rb, int n, MPI_Datatype t, MPI_Op op, int root, MPI_Comm comm,
         MPI_Info i, MPI_Request* r),
        (sb, rb, n, t, op, root, comm, i, r))
COUNTED(Allreduce, Allreduce,
        (const void* sb, void* rb, int n, MPI_Datatype t, MPI_Op op, MPI_Comm comm, MPI_Info i,
         MPI_Request* r),
        (sb, rb, n, t, op, comm, i, r))
COUNTED(Scan, Scan,
        (const void* sb, void* rb, int n, MPI_Datatype t, MPI_Op op, MPI_Comm comm, MPI_Info i,
         MPI_Request* r),
        (sb, rb, n, t, op, comm, i, r))
COUNTED(Exscan, Exscan,
        (const void* sb, void* rb, int n, MPI_Datatype t, MPI_Op op, MPI_Comm comm, MPI_Info i,
         MPI_Request* r),
        (sb, rb, n, t, op, comm, i, r))
COUNTED(ReduceScatter, Reduce_scatter,
        (const void* sb, void* rb, const int rn[], MPI_Datatype t, MPI_Op op, MPI_Comm comm,
         MPI_Info i, MPI_Request* r),
        (sb, rb, rn, t, op, comm, i, r))
COUNTED(ReduceScatterBlock, Reduce_scatter_block,
        (const void* sb, void* rb, int n, MPI_Datatype t, MPI_Op op, MPI_Comm comm, MPI_Info i,
         MPI_Request* r),
        (sb, rb, n, t, op, comm, i, r))
}
#endif
