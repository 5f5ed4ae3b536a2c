// SPDX-License-Identifier: Apache-2.0
#include "selection/forecast.h"

#include <algorithm>
#include <bit>

#include "bamboo/plans/costs.h"
#include "bamboo/plans/model.h"
#include "bamboo/plans/traffic.h"
#include "configuration/planned_algorithms.h"
#include "patterns/exchange_pattern.h"

namespace bamboo::plans::pmpi {
namespace {

/// Seconds of a small reduction.
double agreement_on(const Network& network) {
  const int last = network.hosts() - 1;
  double latency = 0;
  for (int rank = 1; rank <= last; ++rank) latency = std::max(latency, network.latency(0, rank));
  return 2 * std::bit_width(static_cast<unsigned>(last)) * (2 * Costs{}.overhead + latency);
}

/// The bytes of all blocks in an irregular all-to-all; nothing if a process finds an error in its
/// arguments.
std::vector<Problem> gather_exchange(const Problem& own, MPI_Comm channel) {
  const int size = own.size;
  const auto bytes = gather_rows(own.input_counts, size, channel);
  std::vector<Problem> problems(bytes.empty() ? 0 : size, own);
  for (std::size_t rank = 0; rank < problems.size(); ++rank) {
    problems[rank].rank = static_cast<int>(rank);
    for (int peer = 0; peer < size; ++peer) {
      problems[rank].input_counts[peer] = bytes[rank * size + peer];
      problems[rank].output_counts[peer] = bytes[peer * size + rank];
    }
  }
  return problems;
}

/// For an irregular operation.
std::vector<Problem> irregular_problems(const Problem& own, MPI_Comm channel) {
  if (own.operation == Operation::Alltoallv) return gather_exchange(own, channel);
  std::vector<Problem> problems(own.size, own);  // all processes know all blocks of an allgather
  for (int rank = 0; rank < own.size; ++rank) problems[rank].rank = rank;
  return problems;
}

double bound_of(Operation operation, std::size_t bytes, const Network& network) {
  if (operation == Operation::Allgatherv)
    return bound(Operation::Allgather, bytes / network.hosts(), 0, network).value_or(0);
  return bound(operation, bytes, 0, network).value_or(0);
}

bool is_in_step(const Algorithm& algorithm) {
  return &algorithm == gated_exchange(algorithm.operation);
}

struct Prediction {
  const Algorithm* algorithm;
  double seconds;
};

/// The fastest first; among nearly equal ones the paced algorithms first, because the simulation
/// does not model packets that are lost when senders collide. Empty if a time is not known.
template <class Simulate>
std::optional<Outlook> ordered(std::span<const Algorithm* const> candidates,
                               const Simulate& simulate) {
  std::vector<Prediction> all;
  for (const Algorithm* candidate : candidates) {
    const std::optional<double> seconds = simulate(*candidate);
    if (!seconds) return {};
    all.push_back({candidate, *seconds});
  }
  if (all.empty()) return {};
  std::ranges::stable_sort(all, {}, &Prediction::seconds);
  const double enough = choice::nearly_as_good * all[0].seconds;
  std::ranges::stable_partition(all, [&](const Prediction& each) {
    return each.seconds <= enough && is_in_step(*each.algorithm);
  });
  Outlook out;
  out.seconds = all[0].seconds;
  for (const Prediction& each : all) out.candidates.push_back(each.algorithm);
  return out;
}

/// Marks the outlook of a paced plan that needs hardly more time than the wire.
std::optional<Outlook> beside_wire(std::optional<Outlook> outlook, double wire) {
  if (outlook)
    outlook->is_at_wire =
        is_in_step(*outlook->candidates[0]) && outlook->seconds <= choice::nearly_as_good * wire;
  return outlook;
}

}  // namespace

Forecast::Forecast(Operation operation, std::size_t bytes, const Network& network, bool is_world)
    : operation_(operation),
      bytes_(bytes),
      network_(&network),
      least_(bound_of(operation, bytes, network)),
      agreement_(agreement_on(network)) {
  if (network.hosts() > most_ranks_simulated) return;
  if (operation == Operation::Alltoallv)
    calls_ = calls_before_sizes_are_known(is_world);
  else if (least_ > choice::agreements_of_look * agreement_)
    calls_ = 1;
}

/// The first calls of an exchange by the MPI use new connections. They may be close to the bound
/// although later ones are not.
bool Forecast::may_gain(const SeenCall& call) const {
  const double least = gated_exchange(operation_) ? 0 : choice::above_wire * least_;
  return call.seconds >= std::max(choice::agreements_of_look * agreement_, least);
}

std::optional<Outlook> Forecast::outlook(std::span<const Algorithm* const> candidates,
                                         const Ask& ask, MPI_Comm channel) const {
  if (operation_ != Operation::Alltoallv && operation_ != Operation::Allgatherv)
    return beside_wire(
        ordered(candidates,
                [&](const Algorithm& each) { return simulated(each, bytes_, 0, *network_); }),
        least_);
  const std::vector<Problem> problems = irregular_problems(ask(), channel);
  if (problems.empty()) return std::nullopt;
  const auto outlook = ordered(
      candidates, [&](const Algorithm& each) { return foreseen(each, problems, *network_); });
  const bool varies = operation_ == Operation::Alltoallv;
  return beside_wire(outlook, varies ? bound(traffic_of(problems), *network_) : least_);
}

}  // namespace bamboo::plans::pmpi
