// SPDX-License-Identifier: Apache-2.0
// A blocking call of the program: planned, or served by the installed MPI.
#pragma once

#include <mpi.h>

#include <limits>
#include <optional>

#include "arguments/call_bytes.h"
#include "communicator/communicator.h"
#include "communicator/native_calls.h"
#include "configuration/planned_algorithms.h"
#include "configuration/tuning_file.h"
#include "configuration/world.h"
#include "dispatch/filed_call.h"
#include "dispatch/same_bits.h"
#include "dispatch/unplannable.h"
#include "report/recorder.h"
#include "requests/active_requests.h"

namespace bamboo::plans::pmpi {

/// All earlier calls contribute to the detection of repeated patterns. `chosen` is the choice of
/// the last call.
inline void watch_patterns(RepeatedPatterns& patterns, const Trial& trial, const Algorithm* chosen,
                           const Ask& ask) {
  if (!trial.watches_patterns())
    patterns.miss();
  else if (chosen != &repeated)
    patterns.see(ask().input_counts);
}

template <class Arguments>
int call_native(const Arguments& arguments) {
  before_blocking();
  return native(arguments);
}

/// A planned call, or one that is timed.
template <class Arguments>
int run_measured(const Arguments& arguments, const Call& call, Communicator& communicator,
                 std::size_t bytes, const Decision& decision) {
  const Member member = communicator.member();
  const Algorithm* algorithm = decision.algorithm;
  if (algorithm && !communicator.open_channel()) algorithm = nullptr;
  const double begin = decision.is_timed ? PMPI_Wtime() : 0;
  int error;
  std::optional<Problem> asked;  // for the report
  if (algorithm) {
    PreparedCall prepared = prepare(arguments, member, *algorithm);
    error = communicator.run(*algorithm, prepared);
    if (world()->reports) asked = std::move(prepared.problem);
  } else {
    error = call_native(arguments);
  }
  if (!decision.is_timed) return error;
  const double seconds = PMPI_Wtime() - begin;
  const auto ask = [&] {
    return prepare(arguments, member, select(call.operation, member.size, bytes)).problem;
  };
  const Algorithm* chosen = algorithm;
  algorithm = communicator.served_by(chosen);
  if (Trial* trial = decision.trial) {
    before_blocking();
    if (algorithm != chosen) trial->give_up_turn();
    if (trial->add(seconds)) trial->agree(communicator.agreement_channel(), ask);
    if (trial->take_news()) remember(trial->rule());
    if (call.operation == repeated.operation)
      watch_patterns(communicator.repeated_patterns(), *trial, chosen, ask);
  }
  if (!world()->reports) return error;
  if (!asked && depends_on_arguments(call.operation)) asked = ask();
  record(call, communicator.caller(), bytes, algorithm, seconds, asked ? &*asked : nullptr);
  return error;
}

/// A call that no plan file serves. Returns an MPI error code.
template <class Arguments>
int dispatch_chosen(const Arguments& arguments, const void* site) {
  const Call call{Arguments::operation, arguments.comm, site};
  Communicator* communicator = Communicator::find_any(call.comm);
  if (!communicator) return call_native(arguments);
  if (!communicator->can_plan()) {
    const std::optional<Unplannable> why = communicator->unplannable();
    if (why && world()->reports)
      return count_unplannable(call, *why, "", arguments, [&] { return call_native(arguments); });
    remember_native(call.operation, call_size(arguments), call.comm, 0, 0,
                    std::numeric_limits<std::size_t>::max());
    return call_native(arguments);
  }
  if constexpr (is_of_neighbours(Arguments::operation)) communicator->learn_edge_orders();
  const Bytes bytes = call_bytes(arguments, communicator->member());
  if (!bytes) return call_native(arguments);
  // For other operations, only processes with a pending request or a hint come here.
  if (communicator->wants_channel() && (world()->served & bit_of(call.operation)) != 0)
    communicator->open_channel();
  Choice& choice = communicator->choice();
  const Decision decision =
      may_combine(arguments) ? choice.decide(call.operation, *bytes) : choice.decide_native();
  if (!decision.algorithm && !decision.is_timed) {
    if (communicator->filed_plans().concern(call.operation)) return call_native(arguments);
    const auto [from, to] = choice.decided_alike(call.operation, *bytes);
    remember_native(call.operation, call_size(arguments), call.comm, communicator->size(), from,
                    to);
    return call_native(arguments);
  }
  return run_measured(arguments, call, *communicator, *bytes, decision);
}

/// Serves a call that does not stay with the MPI, as far as its arguments show. Not inlined, to
/// keep the long path and its stack out of the fast path. Returns an MPI error code.
template <class Arguments>
[[gnu::noinline]] int dispatch_blocking(const Arguments& arguments, const void* site) {
  if (const auto served = dispatch_if_filed(arguments, site)) return *served;
  return dispatch_chosen(arguments, site);
}

}  // namespace bamboo::plans::pmpi
