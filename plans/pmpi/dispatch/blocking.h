// SPDX-License-Identifier: Apache-2.0
/// \file
/// A call of the program: planned, or the installed MPI's own.
#pragma once

#include <mpi.h>

#include <limits>
#include <optional>

#include "arguments/prepare.h"
#include "communicator/communicator.h"
#include "communicator/native_calls.h"
#include "configuration/planned_algorithms.h"
#include "dispatch/call_origin.h"
#include "dispatch/unplannable.h"
#include "report/report.h"
#include "requests/active_requests.h"

namespace bamboo::plans::pmpi {

/// Keeps the long way, and the stack that it needs, out of the short one.
template <class Way>
[[gnu::noinline]] int out_of_line(const Way& way) {
  return way();
}

/// Whether a pattern comes again is known by the calls before, whoever has served them. `chosen`:
/// of the last one.
inline void watch_patterns(RepeatedPatterns& patterns, const Trial& trial, const Algorithm* chosen,
                           const Ask& ask) {
  if (!trial.watches_patterns())
    patterns.miss();
  else if (chosen != &repeated)
    patterns.see(ask().input_counts);
}

/// A planned call, or one that is timed.
template <class Own, class MakeWork>
int serve_timed(const Call& call, Communicator& communicator, std::size_t bytes,
                const Decision& decision, const Own& own, const MakeWork& make_work) {
  const double begin = decision.is_timed ? PMPI_Wtime() : 0;
  int error;
  std::optional<Problem> asked;  // for the report
  const Algorithm* algorithm = decision.algorithm;
  if (algorithm && !communicator.open_channel()) algorithm = nullptr;
  if (algorithm) {
    const Asker asker{communicator.rank(), communicator.size(), *algorithm};
    Work work = make_work(asker);
    error = communicator.run(*algorithm, work);
    if (world()->reports) asked = std::move(work.problem);
  } else {
    error = own();
  }
  if (!decision.is_timed) return error;
  const double seconds = PMPI_Wtime() - begin;
  const auto ask = [&] {
    const Algorithm& any = select(call.operation, communicator.size(), bytes);
    return make_work(Asker{communicator.rank(), communicator.size(), any}).problem;
  };
  const Algorithm* chosen = algorithm;
  const bool came_again = communicator.repeated_patterns().has_schedules();
  if (chosen == &repeated && !came_again) algorithm = find("alltoallv/gated");
  if (Trial* trial = decision.trial) {
    before_blocking();
    if (algorithm != chosen) trial->give_up_turn();
    if (trial->add(seconds) && communicator.open_channel())
      trial->agree(communicator.channel(), ask);
    if (trial->take_news()) remember(trial->rule());
    if (call.operation == repeated.operation)
      watch_patterns(communicator.repeated_patterns(), *trial, chosen, ask);
  }
  if (!world()->reports) return error;
  if (!asked && depends_on_arguments(call.operation)) asked = ask();
  record(call, communicator, bytes, algorithm, seconds, asked ? &*asked : nullptr);
  return error;
}

/// A call that does not stay with the MPI, as far as its arguments alone tell.
/// `bytes(communicator)`: what Choice wants to know, nothing where the MPI shall speak. `own()`:
/// the MPI's own. `work(asker)`: made ready for a plan. Returns an MPI error code.
template <class Bytes, class Own, class MakeWork>
int serve(const Call& call, const Size& size, const Bytes& bytes, const Own& call_own,
          const MakeWork& make_work) {
  const auto own = [&] {
    before_blocking();
    return call_own();
  };
  Communicator* communicator = Communicator::find_any(call.comm);
  if (!communicator) return own();
  if (!communicator->can_plan()) {
    const std::optional<Never> why = communicator->never_planned();
    if (why && world()->reports) return never_planned(call, *why, "", own);
    keep_with_mpi(call.operation, size, call.comm, 0, 0, std::numeric_limits<std::size_t>::max());
    return own();
  }
  const std::optional<std::size_t> known = bytes(*communicator);
  if (!known) return own();
  Choice& choice = communicator->choice();
  const Decision decision = choice.decide(call.operation, *known);
  if (!decision.algorithm && !decision.is_timed) {
    const auto [from, to] = choice.decided_alike(call.operation, *known);
    keep_with_mpi(call.operation, size, call.comm, communicator->size(), from, to);
    return own();
  }
  return serve_timed(call, *communicator, *known, decision, own, make_work);
}

}  // namespace bamboo::plans::pmpi

/// Where the interposed function was called. Behind the communicator: a Form that is not Blocking.
#define BAMBOO_CALL(operation, comm, ...)                                                    \
  bamboo::plans::pmpi::Call {                                                                \
    bamboo::plans::Operation::operation, comm,                                               \
        bamboo::plans::pmpi::CallOrigin::or_else(__builtin_return_address(0)) __VA_OPT__(, ) \
            __VA_ARGS__                                                                      \
  }
