// SPDX-License-Identifier: Apache-2.0
#include "machine/bound_workers.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace bamboo {
namespace {

bool overlap(const std::string& one, const std::string& other) {
  for (std::size_t core = 0; core < std::min(one.size(), other.size()); ++core)
    if (one[core] == '1' && other[core] == '1') return true;
  return false;
}

/// "0-3,8".
std::string list_of(const std::string& cores) {
  std::vector<std::string> ranges;
  for (std::size_t begin = cores.find('1'); begin != std::string::npos;) {
    const std::size_t end = std::min(cores.find('0', begin), cores.size());
    ranges.push_back(end - begin == 1 ? fmt::format("{}", begin)
                                      : fmt::format("{}-{}", begin, end - 1));
    begin = cores.find('1', end);
  }
  return fmt::format("{}", fmt::join(ranges, ","));
}

std::string text_of(const NotBound& none) {
  return fmt::format("workers are not bound to cores: {}", none.reason);
}

std::string text_of(const BoundWorkers& bound) {
  std::vector<std::string> workers;
  for (std::size_t w = 0; w < bound.size(); ++w)
    workers.push_back(fmt::format("worker {} on cores {}", w, list_of(bound[w])));
  return fmt::format("{}", fmt::join(workers, ", "));
}

}  // namespace

WorkerBinding bind_workers(int workers, std::size_t process,
                           const std::vector<std::string>& affinities,
                           std::optional<Topology> topology) {
  const std::string& mine = affinities[process];
  int sharers = 0, before = 0;
  for (std::size_t p = 0; p < affinities.size(); ++p) {
    if (affinities[p] == mine) {
      ++sharers;
      if (p < process) ++before;
    } else if (overlap(affinities[p], mine)) {
      return NotBound{"another process may use some of its cores, and other cores too"};
    }
  }
  const int parts = sharers * workers;
  if (parts > std::count(mine.begin(), mine.end(), '1'))
    return NotBound{"there are more workers than cores"};
  if (!topology) return NotBound{"hwloc does not describe this machine, or is not built in"};
  const auto cores = topology->divide(mine, parts);
  if (!cores) return NotBound{"hwloc does not know the cores of the process"};
  const auto first = cores->begin() + before * workers;
  return BoundWorkers(first, first + workers);
}

std::string description_of(const WorkerBinding& binding) {
  return std::visit([](const auto& kind) { return text_of(kind); }, binding);
}

OnCoresOfWorker::OnCoresOfWorker(const WorkerBinding& binding, int worker) {
  const auto* bound = std::get_if<BoundWorkers>(&binding);
  if (bound == nullptr || ::sched_getaffinity(0, sizeof before_, &before_) != 0) return;
  const std::string& cores = (*bound)[static_cast<std::size_t>(worker)];
  cpu_set_t own;
  CPU_ZERO(&own);
  for (std::size_t core = 0; core < cores.size(); ++core)
    if (cores[core] == '1') CPU_SET(core, &own);
  bound_ = ::sched_setaffinity(0, sizeof own, &own) == 0;
}

OnCoresOfWorker::~OnCoresOfWorker() {
  if (bound_) ::sched_setaffinity(0, sizeof before_, &before_);
}

}  // namespace bamboo
