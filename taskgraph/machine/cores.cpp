// SPDX-License-Identifier: Apache-2.0
#include "machine/cores.h"

#include <sched.h>

#include <algorithm>

#include "bamboo/support/cgroup_quota.h"

namespace bamboo {

std::string affinity() {
  cpu_set_t mask;
  CPU_ZERO(&mask);
  if (sched_getaffinity(0, sizeof mask, &mask) != 0) return "1";
  std::string result(CPU_SETSIZE, '0');
  for (int core = 0; core < CPU_SETSIZE; ++core)
    if (CPU_ISSET(core, &mask)) result[core] = '1';
  result.resize(result.rfind('1') + 1);
  return result;
}

double share_of_cores(const std::string& mine, const std::vector<std::string>& all) {
  double share = 0;
  for (std::size_t core = 0; core < mine.size(); ++core) {
    if (mine[core] != '1') continue;
    const auto sharers = std::count_if(all.begin(), all.end(), [core](const std::string& one) {
      return core < one.size() && one[core] == '1';
    });
    share += 1.0 / static_cast<double>(std::max<std::ptrdiff_t>(sharers, 1));
  }
  return share;
}

double usable_cores(const std::vector<std::string>& all) {
  return std::min(share_of_cores(affinity(), all),
                  support::cgroup_quota() / static_cast<double>(all.size()));
}

}  // namespace bamboo
