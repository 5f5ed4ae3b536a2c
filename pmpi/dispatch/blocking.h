// SPDX-License-Identifier: Apache-2.0
// A blocking call of the program: a decision is made, then carried out.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <limits>
#include <optional>
#include <utility>

#include "arguments/call_bytes.h"
#include "arguments/prepare.h"
#include "communicator/communicator.h"
#include "communicator/native_calls.h"
#include "configuration/planned_algorithms.h"
#include "configuration/tuning_file.h"
#include "configuration/world.h"
#include "dispatch/decide.h"
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

/// Carries the decision out: prepares, runs, times and records the call. Returns an MPI error code.
template <class Arguments>
int serve(const Arguments& arguments, const Call& call, Communicator& communicator,
          std::size_t bytes, const Decision& decision) {
  const Member member = communicator.member();
  const bool is_planned = decision.algorithm && communicator.open_channel();
  const Algorithm* chosen = is_planned ? decision.algorithm : nullptr;
  double begin = decision.begin;
  if (decision.is_timed && begin == 0) begin = PMPI_Wtime();
  int error;
  std::optional<Problem> asked;  // for the report
  if (chosen) {
    PreparedCall prepared = prepare(arguments, member, *chosen);
    error = communicator.run(decision, prepared);
    if (world()->reports) asked = std::move(prepared.problem);
  } else {
    error = call_native(arguments);
  }
  if (!decision.is_timed) return error;
  const double seconds = PMPI_Wtime() - begin;
  const auto ask = [&] {
    return prepare(arguments, member, select(call.operation, member.size, bytes)).problem;
  };
  const Algorithm* algorithm = communicator.served_by(chosen);
  if (Trial* trial = decision.trial) {
    before_blocking();
    if (algorithm != chosen) trial->give_up_turn();
    if (trial->add(seconds)) trial->agree(communicator.agreement_channel(), ask);
    if (decision.is_chosen && trial->take_news()) remember(trial->rule());
    if (decision.is_chosen && call.operation == repeated.operation)
      watch_patterns(communicator.repeated_patterns(), *trial, chosen, ask);
  }
  if (!world()->reports) return error;
  if (!asked && depends_on_arguments(call.operation)) asked = ask();
  record(call, communicator.caller(), bytes, algorithm, seconds, asked ? &*asked : nullptr);
  return error;
}

/// A call that no plan can serve.
template <class Arguments>
int serve_unplannable(const Arguments& arguments, const Call& call,
                      const Communicator& communicator) {
  const std::optional<Unplannable> why = communicator.unplannable();
  if (why && world()->reports)
    return count_unplannable(call, *why, "", arguments, [&] { return call_native(arguments); });
  remember_native(call.operation, call_size(arguments), call.comm, 0, 0,
                  std::numeric_limits<std::size_t>::max());
  return call_native(arguments);
}

/// Serves a call for which there is neither a plan file nor a kept plan.
template <class Arguments>
int dispatch_chosen(const Arguments& arguments, const Call& call, const Bytes& bytes,
                    Communicator& communicator) {
  if (!communicator.can_plan()) return serve_unplannable(arguments, call, communicator);
  if (!bytes) return call_native(arguments);
  // For other operations, only processes with a pending request or a hint come here.
  if (communicator.wants_channel() && (world()->served & bit_of(call.operation)) != 0)
    communicator.open_channel();
  Choice& choice = communicator.choice();
  const Decision decision =
      may_combine(arguments) ? choice.decide(call.operation, *bytes) : choice.decide_native();
  if (decision.algorithm || decision.is_timed)
    return serve(arguments, call, communicator, *bytes, decision);
  if (!communicator.filed_plans().concern(call.operation)) {
    const auto [from, to] = choice.decided_alike(call.operation, *bytes);
    remember_native(call.operation, call_size(arguments), call.comm, communicator.size(), from, to);
  }
  return call_native(arguments);
}

/// Serves a call that, by its arguments, may be planned. Not inlined, to keep the long path and its
/// stack out of the fast path. `control` is null for a call without one. Returns an MPI error code.
template <class Arguments>
[[gnu::noinline]] int dispatch_blocking(const Arguments& arguments, const void* site,
                                        std::uint64_t* control = nullptr) {
  const Call call{Arguments::operation, arguments.comm, site};
  Communicator* communicator = Communicator::find_any(call.comm);
  if (!communicator) return call_native(arguments);
  Bytes bytes;
  if (communicator->can_plan()) {
    if constexpr (is_of_neighbours(Arguments::operation)) communicator->learn_edge_orders();
    bytes = call_bytes(arguments, communicator->member());
    std::optional<Decision> decision = decide_filed(arguments, bytes, *communicator);
    if constexpr (may_keep_plans<Arguments>)
      if (!decision && world_has_controls.load(std::memory_order_acquire)) {
        decision = decide_kept(arguments, bytes, control, *communicator);
        if (!decision && stays_native(arguments)) return native(arguments);
      }
    if (decision) return serve(arguments, call, *communicator, bytes.value_or(0), *decision);
  }
  return dispatch_chosen(arguments, call, bytes, *communicator);
}

/// For a function whose calls may keep a plan, with or without `control`. The structs that are
/// handed out of line are others: the short way needs no memory.
template <class Arguments>
[[gnu::always_inline]] inline int dispatch_controlled(const Arguments& arguments, const void* site,
                                                      std::uint64_t* control) {
  if (!world_has_controls.load(std::memory_order_acquire) && stays_native(arguments)) [[likely]]
    return native(arguments);
  return dispatch_blocking(Arguments(arguments), site, control);
}

}  // namespace bamboo::plans::pmpi
