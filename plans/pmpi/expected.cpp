// SPDX-License-Identifier: Apache-2.0
#include "expected.h"

#include <algorithm>
#include <cmath>

#include "bamboo/plans/model.h"
#include "bamboo/plans/traffic.h"

namespace bamboo::plans::pmpi {
namespace {

/// The bound looks at each pair of processes.
constexpr std::size_t most_processes = 512;

/// The mean of all calls: as many bytes as there were, so that the bound of what is different each
/// time is not beaten.
std::vector<Problem> problems_of(const Asked& asked) {
  const int size = static_cast<int>(asked.hosts.size());
  std::vector<Problem> problems(size);
  for (int rank = 0; rank < size; ++rank) {
    Problem& problem = problems[rank];
    problem.operation = Operation::Alltoallv;
    problem.rank = rank;
    problem.size = size;
    problem.output_counts.resize(size);
  }
  for (const auto& [rank, row] : asked.rows)
    for (int to = 0; to < size; ++to) {
      const auto bytes = static_cast<std::size_t>(row[to] / asked.calls);
      problems[rank].input_counts.push_back(bytes);
      problems[to].output_counts[rank] = bytes;
    }
  return problems;
}

Expected of_pattern(const Asked& asked, const Algorithm* algorithm, const Network& network) {
  if (asked.rows.size() != asked.hosts.size()) return {};
  for (const auto& [rank, row] : asked.rows)
    if (row.size() != asked.hosts.size()) return {};
  const std::vector<Problem> problems = problems_of(asked);
  Expected out;
  out.bound = bound(traffic_of(problems), network);
  if (algorithm) out.predicted = simulated(*algorithm, problems, network);
  return out;
}

}  // namespace

Expected expected(const Asked& asked, const DescribedNetwork& described) {
  if (asked.hosts.size() < 2 || asked.hosts.size() > most_processes) return {};
  const Network network = described.between(asked.hosts);
  const Algorithm* algorithm = find(asked.plan);
  std::optional<Operation> operation;
  for (const Algorithm& each : algorithms())
    if (asked.operation == name_of(each.operation)) operation = each.operation;
  if (!operation) return {};
  if (operation == Operation::Alltoallv) return of_pattern(asked, algorithm, network);
  const auto bytes = static_cast<std::size_t>(std::llround(asked.bytes));
  Expected out;
  out.bound = bound(*operation, bytes, asked.root, network);
  if (algorithm) out.predicted = simulated(*algorithm, bytes, asked.root, network);
  return out;
}

}  // namespace bamboo::plans::pmpi
