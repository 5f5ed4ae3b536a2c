// SPDX-License-Identifier: Apache-2.0
#include "arguments/block_buffers.h"

namespace bamboo::plans::pmpi {
namespace {

/// sendbuf, or what stands in recvbuf, which the results will overwrite, in a copy.
Buffer scattered_input(Work& work, const void* sendbuf, void* recvbuf, std::size_t count,
                       std::size_t unit, const Type& type) {
  if (sendbuf != MPI_IN_PLACE) return Buffer(sendbuf, unit, type);
  work.saved.emplace_back(count, type);
  copy_typed({recvbuf, count, type}, {work.saved.back().base(), count, type});
  return Buffer(work.saved.back().base(), unit, type);
}

}  // namespace

Work reduction_work(const Asker& asker, const void* sendbuf, void* recvbuf, int count,
                    MPI_Datatype handle, MPI_Op op, int root) {
  const Type type = Type::of(handle);
  const auto vector = static_cast<std::size_t>(count);
  Work work = work_for(asker, vector * type.size, root);
  const bool cuts = asker.algorithm.cuts_blocks && work.problem.count != 0;
  if (cuts) work.problem.count = vector;
  work.problem.in_place = sendbuf == MPI_IN_PLACE;
  const std::size_t unit = cuts ? 1 : vector;
  if (!work.problem.in_place) work.input = Buffer(sendbuf, unit, type);
  work.output = Buffer(recvbuf, unit, type);
  work.scratch_type = type;
  work.scratch_unit = unit;
  work.op = op;
  return work;
}

Work reduce_scatter_work(const Asker& asker, const void* sendbuf, void* recvbuf,
                         const int recvcounts[], MPI_Datatype handle, MPI_Op op) {
  const Type type = Type::of(handle);
  Work work = work_for(asker, 0);
  std::size_t all = 0;
  for (int i = 0; i < asker.size; ++i) {
    // Elements without bytes are left out, as in every other operation.
    work.problem.output_counts.push_back(type.size ? recvcounts[i] : 0);
    all += work.problem.output_counts.back();
  }
  work.input = scattered_input(work, sendbuf, recvbuf, all, 1, type);
  work.output = Buffer(recvbuf, 1, type);
  work.scratch_type = type;
  work.op = op;
  return work;
}

Work reduce_scatter_block_work(const Asker& asker, const void* sendbuf, void* recvbuf,
                               int recvcount, MPI_Datatype handle, MPI_Op op) {
  const Type type = Type::of(handle);
  const auto block = static_cast<std::size_t>(recvcount);
  Work work = work_for(asker, block * type.size);
  work.input = scattered_input(work, sendbuf, recvbuf, asker.size * block, block, type);
  work.output = Buffer(recvbuf, block, type);
  work.scratch_type = type;
  work.scratch_unit = block;
  work.op = op;
  return work;
}

}  // namespace bamboo::plans::pmpi
