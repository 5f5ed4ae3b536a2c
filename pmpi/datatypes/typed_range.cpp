// SPDX-License-Identifier: Apache-2.0
#include "datatypes/typed_range.h"

#include <algorithm>
#include <atomic>
#include <climits>
#include <cstring>
#include <vector>

#include "datatypes/self_channel.h"

namespace bamboo::plans::pmpi {
namespace {

SelfChannel self_channel;
std::atomic<int> self_tag{0};

/// Whether the type only repeats a dense type, so that packed order is memory order. Other types
/// count as not dense, which costs at most a copy.
bool repeats_dense(MPI_Datatype type) {
  int integers = 0, addresses = 0, types = 0, combiner = 0;
  if (PMPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner) != MPI_SUCCESS)
    return false;
  if (combiner == MPI_COMBINER_NAMED) return true;
  if (combiner != MPI_COMBINER_DUP && combiner != MPI_COMBINER_CONTIGUOUS) return false;
  std::vector<int> integer(integers + 1);
  std::vector<MPI_Aint> address(addresses + 1);
  MPI_Datatype inner = MPI_DATATYPE_NULL;
  PMPI_Type_get_contents(type, integers, addresses, types, integer.data(), address.data(), &inner);
  const bool dense = Type::of(inner).dense;
  PMPI_Type_get_envelope(inner, &integers, &addresses, &types, &combiner);
  if (combiner != MPI_COMBINER_NAMED) PMPI_Type_free(&inner);
  return dense;
}

/// MPI counts packed bytes in ints.
bool fits_pack(const TypedRange& range) {
  return range.bytes() <= INT_MAX && range.count <= INT_MAX;
}

}  // namespace

Type Type::of(MPI_Datatype handle) {
  Type type;
  type.handle = handle;
  MPI_Count size = 0;
  MPI_Aint lb = 0;
  PMPI_Type_size_x(handle, &size);
  PMPI_Type_get_extent(handle, &lb, &type.extent);
  PMPI_Type_get_true_extent(handle, &type.true_lb, &type.true_extent);
  type.size = static_cast<std::size_t>(size);
  type.dense = type.extent == size && type.true_extent == size && type.true_lb == 0 &&
               (size == 0 || repeats_dense(handle));
  return type;
}

int copy_typed(const TypedRange& from, const TypedRange& to) {
  const std::size_t bytes = std::min(from.bytes(), to.bytes());
  if (bytes == 0) return MPI_SUCCESS;
  if (from.type.dense && to.type.dense) {
    std::memmove(to.address, from.address, bytes);
    return MPI_SUCCESS;
  }
  int position = 0;
  // MPI_Unpack reads all elements, but a message may be shorter than its buffer.
  if (from.type.dense && fits_pack(to) && from.bytes() >= to.bytes())
    return PMPI_Unpack(from.address, static_cast<int>(bytes), &position, to.address,
                       static_cast<int>(to.count), to.type.handle, MPI_COMM_SELF);
  if (to.type.dense && fits_pack(from))
    return PMPI_Pack(from.address, static_cast<int>(from.count), from.type.handle, to.address,
                     static_cast<int>(bytes), &position, MPI_COMM_SELF);
  const Counted sent(from), received(to);
  // Several threads may run this at the same time. A unique tag separates their messages.
  const int tag = self_tag.fetch_add(1) & 0x7fff;
  return PMPI_Sendrecv(from.address, sent.count(), sent.type(), 0, tag, to.address,
                       received.count(), received.type(), 0, tag, self_channel.get(),
                       MPI_STATUS_IGNORE);
}

Counted::Counted(const TypedRange& range)
    : count_(static_cast<int>(range.count)), type_(range.type.handle) {
  if (range.count <= INT_MAX) return;
  constexpr std::size_t chunk = std::size_t{1} << 30;
  const auto chunks = static_cast<int>(range.count / chunk);
  const auto rest = static_cast<int>(range.count % chunk);
  MPI_Datatype piece = MPI_DATATYPE_NULL;
  PMPI_Type_contiguous(static_cast<int>(chunk), range.type.handle, &piece);
  const int lengths[] = {chunks, rest};
  const MPI_Aint places[] = {0, static_cast<MPI_Aint>(chunk) * chunks * range.type.extent};
  const MPI_Datatype types[] = {piece, range.type.handle};
  PMPI_Type_create_struct(2, lengths, places, types, &type_);
  PMPI_Type_commit(&type_);
  PMPI_Type_free(&piece);
  count_ = 1;
  own_ = true;
}

Counted::~Counted() {
  if (own_) PMPI_Type_free(&type_);  // messages in flight keep what they need of it
}

void free_self_channel() {
  self_channel.free();
}

}  // namespace bamboo::plans::pmpi
