// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "../process.h"

namespace bamboo::driver {

enum class Traces {
  Certain,   ///< the program has virtual ranks, or the user names the trace
  Possible,  ///< it may start one that has
};

/// Runs a job that traces to `trace`, then says on stderr where its time went. The exit status is
/// the job's.
int run_and_report(const Words& job, const std::string& trace, int processes, Traces traces);

}  // namespace bamboo::driver
