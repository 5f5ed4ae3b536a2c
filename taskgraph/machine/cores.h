// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace bamboo {

/// The cores that this process may use, one character for each of the machine: '1' for those in its
/// affinity mask, else '0'.
std::string affinity();
/// Returns how many cores are left to a process with the affinity `mine` if every process in `all`
/// (including itself) gets an equal part of each core that it may use. Launchers bind processes to
/// separate cores, or let all of them share all cores.
double share_of_cores(const std::string& mine, const std::vector<std::string>& all);

/// Returns how many cores this process may use beside the other processes of this machine, whose
/// affinities are in `all`: its share, limited by the processor quota of its control group, which
/// they share as well. With a quota the result may be a fraction.
double usable_cores(const std::vector<std::string>& all);

}  // namespace bamboo
