// SPDX-License-Identifier: Apache-2.0
#include "trial.h"

#include <algorithm>
#include <bit>

namespace bamboo::plans::pmpi {
namespace {

constexpr std::size_t smallest = 4096;
/// The first round makes plans and connections.
constexpr int rounds = 4;
/// What a candidate must be faster by.
constexpr double margin = 0.05;

bool counts_bytes(Operation operation) {
  return operation != Operation::Gatherv && operation != Operation::Scatterv &&
         operation != Operation::Alltoallv;
}

}  // namespace

bool Trial::is_worth_it(Operation operation, std::size_t bytes) {
  return operation != Operation::Barrier && (bytes >= smallest || !counts_bytes(operation));
}

Trial::Trial(Operation operation, int size, std::size_t bytes)
    : operation_(operation),
      size_(size),
      size_class_(static_cast<int>(std::bit_width(bytes))),
      candidates_{nullptr, &select(operation, size, bytes)},
      seconds_(candidates_.size(), 0) {}

int Trial::all_calls() const {
  return rounds * static_cast<int>(candidates_.size());
}

const Algorithm* Trial::next() const {
  return candidates_[calls_ % candidates_.size()];
}

void Trial::add(double seconds) {
  const std::size_t candidate = calls_ % candidates_.size();
  if (calls_ >= static_cast<int>(candidates_.size())) seconds_[candidate] += seconds;
  ++calls_;
}

void Trial::agree(MPI_Comm channel) {
  std::vector<double> slowest(seconds_.size());
  PMPI_Allreduce(seconds_.data(), slowest.data(), static_cast<int>(seconds_.size()), MPI_DOUBLE,
                 MPI_MAX, channel);
  const auto best = std::ranges::min_element(slowest);
  if (*best < (1 - margin) * slowest[0]) winner_ = candidates_[best - slowest.begin()];
  over_ = true;
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
