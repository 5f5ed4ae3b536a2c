// SPDX-License-Identifier: Apache-2.0
#include "arguments/block_buffers.h"

namespace bamboo::plans::pmpi {

Work prepare(const BarrierArguments&, const Member& member, const Algorithm& algorithm) {
  return work_for(member, algorithm, 0);
}

Work prepare(const BcastArguments& a, const Member& member, const Algorithm& algorithm) {
  const TypedRange data = elements(a.buffer, a.count, Type::of(a.datatype));
  // Processes may describe the data by different types and counts; the packed size is the same.
  Work work = work_for(member, algorithm, data.bytes(), a.root);
  if (!algorithm.cuts_blocks) {
    work.output = Buffer(data.address, data.count, data.type);
    return work;
  }
  work.problem.count = data.bytes();
  if (data.type.dense) {
    work.output = Buffer::raw(data.address);
    return work;
  }
  const TypedRange copy = packed(work, data, member.rank == a.root);
  work.output = Buffer::raw(copy.address);
  if (member.rank != a.root) work.unpacking.push_back({copy, data});
  return work;
}

Work prepare(const GatherArguments& a, const Member& member, const Algorithm& algorithm) {
  const bool at_root = member.rank == a.root, in_place = at_root && a.sendbuf == MPI_IN_PLACE;
  TypedRange sent, block;
  if (!in_place) sent = elements(a.sendbuf, a.sendcount, Type::of(a.sendtype));
  if (at_root) block = elements(a.recvbuf, a.recvcount, Type::of(a.recvtype));
  const std::size_t bytes = at_root ? block.bytes() : sent.bytes();
  Work work = work_for(member, algorithm, bytes, a.root);
  work.problem.in_place = in_place;
  if (!in_place) work.input = Buffer(sent.address, sent.count, sent.type);
  if (at_root) work.output = Buffer(block.address, block.count, block.type);
  work.scratch_unit = bytes;
  return work;
}

Work prepare(const GathervArguments& a, const Member& member, const Algorithm& algorithm) {
  const bool at_root = member.rank == a.root;
  Work work = work_for(member, algorithm, 0, a.root);
  work.problem.in_place = at_root && a.sendbuf == MPI_IN_PLACE;
  if (!work.problem.in_place) {
    const TypedRange sent = elements(a.sendbuf, a.sendcount, Type::of(a.sendtype));
    work.problem.count = sent.bytes();
    work.input.add_block(sent);
  }
  if (at_root) {
    const Type type = Type::of(a.recvtype);
    add_output_blocks(
        work, member.size,
        [&](int i) { return shifted(elements(a.recvbuf, a.recvcounts[i], type), a.displs[i]); },
        false);
  }
  return work;
}

Work prepare(const ScatterArguments& a, const Member& member, const Algorithm& algorithm) {
  const bool at_root = member.rank == a.root, in_place = at_root && a.recvbuf == MPI_IN_PLACE;
  TypedRange block, received;
  if (!in_place) received = elements(a.recvbuf, a.recvcount, Type::of(a.recvtype));
  if (at_root) block = elements(a.sendbuf, a.sendcount, Type::of(a.sendtype));
  const std::size_t bytes = at_root ? block.bytes() : received.bytes();
  Work work = work_for(member, algorithm, bytes, a.root);
  work.problem.in_place = in_place;
  if (!in_place) work.output = Buffer(received.address, received.count, received.type);
  if (at_root) work.input = Buffer(block.address, block.count, block.type);
  work.scratch_unit = bytes;
  return work;
}

Work prepare(const ScattervArguments& a, const Member& member, const Algorithm& algorithm) {
  const bool at_root = member.rank == a.root;
  Work work = work_for(member, algorithm, 0, a.root);
  work.problem.in_place = at_root && a.recvbuf == MPI_IN_PLACE;
  if (!work.problem.in_place) {
    const TypedRange received = elements(a.recvbuf, a.recvcount, Type::of(a.recvtype));
    work.problem.count = received.bytes();
    work.output.add_block(received);
  }
  if (at_root) {
    const Type type = Type::of(a.sendtype);
    add_input_blocks(
        work, member.size,
        [&](int i) { return shifted(elements(a.sendbuf, a.sendcounts[i], type), a.displs[i]); },
        false);
  }
  return work;
}

}  // namespace bamboo::plans::pmpi
