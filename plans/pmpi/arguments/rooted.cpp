// SPDX-License-Identifier: Apache-2.0
#include "arguments/block_buffers.h"

namespace bamboo::plans::pmpi {

Work barrier_work(const Asker& asker) {
  return work_for(asker, 0);
}

Work bcast_work(const Asker& asker, void* buffer, int count, MPI_Datatype type, int root) {
  const TypedRange data = elements(buffer, count, Type::of(type));
  // Processes may describe the data by different types and counts; the packed size is the same.
  Work work = work_for(asker, data.bytes(), root);
  if (!asker.algorithm.cuts_blocks) {
    work.output = Buffer(data.address, data.count, data.type);
    return work;
  }
  work.problem.count = data.bytes();
  if (data.type.dense) {
    work.output = Buffer::raw(data.address);
    return work;
  }
  const TypedRange copy = packed(work, data, asker.rank == root);
  work.output = Buffer::raw(copy.address);
  if (asker.rank != root) work.unpacking.push_back({copy, data});
  return work;
}

Work gather_work(const Asker& asker, const void* sendbuf, int sendcount, MPI_Datatype sendtype,
                 void* recvbuf, int recvcount, MPI_Datatype recvtype, int root) {
  const bool at_root = asker.rank == root, in_place = at_root && sendbuf == MPI_IN_PLACE;
  TypedRange sent, block;
  if (!in_place) sent = elements(sendbuf, sendcount, Type::of(sendtype));
  if (at_root) block = elements(recvbuf, recvcount, Type::of(recvtype));
  const std::size_t bytes = at_root ? block.bytes() : sent.bytes();
  Work work = work_for(asker, bytes, root);
  work.problem.in_place = in_place;
  if (!in_place) work.input = Buffer(sent.address, sent.count, sent.type);
  if (at_root) work.output = Buffer(block.address, block.count, block.type);
  work.scratch_unit = bytes;
  return work;
}

Work gatherv_work(const Asker& asker, const void* sendbuf, int sendcount, MPI_Datatype sendtype,
                  void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype,
                  int root) {
  const bool at_root = asker.rank == root;
  Work work = work_for(asker, 0, root);
  work.problem.in_place = at_root && sendbuf == MPI_IN_PLACE;
  if (!work.problem.in_place) {
    const TypedRange sent = elements(sendbuf, sendcount, Type::of(sendtype));
    work.problem.count = sent.bytes();
    work.input.add_block(sent);
  }
  if (at_root) {
    const Type type = Type::of(recvtype);
    add_output_blocks(
        work, asker.size,
        [&](int i) { return shifted(elements(recvbuf, recvcounts[i], type), displs[i]); }, false);
  }
  return work;
}

Work scatter_work(const Asker& asker, const void* sendbuf, int sendcount, MPI_Datatype sendtype,
                  void* recvbuf, int recvcount, MPI_Datatype recvtype, int root) {
  const bool at_root = asker.rank == root, in_place = at_root && recvbuf == MPI_IN_PLACE;
  TypedRange block, received;
  if (!in_place) received = elements(recvbuf, recvcount, Type::of(recvtype));
  if (at_root) block = elements(sendbuf, sendcount, Type::of(sendtype));
  const std::size_t bytes = at_root ? block.bytes() : received.bytes();
  Work work = work_for(asker, bytes, root);
  work.problem.in_place = in_place;
  if (!in_place) work.output = Buffer(received.address, received.count, received.type);
  if (at_root) work.input = Buffer(block.address, block.count, block.type);
  work.scratch_unit = bytes;
  return work;
}

Work scatterv_work(const Asker& asker, const void* sendbuf, const int sendcounts[],
                   const int displs[], MPI_Datatype sendtype, void* recvbuf, int recvcount,
                   MPI_Datatype recvtype, int root) {
  const bool at_root = asker.rank == root;
  Work work = work_for(asker, 0, root);
  work.problem.in_place = at_root && recvbuf == MPI_IN_PLACE;
  if (!work.problem.in_place) {
    const TypedRange received = elements(recvbuf, recvcount, Type::of(recvtype));
    work.problem.count = received.bytes();
    work.output.add_block(received);
  }
  if (at_root) {
    const Type type = Type::of(sendtype);
    add_input_blocks(
        work, asker.size,
        [&](int i) { return shifted(elements(sendbuf, sendcounts[i], type), displs[i]); }, false);
  }
  return work;
}

}  // namespace bamboo::plans::pmpi
