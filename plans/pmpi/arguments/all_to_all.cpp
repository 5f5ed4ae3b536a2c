// SPDX-License-Identifier: Apache-2.0
#include "arguments/block_buffers.h"

namespace bamboo::plans::pmpi {
namespace {

/// All variants with blocks of different sizes. In place (no `sent`) the data is copied first,
/// since what arrives takes the place of what must still leave.
Work irregular(const Asker& asker, const BlockOf* sent, const BlockOf& received) {
  Work work = work_for(asker, 0);
  const bool cut = asker.algorithm.cuts_blocks;
  if (sent) {
    add_input_blocks(work, asker.size, *sent, cut);
  } else {
    const BlockOf copied = [&](int i) { return packed(work, received(i), true); };
    add_input_blocks(work, asker.size, copied, cut);
  }
  add_output_blocks(work, asker.size, received, cut);
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

Work allgather_work(const Asker& asker, const void* sendbuf, int sendcount, MPI_Datatype sendtype,
                    void* recvbuf, int recvcount, MPI_Datatype recvtype) {
  const TypedRange block = elements(recvbuf, recvcount, Type::of(recvtype));
  Work work = work_for(asker, block.bytes());
  work.problem.in_place = sendbuf == MPI_IN_PLACE;
  TypedRange sent;
  if (!work.problem.in_place) sent = elements(sendbuf, sendcount, Type::of(sendtype));
  if (asker.algorithm.cuts_blocks) {
    work.problem.count = block.bytes();
    if (!work.problem.in_place) work.input = input_in_bytes(work, sent);
    work.output = output_in_bytes(work, times(block, asker.size));
    return work;
  }
  work.input = Buffer(sent.address, sent.count, sent.type);
  work.output = Buffer(block.address, block.count, block.type);
  work.scratch_unit = block.bytes();
  return work;
}

Work allgatherv_work(const Asker& asker, const void* sendbuf, int sendcount, MPI_Datatype sendtype,
                     void* recvbuf, const int recvcounts[], const int displs[],
                     MPI_Datatype recvtype) {
  Work work = work_for(asker, 0);
  work.problem.in_place = sendbuf == MPI_IN_PLACE;
  if (!work.problem.in_place)
    work.input.add_block(elements(sendbuf, sendcount, Type::of(sendtype)));
  const Type type = Type::of(recvtype);
  add_output_blocks(
      work, asker.size,
      [&](int i) { return shifted(elements(recvbuf, recvcounts[i], type), displs[i]); },
      asker.algorithm.cuts_blocks);
  return work;
}

Work alltoall_work(const Asker& asker, const void* sendbuf, int sendcount, MPI_Datatype sendtype,
                   void* recvbuf, int recvcount, MPI_Datatype recvtype) {
  const TypedRange block = elements(recvbuf, recvcount, Type::of(recvtype));
  const std::size_t bytes = block.bytes();
  Work work = work_for(asker, bytes);
  TypedRange sent;
  if (sendbuf == MPI_IN_PLACE) {
    sent = packed(work, times(block, asker.size), true);
    sent.count = bytes;
  } else {
    sent = elements(sendbuf, sendcount, Type::of(sendtype));
  }
  if (asker.algorithm.cuts_blocks) {
    work.problem.count = bytes;
    work.input = input_in_bytes(work, times(sent, asker.size));
    work.output = output_in_bytes(work, times(block, asker.size));
    return work;
  }
  work.input = Buffer(sent.address, sent.count, sent.type);
  work.output = Buffer(block.address, block.count, block.type);
  work.scratch_unit = bytes;
  return work;
}

Work alltoallv_work(const Asker& asker, const void* sendbuf, const int sendcounts[],
                    const int sdispls[], MPI_Datatype sendtype, void* recvbuf,
                    const int recvcounts[], const int rdispls[], MPI_Datatype recvtype) {
  const Type to = Type::of(recvtype);
  const BlockOf received = [&](int i) {
    return shifted(elements(recvbuf, recvcounts[i], to), rdispls[i]);
  };
  if (sendbuf == MPI_IN_PLACE) return irregular(asker, nullptr, received);
  const Type from = Type::of(sendtype);
  const BlockOf sent = [&](int i) {
    return shifted(elements(sendbuf, sendcounts[i], from), sdispls[i]);
  };
  return irregular(asker, &sent, received);
}

Work alltoallw_work(const Asker& asker, const void* sendbuf, const int sendcounts[],
                    const int sdispls[], const MPI_Datatype sendtypes[], void* recvbuf,
                    const int recvcounts[], const int rdispls[], const MPI_Datatype recvtypes[]) {
  const auto type_of = [](int count, MPI_Datatype type) {
    return is_left_out(count, type) ? Type::bytes() : Type::of(type);
  };
  const BlockOf received = [&](int i) {
    return elements(moved(recvbuf, rdispls[i]), recvcounts[i],
                    type_of(recvcounts[i], recvtypes[i]));
  };
  if (sendbuf == MPI_IN_PLACE) return irregular(asker, nullptr, received);
  const BlockOf sent = [&](int i) {
    return elements(moved(sendbuf, sdispls[i]), sendcounts[i],
                    type_of(sendcounts[i], sendtypes[i]));
  };
  return irregular(asker, &sent, received);
}

}  // namespace bamboo::plans::pmpi
