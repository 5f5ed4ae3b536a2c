// SPDX-License-Identifier: Apache-2.0
#include "arguments/block_buffers.h"

namespace bamboo::plans::pmpi {
namespace {

/// All variants with blocks of different sizes. In place (no `sent`) the data are copied first,
/// because arriving data replace data that must still be sent.
PreparedCall irregular(const Member& member, const Algorithm& algorithm, const BlockOf* sent,
                       const BlockOf& received) {
  PreparedCall prepared = prepared_for(member, algorithm, 0);
  const bool cut = algorithm.cuts_blocks;
  if (sent) {
    add_input_blocks(prepared, member.size, *sent, cut);
  } else {
    const BlockOf copied = [&](int i) { return packed(prepared, received(i), true); };
    add_input_blocks(prepared, member.size, copied, cut);
  }
  add_output_blocks(prepared, member.size, received, cut);
  return prepared;
}

/// A buffer whose units are packed bytes: the memory itself, or a packed copy of it.
Buffer input_in_bytes(PreparedCall& prepared, const TypedRange& range) {
  return Buffer::raw(range.type.dense ? range.address : packed(prepared, range, true).address);
}

Buffer output_in_bytes(PreparedCall& prepared, const TypedRange& range) {
  if (range.type.dense) return Buffer::raw(range.address);
  // Bytes that the plan does not write must stay: in an allgather in place, the process's own
  // block.
  const TypedRange copy = packed(prepared, range, prepared.problem.in_place);
  prepared.unpacking.push_back({copy, range});
  return Buffer::raw(copy.address);
}

TypedRange times(TypedRange block, int blocks) {
  block.count *= blocks;
  return block;
}

}  // namespace

PreparedCall prepare(const AllgatherArguments& a, const Member& member,
                     const Algorithm& algorithm) {
  const TypedRange block = elements(a.recvbuf, a.recvcount, Type::of(a.recvtype));
  PreparedCall prepared = prepared_for(member, algorithm, block.bytes());
  prepared.problem.in_place = a.sendbuf == MPI_IN_PLACE;
  TypedRange sent;
  if (!prepared.problem.in_place) sent = elements(a.sendbuf, a.sendcount, Type::of(a.sendtype));
  if (algorithm.cuts_blocks) {
    prepared.problem.count = block.bytes();
    if (!prepared.problem.in_place) prepared.input = input_in_bytes(prepared, sent);
    prepared.output = output_in_bytes(prepared, times(block, member.size));
    return prepared;
  }
  prepared.input = Buffer(sent.address, sent.count, sent.type);
  prepared.output = Buffer(block.address, block.count, block.type);
  prepared.scratch_unit = block.bytes();
  return prepared;
}

PreparedCall prepare(const AllgathervArguments& a, const Member& member,
                     const Algorithm& algorithm) {
  PreparedCall prepared = prepared_for(member, algorithm, 0);
  prepared.problem.in_place = a.sendbuf == MPI_IN_PLACE;
  if (!prepared.problem.in_place)
    add_input_block(prepared, elements(a.sendbuf, a.sendcount, Type::of(a.sendtype)),
                    algorithm.cuts_blocks);
  const Type type = Type::of(a.recvtype);
  add_output_blocks(
      prepared, member.size,
      [&](int i) { return shifted(elements(a.recvbuf, a.recvcounts[i], type), a.displs[i]); },
      algorithm.cuts_blocks);
  return prepared;
}

PreparedCall prepare(const AlltoallArguments& a, const Member& member, const Algorithm& algorithm) {
  const TypedRange block = elements(a.recvbuf, a.recvcount, Type::of(a.recvtype));
  const std::size_t bytes = block.bytes();
  PreparedCall prepared = prepared_for(member, algorithm, bytes);
  TypedRange sent;
  if (a.sendbuf == MPI_IN_PLACE) {
    sent = packed(prepared, times(block, member.size), true);
    sent.count = bytes;
  } else {
    sent = elements(a.sendbuf, a.sendcount, Type::of(a.sendtype));
  }
  if (algorithm.cuts_blocks) {
    prepared.problem.count = bytes;
    prepared.input = input_in_bytes(prepared, times(sent, member.size));
    prepared.output = output_in_bytes(prepared, times(block, member.size));
    return prepared;
  }
  prepared.input = Buffer(sent.address, sent.count, sent.type);
  prepared.output = Buffer(block.address, block.count, block.type);
  prepared.scratch_unit = bytes;
  return prepared;
}

PreparedCall prepare(const AlltoallvArguments& a, const Member& member,
                     const Algorithm& algorithm) {
  const Type to = Type::of(a.recvtype);
  const BlockOf received = [&](int i) {
    return shifted(elements(a.recvbuf, a.recvcounts[i], to), a.rdispls[i]);
  };
  if (a.sendbuf == MPI_IN_PLACE) return irregular(member, algorithm, nullptr, received);
  const Type from = Type::of(a.sendtype);
  const BlockOf sent = [&](int i) {
    return shifted(elements(a.sendbuf, a.sendcounts[i], from), a.sdispls[i]);
  };
  return irregular(member, algorithm, &sent, received);
}

PreparedCall prepare(const AlltoallwArguments& a, const Member& member,
                     const Algorithm& algorithm) {
  const auto type_of = [](int count, MPI_Datatype type) {
    return is_left_out(count, type) ? Type::bytes() : Type::of(type);
  };
  const BlockOf received = [&](int i) {
    return elements(moved(a.recvbuf, a.rdispls[i]), a.recvcounts[i],
                    type_of(a.recvcounts[i], a.recvtypes[i]));
  };
  if (a.sendbuf == MPI_IN_PLACE) return irregular(member, algorithm, nullptr, received);
  const BlockOf sent = [&](int i) {
    return elements(moved(a.sendbuf, a.sdispls[i]), a.sendcounts[i],
                    type_of(a.sendcounts[i], a.sendtypes[i]));
  };
  return irregular(member, algorithm, &sent, received);
}

}  // namespace bamboo::plans::pmpi
