// SPDX-License-Identifier: Apache-2.0
#include "large_operations.h"

#include <algorithm>
#include <numeric>

#include "progress.h"
#include "relief_rule.h"

namespace bamboo::overlap {
namespace {

bool is_between_groups(MPI_Comm communicator) {
  int flag = 0;
  PMPI_Comm_test_inter(communicator, &flag);
  return flag != 0;
}

/// For an intercommunicator: the number of processes of the remote group.
uint64_t processes_of(MPI_Comm communicator) {
  int count = 0;
  (is_between_groups(communicator) ? PMPI_Comm_remote_size : PMPI_Comm_size)(communicator, &count);
  return static_cast<uint64_t>(count);
}

/// A negative count is an error of the initiation.
uint64_t bytes_of(uint64_t elements, MPI_Datatype type) {
  int size = 0;
  PMPI_Type_size(type, &size);
  return elements * static_cast<uint64_t>(std::max(size, 0));
}

/// Makes progress once, so that the first messages of a collective may leave. Returns true if the
/// operation is already complete.
bool is_over(MPI_Request request) {
  int complete = 0;
  PMPI_Request_get_status(request, &complete, MPI_STATUS_IGNORE);
  return complete != 0;
}

void relieve(MPI_Request request, Transfer transfer, uint64_t bytes) {
  if (asks_for_relief(transfer, bytes, progress().reach())) {
    if (!is_over(request)) progress().ask_for_relief();
  } else if (transfer == Transfer::Collective) {
    is_over(request);
  }
}

}  // namespace
}  // namespace bamboo::overlap

using namespace bamboo::overlap;

extern "C" {

void bamboo_overlap_starts(const MPI_Request* request, int32_t shape, int32_t count,
                           MPI_Datatype type, MPI_Comm communicator) {
  const auto transfer = shape == bamboo_one_message ? Transfer::Message : Transfer::Collective;
  if (!progress().has_relief() && transfer == Transfer::Message) return;
  if (count <= 0 || *request == MPI_REQUEST_NULL) return;
  if (!progress().has_relief()) return void(is_over(*request));
  const uint64_t blocks = shape == bamboo_each_process ? processes_of(communicator) : 1;
  relieve(*request, transfer, bytes_of(blocks * static_cast<uint64_t>(count), type));
}

void bamboo_overlap_starts_blocks(const MPI_Request* request, const int32_t* counts,
                                  MPI_Datatype type, MPI_Comm communicator) {
  if (*request == MPI_REQUEST_NULL) return;
  // Between two groups, the operation determines the number of counts.
  if (!progress().has_relief() || is_between_groups(communicator)) return void(is_over(*request));
  const uint64_t elements =
      std::accumulate(counts, counts + processes_of(communicator), uint64_t{0},
                      [](uint64_t sum, int32_t count) { return sum + std::max(count, 0); });
  relieve(*request, Transfer::Collective, bytes_of(elements, type));
}

void bamboo_overlap_starts_fortran(const MPI_Fint* request, int32_t shape, const int32_t* count,
                                   const MPI_Fint* type, const MPI_Fint* communicator) {
  if (!progress().has_relief() && shape == bamboo_one_message) return;
  const MPI_Request in_c = PMPI_Request_f2c(*request);
  bamboo_overlap_starts(&in_c, shape, *count, PMPI_Type_f2c(*type), PMPI_Comm_f2c(*communicator));
}

void bamboo_overlap_starts_blocks_fortran(const MPI_Fint* request, const int32_t* counts,
                                          const MPI_Fint* type, const MPI_Fint* communicator) {
  const MPI_Request in_c = PMPI_Request_f2c(*request);
  bamboo_overlap_starts_blocks(&in_c, counts, PMPI_Type_f2c(*type), PMPI_Comm_f2c(*communicator));
}
}
