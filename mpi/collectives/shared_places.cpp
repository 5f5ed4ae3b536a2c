// SPDX-License-Identifier: Apache-2.0
#include "collectives/shared_places.h"

#include <utility>

#include "collectives/arguments.h"

namespace bamboo::mpi {

std::vector<TypedRange> packed_places(std::span<const TypedRange> blocks, TypedMemory& memory) {
  const Datatype& byte = datatype(MPI_BYTE);
  std::size_t bytes = 0;
  for (const TypedRange& block : blocks) bytes += block.bytes();
  memory = TypedMemory(bytes, byte);
  std::vector<TypedRange> places;
  TypedRange next{memory.base(), 0, &byte};
  for (const TypedRange& block : blocks) {
    next.count = block.bytes();
    next.label = block.label;
    places.push_back(next);
    next = shifted(next, static_cast<MPI_Aint>(next.count));
  }
  return places;
}

bool receive_apart_if_shared(std::vector<TypedRange>& blocks, const void* recvbuf,
                             Collective::Parts& parts) {
  if (!share_places(blocks, recvbuf)) return false;
  const std::vector<TypedRange> wanted = std::exchange(blocks, packed_places(blocks, parts.apart));
  for (std::size_t i = 0; i < blocks.size(); ++i)
    parts.from_saved.push_back({blocks[i], wanted[i], keeper(*wanted[i].type)});
  return true;
}

}  // namespace bamboo::mpi
