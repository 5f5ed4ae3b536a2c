// SPDX-License-Identifier: Apache-2.0
#include "communicator/kept_plans.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <vector>

#include "arguments/exchange_part.h"
#include "arguments/prepare.h"
#include "patterns/exchange_pattern.h"
#include "requests/active_requests.h"

namespace bamboo::plans::pmpi {
namespace {

/// Plans of a communicator: a program with ever new patterns must not fill the memory.
constexpr std::size_t enough = 64;
/// Comparisons that served nobody, after which nobody compares any more.
constexpr unsigned patience = 64;

/// Stand for what the schedulers make: parts of messages may move.
constexpr Algorithm gathered{
    "alltoallv/phases, level 1", Operation::Alltoallv, true, 0, 0, nullptr};
constexpr Algorithm kept{"alltoallv/phases, level 3", Operation::Alltoallv, true, 0, 0, nullptr};

std::atomic<std::uint32_t> communicators{0};

}  // namespace

const Algorithm* KeptPlan::next() const {
  return trial ? trial->next() : &kept;
}

KeptControls::KeptControls(Keeping keeping)
    : id_(++communicators), closed_(keeping == Keeping::Never), tries_(keeping == Keeping::Tried) {}

std::int64_t KeptControls::number_in(std::uint64_t control) const {
  const auto number = static_cast<std::uint32_t>(control);
  return control >> 32 == id_ && plans_.contains(number) ? number : 0;
}

KeptControls::Agreement KeptControls::compare(const std::uint64_t* control, MPI_Comm channel) {
  // The minimum of a number and of its opposite show both ends.
  const std::int64_t mine = control ? number_in(*control) : -1;
  const std::int64_t own[] = {mine, -mine};
  std::int64_t least[] = {-1, 0};  // for a communicator that fails
  PMPI_Allreduce(own, least, 2, MPI_INT64_T, MPI_MIN, channel);
  if (least[0] < 0) return {Have::Nothing, nullptr};
  if (least[0] == 0 || least[0] != -least[1]) return {Have::Controls, nullptr};
  return {Have::Plan, &plans_.at(static_cast<std::uint32_t>(mine))};
}

KeptPlan& KeptControls::keep(std::shared_ptr<const Schedule> schedule, int size,
                             std::uint64_t* control) {
  if (plans_.size() >= enough) plans_.clear();
  *control = id_ << 32 | ++last_;
  KeptPlan& plan = plans_[last_];
  plan.schedule = std::move(schedule);
  if (tries_) {
    const std::array candidates{bamboo::plans::find("alltoallv/gated"), &kept};
    plan.trial.emplace(Operation::Alltoallv, size, candidates, Trial::any_share);
  }
  return plan;
}

void KeptControls::count(bool served) {
  ++(served ? served_ : compared_in_vain_);
  const bool in_vain = compared_in_vain_ >= patience && served_ < compared_in_vain_ / 4;
  const bool all_lost = !plans_.empty() && std::ranges::none_of(plans_, [](const auto& each) {
    return each.second.is_worth_it();
  });
  closed_ = in_vain || all_lost;
}

namespace {

class Service {
 public:
  Service(const Call& call, const AlltoallvArguments& arguments, Communicator& communicator)
      : call_(call), exchange_(arguments), communicator_(communicator) {}

  std::optional<int> run(std::uint64_t* control) {
    KeptControls& controls = communicator_.kept_controls();
    // In place the counts to send mean nothing.
    if (exchange_.sendbuf == MPI_IN_PLACE || exchange_.recvbuf == MPI_IN_PLACE ||
        exchange_.sdispls == nullptr || exchange_.rdispls == nullptr)
      control = nullptr;
    before_blocking();
    const double begin = PMPI_Wtime();
    const auto [have, plan] = controls.compare(control, communicator_.channel());
    std::optional<int> error;
    if (have == KeptControls::Have::Controls)
      error = plan_and_run(controls, control, begin);
    else if (have == KeptControls::Have::Plan && plan->is_worth_it())
      error = run_kept(*plan, begin);
    controls.count(error.has_value());
    return error;
  }

 private:
  std::optional<int> plan_and_run(KeptControls& controls, std::uint64_t* control, double begin) {
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
    const auto schedule = scheduled_pattern(problem, bytes, communicator_.choice().network());
    const KeptPlan& plan = controls.keep(schedule, problem.size, control);
    return run_schedule(plan, gathered, begin);
  }

  int run_kept(KeptPlan& plan, double begin) {
    const Algorithm* algorithm = plan.next();
    int error;
    if (algorithm == &kept) {
      error = run_schedule(plan, *algorithm, begin);
    } else {
      begin = PMPI_Wtime();  // without plans nobody compares anything
      error = run_other(algorithm);
      note(algorithm, begin);
    }
    if (plan.trial && plan.trial->add(PMPI_Wtime() - begin))
      plan.trial->agree(communicator_.channel());
    return error;
  }

  int run_schedule(const KeptPlan& plan, const Algorithm& algorithm, double begin) {
    Work work = make_work(algorithm);
    const int error = communicator_.run(plan.schedule, work);
    note(&algorithm, begin);
    return error;
  }

  int run_other(const Algorithm* algorithm) {
    if (!algorithm) return native(exchange_);
    Work work = make_work(*algorithm);
    return communicator_.run(*algorithm, work);
  }

  Work make_work(const Algorithm& algorithm) const {
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
    record(call_, communicator_, 0, algorithm, seconds, &asked);
  }

  const Call& call_;
  const AlltoallvArguments& exchange_;
  Communicator& communicator_;
};

}  // namespace

std::optional<int> serve_kept(const Call& call, const AlltoallvArguments& arguments,
                              std::uint64_t* control) {
  Communicator* communicator = Communicator::find(arguments.comm);
  if (!communicator || communicator->kept_controls().is_closed()) return std::nullopt;
  if (!communicator->open_channel()) return std::nullopt;
  return Service(call, arguments, *communicator).run(control);
}

}  // namespace bamboo::plans::pmpi
