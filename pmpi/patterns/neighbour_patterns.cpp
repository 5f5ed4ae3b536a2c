// SPDX-License-Identifier: Apache-2.0
#include "patterns/neighbour_patterns.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>

#include "bamboo/plans/neighbours.h"

namespace bamboo::plans::pmpi {
namespace {

using Words = std::vector<std::uint64_t>;

/// Bytes of a process's input blocks.
std::vector<std::size_t> row_of(const Problem& problem) {
  return problem.operation == Operation::NeighborAlltoallv
             ? problem.input_counts
             : std::vector<std::size_t>{problem.count};
}

bool has_counts_of(const Problem& a, const Problem& b) {
  return a.count == b.count && a.input_counts == b.input_counts &&
         a.output_counts == b.output_counts;
}

template <class T>
void append(Words& out, const std::vector<T>& values) {
  out.push_back(values.size());
  out.insert(out.end(), values.begin(), values.end());
}

Words to_numbers(const Problem& problem) {
  Words out{problem.count};
  append(out, problem.sources);
  append(out, problem.output_counts);
  append(out, problem.destinations);
  append(out, problem.input_counts);
  return out;
}

template <class T>
void take(std::span<const std::uint64_t>& in, std::vector<T>& values) {
  const std::size_t count = in[0];
  for (const std::uint64_t each : in.subspan(1, count)) values.push_back(static_cast<T>(each));
  in = in.subspan(1 + count);
}

Problem from_numbers(std::span<const std::uint64_t> in, const Problem& own, int rank) {
  Problem out;
  out.operation = own.operation;
  out.rank = rank;
  out.size = own.size;
  out.count = in[0];
  in = in.subspan(1);
  take(in, out.sources);
  take(in, out.output_counts);
  take(in, out.destinations);
  take(in, out.input_counts);
  return out;
}

/// Collective.
std::vector<Problem> problems_of_all(const Problem& own, MPI_Comm channel) {
  const Words here = to_numbers(own);
  const int length = static_cast<int>(here.size());
  std::vector<int> lengths(own.size), begins(own.size + 1);
  PMPI_Allgather(&length, 1, MPI_INT, lengths.data(), 1, MPI_INT, channel);
  for (int i = 0; i < own.size; ++i) begins[i + 1] = begins[i] + lengths[i];
  Words all(begins.back());
  PMPI_Allgatherv(here.data(), length, MPI_UINT64_T, all.data(), lengths.data(), begins.data(),
                  MPI_UINT64_T, channel);
  std::vector<Problem> out;
  for (int rank = 0; rank < own.size; ++rank)
    out.push_back(from_numbers(std::span(all).subspan(begins[rank], lengths[rank]), own, rank));
  return out;
}

}  // namespace

ScheduleRef NeighbourPatterns::next(const Problem& problem, const Locality& locality,
                                    MPI_Comm channel) {
  if (!all_.empty()) change_.add(row_of(all_[problem.rank]), row_of(problem));
  if (must_ask()) review(problem, channel);
  --calls_to_review_;
  if (all_.empty()) return nullptr;
  constexpr std::size_t enough = 4;
  const auto found = std::ranges::find_if(
      fitted_, [&](const Fitted& each) { return has_counts_of(each.problem, problem); });
  if (found != fitted_.end()) return found->schedule;
  if (fitted_.size() >= enough) fitted_.erase(fitted_.begin());
  Plan plan = neighbours_aggregated(all_, problem, locality);
  fitted_.push_back({problem, std::make_shared<const Schedule>(std::move(plan))});
  return fitted_.back().schedule;
}

void NeighbourPatterns::review(const Problem& problem, MPI_Comm channel) {
  interval_ = interval_ == 0 ? first_review : std::min(2 * interval_, longest_interval);
  calls_to_review_ = interval_;
  if (!all_.empty() && do_counts_fit(channel)) return;
  all_ = problems_of_all(problem, channel);
  if (check_neighbours(all_)) all_.clear();
  fitted_.clear();
}

bool NeighbourPatterns::do_counts_fit(MPI_Comm channel) {
  static_assert(sizeof(Change) == 2 * sizeof(std::uint64_t));
  Change of_all = std::exchange(change_, {});
  PMPI_Allreduce(MPI_IN_PLACE, &of_all, 2, MPI_UINT64_T, MPI_SUM, channel);
  return of_all.is_small();
}

}  // namespace bamboo::plans::pmpi
