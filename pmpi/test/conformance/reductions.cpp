// SPDX-License-Identifier: Apache-2.0
// The collectives that reduce.
#include "operands.h"

namespace conformance {
namespace {

/// `call`: with the operands where MPI looks for them.
void compare_reduction(const TrialCall& t, const char* function, int root, bool in_place,
                       const Operands& operands, int count, bool has_result,
                       const std::function<int(bool own, const void* send, void* receive)>& call) {
  // No element is longer than 28 bytes, and the arena has 20 for each.
  compare(
      t, name(function, t, root, in_place), 2 * static_cast<std::size_t>(count),
      [&](bool own, void* send, void* receive) {
        make_whole(operands, in_place ? receive : send, count);
        return call(own, in_place ? MPI_IN_PLACE : send, receive);
      },
      has_result);
}

void reduce(const TrialCall& t) {
  const Operands operands = any_operands(t);
  const int count = t.count(), root = below(t.random, t.size);
#ifdef MPICH
  const bool fails = root != 0;  // in place MPICH 4.0 itself reads from MPI_IN_PLACE
#else
  const bool fails = false;
#endif
  const bool at_root = t.rank == root, in_place = t.sometimes() && at_root && !fails;
  compare_reduction(t, "Reduce", root, in_place, operands, count, at_root,
                    [&](bool own, const void* send, void* receive) {
                      return EITHER(MPI_Reduce, send, receive, count, operands.type, operands.op,
                                    root, t.comm);
                    });
}

void allreduce(const TrialCall& t) {
  const Operands operands = any_operands(t);
  const int count = t.count();
  const bool in_place = t.sometimes();
  compare_reduction(t, "Allreduce", -1, in_place, operands, count, true,
                    [&](bool own, const void* send, void* receive) {
                      return EITHER(MPI_Allreduce, send, receive, count, operands.type, operands.op,
                                    t.comm);
                    });
}

void scan(const TrialCall& t) {
  const Operands operands = any_operands(t);
  const int count = t.count();
  const bool in_place = t.sometimes();
  compare_reduction(t, "Scan", -1, in_place, operands, count, true,
                    [&](bool own, const void* send, void* receive) {
                      return EITHER(MPI_Scan, send, receive, count, operands.type, operands.op,
                                    t.comm);
                    });
}

void exscan(const TrialCall& t) {
  const Operands operands = any_operands(t);
  const int count = t.count();
  const bool in_place = t.sometimes();
  compare_reduction(t, "Exscan", -1, in_place, operands, count, t.rank != 0,
                    [&](bool own, const void* send, void* receive) {
                      return EITHER(MPI_Exscan, send, receive, count, operands.type, operands.op,
                                    t.comm);
                    });
}

void reduce_scatter(const TrialCall& t) {
  const Operands operands = any_operands(t);
  std::vector<int> counts(t.size);
  int total = 0;
  for (int& count : counts) total += count = t.small_count();
  // In place, the rest of the buffer is undefined afterwards.
  compare_reduction(t, "Reduce_scatter", -1, false, operands, total, true,
                    [&](bool own, const void* send, void* receive) {
                      return EITHER(MPI_Reduce_scatter, send, receive, counts.data(), operands.type,
                                    operands.op, t.comm);
                    });
}

void reduce_scatter_block(const TrialCall& t) {
  const Operands operands = any_operands(t);
  const int count = t.small_count();
  compare_reduction(t, "Reduce_scatter_block", -1, false, operands, count * t.size, true,
                    [&](bool own, const void* send, void* receive) {
                      return EITHER(MPI_Reduce_scatter_block, send, receive, count, operands.type,
                                    operands.op, t.comm);
                    });
}

/// Only the process's own block, which is the first, is a result.
void reduce_scatter_in_place(const TrialCall& t) {
  const int count = t.small_count();
  const auto value = static_cast<unsigned>(t.random());
  std::vector<std::vector<unsigned>> results;
  for (int own = 0; own < 2; ++own) {
    std::vector<unsigned> data(static_cast<std::size_t>(count) * t.size);
    for (std::size_t i = 0; i < data.size(); ++i) data[i] = value * (t.rank + 3) + i;
    const int error = EITHER(MPI_Reduce_scatter_block, MPI_IN_PLACE, data.data(), count,
                             MPI_UNSIGNED, MPI_SUM, t.comm);
    if (error != MPI_SUCCESS) fail("Reduce_scatter_block in place returns an error");
    data.resize(count);
    results.push_back(data);
  }
  if (results[0] != results[1]) fail(name("Reduce_scatter_block", t, -1, true) + " differs");
}

}  // namespace

std::vector<TrialFunction> reductions() {
  UserOperations::get();
  return {reduce,
          allreduce,
          scan,
          exscan,
          reduce_scatter,
          reduce_scatter_block,
          reduce_scatter_in_place};
}

}  // namespace conformance
