// SPDX-License-Identifier: Apache-2.0
#include "topologies/cartesian.h"

#include <algorithm>

#include "comm/agreement.h"
#include "comm/construct.h"
#include "errors/checks.h"
#include "functions/entry.h"
#include "functions/topologies/creation.h"

using namespace bamboo::mpi;

namespace {

const CartesianTopology& topology(const Communicator& comm) {
  if (const auto* grid = std::get_if<CartesianTopology>(comm.topology.get())) return *grid;
  fail(MPI_ERR_TOPOLOGY, "comm %s has no Cartesian topology", comm.name.c_str());
}

void check_maxdims(int maxdims, const CartesianTopology& topology) {
  const int needed = static_cast<int>(topology.dims.size());
  if (maxdims < needed) fail(MPI_ERR_ARG, "maxdims is %d, must be %d or more", maxdims, needed);
}

void check_rank(int rank, const Communicator& comm) {
  if (rank < 0 || rank >= comm.size())
    fail(MPI_ERR_RANK, "rank is %d, must be 0 … %d", rank, comm.size() - 1);
}

CartesianTopology checked_topology(int ndims, const int* dims, const int* periods, int ranks) {
  if (ndims < 0) fail(MPI_ERR_DIMS, "ndims is %d, must be 0 or more", ndims);
  check_array(dims, ndims, "dims");
  check_array(periods, ndims, "periods");
  const std::size_t n = ndims;
  return make_topology({dims, n}, {periods, n}, ranks);
}

std::string text_of(const CartesianTopology& grid) {
  return "dims " + list_text(grid.dims) + " and periods " + list_text(grid.periods);
}

CartesianTopology topology_of_first(Communicator& comm, const CartesianTopology& mine) {
  std::vector<int> list = mine.dims;
  list.insert(list.end(), mine.periods.begin(), mine.periods.end());
  list = list_of_first(comm, std::move(list));
  const auto middle = list.begin() + static_cast<std::ptrdiff_t>(list.size() / 2);
  return {{list.begin(), middle}, {middle, list.end()}};
}

}  // namespace

int MPI_Dims_create(int nnodes, int ndims, int dims[]) {
  return BAMBOO_MPI_ENTER(MPI_COMM_NULL, {
    if (ndims < 0) fail(MPI_ERR_DIMS, "ndims is %d, must be 0 or more", ndims);
    check_array(dims, ndims, "dims");
    balanced_dims(nnodes, {dims, static_cast<std::size_t>(ndims)});
  });
}

int MPI_Cart_create(MPI_Comm comm, int ndims, const int dims[], const int periods[], int,
                    MPI_Comm* newcomm) {
  return BAMBOO_MPI_ENTER(comm, {
    check_pointer(newcomm, "comm_cart");
    *newcomm = MPI_COMM_NULL;
    Communicator& parent = old_communicator(rank, comm);
    const CartesianTopology grid = checked_topology(ndims, dims, periods, parent.size());
    const std::uint32_t context = agree_on_context(rank.communicators, members_of(parent));
    const CartesianTopology first = topology_of_first(parent, grid);
    if (first.dims != grid.dims || first.periods != grid.periods)
      fail_other_arguments(parent, text_of(first), text_of(grid));
    Communicator* made = add_with_topology(rank, parent, volume(grid), context, grid);
    if (!made) return;
    if (made->size() == rank.communicators.world.size() && made->group->identity())
      rank.regions.follow(grid);
    *newcomm = made->handle;
  });
}

int MPI_Cart_sub(MPI_Comm comm, const int remain_dims[], MPI_Comm* newcomm) {
  return BAMBOO_MPI_ENTER(comm, {
    check_pointer(newcomm, "newcomm");
    *newcomm = MPI_COMM_NULL;
    Communicator& parent = rank.communicator(comm);
    const CartesianTopology& grid = topology(parent);
    check_array(remain_dims, static_cast<int>(grid.dims.size()), "remain_dims");
    std::vector<int> remain(remain_dims, remain_dims + grid.dims.size());
    for (int& each : remain) each = each != 0;
    const std::vector<int> first = list_of_first(parent, remain);
    Communicator* made =
        split(rank.communicators, parent, subgrid_of(grid, remain, parent.rank), parent.rank);
    if (first != remain) {
      rank.communicators.free(*made);
      fail_other_arguments(parent, "remain_dims " + list_text(first),
                           "remain_dims " + list_text(remain));
    }
    made->topology = std::make_shared<const Topology>(subgrid(grid, remain));
    *newcomm = made->handle;
  });
}

int MPI_Cartdim_get(MPI_Comm comm, int* ndims) {
  return BAMBOO_MPI_ENTER(comm, {
    check_pointer(ndims, "ndims");
    *ndims = static_cast<int>(topology(rank.communicator(comm)).dims.size());
  });
}

int MPI_Cart_get(MPI_Comm comm, int maxdims, int dims[], int periods[], int coords[]) {
  return BAMBOO_MPI_ENTER(comm, {
    const Communicator& object = rank.communicator(comm);
    const CartesianTopology& grid = topology(object);
    check_maxdims(maxdims, grid);
    std::ranges::copy(grid.dims, dims);
    std::ranges::copy(grid.periods, periods);
    std::ranges::copy(coordinates(grid, object.rank), coords);
  });
}

int MPI_Cart_coords(MPI_Comm comm, int of, int maxdims, int coords[]) {
  return BAMBOO_MPI_ENTER(comm, {
    const Communicator& object = rank.communicator(comm);
    const CartesianTopology& grid = topology(object);
    check_rank(of, object);
    check_maxdims(maxdims, grid);
    std::ranges::copy(coordinates(grid, of), coords);
  });
}

int MPI_Cart_rank(MPI_Comm comm, const int coords[], int* result) {
  return BAMBOO_MPI_ENTER(comm, {
    check_pointer(result, "rank");
    const CartesianTopology& grid = topology(rank.communicator(comm));
    check_array(coords, static_cast<int>(grid.dims.size()), "coords");
    *result = rank_at(grid, {coords, grid.dims.size()});
  });
}

int MPI_Cart_shift(MPI_Comm comm, int direction, int displacement, int* source, int* destination) {
  return BAMBOO_MPI_ENTER(comm, {
    check_pointer(source, "rank_source");
    check_pointer(destination, "rank_dest");
    const Communicator& object = rank.communicator(comm);
    const CartesianTopology& grid = topology(object);
    const int dimensions = static_cast<int>(grid.dims.size());
    if (direction < 0 || direction >= dimensions)
      fail(MPI_ERR_ARG, "direction is %d, must be 0 … %d", direction, dimensions - 1);
    *source = shifted(grid, object.rank, direction, -displacement);
    *destination = shifted(grid, object.rank, direction, displacement);
  });
}

int MPI_Cart_map(MPI_Comm comm, int ndims, const int dims[], const int periods[], int* newrank) {
  return BAMBOO_MPI_ENTER(comm, {
    check_pointer(newrank, "newrank");
    const Communicator& object = rank.communicator(comm);
    const int needed = volume(checked_topology(ndims, dims, periods, object.size()));
    *newrank = object.rank < needed ? object.rank : MPI_UNDEFINED;
  });
}
