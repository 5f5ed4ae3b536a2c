// SPDX-License-Identifier: Apache-2.0
#include "report/recorder.h"

#include <bit>
#include <cctype>
#include <mutex>
#include <numeric>
#include <utility>

namespace bamboo::plans::pmpi {
namespace {

/// Bytes; as Asked::rows has them. Empty where all blocks are equal.
std::vector<double> row_of(Operation operation, const Problem& asked, std::size_t bytes) {
  const auto own = [&] { return static_cast<double>(asked.output_counts[asked.rank]); };
  switch (operation) {
    case Operation::Alltoallv:
      return {asked.input_counts.begin(), asked.input_counts.end()};
    case Operation::Gatherv:
    case Operation::Scatterv:
      return {static_cast<double>(asked.count)};
    case Operation::Allgatherv:
      return {own()};
    case Operation::ReduceScatter: {  // in elements
      const double all = std::reduce(asked.output_counts.begin(), asked.output_counts.end(), 0.0);
      return {all > 0 ? own() / all * static_cast<double>(bytes) : 0};
    }
    default:
      return {};
  }
}

struct {
  std::mutex mutex;
  std::map<RecordedKind, Sums> calls;
  std::map<UnplannableKind, UnplannableSums> unplannable;
} recorded;

Sums& add_call(const Call& call, int processes, std::size_t bytes, const Algorithm* algorithm,
               double seconds) {
  const auto size_class = static_cast<int>(std::bit_width(bytes));
  Sums& sums =
      recorded.calls[{call.site, call.operation, call.form, processes, size_class, algorithm}];
  ++sums.calls;
  sums.bytes += bytes;
  sums.seconds += seconds;
  return sums;
}

}  // namespace

std::uint64_t own_bytes(Operation operation, const Problem& asked) {
  switch (operation) {
    case Operation::Alltoallv:
    case Operation::NeighborAlltoallv:
      return std::reduce(asked.input_counts.begin(), asked.input_counts.end(), std::uint64_t{0});
    case Operation::Gatherv:
    case Operation::Scatterv:
    case Operation::NeighborAllgatherv:
      return asked.count;
    default:
      return 0;
  }
}

void record(const UnplannableCall& call, std::uint64_t bytes, double seconds) {
  int between_groups = 0, processes = 0, others = 0;
  PMPI_Comm_size(call.comm, &processes);
  PMPI_Comm_test_inter(call.comm, &between_groups);
  if (between_groups) PMPI_Comm_remote_size(call.comm, &others);
  std::string function = call.function;
  for (char& each : function) each = static_cast<char>(std::tolower(each));
  const std::lock_guard lock(recorded.mutex);
  UnplannableSums& sums =
      recorded.unplannable[{call.site, std::move(function), call.why, processes + others}];
  ++sums.calls;
  sums.bytes += bytes;
  sums.seconds += seconds;
}

void record(const Call& call, const Caller& caller, std::size_t bytes, const Algorithm* algorithm,
            double seconds, const Problem* asked) {
  const std::lock_guard lock(recorded.mutex);
  Sums& sums = add_call(call, static_cast<int>(caller.hosts.size()), bytes, algorithm, seconds);
  if (sums.hosts.empty()) {
    sums.hosts = caller.hosts;
    sums.rank = caller.rank;
  } else if (sums.rank != caller.rank || sums.hosts != caller.hosts) {
    sums.is_of_one = false;
  }
  if (!asked) return;
  sums.root = asked->root;
  sums.bytes += own_bytes(call.operation, *asked);
  const std::vector<double> row = row_of(call.operation, *asked, bytes);
  if (row.empty()) return;
  sums.row.resize(row.size());
  for (std::size_t i = 0; i < row.size(); ++i) sums.row[i] += row[i];
}

void record(const Call& call, int processes, std::size_t bytes, const Algorithm* algorithm,
            double seconds, std::uint64_t own) {
  const std::lock_guard lock(recorded.mutex);
  Sums& sums = add_call(call, processes, bytes, algorithm, seconds);
  sums.bytes += own;
  sums.is_of_one = false;
}

const std::map<RecordedKind, Sums>& recorded_calls() {
  return recorded.calls;
}

const std::map<UnplannableKind, UnplannableSums>& recorded_unplannable() {
  return recorded.unplannable;
}

}  // namespace bamboo::plans::pmpi
