// SPDX-License-Identifier: Apache-2.0
// MPICH (4.0 to 5.0) reads the variable in each call, in MPIR_Alltoall_impl() and its like
// (src/mpi/coll/mpir_coll.c, which maint/gen_coll.py writes). So it is set during the call.
#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>
#include <utility>

#include "forcing/control_variable.h"
#include "forcing/forced_algorithms.h"

namespace bamboo::plans::pmpi {
namespace {

std::string variable_of(const MpiAlgorithm& algorithm) {
  std::string operation = bamboo::plans::name_of(algorithm.algorithm.operation);
  std::ranges::transform(operation, operation.begin(),
                         [](unsigned char c) { return std::toupper(c); });
  return "MPIR_CVAR_" + operation + "_INTRA_ALGORITHM";
}

/// Intel's MPI has the variables, and ignores them.
bool is_mpich() {
  char text[MPI_MAX_LIBRARY_VERSION_STRING] = "";
  int length = 0;
  PMPI_Get_library_version(text, &length);
  return std::string_view(text).starts_with("MPICH");
}

bool has_value(const std::string& name, std::string_view item) {
  const auto variable = ControlVariable::find(name);
  return variable && variable->number() == variable->value_of(item);
}

/// The user has given a table, or wants to know when an algorithm cannot serve.
bool has_user_chosen() {
  for (const char* name : {"MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE",
                           "MPIR_CVAR_CH4_COLL_SELECTION_TUNING_JSON_FILE"})
    if (const auto file = ControlVariable::find(name); file && !file->text().empty()) return true;
  return !has_value("MPIR_CVAR_COLLECTIVE_FALLBACK", "silent");
}

}  // namespace

std::optional<Obstacle> obstacle_to(const MpiAlgorithm& algorithm) {
  const auto chosen = ControlVariable::find(variable_of(algorithm));
  if (!is_mpich() || !algorithm.is_in_mpich || !chosen || !chosen->value_of(algorithm.item()))
    return Obstacle::Unknown;
  if (!has_value(variable_of(algorithm), "auto") || has_user_chosen()) return Obstacle::User;
  if (!accepts(*chosen, *chosen->value_of(algorithm.item()))) return Obstacle::Refusal;
  return std::nullopt;
}

struct ForcedAlgorithms::Kept {
  ControlVariable variable;
  int value;
};

ForcedAlgorithms::ForcedAlgorithms() = default;
ForcedAlgorithms::~ForcedAlgorithms() = default;

std::optional<Obstacle> ForcedAlgorithms::prepare(const MpiAlgorithm& algorithm, MPI_Comm) {
  std::unique_ptr<Kept>& kept = kept_[&algorithm];
  if (kept) return std::nullopt;
  auto variable = ControlVariable::find(variable_of(algorithm));
  const int value = variable->value_of(algorithm.item()).value();
  kept = std::make_unique<Kept>(std::move(*variable), value);
  return std::nullopt;
}

void ForcedAlgorithms::keep(const std::function<bool(const Algorithm&)>& is_needed) {
  std::erase_if(kept_, [&](const auto& each) { return !is_needed(each.first->algorithm); });
}

int ForcedAlgorithms::serve(const MpiAlgorithm& algorithm, MPI_Comm program, const Call& call) {
  const Kept& kept = *kept_.at(&algorithm);
  const Overridden by(kept.variable, kept.value);
  return call(program);
}

}  // namespace bamboo::plans::pmpi
