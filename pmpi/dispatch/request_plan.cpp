// SPDX-License-Identifier: Apache-2.0
#include "dispatch/request_plan.h"

#include <algorithm>
#include <cstdio>
#include <span>

#include "communicator/native_calls.h"
#include "configuration/planned_algorithms.h"
#include "configuration/world.h"
#include "dispatch/tried.h"
#include "execution/verification.h"
#include "patterns/exchange_pattern.h"
#include "report/recorder.h"
#include "selection/large_call.h"

namespace bamboo::plans::pmpi {
namespace {

/// The hints of the request, or those of its communicator if the request has none.
struct Said {
  Hints of_request;
  bool pattern_is_global;
  const std::vector<std::size_t>& pattern;
  const Scheduler* scheduler;  ///< null: the best of all

  Said(MPI_Info info, const Communicator& communicator)
      : of_request(read_hints(info, communicator.rank(), communicator.size())),
        pattern_is_global(is_global(communicator)),
        pattern(of_request.pattern_is_global ? of_request.pattern : communicator.hints().pattern),
        scheduler(of_request.scheduler ? *of_request.scheduler : communicator.scheduler()) {}
  Said(const Said&) = delete;
  Said& operator=(const Said&) = delete;

  std::span<const Rule> rules() const {
    return of_request.rules ? *of_request.rules : std::span<const Rule>();
  }

 private:
  bool is_global(const Communicator& communicator) const {
    if (of_request.pattern_is_global) return *of_request.pattern_is_global;
    return communicator.hints().pattern_is_global.value_or(false);
  }
};

/// The counts of all processes: those that the program passes for all, else those of each one.
/// Empty if the MPI must report an error. Collective if they are not known.
std::vector<std::size_t> pattern_of(const ExchangePart& part, const Said& said,
                                    Communicator& communicator) {
  const int size = communicator.size();
  if (!said.pattern_is_global || said.pattern.empty())
    return agree_on_pattern(part.row, part.column, size, communicator.agreement_channel(),
                            said.of_request.fingerprint());
  if (!part.is_plausible()) return {};
  insist_on_pattern(is_part_of(part.row, part.column, communicator.rank(), said.pattern),
                    communicator.rank(), "at 'bamboo_plans_pattern_address'",
                    communicator.agreement_channel());
  return said.pattern;
}

/// Whether the best algorithm is known without a trial: it is if each process has data for each
/// other one.
bool is_exchange(Operation operation) {
  return operation == Operation::Alltoall || operation == Operation::Allgather ||
         operation == Operation::Allgatherv;
}

/// The algorithm of a rule, else the best one; nothing if it cannot serve a request.
const Algorithm* algorithm_for(Communicator& communicator, Operation operation, std::size_t bytes,
                               std::span<const Rule> rules) {
  if (!is_exchange(operation)) return communicator.choice().decide_at_once(operation, bytes, rules);
  const auto said = communicator.choice().decide_behind_request(operation, bytes, rules);
  if (!said) return nullptr;
  const Algorithm* chosen = *said;
  if (chosen == nullptr) chosen = find(std::string(name_of(operation)) + "/gated");
  return chosen && chosen->is_direct ? chosen : nullptr;
}

RequestPlan planned_of(const Call& call, Communicator& communicator, int tag, ScheduleRef schedule,
                       PreparedCall prepared, const Algorithm& algorithm, std::size_t bytes) {
  const std::uint64_t own = own_bytes(call.operation, prepared.problem);
  return {{communicator.shared_channel(), call, communicator.size(), bytes, own},
          tag,
          std::move(schedule),
          std::move(prepared),
          &algorithm};
}

/// Makes the plan of a persistent request, on the open channel.
RequestPlan planned_by(const Decision& decision, const Call& call, Communicator& communicator,
                       int tag, std::size_t bytes, const Prepare& prepare_call) {
  const Algorithm& algorithm = *decision.algorithm;
  PreparedCall prepared = prepare_call(communicator.member(), algorithm);
  const Problem& problem = prepared.problem;
  ScheduleRef schedule =
      decision.schedule ? decision.schedule(problem) : communicator.plan(algorithm, problem);
  if (world()->settings.verify) {
    before_blocking();
    verify_together(communicator.channel(), problem, schedule->plan());
  }
  return planned_of(call, communicator, tag, std::move(schedule), std::move(prepared), algorithm,
                    bytes);
}

/// Returns null if no plan can serve it.
std::unique_ptr<RequestServer> serve_persistent(const Decision& decision, const Call& call,
                                                Communicator& communicator, std::size_t bytes,
                                                const Prepare& prepare_call) {
  if (!communicator.open_channel()) return nullptr;
  const std::optional<int> tag = communicator.shared_channel()->lasting_tag();
  if (!tag) return nullptr;
  return std::make_unique<PlanServer>(
      planned_by(decision, call, communicator, *tag, bytes, prepare_call));
}

/// Whether a persistent request may have a trial. The cost of the proxy is noticeable for small
/// calls. For neighbours, only all processes together know the size of calls.
bool may_try(Communicator& communicator, Operation operation, std::size_t bytes,
             std::span<const Rule> rules, const Prepare& prepare_call) {
  const Choice& choice = communicator.choice();
  if (is_exchange(operation) || !choice.may_try_behind_request(operation, bytes, rules) ||
      choice.candidates_behind_requests(operation, bytes).empty())
    return false;
  if (!is_of_neighbours(operation))
    return LargeCall::is_large(operation, communicator.size(), bytes);
  const Algorithm& any = select(operation, communicator.size(), bytes);
  return LargeCall::is_large(prepare_call(communicator.member(), any).problem,
                             communicator.agreement_channel());
}

/// For a request that may_try(). Returns null if no plan can serve it.
std::unique_ptr<RequestServer> try_persistent(const Call& call, Communicator& communicator,
                                              std::size_t bytes, const Prepare& prepare_call,
                                              const MakeNative& make_native) {
  if (!communicator.open_channel()) return nullptr;
  const auto candidates = communicator.choice().candidates_behind_requests(call.operation, bytes);
  const auto& channel = communicator.shared_channel();
  const std::optional<int> tag = channel->lasting_tag(), vote_tag = channel->lasting_tag();
  MPI_Request own = MPI_REQUEST_NULL;
  if (!vote_tag || make_native(&own) != MPI_SUCCESS) return nullptr;
  std::vector<RequestPlan> plans;
  for (const Algorithm* each : candidates)
    plans.push_back(planned_by({each}, call, communicator, *tag, bytes, prepare_call));
  const Algorithm& any = select(call.operation, communicator.size(), bytes);
  const RequestedCall requested = plans.front().requested;
  return std::make_unique<TriedServer>(
      communicator.shared_choice(), requested, *vote_tag,
      [prepare_call, member = communicator.member(), &any] {
        return prepare_call(member, any).problem;
      },
      own, std::move(plans));
}

std::size_t largest(const std::vector<std::size_t>& bytes) {
  return bytes.empty() ? 0 : std::ranges::max(bytes);
}

/// Whether planning is worth it: a rule `said` so, or the data of an all-to-all (also of an
/// irregular one, whose sizes all processes know now) are large enough.
bool is_worth_it(const Algorithm* said, const std::vector<std::size_t>& bytes) {
  return said || world()->settings.always ||
         Trial::is_worth_it(Operation::Alltoall, largest(bytes));
}

}  // namespace

std::unique_ptr<RequestServer> plan_persistent(const Call& call, MPI_Info info,
                                               const ExchangePart& part,
                                               const Prepare& prepare_call) {
  Communicator* communicator = Communicator::find(call.comm);
  if (!communicator) return nullptr;
  const Said hints(info, *communicator);
  // Hints of the request count only when all processes have found that theirs are the same.
  const auto bytes = pattern_of(part, hints, *communicator);
  if (bytes.empty()) return nullptr;
  const auto said = communicator->choice().decide_behind_request(call.operation, 0, hints.rules());
  if (!said || !is_worth_it(*said, bytes)) return nullptr;
  Decision decision{&phased_of(call.operation).by_hand};
  if (*said && (*said)->is_direct)
    decision.algorithm = *said;
  else
    decision.schedule = [&](const Problem& problem) {
      return scheduled_pattern(problem, bytes, communicator->choice().network(), hints.scheduler);
    };
  return serve_persistent(decision, call, *communicator, 0, prepare_call);
}

std::unique_ptr<RequestServer> plan_persistent(const Call& call, MPI_Info info,
                                               std::optional<std::size_t> bytes,
                                               const Prepare& prepare_call,
                                               const MakeNative& make_native) {
  Communicator* communicator = Communicator::find(call.comm);
  if (!communicator) return nullptr;
  const Said hints(info, *communicator);
  // A process that finds an error in its arguments has no bytes, so nothing may depend on them
  // before all processes have agreed.
  const std::size_t question = bytes.value_or(0) + hints.of_request.fingerprint();
  if (hints.pattern_is_global
          ? !bytes
          : !do_all_agree(bytes.has_value(), question, communicator->agreement_channel()))
    return nullptr;
  const Algorithm* algorithm = algorithm_for(*communicator, call.operation, *bytes, hints.rules());
  if (!algorithm && !may_try(*communicator, call.operation, *bytes, hints.rules(), prepare_call))
    return nullptr;
  if (algorithm) return serve_persistent({algorithm}, call, *communicator, *bytes, prepare_call);
  return try_persistent(call, *communicator, *bytes, prepare_call, make_native);
}

const Algorithm* algorithm_at_once(Communicator& communicator, Operation operation,
                                   std::size_t bytes) {
  // A channel is made collectively, for which a nonblocking call may not wait.
  if (!communicator.has_channel()) return nullptr;
  return communicator.choice().decide_at_once(operation, bytes);
}

std::optional<RequestPlan> plan_at_once(const Call& call, Communicator& communicator,
                                        const Algorithm& algorithm, std::size_t bytes,
                                        const Prepare& prepare_call) {
  const std::optional<int> tag = communicator.shared_channel()->passing_tag();
  if (!tag) return std::nullopt;
  PreparedCall ready = prepare_call(communicator.member(), algorithm);
  ScheduleRef schedule = communicator.plan(algorithm, ready.problem);
  communicator.verify_later(ready.problem, schedule);
  return planned_of(call, communicator, *tag, std::move(schedule), std::move(ready), algorithm,
                    bytes);
}

bool is_recorded(Operation operation) {
  const World* now = world();
  return now && now->reports && is_enabled(operation);
}

void record_native(const Call& call, std::size_t bytes, std::uint64_t moved) {
  const Communicator* communicator = Communicator::find_any(call.comm);
  if (communicator && communicator->unplannable()) {
    const std::string name = reported_name(call.operation, call.form);
    record({name.c_str(), *communicator->unplannable(), call.comm, call.site}, moved, 0);
    return;
  }
  int size = 0;
  if (call.comm != MPI_COMM_NULL) PMPI_Comm_size(call.comm, &size);
  record(call, size, bytes, nullptr, 0, bytes == 0 ? moved : 0);
}

}  // namespace bamboo::plans::pmpi
