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

/// Of a vector on each process; `root` only means something for reduce.
template <class Arguments>
Work reduction(const Arguments& a, const Member& member, const Algorithm& algorithm, int root = 0) {
  const Type type = Type::of(a.datatype);
  const auto vector = static_cast<std::size_t>(a.count);
  Work work = work_for(member, algorithm, vector * type.size, root);
  const bool cuts = algorithm.cuts_blocks && work.problem.count != 0;
  if (cuts) work.problem.count = vector;
  work.problem.in_place = a.sendbuf == MPI_IN_PLACE;
  const std::size_t unit = cuts ? 1 : vector;
  if (!work.problem.in_place) work.input = Buffer(a.sendbuf, unit, type);
  work.output = Buffer(a.recvbuf, unit, type);
  work.scratch_type = type;
  work.scratch_unit = unit;
  work.op = a.op;
  return work;
}

}  // namespace

Work prepare(const ReduceArguments& a, const Member& member, const Algorithm& algorithm) {
  return reduction(a, member, algorithm, a.root);
}

Work prepare(const AllreduceArguments& a, const Member& member, const Algorithm& algorithm) {
  return reduction(a, member, algorithm);
}

Work prepare(const ScanArguments& a, const Member& member, const Algorithm& algorithm) {
  return reduction(a, member, algorithm);
}

Work prepare(const ExscanArguments& a, const Member& member, const Algorithm& algorithm) {
  return reduction(a, member, algorithm);
}

Work prepare(const Reduce_scatterArguments& a, const Member& member, const Algorithm& algorithm) {
  const Type type = Type::of(a.datatype);
  Work work = work_for(member, algorithm, 0);
  std::size_t all = 0;
  for (int i = 0; i < member.size; ++i) {
    // Elements without bytes are left out, as in every other operation.
    work.problem.output_counts.push_back(type.size ? a.recvcounts[i] : 0);
    all += work.problem.output_counts.back();
  }
  work.input = scattered_input(work, a.sendbuf, a.recvbuf, all, 1, type);
  work.output = Buffer(a.recvbuf, 1, type);
  work.scratch_type = type;
  work.op = a.op;
  return work;
}

Work prepare(const Reduce_scatter_blockArguments& a, const Member& member,
             const Algorithm& algorithm) {
  const Type type = Type::of(a.datatype);
  const auto block = static_cast<std::size_t>(a.recvcount);
  Work work = work_for(member, algorithm, block * type.size);
  work.input = scattered_input(work, a.sendbuf, a.recvbuf, member.size * block, block, type);
  work.output = Buffer(a.recvbuf, block, type);
  work.scratch_type = type;
  work.scratch_unit = block;
  work.op = a.op;
  return work;
}

}  // namespace bamboo::plans::pmpi
