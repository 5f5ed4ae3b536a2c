// SPDX-License-Identifier: Apache-2.0
#include "topologies/cartesian.h"

#include <algorithm>

#include "comm/agreement.h"
#include "comm/construct.h"
#include "errors/checks.h"
#include "functions/entry.h"

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

std::string text_of(std::span<const int> numbers) {
  std::string text = "(";
  for (const int each : numbers) text += (text.size() > 1 ? ", " : "") + std::to_string(each);
  return text + ")";
}

std::string text_of(const CartesianTopology& grid) {
  return "dims " + text_of(grid.dims) + " and periods " + text_of(grid.periods);
}

/// The grid of the first rank of `comm`; all ranks give theirs.
CartesianTopology topology_of_first(Communicator& comm, const CartesianTopology& mine) {
  std::vector<int> list = mine.dims;
  list.insert(list.end(), mine.periods.begin(), mine.periods.end());
  list = broadcast(members_of(comm), std::move(list));
  const auto middle = list.begin() + static_cast<std::ptrdiff_t>(list.size() / 2);
  return {{list.begin(), middle}, {middle, list.end()}};
}

[[noreturn]] void fail_other_arguments(const Communicator& comm, const std::string& first,
                                       const std::string& mine) {
  fail(MPI_ERR_NOT_SAME,
       "rank %d calls it with %s, this rank with %s; all ranks of a communicator must give the "
       "same",
       comm.group->world_rank(0), first.c_str(), mine.c_str());
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
    Communicator& parent = rank.communicator(comm);
    CartesianTopology grid = checked_topology(ndims, dims, periods, parent.size());
    const std::uint32_t context = agree_on_context(rank.communicators, members_of(parent));
    const CartesianTopology first = topology_of_first(parent, grid);
    if (first.dims != grid.dims || first.periods != grid.periods)
      fail_other_arguments(parent, text_of(first), text_of(grid));
    std::vector<bamboo::TaskId> members(volume(grid));
    for (std::size_t r = 0; r < members.size(); r++)
      members[r] = parent.group->world_rank(static_cast<int>(r));
    const bool whole = static_cast<int>(members.size()) == parent.size();
    Communicator* made = rank.communicators.add(
        parent, whole ? parent.group : Group::of(std::move(members)), context);
    if (!made) return;
    made->cartesian = std::make_unique<CartesianTopology>(std::move(grid));
    if (made->size() == rank.communicators.world.size() && made->group->identity())
      rank.regions.follow(*made->cartesian);
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
    const std::vector<int> first = broadcast(members_of(parent), remain);
    Communicator* made =
        split(rank.communicators, parent, subgrid_of(grid, remain, parent.rank), parent.rank);
    if (first != remain) {
      rank.communicators.free(*made);
      fail_other_arguments(parent, "remain_dims " + text_of(first),
                           "remain_dims " + text_of(remain));
    }
    made->cartesian = std::make_unique<CartesianTopology>(subgrid(grid, remain));
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

int MPI_Topo_test(MPI_Comm comm, int* status) {
  return BAMBOO_MPI_ENTER(comm, {
    check_pointer(status, "status");
    *status = rank.communicator(comm).cartesian ? MPI_CART : MPI_UNDEFINED;
  });
}
