// SPDX-License-Identifier: Apache-2.0
#include "collectives/exchange_blocks.h"

#include "collectives/arguments.h"
#include "collectives/shared_places.h"

namespace bamboo::mpi {
namespace {

/// The blocks by number among the parties: in an inter-communicator the own group has no blocks.
std::vector<TypedRange> by_party(const Communicator& comm, std::span<const TypedRange> blocks) {
  if (!comm.remote_group) return {blocks.begin(), blocks.end()};
  const TypedRange none{nullptr, 0, &datatype(MPI_BYTE)};
  std::vector<TypedRange> all(static_cast<std::size_t>(comm.parties().size()), none);
  for (int r = 0; r < comm.peers().size(); r++)
    all[comm.parties().rank_of(comm.peers().world_rank(r))] = blocks[r];
  return all;
}

void add_blocks(std::span<const TypedRange> blocks, Buffer& buffer,
                std::vector<std::size_t>& counts) {
  for (const TypedRange& block : blocks) {
    buffer.add_block(block);
    counts.push_back(block.bytes());
  }
}

/// Blocks of bytes that get a copy of `blocks` when a run begins.
std::vector<TypedRange> save(std::span<const TypedRange> blocks, Collective::Parts& parts) {
  std::vector<TypedRange> saved = packed_places(blocks, parts.saved);
  for (std::size_t i = 0; i < blocks.size(); ++i) parts.to_saved.push_back({blocks[i], saved[i]});
  return saved;
}

}  // namespace

CollectiveRef exchange_blocks(Communicator& comm, const BlockOf* sent, const BlockOf& received,
                              const void* recvbuf) {
  Collective::Parts parts;
  plans::Problem problem = make_problem(plans::Operation::Alltoallv, comm, 0);
  const int peers = comm.peers().size();
  std::vector<TypedRange> to, from;
  for (int r = 0; r < peers; ++r) to.push_back(received(r));
  if (sent) {
    for (int r = 0; r < peers; ++r) {
      from.push_back((*sent)(r));
      check_distinct(from[r], to[r]);
    }
    if (!comm.remote_group) check_own_block(from[comm.rank].bytes(), to[comm.rank].bytes());
  } else {
    from = save(to, parts);
  }
  receive_apart_if_shared(to, recvbuf, parts);
  add_blocks(by_party(comm, to), parts.output, problem.output_counts);
  add_blocks(by_party(comm, from), parts.input, problem.input_counts);
  return make_irregular(comm, problem, std::move(parts));
}

}  // namespace bamboo::mpi
