// SPDX-License-Identifier: Apache-2.0
// The allocation of a batch system in which this command runs, by its environment.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace bamboo::driver {

enum class BatchSystem { Slurm, Flux, Pbs, Lsf, GridEngine };

std::string to_string(BatchSystem system);

struct Allocation {
  BatchSystem system = BatchSystem::Slurm;
  std::string resources;  ///< the value of the variable that describes them
};

/// Returns nothing outside of an allocation.
std::optional<Allocation> allocation_of_environment();

/// The cores of each node, or the slots where the batch system lists these. Empty if the
/// environment does not say them.
std::vector<int> cores_of_nodes(const Allocation& allocation);

/// How many tasks the user has asked Slurm for. Other systems list their slots above.
std::optional<int> tasks_of(const Allocation& allocation);

}  // namespace bamboo::driver
