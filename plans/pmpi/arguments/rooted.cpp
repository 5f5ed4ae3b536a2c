// SPDX-License-Identifier: Apache-2.0
#include "arguments/block_buffers.h"

namespace bamboo::plans::pmpi {

PreparedCall prepare(const BarrierArguments&, const Member& member, const Algorithm& algorithm) {
  return prepared_for(member, algorithm, 0);
}

PreparedCall prepare(const BcastArguments& a, const Member& member, const Algorithm& algorithm) {
  const TypedRange data = elements(a.buffer, a.count, Type::of(a.datatype));
  // Processes may describe the data by different types and counts; the packed size is the same.
  PreparedCall prepared = prepared_for(member, algorithm, data.bytes(), a.root);
  if (!algorithm.cuts_blocks) {
    prepared.output = Buffer(data.address, data.count, data.type);
    return prepared;
  }
  prepared.problem.count = data.bytes();
  if (data.type.dense) {
    prepared.output = Buffer::raw(data.address);
    return prepared;
  }
  const TypedRange copy = packed(prepared, data, member.rank == a.root);
  prepared.output = Buffer::raw(copy.address);
  if (member.rank != a.root) prepared.unpacking.push_back({copy, data});
  return prepared;
}

PreparedCall prepare(const GatherArguments& a, const Member& member, const Algorithm& algorithm) {
  const bool at_root = member.rank == a.root, in_place = at_root && a.sendbuf == MPI_IN_PLACE;
  TypedRange sent, block;
  if (!in_place) sent = elements(a.sendbuf, a.sendcount, Type::of(a.sendtype));
  if (at_root) block = elements(a.recvbuf, a.recvcount, Type::of(a.recvtype));
  const std::size_t bytes = at_root ? block.bytes() : sent.bytes();
  PreparedCall prepared = prepared_for(member, algorithm, bytes, a.root);
  prepared.problem.in_place = in_place;
  if (!in_place) prepared.input = Buffer(sent.address, sent.count, sent.type);
  if (at_root) prepared.output = Buffer(block.address, block.count, block.type);
  prepared.scratch_unit = bytes;
  return prepared;
}

PreparedCall prepare(const GathervArguments& a, const Member& member, const Algorithm& algorithm) {
  const bool at_root = member.rank == a.root;
  PreparedCall prepared = prepared_for(member, algorithm, 0, a.root);
  prepared.problem.in_place = at_root && a.sendbuf == MPI_IN_PLACE;
  if (!prepared.problem.in_place) {
    const TypedRange sent = elements(a.sendbuf, a.sendcount, Type::of(a.sendtype));
    prepared.problem.count = sent.bytes();
    add_input_block(prepared, sent, algorithm.cuts_blocks);
  }
  if (at_root) {
    const Type type = Type::of(a.recvtype);
    add_output_blocks(
        prepared, member.size,
        [&](int i) { return shifted(elements(a.recvbuf, a.recvcounts[i], type), a.displs[i]); },
        algorithm.cuts_blocks);
  }
  return prepared;
}

PreparedCall prepare(const ScatterArguments& a, const Member& member, const Algorithm& algorithm) {
  const bool at_root = member.rank == a.root, in_place = at_root && a.recvbuf == MPI_IN_PLACE;
  TypedRange block, received;
  if (!in_place) received = elements(a.recvbuf, a.recvcount, Type::of(a.recvtype));
  if (at_root) block = elements(a.sendbuf, a.sendcount, Type::of(a.sendtype));
  const std::size_t bytes = at_root ? block.bytes() : received.bytes();
  PreparedCall prepared = prepared_for(member, algorithm, bytes, a.root);
  prepared.problem.in_place = in_place;
  if (!in_place) prepared.output = Buffer(received.address, received.count, received.type);
  if (at_root) prepared.input = Buffer(block.address, block.count, block.type);
  prepared.scratch_unit = bytes;
  return prepared;
}

PreparedCall prepare(const ScattervArguments& a, const Member& member, const Algorithm& algorithm) {
  const bool at_root = member.rank == a.root;
  PreparedCall prepared = prepared_for(member, algorithm, 0, a.root);
  prepared.problem.in_place = at_root && a.recvbuf == MPI_IN_PLACE;
  if (!prepared.problem.in_place) {
    const TypedRange received = elements(a.recvbuf, a.recvcount, Type::of(a.recvtype));
    prepared.problem.count = received.bytes();
    add_output_block(prepared, received, algorithm.cuts_blocks);
  }
  if (at_root) {
    const Type type = Type::of(a.sendtype);
    add_input_blocks(
        prepared, member.size,
        [&](int i) { return shifted(elements(a.sendbuf, a.sendcounts[i], type), a.displs[i]); },
        algorithm.cuts_blocks);
  }
  return prepared;
}

}  // namespace bamboo::plans::pmpi
