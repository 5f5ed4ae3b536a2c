// SPDX-License-Identifier: Apache-2.0
#include "arguments/block_buffers.h"

namespace bamboo::plans::pmpi {
namespace {

/// sendbuf, or a copy of recvbuf, which the results will overwrite.
Buffer scattered_input(PreparedCall& prepared, const void* sendbuf, void* recvbuf,
                       std::size_t count, std::size_t unit, const Type& type) {
  if (sendbuf != MPI_IN_PLACE) return Buffer(sendbuf, unit, type);
  prepared.saved.emplace_back(count, type);
  copy_typed({recvbuf, count, type}, {prepared.saved.back().base(), count, type});
  return Buffer(prepared.saved.back().base(), unit, type);
}

/// For a vector on each process; `root` has a meaning for reduce only.
template <class Arguments>
PreparedCall reduction(const Arguments& a, const Member& member, const Algorithm& algorithm,
                       int root = 0) {
  const Type type = Type::of(a.datatype);
  const auto vector = static_cast<std::size_t>(a.count);
  PreparedCall prepared = prepared_for(member, algorithm, vector * type.size, root);
  const bool cuts = algorithm.cuts_blocks && prepared.problem.count != 0;
  if (cuts) prepared.problem.count = vector;
  prepared.problem.in_place = a.sendbuf == MPI_IN_PLACE;
  const std::size_t unit = cuts ? 1 : vector;
  if (!prepared.problem.in_place) prepared.input = Buffer(a.sendbuf, unit, type);
  prepared.output = Buffer(a.recvbuf, unit, type);
  prepared.scratch_type = type;
  prepared.scratch_unit = unit;
  prepared.op = a.op;
  return prepared;
}

}  // namespace

PreparedCall prepare(const ReduceArguments& a, const Member& member, const Algorithm& algorithm) {
  return reduction(a, member, algorithm, a.root);
}

PreparedCall prepare(const AllreduceArguments& a, const Member& member,
                     const Algorithm& algorithm) {
  return reduction(a, member, algorithm);
}

PreparedCall prepare(const ScanArguments& a, const Member& member, const Algorithm& algorithm) {
  return reduction(a, member, algorithm);
}

PreparedCall prepare(const ExscanArguments& a, const Member& member, const Algorithm& algorithm) {
  return reduction(a, member, algorithm);
}

PreparedCall prepare(const Reduce_scatterArguments& a, const Member& member,
                     const Algorithm& algorithm) {
  const Type type = Type::of(a.datatype);
  PreparedCall prepared = prepared_for(member, algorithm, 0);
  std::size_t all = 0;
  for (int i = 0; i < member.size; ++i) {
    // Elements without bytes are left out, as in every other operation.
    prepared.problem.output_counts.push_back(type.size ? a.recvcounts[i] : 0);
    all += prepared.problem.output_counts.back();
  }
  prepared.input = scattered_input(prepared, a.sendbuf, a.recvbuf, all, 1, type);
  prepared.output = Buffer(a.recvbuf, 1, type);
  prepared.scratch_type = type;
  prepared.op = a.op;
  return prepared;
}

PreparedCall prepare(const Reduce_scatter_blockArguments& a, const Member& member,
                     const Algorithm& algorithm) {
  const Type type = Type::of(a.datatype);
  const auto block = static_cast<std::size_t>(a.recvcount);
  PreparedCall prepared = prepared_for(member, algorithm, block * type.size);
  prepared.input =
      scattered_input(prepared, a.sendbuf, a.recvbuf, member.size * block, block, type);
  prepared.output = Buffer(a.recvbuf, block, type);
  prepared.scratch_type = type;
  prepared.scratch_unit = block;
  prepared.op = a.op;
  return prepared;
}

}  // namespace bamboo::plans::pmpi
