// SPDX-License-Identifier: Apache-2.0
#include "dispatch/kept_exchange.h"

#include <functional>
#include <memory>
#include <utility>
#include <variant>
#include <vector>

#include "arguments/exchange_part.h"
#include "arguments/prepare.h"
#include "communicator/communicator.h"
#include "communicator/kept_plans.h"
#include "configuration/planned_algorithms.h"
#include "configuration/world.h"
#include "patterns/exchange_pattern.h"
#include "report/recorder.h"
#include "requests/active_requests.h"

namespace bamboo::plans::pmpi {
namespace {

class KeptExchange {
 public:
  KeptExchange(const Call& call, const AlltoallvArguments& arguments, Communicator& communicator)
      : call_(call), exchange_(arguments), communicator_(communicator) {}

  std::optional<int> run(std::uint64_t* control) {
    KeptPlans& plans = communicator_.kept_plans();
    // In place the counts to send mean nothing.
    if (exchange_.sendbuf == MPI_IN_PLACE || exchange_.recvbuf == MPI_IN_PLACE ||
        exchange_.sdispls == nullptr || exchange_.rdispls == nullptr)
      control = nullptr;
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
    Problem problem;
    problem.operation = Operation::Alltoallv;
    problem.rank = communicator_.rank();
    problem.size = communicator_.size();
    problem.input_counts = row(exchange_.sendcounts, exchange_.sendtype);
    problem.output_counts = row(exchange_.recvcounts, exchange_.recvtype);
    if (problem.output_counts.empty()) problem.input_counts.clear();
    const auto bytes = agree_on_pattern(problem.input_counts, problem.output_counts, problem.size,
                                        communicator_.channel());
    if (bytes.empty()) return std::nullopt;
    const auto schedule = scheduled_pattern(problem, bytes, communicator_.choice().network(),
                                            communicator_.scheduler());
    const KeptPlan& plan = plans.keep(schedule, problem.size, control);
    return run_schedule(plan, gathered, begin);
  }

  int run_kept(KeptPlan& plan, double begin) {
    const Algorithm* algorithm = plan.next();
    int error;
    if (algorithm == &kept) {
      error = run_schedule(plan, *algorithm, begin);
    } else {
      begin = PMPI_Wtime();  // without plans no call compares anything
      error = run_other(algorithm);
      note(algorithm, begin);
    }
    if (plan.trial && plan.trial->add(PMPI_Wtime() - begin))
      plan.trial->agree(communicator_.channel());
    return error;
  }

  int run_schedule(const KeptPlan& plan, const Algorithm& algorithm, double begin) {
    PreparedCall prepared = made_ready(algorithm);
    const int error = communicator_.run(plan.schedule, prepared);
    note(&algorithm, begin);
    return error;
  }

  int run_other(const Algorithm* algorithm) {
    if (!algorithm) return native(exchange_);
    PreparedCall prepared = made_ready(*algorithm);
    return communicator_.run(*algorithm, prepared);
  }

  PreparedCall made_ready(const Algorithm& algorithm) const {
    return prepare(exchange_, communicator_.member(), algorithm);
  }

  std::vector<std::size_t> row(const int counts[], MPI_Datatype type) const {
    return row_of(counts, type, communicator_.size());
  }

  void note(const Algorithm* algorithm, double begin) const {
    if (!world()->reports) return;
    const double seconds = PMPI_Wtime() - begin;
    Problem asked;
    asked.input_counts = row(exchange_.sendcounts, exchange_.sendtype);
    record(call_, communicator_.caller(), 0, algorithm, seconds, &asked);
  }

  const Call& call_;
  const AlltoallvArguments& exchange_;
  Communicator& communicator_;
};

}  // namespace

std::optional<int> dispatch_kept(const Call& call, const AlltoallvArguments& arguments,
                                 std::uint64_t* control) {
  Communicator* communicator = Communicator::find(arguments.comm);
  if (!communicator || communicator->kept_plans().is_closed()) return std::nullopt;
  if (!communicator->open_channel()) return std::nullopt;
  return KeptExchange(call, arguments, *communicator).run(control);
}

}  // namespace bamboo::plans::pmpi
