// SPDX-License-Identifier: Apache-2.0
#include "report/expected.h"

#include <algorithm>
#include <cmath>

#include "bamboo/plans/model.h"
#include "bamboo/plans/traffic.h"
#include "configuration/planned_algorithms.h"
#include "patterns/exchange_pattern.h"

namespace bamboo::plans::pmpi {
namespace {

/// The bound examines each pair of processes.
constexpr std::size_t most_processes = 512;

/// The mean of all calls. It has the same number of bytes in total, so that no time is below the
/// bound of calls that differ.
std::vector<std::vector<std::size_t>> mean_rows(const Asked& asked) {
  std::vector<std::vector<std::size_t>> rows;
  for (const auto& [rank, row] : asked.rows) {
    rows.emplace_back();
    for (double bytes : row) rows.back().push_back(static_cast<std::size_t>(bytes / asked.calls));
  }
  return rows;
}

std::vector<Problem> exchange_of(std::vector<std::vector<std::size_t>> rows) {
  const int size = static_cast<int>(rows.size());
  std::vector<Problem> problems(size);
  for (int rank = 0; rank < size; ++rank) {
    Problem& problem = problems[rank];
    problem.operation = Operation::Alltoallv;
    problem.rank = rank;
    problem.size = size;
    for (int from = 0; from < size; ++from) problem.output_counts.push_back(rows[from][rank]);
  }
  for (int rank = 0; rank < size; ++rank) problems[rank].input_counts = std::move(rows[rank]);
  return problems;
}

/// For an operation in which each process has one block.
std::vector<Problem> problems_of(Operation operation, int root,
                                 const std::vector<std::size_t>& blocks) {
  const int size = static_cast<int>(blocks.size());
  std::vector<Problem> problems(size);
  for (int rank = 0; rank < size; ++rank) {
    Problem& problem = problems[rank];
    problem.operation = operation;
    problem.rank = rank;
    problem.size = size;
    problem.root = root;
    problem.count = blocks[rank];
    if (operation == Operation::Scatterv && rank == root) problem.input_counts = blocks;
    if (operation != Operation::Scatterv && (operation != Operation::Gatherv || rank == root))
      problem.output_counts = blocks;
  }
  return problems;
}

Expected of_irregular(Operation operation, const Asked& asked, const Algorithm* algorithm,
                      const Network& network) {
  const std::size_t size = asked.hosts.size();
  const std::size_t blocks_of_row = operation == Operation::Alltoallv ? size : 1;
  if (asked.rows.size() != size) return {};
  for (const auto& [rank, row] : asked.rows)
    if (row.size() != blocks_of_row) return {};
  auto rows = mean_rows(asked);
  Expected out;
  std::vector<Problem> problems;
  if (operation == Operation::Alltoallv) {
    problems = exchange_of(std::move(rows));
    out.bound = bound(traffic_of(problems), network);
  } else {
    std::vector<std::size_t> blocks;
    for (const auto& row : rows) blocks.push_back(row[0]);
    problems = problems_of(operation, asked.root, blocks);
    out.bound = bound(operation, blocks, asked.root, network);
  }
  if (algorithm) out.predicted = foreseen(*algorithm, problems, network);
  return out;
}

}  // namespace

Expected expected(const Asked& asked, const DescribedNetwork& described) {
  if (asked.hosts.size() < 2 || asked.hosts.size() > most_processes) return {};
  const Network network = described.between(asked.hosts);
  const Algorithm* algorithm = find_planned(asked.plan);
  std::optional<Operation> operation;
  for (const Algorithm& each : algorithms())
    if (asked.operation == name_of(each.operation)) operation = each.operation;
  if (!operation) return {};
  if (is_irregular(*operation)) return of_irregular(*operation, asked, algorithm, network);
  const auto bytes = static_cast<std::size_t>(std::llround(asked.bytes));
  Expected out;
  out.bound = bound(*operation, bytes, asked.root, network);
  if (algorithm) out.predicted = simulated(*algorithm, bytes, asked.root, network);
  return out;
}

}  // namespace bamboo::plans::pmpi
