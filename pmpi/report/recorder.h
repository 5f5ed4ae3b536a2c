// SPDX-License-Identifier: Apache-2.0
// The calls of this process, summed up by call site.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "arguments/call.h"
#include "bamboo/plans/algorithms.h"

namespace bamboo::plans::pmpi {

/// Calls of a site are counted separately for each question and for each way in which they were
/// served.
struct RecordedKind {
  const void* address;
  Operation operation;
  Form form;
  int processes;
  int size_class;  ///< bytes are below 2^size_class
  const Algorithm* algorithm;
  auto operator<=>(const RecordedKind&) const = default;
};

struct Sums {
  std::uint64_t calls = 0, bytes = 0;
  double seconds = 0;
  std::vector<int> hosts;   ///< of the communicator
  int rank = 0, root = 0;   ///< in it; the last call's root
  bool is_of_one = true;    ///< all calls were between the same hosts
  std::vector<double> row;  ///< for an irregular operation: see Asked
};

/// Like above, for calls that are never planned.
struct UnplannableKind {
  const void* address;
  std::string function;
  Unplannable why;
  int processes;
  auto operator<=>(const UnplannableKind&) const = default;
};
struct UnplannableSums {
  std::uint64_t calls = 0, bytes = 0;
  double seconds = 0;
};
/// A process that calls: its rank in the communicator, and the hosts of all ranks.
struct Caller {
  int rank;
  const std::vector<int>& hosts;
};

/// Adds a call to its site's sums; `algorithm` null: the installed MPI's own. `asked`: what of it
/// is known beyond its bytes, or null. Any thread.
void record(const Call& call, const Caller& caller, std::size_t bytes, const Algorithm* algorithm,
            double seconds, const Problem* asked);
/// Like above, if only the number of processes is known: behind a request. Each start of a planned
/// persistent request is a call; for other persistent requests only the creation is counted. `own`
/// is the number of bytes if `bytes` is 0 because processes know different ones.
void record(const Call& call, int processes, std::size_t bytes, const Algorithm* algorithm,
            double seconds, std::uint64_t own);
/// Returns the bytes of an operation whose choice does not depend on bytes, because processes know
/// different ones; moved_bytes() counts them alike. Returns 0 for other operations.
std::uint64_t own_bytes(Operation operation, const Problem& asked);
/// Records a call that the installed MPI has served; moved_bytes() returns `bytes`. Any thread may
/// call it.
void record(const UnplannableCall& call, std::uint64_t bytes, double seconds);

/// Call it at the end, when nothing is recorded any more.
const std::map<RecordedKind, Sums>& recorded_calls();
const std::map<UnplannableKind, UnplannableSums>& recorded_unplannable();

}  // namespace bamboo::plans::pmpi
