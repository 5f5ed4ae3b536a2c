// SPDX-License-Identifier: Apache-2.0
#include "dispatch/kept_call.h"

#include <functional>
#include <utility>
#include <variant>

#include "arguments/call_bytes.h"
#include "arguments/operation_kinds.h"
#include "communicator/communicator.h"
#include "communicator/kept_plans.h"
#include "configuration/planned_algorithms.h"
#include "configuration/world.h"
#include "dispatch/irregular_traffic.h"
#include "dispatch/same_bits.h"
#include "report/recorder.h"
#include "requests/active_requests.h"

namespace bamboo::plans::pmpi {
namespace {

/// In place, the send counts of an all-to-all have no meaning.
template <class Arguments>
bool says_pattern(const Arguments& a) {
  if constexpr (requires { a.sdispls; }) return a.sendbuf != MPI_IN_PLACE && a.sdispls != nullptr;
  return true;
}

template <class Arguments>
class KeptCall {
 public:
  KeptCall(const Arguments& arguments, const void* site, Communicator& communicator)
      : arguments_(arguments), site_(site), communicator_(communicator) {}

  std::optional<int> run(std::uint64_t* control) {
    KeptPlans& plans = communicator_.kept_plans(Arguments::operation);
    const Bytes bytes = call_bytes(arguments_, communicator_.member());
    if (!bytes || !says_pattern(arguments_)) control = nullptr;
    bytes_ = bytes.value_or(0);
    before_blocking();
    const double begin = PMPI_Wtime();
    const KeptPlans::Agreement agreement = plans.compare(control, communicator_.channel());
    std::optional<int> error;
    if (std::holds_alternative<KeptPlans::DifferentControls>(agreement))
      error = plan_and_run(plans, control, begin);
    else if (const auto* plan = std::get_if<std::reference_wrapper<KeptPlan>>(&agreement);
             plan && plan->get().is_worth_it())
      error = run_kept(*plan, begin);
    plans.count(error.has_value());
    return error;
  }

 private:
  std::optional<int> plan_and_run(KeptPlans& plans, std::uint64_t* control, double begin) {
    const auto traffic = agreed_traffic(arguments_, nullptr, communicator_);
    if (!traffic) return std::nullopt;
    PhasedPattern pattern(traffic->messages, communicator_.choice().network(),
                          communicator_.scheduler(), traffic->unit);
    KeptPlan& plan = plans.keep(std::move(pattern), communicator_.size(), control);
    return run_phases(plan, phased_of(Arguments::operation).gathered, begin);
  }

  int run_kept(KeptPlan& plan, double begin) {
    const Algorithm* algorithm = plan.next();
    int error;
    if (algorithm == &plan.algorithm) {
      error = run_phases(plan, *algorithm, begin);
    } else {
      begin = PMPI_Wtime();  // without plans no call compares anything
      error = run_other(algorithm);
      note(algorithm, begin);
    }
    if (plan.trial && plan.trial->add(PMPI_Wtime() - begin))
      plan.trial->agree(communicator_.channel());
    return error;
  }

  int run_phases(KeptPlan& plan, const Algorithm& algorithm, double begin) {
    PreparedCall prepared = made_ready(algorithm);
    const int error = communicator_.run(plan.pattern->schedule_for(prepared.problem), prepared);
    note(&algorithm, begin);
    return error;
  }

  int run_other(const Algorithm* algorithm) {
    if (!algorithm) return native(arguments_);
    PreparedCall prepared = made_ready(*algorithm);
    return communicator_.run(*algorithm, prepared);
  }

  PreparedCall made_ready(const Algorithm& algorithm) const {
    return prepare(arguments_, communicator_.member(), algorithm);
  }

  void note(const Algorithm* algorithm, double begin) const {
    if (!world()->reports) return;
    const double seconds = PMPI_Wtime() - begin;
    const Call call{Arguments::operation, arguments_.comm, site_};
    const Problem asked = made_ready(select(Arguments::operation, communicator_.size(), 0)).problem;
    record(call, communicator_.caller(), bytes_, algorithm, seconds, &asked);
  }

  const Arguments& arguments_;
  const void* site_;
  Communicator& communicator_;
  std::size_t bytes_ = 0;
};

}  // namespace

template <class Arguments>
std::optional<int> dispatch_kept(const Arguments& arguments, const void* site,
                                 std::uint64_t* control) {
  Communicator* communicator = Communicator::find(arguments.comm);
  if (!communicator || !may_combine(arguments)) return std::nullopt;
  if (communicator->kept_plans(Arguments::operation).is_closed()) return std::nullopt;
  if (!communicator->open_channel()) return std::nullopt;
  return KeptCall(arguments, site, *communicator).run(control);
}

#define BAMBOO_KEPT(function) \
  template std::optional<int> dispatch_kept(const function##Arguments&, const void*, std::uint64_t*)
BAMBOO_KEPT(Gatherv);
BAMBOO_KEPT(Scatterv);
BAMBOO_KEPT(Allgatherv);
BAMBOO_KEPT(Alltoallv);
BAMBOO_KEPT(Alltoallw);
BAMBOO_KEPT(Reduce_scatter);

}  // namespace bamboo::plans::pmpi
