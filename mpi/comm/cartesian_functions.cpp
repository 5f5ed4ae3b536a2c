// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "comm/cartesian.h"
#include "comm/construct.h"
#include "core/entry.h"
#include "region/region.h"
#include "types/arguments.h"

using namespace bamboo::mpi;

namespace {

const CartesianTopology& topology(const Communicator& comm) {
  if (!comm.cartesian)
    fail(MPI_ERR_TOPOLOGY, "comm %s has no Cartesian topology",
         comm.name.empty() ? "" : comm.name.c_str());
  return *comm.cartesian;
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

}  // namespace

int MPI_Dims_create(int nnodes, int ndims, int dims[]) {
  return BAMBOO_MPI_ENTER(MPI_COMM_NULL, {
    if (ndims < 0) fail(MPI_ERR_DIMS, "ndims is %d, must be 0 or more", ndims);
    check_array(dims, ndims, "dims");
    choose_dims(nnodes, {dims, static_cast<std::size_t>(ndims)});
  });
}

int MPI_Cart_create(MPI_Comm comm, int ndims, const int dims[], const int periods[], int,
                    MPI_Comm* newcomm) {
  return BAMBOO_MPI_ENTER(comm, {
    check_pointer(newcomm, "comm_cart");
    *newcomm = MPI_COMM_NULL;
    Communicator& parent = communicator(comm);
    CartesianTopology grid = checked_topology(ndims, dims, periods, parent.size());
    std::vector<bamboo::TaskId> members(volume(grid));
    for (std::size_t r = 0; r < members.size(); r++)
      members[r] = parent.group->world_rank(static_cast<int>(r));
    const bool whole = static_cast<int>(members.size()) == parent.size();
    Communicator* made = create(rank, parent, whole ? parent.group : Group::of(std::move(members)));
    if (!made) return;
    made->cartesian = std::make_unique<CartesianTopology>(std::move(grid));
    if (made->size() == rank.size && made->group->identity())
      note_cartesian(rank, *made->cartesian);
    *newcomm = made->handle;
  });
}

int MPI_Cart_sub(MPI_Comm comm, const int remain_dims[], MPI_Comm* newcomm) {
  return BAMBOO_MPI_ENTER(comm, {
    check_pointer(newcomm, "newcomm");
    *newcomm = MPI_COMM_NULL;
    Communicator& parent = communicator(comm);
    const CartesianTopology& grid = topology(parent);
    check_array(remain_dims, static_cast<int>(grid.dims.size()), "remain_dims");
    const std::span<const int> remain(remain_dims, grid.dims.size());
    Communicator* made = split(rank, parent, slice_of(grid, remain, parent.rank), parent.rank);
    made->cartesian = std::make_unique<CartesianTopology>(slice(grid, remain));
    *newcomm = made->handle;
  });
}

int MPI_Cartdim_get(MPI_Comm comm, int* ndims) {
  return BAMBOO_MPI_ENTER(comm, {
    check_pointer(ndims, "ndims");
    *ndims = static_cast<int>(topology(communicator(comm)).dims.size());
  });
}

int MPI_Cart_get(MPI_Comm comm, int maxdims, int dims[], int periods[], int coords[]) {
  return BAMBOO_MPI_ENTER(comm, {
    const Communicator& object = communicator(comm);
    const CartesianTopology& grid = topology(object);
    check_maxdims(maxdims, grid);
    std::ranges::copy(grid.dims, dims);
    std::ranges::copy(grid.periods, periods);
    std::ranges::copy(coordinates(grid, object.rank), coords);
  });
}

int MPI_Cart_coords(MPI_Comm comm, int of, int maxdims, int coords[]) {
  return BAMBOO_MPI_ENTER(comm, {
    const Communicator& object = communicator(comm);
    const CartesianTopology& grid = topology(object);
    check_rank(of, object);
    check_maxdims(maxdims, grid);
    std::ranges::copy(coordinates(grid, of), coords);
  });
}

int MPI_Cart_rank(MPI_Comm comm, const int coords[], int* result) {
  return BAMBOO_MPI_ENTER(comm, {
    check_pointer(result, "rank");
    const CartesianTopology& grid = topology(communicator(comm));
    check_array(coords, static_cast<int>(grid.dims.size()), "coords");
    *result = rank_at(grid, {coords, grid.dims.size()});
  });
}

int MPI_Cart_shift(MPI_Comm comm, int direction, int displacement, int* source, int* destination) {
  return BAMBOO_MPI_ENTER(comm, {
    check_pointer(source, "rank_source");
    check_pointer(destination, "rank_dest");
    const Communicator& object = communicator(comm);
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
    const Communicator& object = communicator(comm);
    const int needed = volume(checked_topology(ndims, dims, periods, object.size()));
    *newrank = object.rank < needed ? object.rank : MPI_UNDEFINED;
  });
}

int MPI_Topo_test(MPI_Comm comm, int* status) {
  return BAMBOO_MPI_ENTER(comm, {
    check_pointer(status, "status");
    *status = communicator(comm).cartesian ? MPI_CART : MPI_UNDEFINED;
  });
}
