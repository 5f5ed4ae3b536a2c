// SPDX-License-Identifier: Apache-2.0
// Open MPI (4.0 to 5.0) reads the variables when it makes a communicator, in the function
// tuned_module_enable() of ompi/mca/coll/tuned/coll_tuned_module.c. So each algorithm has a
// communicator of its own, and all others keep what they have.
#include <string>

#include "forcing/control_variable.h"
#include "forcing/forced_algorithms.h"

namespace bamboo::plans::pmpi {
namespace {

std::string variable_of(const MpiAlgorithm& algorithm) {
  return std::string("coll_tuned_") + bamboo::plans::name_of(algorithm.algorithm.operation) +
         "_algorithm";
}

/// On the communicator these serve whatever other modules promise.
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

/// Null, on all processes, if one of them has failed. What others have then cannot be freed.
MPI_Comm make_communicator(const MpiAlgorithm& algorithm, MPI_Comm channel) {
  const MPI_Comm made = duplicate_with(algorithm, channel);
  int is_made = made != MPI_COMM_NULL, are_all_made = 0;
  PMPI_Allreduce(&is_made, &are_all_made, 1, MPI_INT, MPI_MIN, channel);
  return are_all_made ? made : MPI_COMM_NULL;
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
  return std::nullopt;
}

struct ForcedAlgorithms::Kept {
  MPI_Comm communicator;  ///< null: there cannot be one

  ~Kept() {
    if (communicator != MPI_COMM_NULL) PMPI_Comm_free(&communicator);
  }
};

ForcedAlgorithms::ForcedAlgorithms() = default;
ForcedAlgorithms::~ForcedAlgorithms() = default;

std::optional<int> ForcedAlgorithms::serve(const MpiAlgorithm& algorithm, MPI_Comm program,
                                           MPI_Comm channel, const Call& call) {
  std::unique_ptr<Kept>& kept = kept_[&algorithm];
  if (!kept) kept = std::make_unique<Kept>(make_communicator(algorithm, channel));
  if (kept->communicator == MPI_COMM_NULL) return std::nullopt;
  const int error = call(kept->communicator);
  if (error != MPI_SUCCESS) PMPI_Comm_call_errhandler(program, error);
  return error;
}

}  // namespace bamboo::plans::pmpi
