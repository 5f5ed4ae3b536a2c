// SPDX-License-Identifier: Apache-2.0
#include "region.h"

#include <algorithm>

namespace checking {
namespace {

bool is_predefined(MPI_Datatype type) {
  int integers, addresses, types, combiner;
  PMPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner);
  return combiner == MPI_COMBINER_NAMED;
}

/// The program may free its type as soon as the operation is started.
MPI_Datatype own_type(MPI_Datatype type) {
  if (is_predefined(type)) return type;
  MPI_Datatype copy;
  PMPI_Type_dup(type, &copy);
  return copy;
}

std::byte* moved(const void* base, MPI_Aint offset) {
  return reinterpret_cast<std::byte*>(reinterpret_cast<MPI_Aint>(base) + offset);
}

}  // namespace

Region::Region(void* address, Blocks blocks)
    : address_(static_cast<std::byte*>(address)), blocks_(std::move(blocks)) {
  std::erase_if(blocks_, [](const Block& block) { return block.count <= 0; });
  for (Block& block : blocks_) block.type = own_type(block.type);
  allocate_shadow();
  unpack(contents(), shadow_);
}

Region::~Region() {
  for (Block& block : blocks_)
    if (!is_predefined(block.type)) PMPI_Type_free(&block.type);
}

void Region::allocate_shadow() {
  MPI_Aint first = 0, end = 1;
  bool is_first = true;
  for (const Block& block : blocks_) {
    MPI_Aint lower, extent, true_lower, true_extent;
    PMPI_Type_get_extent(block.type, &lower, &extent);
    PMPI_Type_get_true_extent(block.type, &true_lower, &true_extent);
    const MPI_Aint rest = extent * (block.count - 1);
    const MPI_Aint from = block.offset + true_lower + std::min<MPI_Aint>(rest, 0);
    const MPI_Aint to = block.offset + true_lower + true_extent + std::max<MPI_Aint>(rest, 0);
    first = is_first ? from : std::min(first, from);
    end = is_first ? to : std::max(end, to);
    is_first = false;
  }
  constexpr MPI_Aint alignment = 64;
  storage_ = std::make_unique<std::byte[]>(static_cast<size_t>(end - first + 2 * alignment));
  // As well aligned as the program's own buffer: some reductions count on it.
  const auto start = reinterpret_cast<MPI_Aint>(storage_.get()) + alignment;
  const MPI_Aint wanted = (reinterpret_cast<MPI_Aint>(address_) + first) % alignment;
  shadow_ = reinterpret_cast<std::byte*>(start - start % alignment + wanted - first);
}

Bytes Region::pack(const void* base) const {
  Bytes all;
  for (const Block& block : blocks_) {
    int room = 0, used = 0;
    PMPI_Pack_size(block.count, block.type, MPI_COMM_SELF, &room);
    Bytes bytes(static_cast<size_t>(room));
    PMPI_Pack(moved(base, block.offset), block.count, block.type, bytes.data(), room, &used,
              MPI_COMM_SELF);
    all.insert(all.end(), bytes.begin(), bytes.begin() + used);
  }
  return all;
}

void Region::unpack(const Bytes& bytes, void* base) const {
  int position = 0;
  for (const Block& block : blocks_)
    PMPI_Unpack(bytes.data(), static_cast<int>(bytes.size()), &position, moved(base, block.offset),
                block.count, block.type, MPI_COMM_SELF);
}

}  // namespace checking
