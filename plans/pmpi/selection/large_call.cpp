// SPDX-License-Identifier: Apache-2.0
#include "selection/large_call.h"

#include <algorithm>

namespace bamboo::plans::pmpi {
namespace {

/// Bytes of a message that is long: what comes before it, as a handshake, is little beside it.
constexpr std::size_t long_message = 32 << 10;
/// Bytes per second of a process, above which no wire is waited for that other algorithms would use
/// better.
constexpr double fast_wire = 1e9;
/// A call must take so many times as long as it takes to agree on something: in the turn the
/// processes agree twice after each call.
constexpr double worth_agreeing = 20;
/// Where the sizes of calls are not known: MPI_COMM_WORLD is one communicator, of others a program
/// may make many that live for a few calls.
constexpr std::size_t calls_of_world = 1, calls_of_others = 32;

std::size_t bytes_of_pair(Operation operation, int size, std::size_t bytes) {
  const bool is_of_all =
      operation == Operation::Allgatherv || operation == Operation::ReduceScatter;
  return is_of_all ? bytes / static_cast<std::size_t>(size) : bytes;
}

}  // namespace

LargeCall::LargeCall(const Algorithm& in_step, int size, std::size_t bytes, bool is_world)
    : in_step_(&in_step), size_(size) {
  if (in_step.operation == Operation::Alltoallv) {
    calls_ = is_world ? calls_of_world : calls_of_others;
  } else {
    each_ = bytes_of_pair(in_step.operation, size, bytes);
    if (each_ >= long_message) calls_ = 1;
  }
}

bool LargeCall::may_gain(const SeenCall& call) const {
  return call.seconds > worth_agreeing * call.agreement;
}

LargeCall::Sent LargeCall::busiest(const Ask& ask, MPI_Comm channel) const {
  if (each_ > 0) {
    const auto each = static_cast<double>(each_);
    return {each, each * (size_ - 1)};
  }
  const Problem own = ask();
  Sent here, most;
  int messages = 0;
  for (int peer = 0; peer < own.size; ++peer) {
    const std::size_t bytes = peer == own.rank ? 0 : own.input_counts[peer];
    here.all += static_cast<double>(bytes);
    messages += bytes > 0;
  }
  here.each = here.all / std::max(messages, 1);
  constexpr int fields = sizeof(Sent) / sizeof(double);
  PMPI_Allreduce(&here, &most, fields, MPI_DOUBLE, MPI_MAX, channel);
  return most;
}

std::optional<Outlook> LargeCall::outlook(std::span<const Algorithm* const> candidates,
                                          const Ask& ask, MPI_Comm channel) const {
  Outlook out{{candidates.begin(), candidates.end()}};
  const auto first = std::ranges::find(out.candidates, in_step_);
  if (first == out.candidates.end()) return std::nullopt;
  std::rotate(out.candidates.begin(), first, first + 1);
  const Sent most = busiest(ask, channel);
  out.seconds = most.all / fast_wire;
  out.is_of_short_messages = most.each < static_cast<double>(long_message);
  return out;
}

}  // namespace bamboo::plans::pmpi
