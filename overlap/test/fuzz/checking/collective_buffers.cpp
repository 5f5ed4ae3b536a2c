// SPDX-License-Identifier: Apache-2.0
#include "collective_buffers.h"

#include "requests.h"

namespace checking {

Collective::Collective(const char* name, MPI_Comm comm)
    : operation_(std::make_unique<Operation>(name)) {
  PMPI_Comm_rank(comm, &rank_);
  PMPI_Comm_size(comm, &size_);
}

Collective Collective::neighbourhood(const char* name, MPI_Comm comm) {
  Collective made(name, comm);
  int topology = MPI_UNDEFINED, weighted = 0;
  PMPI_Topo_test(comm, &topology);
  if (topology == MPI_CART) {
    PMPI_Cartdim_get(comm, &made.sources_);
    made.destinations_ = made.sources_ *= 2;
  } else if (topology == MPI_GRAPH) {
    PMPI_Graph_neighbors_count(comm, made.rank_, &made.sources_);
    made.destinations_ = made.sources_;
  } else {
    PMPI_Dist_graph_neighbors_count(comm, &made.sources_, &made.destinations_, &weighted);
  }
  return made;
}

const void* Collective::sends(const void* address, int blocks, int count, MPI_Datatype type,
                              bool significant) {
  if (!significant || address == MPI_IN_PLACE) return address;
  return operation_->sends(address, {{0, blocks * count, type}});
}

void* Collective::receives(void* address, int blocks, int count, MPI_Datatype type,
                           bool significant) {
  if (!significant || address == MPI_IN_PLACE) return address;
  return operation_->receives(address, {{0, blocks * count, type}});
}

Blocks Collective::blocks_of(int blocks, Arrays& arrays) {
  Blocks all;
  MPI_Aint lower = 0, extent = 1;
  if (arrays.types == nullptr) PMPI_Type_get_extent(arrays.type, &lower, &extent);
  arrays.counts = operation_->array(arrays.counts, blocks);
  arrays.displacements = operation_->array(arrays.displacements, blocks);
  if (arrays.types != nullptr) arrays.types = operation_->array(arrays.types, blocks);
  for (int i = 0; i < blocks; ++i)
    all.push_back({extent * arrays.displacements[i], arrays.counts[i],
                   arrays.types == nullptr ? arrays.type : arrays.types[i]});
  return all;
}

const void* Collective::sends(const void* address, int blocks, Arrays& arrays, bool significant) {
  if (!significant || address == MPI_IN_PLACE) return address;
  return operation_->sends(address, blocks_of(blocks, arrays));
}

void* Collective::receives(void* address, int blocks, Arrays& arrays, bool significant) {
  if (!significant || address == MPI_IN_PLACE) return address;
  return operation_->receives(address, blocks_of(blocks, arrays));
}

int Collective::publish(int code, MPI_Request* request) {
  if (code == MPI_SUCCESS)
    checking::publish(std::move(operation_), request);
  else
    *request = MPI_REQUEST_NULL;
  return code;
}

}  // namespace checking
