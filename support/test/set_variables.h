// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdlib>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

namespace bamboo::support {

/// Variables that are set for one test. Those that a launcher of this test may have set are gone.
class SetVariables {
 public:
  SetVariables(std::initializer_list<std::pair<const char*, const char*>> variables) {
    for (const char* name :
         {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_RANK", "PMI_SIZE",
          "PALS_RANKID", "PALS_SIZE", "PALS_LOCAL_SIZE", "FLUX_TASK_RANK", "FLUX_JOB_SIZE",
          "SLURM_PROCID", "SLURM_STEP_NUM_TASKS", "SLURM_NTASKS", "SLURM_NPROCS", "PBS_NP",
          "PBS_NODEFILE"})
      unsetenv(name);
    for (const auto& [name, value] : variables) {
      setenv(name, value, 1);
      names_.emplace_back(name);
    }
  }
  SetVariables(const SetVariables&) = delete;
  SetVariables& operator=(const SetVariables&) = delete;
  ~SetVariables() {
    for (const std::string& name : names_) unsetenv(name.c_str());
  }

 private:
  std::vector<std::string> names_;
};

}  // namespace bamboo::support
