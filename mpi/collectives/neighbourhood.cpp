// SPDX-License-Identifier: Apache-2.0
// The neighbourhood collectives: each block travels along one edge of the topology.
#include <utility>

#include "collectives/arguments.h"
#include "collectives/operations.h"
#include "errors/checks.h"

namespace bamboo::mpi {
namespace {

using plans::Place;
using plans::Step;
using Transfers = std::vector<Neighbourhood::Transfer>;

/// Receives are posted first. Every unit is a block; an allgather sends one and the same to all.
ScheduleRef make_schedule(const Communicator& comm, const Neighbourhood& neighbours,
                          bool sends_one_block) {
  plans::Plan plan{sends_one_block ? "neighbours/allgather" : "neighbours/alltoall",
                   comm.rank,
                   comm.size(),
                   0,
                   {}};
  const auto place = [](Place::Buffer buffer, int block) {
    return Place{buffer, static_cast<std::size_t>(block)};
  };
  for (const auto& [peer, block] : neighbours.receives)
    plan.steps.push_back(
        {Step::Kind::Receive, peer, {}, place(Place::Buffer::Output, block), 1, {}});
  for (const auto& [peer, block] : neighbours.sends)
    plan.steps.push_back({Step::Kind::Send,
                          peer,
                          place(Place::Buffer::Input, sends_one_block ? 0 : block),
                          {},
                          1,
                          {}});
  return std::make_shared<const plans::Schedule>(std::move(plan));
}

/// The plans of this rank. Throws MpiError(MPI_ERR_TOPOLOGY) if `comm` has no topology.
const NeighbourPlans& plans_of(Communicator& comm) {
  if (!comm.topology)
    fail(MPI_ERR_TOPOLOGY, "comm %s has no topology, so a rank has no neighbours in it",
         comm.name.c_str());
  auto& known = plan_cache(comm).neighbours;
  if (!known) {
    Neighbourhood found = neighbourhood(*comm.topology, comm.rank);
    ScheduleRef allgather = make_schedule(comm, found, true);
    ScheduleRef alltoall = make_schedule(comm, found, false);
    known = std::make_unique<const NeighbourPlans>(std::move(found), std::move(allgather),
                                                   std::move(alltoall));
  }
  return *known;
}

const NeighbourPlans& plans_for(Communicator& comm, const void* sendbuf, const void* recvbuf) {
  check_intracommunicator(comm);
  refuse_in_place(sendbuf, "sendbuf", "collectives among all ranks of a communicator");
  refuse_in_place(recvbuf, "recvbuf", "collectives among all ranks of a communicator");
  return plans_of(comm);
}

CollectiveRef along_edges(Communicator& comm, const ScheduleRef& schedule, Buffer input,
                          Buffer output) {
  Collective::Parts parts;
  parts.input = std::move(input);
  parts.output = std::move(output);
  return std::make_unique<Collective>(comm, schedule, std::move(parts), -1);
}

/// The arguments of blocks that do not travel mean nothing.
Buffer equal_blocks(const Transfers& transfers, const void* buffer, MPI_Count count,
                    MPI_Datatype type, const char* name) {
  if (transfers.empty()) return {};
  const TypedRange block = user_range(buffer, count, type, name);
  return Buffer(block.address, block.count, *block.type);
}

template <class BlockOf>
Buffer own_blocks(const Transfers& transfers, int degree, BlockOf&& block_of) {
  std::vector<TypedRange> units(degree);
  for (const auto& each : transfers) units[each.block] = block_of(each.block);
  return Buffer(units);
}

/// Returns the range of block i in an array.
auto blocks_in(const void* buffer, Counts counts, Counts displacements, MPI_Datatype type,
               const char* name) {
  return
      [=](int i) { return shifted(user_range(buffer, counts[i], type, name), displacements[i]); };
}

auto blocks_in(const void* buffer, Counts counts, const MPI_Aint* displacements,
               const MPI_Datatype* types, const char* name) {
  return [=](int i) {
    return shifted_bytes(user_range(buffer, counts[i], types[i], name), displacements[i]);
  };
}

template <class Displacements>
void check_arrays(const Counts& counts, const Displacements& displacements, int degree,
                  const char* name) {
  check_array(counts, degree, name);
  check_array(displacements, degree, "the array of displacements");
}

}  // namespace

CollectiveRef prepare(const Neighbor_allgatherArguments& a) {
  const NeighbourPlans& plans = plans_for(a.comm, a.sendbuf, a.recvbuf);
  const Neighbourhood& of = plans.neighbourhood;
  return along_edges(a.comm, plans.allgather,
                     equal_blocks(of.sends, a.sendbuf, a.sendcount, a.sendtype, "sendbuf"),
                     equal_blocks(of.receives, a.recvbuf, a.recvcount, a.recvtype, "recvbuf"));
}

CollectiveRef prepare(const Neighbor_allgathervArguments& a) {
  const NeighbourPlans& plans = plans_for(a.comm, a.sendbuf, a.recvbuf);
  const Neighbourhood& of = plans.neighbourhood;
  check_arrays(a.recvcounts, a.displs, of.in_degree, "recvcounts");
  return along_edges(
      a.comm, plans.allgather,
      equal_blocks(of.sends, a.sendbuf, a.sendcount, a.sendtype, "sendbuf"),
      own_blocks(of.receives, of.in_degree,
                 blocks_in(a.recvbuf, a.recvcounts, a.displs, a.recvtype, "recvbuf")));
}

CollectiveRef prepare(const Neighbor_alltoallArguments& a) {
  const NeighbourPlans& plans = plans_for(a.comm, a.sendbuf, a.recvbuf);
  const Neighbourhood& of = plans.neighbourhood;
  return along_edges(a.comm, plans.alltoall,
                     equal_blocks(of.sends, a.sendbuf, a.sendcount, a.sendtype, "sendbuf"),
                     equal_blocks(of.receives, a.recvbuf, a.recvcount, a.recvtype, "recvbuf"));
}

CollectiveRef prepare(const Neighbor_alltoallvArguments& a) {
  const NeighbourPlans& plans = plans_for(a.comm, a.sendbuf, a.recvbuf);
  const Neighbourhood& of = plans.neighbourhood;
  check_arrays(a.sendcounts, a.sdispls, of.out_degree, "sendcounts");
  check_arrays(a.recvcounts, a.rdispls, of.in_degree, "recvcounts");
  return along_edges(
      a.comm, plans.alltoall,
      own_blocks(of.sends, of.out_degree,
                 blocks_in(a.sendbuf, a.sendcounts, a.sdispls, a.sendtype, "sendbuf")),
      own_blocks(of.receives, of.in_degree,
                 blocks_in(a.recvbuf, a.recvcounts, a.rdispls, a.recvtype, "recvbuf")));
}

CollectiveRef prepare(const Neighbor_alltoallwArguments& a) {
  const NeighbourPlans& plans = plans_for(a.comm, a.sendbuf, a.recvbuf);
  const Neighbourhood& of = plans.neighbourhood;
  check_arrays(a.sendcounts, a.sdispls, of.out_degree, "sendcounts");
  check_arrays(a.recvcounts, a.rdispls, of.in_degree, "recvcounts");
  if (of.out_degree > 0) check_pointer(a.sendtypes, "sendtypes");
  if (of.in_degree > 0) check_pointer(a.recvtypes, "recvtypes");
  return along_edges(
      a.comm, plans.alltoall,
      own_blocks(of.sends, of.out_degree,
                 blocks_in(a.sendbuf, a.sendcounts, a.sdispls, a.sendtypes, "sendbuf")),
      own_blocks(of.receives, of.in_degree,
                 blocks_in(a.recvbuf, a.recvcounts, a.rdispls, a.recvtypes, "recvbuf")));
}

}  // namespace bamboo::mpi
