// SPDX-License-Identifier: Apache-2.0
#include "arguments/block_buffers.h"

namespace bamboo::plans::pmpi {
namespace {

/// All variants with blocks of different sizes. In place (no `sent`) the data is copied first,
/// since what arrives takes the place of what must still leave.
Work irregular(const Member& member, const Algorithm& algorithm, const BlockOf* sent,
               const BlockOf& received) {
  Work work = work_for(member, algorithm, 0);
  const bool cut = algorithm.cuts_blocks;
  if (sent) {
    add_input_blocks(work, member.size, *sent, cut);
  } else {
    const BlockOf copied = [&](int i) { return packed(work, received(i), true); };
    add_input_blocks(work, member.size, copied, cut);
  }
  add_output_blocks(work, member.size, received, cut);
  return work;
}

/// A buffer whose units are packed bytes: the memory itself, or a packed copy of it.
Buffer input_in_bytes(Work& work, const TypedRange& range) {
  return Buffer::raw(range.type.dense ? range.address : packed(work, range, true).address);
}

Buffer output_in_bytes(Work& work, const TypedRange& range) {
  if (range.type.dense) return Buffer::raw(range.address);
  // What the plan does not write must stay: in an allgather in place, the process's own block.
  const TypedRange copy = packed(work, range, work.problem.in_place);
  work.unpacking.push_back({copy, range});
  return Buffer::raw(copy.address);
}

TypedRange times(TypedRange block, int blocks) {
  block.count *= blocks;
  return block;
}

}  // namespace

Work prepare(const AllgatherArguments& a, const Member& member, const Algorithm& algorithm) {
  const TypedRange block = elements(a.recvbuf, a.recvcount, Type::of(a.recvtype));
  Work work = work_for(member, algorithm, block.bytes());
  work.problem.in_place = a.sendbuf == MPI_IN_PLACE;
  TypedRange sent;
  if (!work.problem.in_place) sent = elements(a.sendbuf, a.sendcount, Type::of(a.sendtype));
  if (algorithm.cuts_blocks) {
    work.problem.count = block.bytes();
    if (!work.problem.in_place) work.input = input_in_bytes(work, sent);
    work.output = output_in_bytes(work, times(block, member.size));
    return work;
  }
  work.input = Buffer(sent.address, sent.count, sent.type);
  work.output = Buffer(block.address, block.count, block.type);
  work.scratch_unit = block.bytes();
  return work;
}

Work prepare(const AllgathervArguments& a, const Member& member, const Algorithm& algorithm) {
  Work work = work_for(member, algorithm, 0);
  work.problem.in_place = a.sendbuf == MPI_IN_PLACE;
  if (!work.problem.in_place)
    work.input.add_block(elements(a.sendbuf, a.sendcount, Type::of(a.sendtype)));
  const Type type = Type::of(a.recvtype);
  add_output_blocks(
      work, member.size,
      [&](int i) { return shifted(elements(a.recvbuf, a.recvcounts[i], type), a.displs[i]); },
      algorithm.cuts_blocks);
  return work;
}

Work prepare(const AlltoallArguments& a, const Member& member, const Algorithm& algorithm) {
  const TypedRange block = elements(a.recvbuf, a.recvcount, Type::of(a.recvtype));
  const std::size_t bytes = block.bytes();
  Work work = work_for(member, algorithm, bytes);
  TypedRange sent;
  if (a.sendbuf == MPI_IN_PLACE) {
    sent = packed(work, times(block, member.size), true);
    sent.count = bytes;
  } else {
    sent = elements(a.sendbuf, a.sendcount, Type::of(a.sendtype));
  }
  if (algorithm.cuts_blocks) {
    work.problem.count = bytes;
    work.input = input_in_bytes(work, times(sent, member.size));
    work.output = output_in_bytes(work, times(block, member.size));
    return work;
  }
  work.input = Buffer(sent.address, sent.count, sent.type);
  work.output = Buffer(block.address, block.count, block.type);
  work.scratch_unit = bytes;
  return work;
}

Work prepare(const AlltoallvArguments& a, const Member& member, const Algorithm& algorithm) {
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

Work prepare(const AlltoallwArguments& a, const Member& member, const Algorithm& algorithm) {
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
