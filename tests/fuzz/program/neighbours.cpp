// SPDX-License-Identifier: Apache-2.0
// Collectives among the neighbours of a topology.
#include <algorithm>

#include "forms.h"
#include "world.h"

namespace fuzz {

namespace {

struct Neighbours {
  std::vector<int> sources, targets;
};

Neighbours neighbours_of(const Step& step) {
  Neighbours result;
  if (step.slot.kind == Kind::Cartesian) {
    int dimensions = 0;
    MPI_Cartdim_get(step.comm(), &dimensions);
    for (int d = 0; d < dimensions; ++d) {
      int before = MPI_PROC_NULL;
      int behind = MPI_PROC_NULL;
      MPI_Cart_shift(step.comm(), d, 1, &before, &behind);
      for (const int neighbour : {before, behind}) {
        result.sources.push_back(neighbour);
        result.targets.push_back(neighbour);
      }
    }
    return result;
  }
  int in = 0;
  int out = 0;
  int weighted = 0;
  MPI_Dist_graph_neighbors_count(step.comm(), &in, &out, &weighted);
  result.sources.resize(static_cast<std::size_t>(in));
  result.targets.resize(static_cast<std::size_t>(out));
  MPI_Dist_graph_neighbors(step.comm(), in, result.sources.data(), MPI_UNWEIGHTED, out,
                           result.targets.data(), MPI_UNWEIGHTED);
  return result;
}

/// Blocks of each neighbour, one behind the other with a gap between.
struct Blocks {
  std::vector<int> counts, displacements;
  int span = 0;
  void add(int count) {
    counts.push_back(count);
    displacements.push_back(span);
    span += count + 1;
  }
};

std::vector<int> content(const Step& step, int n, int salt) {
  Dice dice = step.of_rank(step.rank);
  return numbers({dice.next(), static_cast<std::uint64_t>(salt)}, static_cast<std::size_t>(n) + 1);
}

}  // namespace

void neighbours(Step& step) {
  if (step.slot.kind != Kind::Cartesian && step.slot.kind != Kind::Graph) return;
  const auto [sources, targets] = neighbours_of(step);
  for (const auto& side : {sources, targets})  // each MPI has a number of its own for no process
    for (const int neighbour : side) step.digest().add(neighbour == MPI_PROC_NULL ? -1 : neighbour);
  const auto form = static_cast<Form>(step.dice.below(3));
  const int call = step.dice.below(5);
  const int base = 1 + step.dice.below(20);
  // Returns the count of an edge, which both ends compute.
  const auto of_edge = [&](int source, int target) { return base + (3 * source + target) % 5; };
  const auto of_source = [&](int source) { return base + source % 4; };
  const bool gathers = call < 2;
  Blocks in, out;
  for (const int source : sources) {
    const bool none = source == MPI_PROC_NULL;
    in.add(none ? base : gathers ? of_source(source) : of_edge(source, step.rank));
  }
  for (const int target : targets)
    out.add(target == MPI_PROC_NULL ? base : of_edge(step.rank, target));
  in.add(0);  // an MPI may refuse null pointers of arrays without elements
  out.add(0);
  const int sent = of_source(step.rank);
  const int even = static_cast<int>(targets.size() + sources.size()) * base;
  const std::vector<int> from = content(step, std::max({out.span, sent, even}), 1);
  std::vector<int> to = content(step, std::max(in.span, even), 2);
  std::vector<MPI_Aint> from_bytes, to_bytes;
  for (const int d : out.displacements)
    from_bytes.push_back(d * static_cast<MPI_Aint>(sizeof(int)));
  for (const int d : in.displacements) to_bytes.push_back(d * static_cast<MPI_Aint>(sizeof(int)));
  const std::vector<MPI_Datatype> from_types(targets.size(), MPI_INT);
  const std::vector<MPI_Datatype> to_types(sources.size(), MPI_INT);
  MPI_Request request = MPI_REQUEST_NULL;
  switch (call) {
    case 0:
      FUZZ_CALL(Neighbor_allgather, Ineighbor_allgather, from.data(), base, MPI_INT, to.data(),
                base, MPI_INT, step.comm());
      break;
    case 1:
      FUZZ_CALL(Neighbor_allgatherv, Ineighbor_allgatherv, from.data(), sent, MPI_INT, to.data(),
                in.counts.data(), in.displacements.data(), MPI_INT, step.comm());
      break;
    case 2:
      FUZZ_CALL(Neighbor_alltoall, Ineighbor_alltoall, from.data(), base, MPI_INT, to.data(), base,
                MPI_INT, step.comm());
      break;
    case 3:
      FUZZ_CALL(Neighbor_alltoallv, Ineighbor_alltoallv, from.data(), out.counts.data(),
                out.displacements.data(), MPI_INT, to.data(), in.counts.data(),
                in.displacements.data(), MPI_INT, step.comm());
      break;
    default:
      FUZZ_CALL(Neighbor_alltoallw, Ineighbor_alltoallw, from.data(), out.counts.data(),
                from_bytes.data(), from_types.data(), to.data(), in.counts.data(), to_bytes.data(),
                to_types.data(), step.comm());
  }
  finish(form, request);
  step.digest().add(to);
}

}  // namespace fuzz
