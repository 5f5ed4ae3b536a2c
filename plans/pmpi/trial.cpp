// SPDX-License-Identifier: Apache-2.0
#include "trial.h"

#include <algorithm>
#include <bit>

#include "multicast_names.h"

namespace bamboo::plans::pmpi {
namespace {

constexpr std::size_t smallest = 4096;
constexpr std::size_t calls_of_a_turn = 5, calls_not_counted = 2;
/// What a candidate must be faster by.
constexpr double margin = 0.05;
/// To so few processes, or so short, a broadcast by point-to-point is as good.
constexpr int few = 3;
constexpr std::size_t least_multicast = 32 << 10;

/// The MPI's own first; then what may be good for so many bytes. For how many processes, the trial
/// finds out.
std::vector<const Algorithm*> candidates_for(Operation operation, std::size_t bytes) {
  std::vector<const Algorithm*> out{nullptr};
  for (const Algorithm& algorithm : algorithms())
    if (algorithm.operation == operation && bytes <= algorithm.max_bytes) out.push_back(&algorithm);
  return out;
}

bool counts_bytes(Operation operation) {
  return operation != Operation::Gatherv && operation != Operation::Scatterv &&
         operation != Operation::Alltoallv;
}

}  // namespace

bool Trial::is_worth_it(Operation operation, std::size_t bytes) {
  return operation != Operation::Barrier && (bytes >= smallest || !counts_bytes(operation));
}

Trial::Trial(Operation operation, int size, std::size_t bytes, bool multicast)
    : operation_(operation),
      size_(size),
      size_class_(static_cast<int>(std::bit_width(bytes))),
      candidates_(candidates_for(operation, bytes)),
      seconds_(candidates_.size(), 0) {
  if (multicast && operation == Operation::Bcast && bytes >= least_multicast && size > few) {
    candidates_.push_back(multicast_of(operation));
    seconds_.push_back(0);
  }
}

const Algorithm* Trial::next() const {
  return candidates_[calls_ / calls_of_a_turn];
}

void Trial::add(double seconds) {
  if (calls_ % calls_of_a_turn >= calls_not_counted) seconds_[calls_ / calls_of_a_turn] += seconds;
  ++calls_;
}

bool Trial::had_all_turns() const {
  return calls_ == candidates_.size() * calls_of_a_turn;
}

void Trial::agree(MPI_Comm channel) {
  std::vector<double> slowest(seconds_.size());
  PMPI_Allreduce(seconds_.data(), slowest.data(), static_cast<int>(seconds_.size()), MPI_DOUBLE,
                 MPI_MAX, channel);
  over_ = true;
  const auto best = std::ranges::min_element(slowest);
  if (*best < (1 - margin) * slowest[0]) winner_ = candidates_[best - slowest.begin()];
}

Rule Trial::rule() const {
  Rule rule;
  rule.operation = operation_;
  rule.processes = size_;
  rule.algorithm = winner_;
  if (counts_bytes(operation_)) {
    rule.from = std::size_t{1} << (size_class_ - 1);
    rule.to = (std::size_t{1} << size_class_) - 1;
  }
  return rule;
}

}  // namespace bamboo::plans::pmpi
