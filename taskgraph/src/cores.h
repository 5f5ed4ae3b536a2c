// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace bamboo {

/// Cores that this process may use: its affinity mask, limited by the processor quota of its
/// control group. Quotas make fractions.
double usable_cores();

/// The quota in cores that applies to a process with this /proc/self/cgroup, from the control
/// groups (version 1 or 2) mounted under `mount`; infinity when there is none.
double cgroup_quota(const std::string& proc_self_cgroup, const std::string& mount);

}  // namespace bamboo
