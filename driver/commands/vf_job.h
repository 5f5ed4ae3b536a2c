// SPDX-License-Identifier: Apache-2.0
// What makes two runs the same job, so that their times may be compared.
#pragma once

#include "launch.h"

namespace bamboo::driver {

/// A job, as far as the time of its runs depends on it.
struct VfJob {
  Words program;  ///< with its arguments
  int processes = 1;
  Words surroundings;  ///< hosts, MPI, settings, folder: any texts
};

/// `settings`: the variables of the job's processes.
VfJob vf_job(const Launch& launch, int processes,
             const std::map<std::string, std::string>& settings);

}  // namespace bamboo::driver
