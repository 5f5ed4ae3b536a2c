// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace bamboo {

/// The cores that this process may use, one character for each of the machine: '1' for those in its
/// affinity mask, else '0'.
std::string affinity();
/// How many of them are left to a process with the affinity `mine` when every process in `all`
/// (itself among them) gets an equal part of each core that it may use. Launchers bind processes to
/// cores of their own, or let them share all.
double share_of_cores(const std::string& mine, const std::vector<std::string>& all);

/// Cores that this process may use beside the others on this machine, whose affinities are in
/// `all`: its share, limited by the processor quota of its control group, which they share, too.
/// Quotas make fractions.
double usable_cores(const std::vector<std::string>& all);

}  // namespace bamboo
