// SPDX-License-Identifier: Apache-2.0
#include "types/darray.h"

#include <algorithm>

#include "errors/errors.h"

namespace bamboo::mpi {
namespace {

/// The process's elements of one dimension; one element is `part`, the next is `stride` bytes away.
NewType make_dimension(const Distribution& d, MPI_Aint stride, const DatatypeRef& part) {
  const MPI_Count first = d.place * d.block, round = d.processes * d.block;
  const MPI_Count rest = std::max<MPI_Count>(d.size - first, 0);
  TypeBuilder b;
  if (d.kind != Distribution::Kind::Cyclic) {
    const MPI_Count mine = d.kind == Distribution::Kind::None ? d.size : std::min(rest, d.block);
    b.place(part, first * stride, static_cast<std::size_t>(mine), stride);
    return b.finish();
  }
  TypeBuilder block;
  block.place(part, 0, static_cast<std::size_t>(d.block), stride);
  const MPI_Count whole = rest / round + (rest % round >= d.block);
  b.place(block.finish(), first * stride, static_cast<std::size_t>(whole), round * stride);
  const MPI_Count tail = rest % round < d.block ? rest % round : 0;
  b.place(part, (first + whole * round) * stride, static_cast<std::size_t>(tail), stride);
  return b.finish();
}

/// A process's place in the grid, whose last dimension varies fastest in either order of the array.
std::vector<int> place_in_grid(int size, int rank, std::span<const int> grid) {
  MPI_Count all = 1;
  for (std::size_t d = 0; d < grid.size(); d++) {
    if (grid[d] < 1) fail(MPI_ERR_ARG, "array_of_psizes[%zu] is %d, must be 1 or more", d, grid[d]);
    all *= grid[d];
  }
  if (all != size)
    fail(MPI_ERR_ARG, "array_of_psizes makes a grid of %ld processes, size is %d", all, size);
  if (rank < 0 || rank >= size) fail(MPI_ERR_ARG, "rank is %d, must be 0 … %d", rank, size - 1);
  std::vector<int> place(grid.size());
  for (std::size_t d = grid.size(); d-- > 0; rank /= grid[d]) place[d] = rank % grid[d];
  return place;
}

struct Dimension {
  std::size_t number;
  MPI_Count size;
  int distribution, argument, processes, place;
};

Distribution distribution(const Dimension& d) {
  if (d.size < 1)
    fail(MPI_ERR_ARG, "array_of_gsizes[%zu] is %ld, must be 1 or more", d.number, d.size);
  const bool is_default = d.argument == MPI_DISTRIBUTE_DFLT_DARG;
  if (!is_default && d.argument < 1 && d.distribution != MPI_DISTRIBUTE_NONE)
    fail(MPI_ERR_ARG, "array_of_dargs[%zu] is %d, must be 1 or more, or MPI_DISTRIBUTE_DFLT_DARG",
         d.number, d.argument);
  Distribution out{Distribution::Kind::None, d.size, d.processes, d.place, d.size};
  switch (d.distribution) {
    case MPI_DISTRIBUTE_NONE:
      if (d.processes != 1)
        fail(MPI_ERR_ARG, "array_of_psizes[%zu] is %d, must be 1 with MPI_DISTRIBUTE_NONE",
             d.number, d.processes);
      return out;
    case MPI_DISTRIBUTE_BLOCK:
      out.kind = Distribution::Kind::Block;
      out.block = is_default ? (d.size + d.processes - 1) / d.processes : d.argument;
      if (out.block * d.processes < d.size)
        fail(MPI_ERR_ARG, "array_of_dargs[%zu] is %d: %d blocks of it do not cover %ld elements",
             d.number, d.argument, d.processes, d.size);
      return out;
    case MPI_DISTRIBUTE_CYCLIC:
      out.kind = Distribution::Kind::Cyclic;
      out.block = is_default ? 1 : d.argument;
      return out;
    default:
      fail(MPI_ERR_ARG,
           "array_of_distribs[%zu] is %d, must be MPI_DISTRIBUTE_BLOCK, _CYCLIC or _NONE", d.number,
           d.distribution);
  }
}

}  // namespace

std::vector<Distribution> distribute(const DistributedArray& array) {
  const std::vector<int> place = place_in_grid(array.processes, array.rank, array.grid);
  std::vector<Distribution> dimensions;
  for (std::size_t d = 0; d < array.sizes.size(); d++)
    dimensions.push_back(distribution(
        {d, array.sizes[d], array.distributions[d], array.arguments[d], array.grid[d], place[d]}));
  return dimensions;
}

NewType make_darray(const std::vector<Distribution>& dimensions, int order,
                    const DatatypeRef& type) {
  DatatypeRef part = type;
  MPI_Aint stride = type->extent;
  const std::size_t n = dimensions.size();
  for (std::size_t i = 0; i < n; i++) {  // from the dimension that varies fastest
    const Distribution& d = dimensions[order == MPI_ORDER_C ? n - 1 - i : i];
    part = make_dimension(d, stride, part);
    stride *= d.size;
  }
  return make_resized(part, 0, stride);
}

}  // namespace bamboo::mpi
