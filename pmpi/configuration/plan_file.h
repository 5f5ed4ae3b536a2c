// SPDX-License-Identifier: Apache-2.0
// Plans that were made beforehand (CC-MPI's level 3): files of 'bamboo plan make'.
#pragma once

#include <mpi.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "bamboo/plans/algorithms.h"
#include "bamboo/plans/files.h"

namespace bamboo::plans::pmpi {

struct PlanFile {
  PlanFile(const std::string& name, SavedPlan saved);
  PlanFile(const PlanFile&) = delete;
  PlanFile& operator=(const PlanFile&) = delete;

  const std::string file;
  const SavedPlan plan;
  const std::string name;               ///< "scatterv/steps.json"
  const Algorithm algorithm;            ///< how a call is prepared for it; has no `make`
  std::atomic<std::uint64_t> calls{0};  ///< the number of calls that it has served, of this process
  bool announces_calls = false;         ///< whether this process prints how many
};

/// The first process reads and verifies it, for all. All throw std::invalid_argument, whose text
/// begins as a compiler's does, where it has a fault. It stays until the end of the program.
/// `processes`: that it must be for. Collective.
PlanFile& load_plan_file(const std::string& file, MPI_Comm comm,
                         std::optional<int> processes = std::nullopt);

/// All plan files that this process has loaded. Any thread may use it.
void each_plan_file(const std::function<void(PlanFile&)>& visit);

}  // namespace bamboo::plans::pmpi
