// SPDX-License-Identifier: Apache-2.0
#include "selection/large_call.h"

#include <algorithm>

#include "arguments/operation_kinds.h"

namespace bamboo::plans::pmpi {
namespace {

/// Bytes count one block of these.
bool has_blocks(Operation operation) {
  return operation == Operation::Gather || operation == Operation::Scatter ||
         operation == Operation::Allgather || operation == Operation::Alltoall ||
         operation == Operation::ReduceScatterBlock;
}

/// Each process keeps its own block.
bool leaves_a_block(Operation operation) {
  return has_blocks(operation) || operation == Operation::Allgatherv ||
         operation == Operation::ReduceScatter;
}

double vector_of(Operation operation, int size, std::size_t bytes) {
  return static_cast<double>(bytes) * (has_blocks(operation) ? size : 1);
}

/// Bytes to other processes, for an operation whose processes know different values.
double sent_by(const Problem& own) {
  double bytes = 0;
  if (is_of_neighbours(own.operation)) {
    for (std::size_t edge = 0; edge < own.destinations.size(); ++edge)
      if (own.destinations[edge] != own.rank)
        bytes += static_cast<double>(own.input_counts.empty() ? own.count : own.input_counts[edge]);
    return bytes;
  }
  for (int peer = 0; peer < own.size; ++peer)
    if (peer != own.rank) bytes += static_cast<double>(own.input_counts[peer]);
  return bytes;
}

/// The value of the process that sends the most.
double most_sent(const Problem& own, MPI_Comm channel) {
  const double here = sent_by(own);
  double most = 0;
  PMPI_Allreduce(&here, &most, 1, MPI_DOUBLE, MPI_MAX, channel);
  return most;
}

}  // namespace

bool LargeCall::is_large(const Problem& own, MPI_Comm channel) {
  return most_sent(own, channel) >= choice::large_vector;
}

bool LargeCall::is_large(Operation operation, int size, std::size_t bytes) {
  return vector_of(operation, size, bytes) >= choice::large_vector;
}

LargeCall::LargeCall(const Algorithm& first, int size, std::size_t bytes, bool is_world)
    : first_(&first) {
  const Operation operation = first.operation;
  const double vector = vector_of(operation, size, bytes);
  busiest_ = leaves_a_block(operation) ? vector * (size - 1) / size : vector;
  if (is_of_neighbours(operation))
    calls_ = choice::calls_of_topology;
  else if (operation == Operation::Alltoallv)
    calls_ = calls_before_sizes_are_known(is_world);
  else if (is_large(operation, size, bytes))
    calls_ = 1;  // not of Gatherv and Scatterv, whose plan is what MPIs do
}

bool LargeCall::may_gain(const SeenCall& call) const {
  return call.seconds > choice::agreements_of_turn * call.agreement;
}

double LargeCall::busiest(const Ask& ask, MPI_Comm channel) const {
  if (counts_bytes(first_->operation)) return busiest_;
  return most_sent(ask(), channel);
}

std::optional<Outlook> LargeCall::outlook(std::span<const Algorithm* const> candidates,
                                          const Ask& ask, MPI_Comm channel) const {
  Outlook out{{candidates.begin(), candidates.end()}};
  const auto first = std::ranges::find(out.candidates, first_);
  if (first == out.candidates.end()) return std::nullopt;
  std::rotate(out.candidates.begin(), first, first + 1);
  const double bytes = busiest(ask, channel);
  out.seconds = bytes / choice::fast_wire;
  out.is_small = bytes < choice::large_vector;
  return out;
}

}  // namespace bamboo::plans::pmpi
