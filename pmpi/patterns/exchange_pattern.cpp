// SPDX-License-Identifier: Apache-2.0
#include "patterns/exchange_pattern.h"

#include <algorithm>
#include <limits>
#include <memory>

#include "bamboo/plans/best.h"
#include "bamboo/plans/model.h"
#include "bamboo/support/diagnostic.h"
#include "bamboo/support/unread_output.h"
#include "configuration/planned_algorithms.h"

namespace bamboo::plans::pmpi {
namespace {

/// Messages below this size share the last phase, because phases of their own would cost more.
constexpr std::size_t small = 2048;
/// The rate of a star's cables if nothing is known; schedules depend only on ratios of rates.
constexpr double rate = 125e6;

using Number = unsigned long long;

}  // namespace

bool do_all_agree(bool yes, std::size_t number, MPI_Comm channel) {
  using Number = unsigned long long;
  // The minima of a number and of its complement show the smallest and the largest number.
  const Number own[] = {yes ? Number{1} : 0, number, ~static_cast<Number>(number)};
  Number least[3];
  PMPI_Allreduce(own, least, 3, MPI_UNSIGNED_LONG_LONG, MPI_MIN, channel);
  return least[0] == 1 && least[1] == ~least[2];
}

std::vector<std::size_t> gather_rows(const std::vector<std::size_t>& row, int length,
                                     MPI_Comm channel) {
  constexpr auto none = std::numeric_limits<Number>::max();
  int processes = 0;
  PMPI_Comm_size(channel, &processes);
  std::vector<Number> own(row.begin(), row.end());
  own.resize(length, none);
  std::vector<Number> all(own.size() * processes);
  PMPI_Allgather(own.data(), length, MPI_UNSIGNED_LONG_LONG, all.data(), length,
                 MPI_UNSIGNED_LONG_LONG, channel);
  if (std::ranges::find(all, none) != all.end()) return {};
  return {all.begin(), all.end()};
}

bool is_part_of(const std::vector<std::size_t>& row, const std::vector<std::size_t>& column,
                int rank, const std::vector<std::size_t>& bytes) {
  const std::size_t size = row.size();
  for (std::size_t i = 0; i < size; ++i)
    if (bytes[rank * size + i] != row[i] || bytes[i * size + rank] != column[i]) return false;
  return true;
}

std::vector<std::size_t> agree_on_pattern(const std::vector<std::size_t>& row,
                                          const std::vector<std::size_t>& column, int size,
                                          MPI_Comm channel, std::size_t also) {
  std::vector<std::size_t> bytes = gather_rows(row, size, channel);
  if (bytes.empty()) return bytes;  // everywhere
  int rank = 0;
  PMPI_Comm_rank(channel, &rank);
  if (!do_all_agree(is_part_of(row, column, rank, bytes), also, channel)) bytes.clear();
  return bytes;
}

void insist_on_pattern(bool fits, int rank, const char* where, MPI_Comm channel) {
  if (fits) return;
  support::error("the counts of process %d are not those %s", rank, where);
  support::wait_until_output_is_read();
  PMPI_Abort(channel, 3);
}

PhasedPattern::PhasedPattern(const Traffic& traffic, const Network* described,
                             const Scheduler* wanted, std::size_t unit)
    : network_((described ? *described : Network::star(traffic.size, rate)).in_units(unit)),
      phases_(wanted ? wanted->make(traffic, network_, small / unit)
                     : best(traffic, network_, small / unit).phases) {}

const ScheduleRef& PhasedPattern::schedule_for(const Problem& problem) {
  ScheduleRef& schedule = schedules_[problem.in_place];
  if (!schedule)
    schedule =
        std::make_shared<const Schedule>(lower(phases_, problem, Separation::Tokens, &network_));
  return schedule;
}

ScheduleRef scheduled_pattern(const Problem& problem, const std::vector<std::size_t>& bytes,
                              const Network* network, const Scheduler* wanted) {
  return PhasedPattern(traffic_of(problem.size, bytes), network, wanted).schedule_for(problem);
}

std::optional<double> foreseen(const Algorithm& algorithm, std::span<const Problem> problems,
                               const Network& network) {
  if (&algorithm != &repeated) return simulated(algorithm, problems, network);
  if (problems.size() > most_ranks_simulated) return {};
  const Best chosen = best(traffic_of(problems), network, small);
  return simulated(lower(chosen.phases, problems, Separation::Tokens, &network), 1, network);
}

}  // namespace bamboo::plans::pmpi
