// SPDX-License-Identifier: Apache-2.0
// Collectives with large counts, of MPI-4. What has blocks alike is served like the forms with ints
// where those can do it, which all processes find alike; else it is the MPI's own, and counted. Of
// blocks of different sizes a process does not know whether another one's are large.
#include <mpi.h>

#if MPI_VERSION >= 4
#include <type_traits>

#include "arguments/large_counts.h"
#include "dispatch/blocking.h"
#include "dispatch/call_origin.h"
#include "report/report.h"

using namespace bamboo::plans::pmpi;
using bamboo::plans::Operation;

namespace {

/// A call by the installed MPI, for the report.
template <class Own>
int count_own(const Call& call, const Own& own) {
  before_blocking();
  const Communicator* communicator = Communicator::find_any(call.comm);
  if (!communicator || !world()->reports) return own();
  std::optional<Never> why = communicator->never_planned();
  if (communicator->can_plan()) why = Never::LargeCounts;
  return why ? never_planned(call, *why, "_c", own) : own();
}

/// What `look` finds on a communicator where something may be planned. Elsewhere, as between two
/// groups, arguments that look like counts may mean nothing.
template <class Look>
std::invoke_result_t<Look, const Communicator&> look_at(MPI_Comm comm, const Look& look) {
  const Communicator* communicator = Communicator::find(comm);
  if (!communicator) return {};
  return look(*communicator);
}

std::optional<int> count_on(MPI_Comm comm, MPI_Count count, MPI_Datatype type) {
  return look_at(comm, [=](const Communicator&) { return small_count(count, type); });
}

/// Both sides' counts; the one that nobody looks at is 0.
struct Counts {
  int send = 0, receive = 0;
};

std::optional<Counts> small_sides(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                                  MPI_Count recvcount, MPI_Datatype recvtype) {
  const auto received = small_count(recvcount, recvtype);
  if (!received) return std::nullopt;
  if (sendbuf == MPI_IN_PLACE) return Counts{0, *received};
  const auto sent = small_count(sendcount, sendtype);
  return sent ? std::optional(Counts{*sent, *received}) : std::nullopt;
}

/// Of an operation in which each process has both.
std::optional<Counts> sides_on(MPI_Comm comm, const void* sendbuf, MPI_Count sendcount,
                               MPI_Datatype sendtype, MPI_Count recvcount, MPI_Datatype recvtype) {
  return look_at(comm, [=](const Communicator&) {
    return small_sides(sendbuf, sendcount, sendtype, recvcount, recvtype);
  });
}

/// With a root: `each` is the side that every process has, `all` that of the root, where the count
/// is of one block. As if `each` were sent.
std::optional<Counts> rooted_on(MPI_Comm comm, int root, const void* each, MPI_Count each_count,
                                MPI_Datatype each_type, MPI_Count all_count,
                                MPI_Datatype all_type) {
  return look_at(comm, [=](const Communicator& c) -> std::optional<Counts> {
    if (c.rank() == root) return small_sides(each, each_count, each_type, all_count, all_type);
    const auto mine = small_count(each_count, each_type);
    return mine ? std::optional(Counts{*mine, 0}) : std::nullopt;
  });
}

}  // namespace

/// Before the form with ints.
#define ON_BEHALF const CallOrigin origin(CallOrigin::or_else(__builtin_return_address(0)))

extern "C" {

int MPI_Bcast_c(void* buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm) {
  if (const auto small = count_on(comm, count, datatype)) {
    ON_BEHALF;
    return MPI_Bcast(buffer, *small, datatype, root, comm);
  }
  return count_own(BAMBOO_CALL(Bcast, comm),
                   [=] { return PMPI_Bcast_c(buffer, count, datatype, root, comm); });
}

int MPI_Gather_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
                 MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
  if (const auto small = rooted_on(comm, root, sendbuf, sendcount, sendtype, recvcount, recvtype)) {
    ON_BEHALF;
    return MPI_Gather(sendbuf, small->send, sendtype, recvbuf, small->receive, recvtype, root,
                      comm);
  }
  return count_own(BAMBOO_CALL(Gather, comm), [=] {
    return PMPI_Gather_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
  });
}

int MPI_Gatherv_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
                  const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype,
                  int root, MPI_Comm comm) {
  return count_own(BAMBOO_CALL(Gatherv, comm), [=] {
    return PMPI_Gatherv_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root,
                          comm);
  });
}

int MPI_Scatter_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
                  MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
  if (const auto small = rooted_on(comm, root, recvbuf, recvcount, recvtype, sendcount, sendtype)) {
    ON_BEHALF;
    return MPI_Scatter(sendbuf, small->receive, sendtype, recvbuf, small->send, recvtype, root,
                       comm);
  }
  return count_own(BAMBOO_CALL(Scatter, comm), [=] {
    return PMPI_Scatter_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm);
  });
}

int MPI_Scatterv_c(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[],
                   MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                   int root, MPI_Comm comm) {
  return count_own(BAMBOO_CALL(Scatterv, comm), [=] {
    return PMPI_Scatterv_c(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype,
                           root, comm);
  });
}

int MPI_Allgather_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
                    MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
  if (const auto small = sides_on(comm, sendbuf, sendcount, sendtype, recvcount, recvtype)) {
    ON_BEHALF;
    return MPI_Allgather(sendbuf, small->send, sendtype, recvbuf, small->receive, recvtype, comm);
  }
  return count_own(BAMBOO_CALL(Allgather, comm), [=] {
    return PMPI_Allgather_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
  });
}

int MPI_Allgatherv_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
                     const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype,
                     MPI_Comm comm) {
  return count_own(BAMBOO_CALL(Allgatherv, comm), [=] {
    return PMPI_Allgatherv_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype,
                             comm);
  });
}

int MPI_Alltoall_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
                   MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
  if (const auto small = sides_on(comm, sendbuf, sendcount, sendtype, recvcount, recvtype)) {
    ON_BEHALF;
    return MPI_Alltoall(sendbuf, small->send, sendtype, recvbuf, small->receive, recvtype, comm);
  }
  return count_own(BAMBOO_CALL(Alltoall, comm), [=] {
    return PMPI_Alltoall_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm);
  });
}

int MPI_Alltoallv_c(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
                    MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[],
                    const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm) {
  return count_own(BAMBOO_CALL(Alltoallv, comm), [=] {
    return PMPI_Alltoallv_c(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls,
                            recvtype, comm);
  });
}

int MPI_Alltoallw_c(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
                    const MPI_Datatype sendtypes[], void* recvbuf, const MPI_Count recvcounts[],
                    const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm) {
  return count_own(BAMBOO_CALL(Alltoallv, comm), [=] {
    return PMPI_Alltoallw_c(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls,
                            recvtypes, comm);
  });
}

int MPI_Reduce_c(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype,
                 MPI_Op op, int root, MPI_Comm comm) {
  if (const auto small = count_on(comm, count, datatype)) {
    ON_BEHALF;
    return MPI_Reduce(sendbuf, recvbuf, *small, datatype, op, root, comm);
  }
  return count_own(BAMBOO_CALL(Reduce, comm), [=] {
    return PMPI_Reduce_c(sendbuf, recvbuf, count, datatype, op, root, comm);
  });
}

int MPI_Allreduce_c(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype,
                    MPI_Op op, MPI_Comm comm) {
  if (const auto small = count_on(comm, count, datatype)) {
    ON_BEHALF;
    return MPI_Allreduce(sendbuf, recvbuf, *small, datatype, op, comm);
  }
  return count_own(BAMBOO_CALL(Allreduce, comm),
                   [=] { return PMPI_Allreduce_c(sendbuf, recvbuf, count, datatype, op, comm); });
}

int MPI_Reduce_scatter_c(const void* sendbuf, void* recvbuf, const MPI_Count recvcounts[],
                         MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
  const auto small = look_at(
      comm, [=](const Communicator& c) { return small_counts(recvcounts, c.size(), datatype); });
  if (!small.empty()) {
    ON_BEHALF;
    return MPI_Reduce_scatter(sendbuf, recvbuf, small.data(), datatype, op, comm);
  }
  return count_own(BAMBOO_CALL(ReduceScatter, comm), [=] {
    return PMPI_Reduce_scatter_c(sendbuf, recvbuf, recvcounts, datatype, op, comm);
  });
}

int MPI_Reduce_scatter_block_c(const void* sendbuf, void* recvbuf, MPI_Count recvcount,
                               MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
  if (const auto small = count_on(comm, recvcount, datatype)) {
    ON_BEHALF;
    return MPI_Reduce_scatter_block(sendbuf, recvbuf, *small, datatype, op, comm);
  }
  return count_own(BAMBOO_CALL(ReduceScatterBlock, comm), [=] {
    return PMPI_Reduce_scatter_block_c(sendbuf, recvbuf, recvcount, datatype, op, comm);
  });
}

int MPI_Scan_c(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype,
               MPI_Op op, MPI_Comm comm) {
  if (const auto small = count_on(comm, count, datatype)) {
    ON_BEHALF;
    return MPI_Scan(sendbuf, recvbuf, *small, datatype, op, comm);
  }
  return count_own(BAMBOO_CALL(Scan, comm),
                   [=] { return PMPI_Scan_c(sendbuf, recvbuf, count, datatype, op, comm); });
}

int MPI_Exscan_c(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype,
                 MPI_Op op, MPI_Comm comm) {
  if (const auto small = count_on(comm, count, datatype)) {
    ON_BEHALF;
    return MPI_Exscan(sendbuf, recvbuf, *small, datatype, op, comm);
  }
  return count_own(BAMBOO_CALL(Exscan, comm),
                   [=] { return PMPI_Exscan_c(sendbuf, recvbuf, count, datatype, op, comm); });
}
}
#endif
