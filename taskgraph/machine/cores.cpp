// SPDX-License-Identifier: Apache-2.0
#include "machine/cores.h"

#include <sched.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <sstream>

namespace bamboo {

namespace {

constexpr double unlimited = std::numeric_limits<double>::infinity();

/// Version 2: "max 100000" or "50000 100000" in one file.
double quota_v2(const std::string& folder) {
  std::ifstream in(folder + "/cpu.max");
  double quota = 0, period = 0;
  return in >> quota >> period && quota > 0 && period > 0 ? quota / period : unlimited;
}

/// Version 1: two files, -1 for no limit.
double quota_v1(const std::string& folder) {
  std::ifstream quota_file(folder + "/cpu.cfs_quota_us"),
      period_file(folder + "/cpu.cfs_period_us");
  double quota = 0, period = 0;
  return quota_file >> quota && period_file >> period && quota > 0 && period > 0 ? quota / period
                                                                                 : unlimited;
}

/// A group is bound by the limits of all groups around it. In a container the path may be the
/// host's and lead nowhere; the mount's root is then the container's own group.
double tightest(const std::string& root, std::string path, double (*quota)(const std::string&)) {
  double result = unlimited;
  while (true) {
    result = std::min(result, quota(root + path));
    const std::size_t slash = path.rfind('/');
    if (slash == std::string::npos) return result;
    path.resize(slash);
  }
}

bool names(const std::string& controllers, const std::string& wanted) {
  std::istringstream list(controllers);
  for (std::string one; std::getline(list, one, ',');) {
    if (one == wanted) return true;
  }
  return false;
}

}  // namespace

double cgroup_quota(const std::string& proc_self_cgroup, const std::string& mount) {
  double result = unlimited;
  std::istringstream lines(proc_self_cgroup);
  for (std::string line; std::getline(lines, line);) {  // hierarchy:controllers:path
    const std::size_t first = line.find(':'), second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    const std::string path = line.substr(second + 1);
    if (controllers.empty()) {
      result = std::min(result, tightest(mount, path, quota_v2));
    } else if (names(controllers, "cpu")) {
      for (const std::string& folder : {"/" + controllers, std::string("/cpu")}) {
        result = std::min(result, tightest(mount + folder, path, quota_v1));
      }
    }
  }
  return result;
}

std::string affinity() {
  cpu_set_t mask;
  CPU_ZERO(&mask);
  if (sched_getaffinity(0, sizeof mask, &mask) != 0) return "1";
  std::string result(CPU_SETSIZE, '0');
  for (int core = 0; core < CPU_SETSIZE; ++core) {
    if (CPU_ISSET(core, &mask)) result[core] = '1';
  }
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
  std::ifstream file("/proc/self/cgroup");
  std::stringstream text;
  text << file.rdbuf();
  const double quota = cgroup_quota(text.str(), "/sys/fs/cgroup");
  return std::min(share_of_cores(affinity(), all), quota / static_cast<double>(all.size()));
}

}  // namespace bamboo
