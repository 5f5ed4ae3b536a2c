// SPDX-License-Identifier: Apache-2.0
// How much processor time the control groups of a process allow it.
#pragma once

#include <algorithm>
#include <fstream>
#include <limits>
#include <sstream>
#include <string>

namespace bamboo::support {

namespace cgroup {

inline constexpr double unlimited = std::numeric_limits<double>::infinity();

/// Version 2: "max 100000" or "50000 100000" in one file.
inline double quota_v2(const std::string& folder) {
  std::ifstream in(folder + "/cpu.max");
  double quota = 0, period = 0;
  return in >> quota >> period && quota > 0 && period > 0 ? quota / period : unlimited;
}

/// Version 1: two files, -1 for no limit.
inline double quota_v1(const std::string& folder) {
  std::ifstream quota_file(folder + "/cpu.cfs_quota_us"),
      period_file(folder + "/cpu.cfs_period_us");
  double quota = 0, period = 0;
  return quota_file >> quota && period_file >> period && quota > 0 && period > 0 ? quota / period
                                                                                 : unlimited;
}

/// The limits of all enclosing groups apply. In a container the path may be that of the host and
/// may not exist; then the root of the mount is the container's own group.
inline double tightest(const std::string& root, std::string path,
                       double (*quota)(const std::string&)) {
  double result = unlimited;
  while (true) {
    result = std::min(result, quota(root + path));
    const std::size_t slash = path.rfind('/');
    if (slash == std::string::npos) return result;
    path.resize(slash);
  }
}

inline bool names(const std::string& controllers, const std::string& wanted) {
  std::istringstream list(controllers);
  for (std::string one; std::getline(list, one, ',');)
    if (one == wanted) return true;
  return false;
}

}  // namespace cgroup

/// The quota in cores that applies to a process with this /proc/self/cgroup, from the control
/// groups (version 1 or 2) mounted under `mount`; infinity where there is none.
inline double cgroup_quota(const std::string& proc_self_cgroup, const std::string& mount) {
  double result = cgroup::unlimited;
  std::istringstream lines(proc_self_cgroup);
  for (std::string line; std::getline(lines, line);) {  // hierarchy:controllers:path
    const std::size_t first = line.find(':'), second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    const std::string path = line.substr(second + 1);
    if (controllers.empty())
      result = std::min(result, cgroup::tightest(mount, path, cgroup::quota_v2));
    else if (cgroup::names(controllers, "cpu"))
      for (const std::string& folder : {"/" + controllers, std::string("/cpu")})
        result = std::min(result, cgroup::tightest(mount + folder, path, cgroup::quota_v1));
  }
  return result;
}

/// The quota of this process.
inline double cgroup_quota() {
  std::ifstream file("/proc/self/cgroup");
  std::stringstream text;
  text << file.rdbuf();
  return cgroup_quota(text.str(), "/sys/fs/cgroup");
}

}  // namespace bamboo::support
