// SPDX-License-Identifier: Apache-2.0
#include "own_algorithms.h"

#include <fmt/core.h>

#include <optional>
#include <string_view>

#include "user_parameters.h"

extern char** environ;

namespace bamboo::driver {
namespace {

constexpr std::string_view variables = "OMPI_MCA_coll_tuned_", parameters = "coll_tuned_";

/// Open MPI reads its algorithms' variables only with this one. By itself it changes nothing.
constexpr const char* reads_variables = "OMPI_MCA_coll_tuned_use_dynamic_rules";

std::optional<std::string> place_in_environment() {
  for (char** entry = environ; *entry != nullptr; ++entry)
    if (const std::string_view text = *entry; text.starts_with(variables))
      return fmt::format("{} is in the environment", text.substr(0, text.find('=')));
  return std::nullopt;
}

std::string value_of(const Launch& launch, const char* variable) {
  const auto found = launch.environment.find(variable);
  return found == launch.environment.end() ? "" : found->second;
}

/// Whether trials, or rules of the user, may choose one.
bool may_be_chosen(const Launch& launch) {
  const std::string words = "," + value_of(launch, "BAMBOO_PLANS") + ",";
  const auto has = [&](const char* word) { return words.find(word) != std::string::npos; };
  if (has(",off,")) return false;
  return !has(",fixed,") || !value_of(launch, "BAMBOO_PLANS_FORCE").empty() ||
         !value_of(launch, "BAMBOO_PLANS_TUNING").empty();
}

}  // namespace

std::string allow_own_algorithms(Launch& launch) {
  if (launch.family != MpiFamily::OpenMpi || !may_be_chosen(launch)) return "";
  auto place = place_in_environment();
  if (!place) place = place_in_options_or_files(std::string(parameters), launch);
  if (place)
    return fmt::format("Open MPI chooses its own algorithms as the user has set: {}", *place);
  launch.environment.emplace(reads_variables, "1");
  return fmt::format("Open MPI's own algorithms may be chosen as well: {}=1", reads_variables);
}

}  // namespace bamboo::driver
