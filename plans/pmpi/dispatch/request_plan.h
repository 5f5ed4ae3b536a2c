// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which plan stands behind a request, if any.
#pragma once

#include <mpi.h>

#include <functional>
#include <optional>
#include <vector>

#include "arguments/prepare.h"
#include "requests/active_requests.h"

namespace bamboo::plans::pmpi {

/// Makes the work ready from the program's arguments, each time that it begins.
using WorkFor = std::function<Work(const Asker&)>;

/// One process's part of an irregular all-to-all, in bytes; empty where MPI would refuse it.
struct PartOfExchange {
  std::vector<std::size_t> row, column;
  bool is_plausible() const { return !row.empty(); }
};
/// `types` as bytes_of() has them; the send side is not looked at in place.
struct SideOfExchange {
  const int* counts;
  const int* displs;
  MPI_Datatype type;
  const MPI_Datatype* types = nullptr;
};
PartOfExchange exchange_of(const void* sendbuf, const SideOfExchange& sent, const void* recvbuf,
                           const SideOfExchange& received, int size);

/// For a persistent request, of which `info` says something (hints.h). Collective; none: the MPI's
/// own on all processes.
std::optional<Planned> plan_persistent(const Call& call, MPI_Info info,
                                       const PartOfExchange& exchange, WorkFor work);
/// Of a regular operation whose block has so many bytes, none where MPI would refuse it; or of an
/// irregular one whose plans do not depend on what others know, with 0.
std::optional<Planned> plan_persistent(const Call& call, MPI_Info info,
                                       std::optional<std::size_t> bytes, WorkFor work);
/// What serves a nonblocking call, of `bytes` as Choice has them; null: the MPI's own. Local. All
/// processes decide alike.
const Algorithm* algorithm_at_once(Communicator& communicator, Operation operation,
                                   std::size_t bytes);
/// Its plan, by an algorithm that was said before. Local; none: the MPI's own on all processes.
std::optional<Planned> plan_at_once(const Call& call, Communicator& communicator,
                                    const Algorithm& algorithm, std::size_t bytes, WorkFor work);

/// Counts a call that the MPI's own function serves, where there is to be a report.
void count_own(const Call& call, std::size_t bytes);
/// Whether count_own() does anything.
bool is_recorded(Operation operation);

}  // namespace bamboo::plans::pmpi
