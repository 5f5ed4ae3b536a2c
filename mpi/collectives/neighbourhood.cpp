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

/// Receives are posted first. Every unit is a block. An allgather sends the same block to all
/// neighbours.
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

/// The buffer of one side. The counts and places of blocks without a neighbour are not used.
template <class Described>
Buffer buffer_along(Preparation& side, const Described& of, const Transfers& transfers,
                    int degree) {
  if constexpr (Described::has_blocks) {
    check_array(of.count, degree, name_of_counts(of.name));
    check_array(of.places, degree, "the array of displacements");
    if constexpr (Described::has_types) check_array(of.type, degree, name_of_types(of.name));
  }
  if (transfers.empty()) return {};
  if constexpr (Described::has_blocks) {
    const auto block_of = collectives::block_of(side, of);
    std::vector<TypedRange> units(degree);
    for (const auto& each : transfers) units[each.block] = block_of(each.block);
    Buffer buffer;
    for (const TypedRange& unit : units) buffer.add_unit(unit);
    return buffer;
  } else {
    return Buffer(collectives::range_of(side, of));
  }
}

}  // namespace

template <class Arguments>
CollectiveRef prepare_for_neighbours(const Arguments& a) {
  check_intracommunicator(a.comm);
  refuse_in_place(a.sendbuf, "sendbuf", "collectives among all ranks of a communicator");
  refuse_in_place(a.recvbuf, "recvbuf", "collectives among all ranks of a communicator");
  const auto& [of, allgather, alltoall] = plans_of(a.comm);
  Preparation side(a.comm);
  side.prepared.input = buffer_along(side, collectives::send_side(a), of.sends, of.out_degree);
  side.prepared.output =
      buffer_along(side, collectives::receive_side(a), of.receives, of.in_degree);
  const bool sends_one = Arguments::operation == plans::Operation::NeighborAllgatherv;
  return std::make_unique<Collective>(a.comm, sends_one ? allgather : alltoall,
                                      std::move(side.prepared), -1);
}

template CollectiveRef prepare_for_neighbours(const Neighbor_allgatherArguments& a);
template CollectiveRef prepare_for_neighbours(const Neighbor_allgathervArguments& a);
template CollectiveRef prepare_for_neighbours(const Neighbor_alltoallArguments& a);
template CollectiveRef prepare_for_neighbours(const Neighbor_alltoallvArguments& a);
template CollectiveRef prepare_for_neighbours(const Neighbor_alltoallwArguments& a);

}  // namespace bamboo::mpi
