// SPDX-License-Identifier: Apache-2.0
// MPI's functions that make datatypes of parts of arrays.
#include "errors/checks.h"
#include "functions/bodies.h"
#include "functions/datatypes/contents.h"
#include "types/darray.h"

namespace bamboo::mpi {

namespace {

using List = std::vector<MPI_Count>;

void check_dimensions(int dims) {
  if (dims < 1) fail(MPI_ERR_ARG, "ndims is %d, must be 1 or more", dims);
}

void check_order(int order) {
  if (order != MPI_ORDER_C && order != MPI_ORDER_FORTRAN)
    fail(MPI_ERR_ARG, "order is %d, must be MPI_ORDER_C or MPI_ORDER_FORTRAN", order);
}

void check_subarray(const List& sizes, const List& subsizes, const List& starts) {
  for (std::size_t d = 0; d < sizes.size(); d++) {
    if (sizes[d] < 1)
      fail(MPI_ERR_ARG, "array_of_sizes[%zu] is %ld, must be 1 or more", d, sizes[d]);
    if (subsizes[d] < 1 || subsizes[d] > sizes[d])
      fail(MPI_ERR_ARG, "array_of_subsizes[%zu] is %ld, must be 1 … %ld", d, subsizes[d], sizes[d]);
    if (starts[d] < 0 || starts[d] > sizes[d] - subsizes[d])
      fail(MPI_ERR_ARG, "array_of_starts[%zu] is %ld, must be 0 … %ld", d, starts[d],
           sizes[d] - subsizes[d]);
  }
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

void body::type_create_subarray(Rank&, CountForm form, int ndims, Counts sizes, Counts subsizes,
                                Counts starts, int order, MPI_Datatype oldtype,
                                MPI_Datatype* newtype) {
  check_dimensions(ndims);
  check_pointer(sizes, "array_of_sizes");
  check_pointer(subsizes, "array_of_subsizes");
  check_pointer(starts, "array_of_starts");
  const List all = sizes.list(ndims), mine = subsizes.list(ndims), first = starts.list(ndims);
  check_subarray(all, mine, first);
  check_order(order);
  check_pointer(newtype, "newtype");
  const DatatypeRef old = datatype_ref(oldtype);
  *newtype = Contents(MPI_COMBINER_SUBARRAY, form)
                 .integer(ndims)
                 .counts(all)
                 .counts(mine)
                 .counts(first)
                 .integer(order)
                 .give(make_subarray(all, mine, first, order, old), {old});
}

void body::type_create_darray(Rank&, CountForm form, int size, int rank, int ndims, Counts gsizes,
                              const int distribs[], const int dargs[], const int psizes[],
                              int order, MPI_Datatype oldtype, MPI_Datatype* newtype) {
  check_dimensions(ndims);
  check_pointer(gsizes, "array_of_gsizes");
  check_pointer(distribs, "array_of_distribs");
  check_pointer(dargs, "array_of_dargs");
  check_pointer(psizes, "array_of_psizes");
  check_order(order);
  check_pointer(newtype, "newtype");
  const std::size_t n = static_cast<std::size_t>(ndims);
  const List sizes = gsizes.list(ndims);
  const std::vector<int> place = place_in_grid(size, rank, {psizes, n});
  std::vector<Distribution> dimensions;
  for (std::size_t d = 0; d < n; d++)
    dimensions.push_back(distribution({d, sizes[d], distribs[d], dargs[d], psizes[d], place[d]}));
  const DatatypeRef old = datatype_ref(oldtype);
  *newtype = Contents(MPI_COMBINER_DARRAY, form)
                 .integer(size)
                 .integer(rank)
                 .integer(ndims)
                 .counts(sizes)
                 .integers({distribs, n})
                 .integers({dargs, n})
                 .integers({psizes, n})
                 .integer(order)
                 .give(make_darray(dimensions, order, old), {old});
}

}  // namespace bamboo::mpi
