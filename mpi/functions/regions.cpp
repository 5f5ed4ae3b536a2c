// SPDX-License-Identifier: Apache-2.0
// The functions of bamboo/region.h, which translated programs call.
#include <bamboo/region.h>

#include "functions/entry.h"
#include "functions/point_to_point/arguments.h"

namespace bamboo::mpi {

namespace {

/// Runs `body` for the overlap regions of the calling rank.
template <class Body>
void in_regions(const char* function, void* call_site, Body&& body) {
  const InMpi in_mpi(function, call_site);
  body(in_mpi.rank->regions);
}

/// An error of a posted receive is reported by the MPI_Recv that takes it.
template <class Body>
void as_mpi_recv(MPI_Comm comm, void* call_site, Body&& body) {
  const InMpi in_mpi("MPI_Recv", call_site);
  Rank& rank = *in_mpi.rank;
  const InRuntime in_runtime(rank);
  rank.set_call({"MPI_Recv", call_site});
  try {
    if (PostedReceives* block = rank.regions.receive_block()) body(rank, *block);
  } catch (const MpiError& error) {
    rank.handle_error(comm, "MPI_Recv", error);
  }
}

}  // namespace

extern "C" {

int bamboo_region_begin(const bamboo_region* region) {
  in_regions("bamboo_region_begin", __builtin_return_address(0),
             [&](RegionState& regions) { regions.begin_region(*region); });
  return 0;
}
int bamboo_send_begin(const bamboo_block* block) {
  in_regions("bamboo_send_begin", __builtin_return_address(0),
             [&](RegionState& regions) { regions.begin_send(*block); });
  return 0;
}
int bamboo_receive_begin(const bamboo_block* block) {
  in_regions("bamboo_receive_begin", __builtin_return_address(0),
             [&](RegionState& regions) { regions.begin_receive(*block); });
  return 0;
}
void bamboo_region_end(int*) {
  in_regions("bamboo_region_end", __builtin_return_address(0),
             [&](RegionState& regions) { regions.end(); });
}
void bamboo_send_end(int*) {
  in_regions("bamboo_region_end", __builtin_return_address(0),
             [&](RegionState& regions) { regions.end(); });
}
void bamboo_receive_end(int*) {
  in_regions("bamboo_region_end", __builtin_return_address(0),
             [&](RegionState& regions) { regions.end(); });
}

void bamboo_post(void* buffer, MPI_Count count, MPI_Datatype type, int source, int tag,
                 MPI_Comm comm) {
  as_mpi_recv(comm, __builtin_return_address(0), [&](Rank& rank, PostedReceives& block) {
    if (block.posts_no_more()) return;
    auto receive = std::make_unique<Request>(rank, std::in_place_type<ReceiveRequest>);
    set_receive(rank, *receive, buffer, count, type, source, tag, comm);
    block.post(std::move(receive));
  });
}
void bamboo_fire(void) {
  as_mpi_recv(MPI_COMM_NULL, __builtin_return_address(0),
              [](Rank& rank, const PostedReceives& block) { block.wait(rank); });
}

}  // extern "C"
}  // namespace bamboo::mpi
