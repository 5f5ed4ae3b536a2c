// SPDX-License-Identifier: Apache-2.0
// MPI_Alltoallv, whose calls may keep a plan (bamboo_controls.h).
#include "bamboo_controls.h"
#include "dispatch/blocking.h"
#include "dispatch/kept_exchange.h"

using namespace bamboo::plans::pmpi;
using bamboo::plans::Operation;

namespace {

/// `control`: null for a call without.
[[gnu::always_inline]] inline int alltoallv(const AlltoallvArguments& arguments, const void* site,
                                            std::uint64_t* control) {
  if (world_has_controls.load(std::memory_order_acquire)) {
    const Call call{Operation::Alltoallv, arguments.comm, site};
    if (const auto served = dispatch_kept(call, arguments, control)) return *served;
  }
  if (stays_native(arguments)) [[likely]]
    return native(arguments);
  return dispatch_blocking(arguments, site);
}

}  // namespace

extern "C" {

int MPI_Alltoallv(const void* sendbuf, const int sendcounts[], const int sdispls[],
                  MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int rdispls[],
                  MPI_Datatype recvtype, MPI_Comm comm) {
  return alltoallv(
      {sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm},
      BAMBOO_ORIGIN, nullptr);
}

int Bamboo_Alltoallv_controlled(const void* sendbuf, const int sendcounts[], const int sdispls[],
                                MPI_Datatype sendtype, void* recvbuf, const int recvcounts[],
                                const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm,
                                uint64_t* control) {
  return alltoallv(
      {sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm},
      BAMBOO_ORIGIN, control);
}
}
