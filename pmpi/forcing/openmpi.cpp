// SPDX-License-Identifier: Apache-2.0
// Open MPI (4.0 to 5.0) reads the variables when it makes a communicator, in the function
// tuned_module_enable() of ompi/mca/coll/tuned/coll_tuned_module.c. So each algorithm has a
// communicator of its own, and all others keep what they have. The variable is set while that one
// is made. Meanwhile the MPI goes on with all that the program has begun, so none of the processes
// may have a communicator that is not ready.
#include <string>

#include "forcing/control_variable.h"
#include "forcing/forced_algorithms.h"
#include "forcing/later_communicators.h"

namespace bamboo::plans::pmpi {
namespace {

std::string variable_of(const MpiAlgorithm& algorithm) {
  return std::string("coll_tuned_") + bamboo::plans::name_of(algorithm.algorithm.operation) +
         "_algorithm";
}

/// The functions of `tuned` serve on this communicator, whatever priority other modules have.
MPI_Comm duplicate_for_tuned(MPI_Comm channel) {
  MPI_Info info = MPI_INFO_NULL;
  PMPI_Info_create(&info);
  PMPI_Info_set(info, "ompi_comm_coll_preference", "tuned");
  MPI_Comm made = MPI_COMM_NULL;
  const int error = PMPI_Comm_dup_with_info(channel, info, &made);
  PMPI_Info_free(&info);
  return error == MPI_SUCCESS ? made : MPI_COMM_NULL;
}

MPI_Comm duplicate_with(const MpiAlgorithm& algorithm, MPI_Comm channel) {
  const auto chosen = ControlVariable::find(variable_of(algorithm));
  const auto segment = ControlVariable::find(variable_of(algorithm) + "_segmentsize");
  const auto value = chosen ? chosen->value_of(algorithm.item()) : std::nullopt;
  // The others make theirs as well.
  if (!value) return duplicate_for_tuned(channel);
  const Overridden by(*chosen, *value);
  std::optional<Overridden> in;
  if (segment) in.emplace(*segment, algorithm.segment_bytes);
  return duplicate_for_tuned(channel);
}

bool holds_for_all(bool here, MPI_Comm channel) {
  int own = here, all = 0;
  const int error = PMPI_Allreduce(&own, &all, 1, MPI_INT, MPI_MIN, channel);
  return error == MPI_SUCCESS && all != 0;
}

}  // namespace

std::optional<Obstacle> obstacle_to(const MpiAlgorithm& algorithm) {
  const auto chosen = ControlVariable::find(variable_of(algorithm));
  if (!algorithm.is_in_open_mpi || !chosen || !chosen->value_of(algorithm.item()))
    return Obstacle::Unknown;
  const auto rules = ControlVariable::find("coll_tuned_dynamic_rules_filename");
  if (chosen->number() != 0 || (rules && !rules->text().empty())) return Obstacle::User;
  const auto looks = ControlVariable::find("coll_tuned_use_dynamic_rules");
  if (!looks || looks->number().value_or(0) == 0) return Obstacle::Switch;
  if (!accepts(*chosen, *chosen->value_of(algorithm.item()))) return Obstacle::Refusal;
  return std::nullopt;
}

struct ForcedAlgorithms::Kept {
  MPI_Comm communicator = MPI_COMM_NULL;
  std::optional<Obstacle> obstacle;  ///< to the communicator; the same on all processes

  Kept(const MpiAlgorithm& algorithm, MPI_Comm channel) {
    if (!holds_for_all(!has_later_communicators(), channel)) {
      obstacle = Obstacle::Later;
      return;
    }
    const MPI_Comm made = duplicate_with(algorithm, channel);
    if (holds_for_all(made != MPI_COMM_NULL, channel))
      communicator = made;
    else
      obstacle = Obstacle::NoRoom;  // what some processes have cannot be freed
  }
  Kept(const Kept&) = delete;
  Kept& operator=(const Kept&) = delete;
  ~Kept() {
    if (communicator != MPI_COMM_NULL) PMPI_Comm_free(&communicator);
  }
};

ForcedAlgorithms::ForcedAlgorithms() = default;
ForcedAlgorithms::~ForcedAlgorithms() = default;

std::optional<Obstacle> ForcedAlgorithms::prepare(const MpiAlgorithm& algorithm, MPI_Comm channel) {
  std::unique_ptr<Kept>& kept = kept_[&algorithm];
  if (!kept) kept = std::make_unique<Kept>(algorithm, channel);
  return kept->obstacle;
}

void ForcedAlgorithms::keep(const std::function<bool(const Algorithm&)>& is_needed) {
  std::erase_if(kept_, [&](const auto& each) { return !is_needed(each.first->algorithm); });
}

int ForcedAlgorithms::serve(const MpiAlgorithm& algorithm, MPI_Comm program, const Call& call) {
  const int error = call(kept_.at(&algorithm)->communicator);
  if (error != MPI_SUCCESS) PMPI_Comm_call_errhandler(program, error);
  return error;
}

}  // namespace bamboo::plans::pmpi
