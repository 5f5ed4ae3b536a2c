// SPDX-License-Identifier: Apache-2.0
// Reads the kernel's figures of processor time: how much a process got, how long it waited for
// more.
#pragma once

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

namespace bamboo::support {

/// Sums since the threads, or the machine, began.
struct CoreFigures {
  using Span = std::chrono::nanoseconds;
  Span ran{};     ///< all threads of the process, on cores
  Span waited{};  ///< the same, in run queues: for a core, or for the next period of a quota
  Span stolen{};  ///< a core of this machine, on average, by the machine's host
};

namespace proc {

/// /proc/PID/task/TID/schedstat: "RAN WAITED SLICES".
inline void add_threads(const std::string& proc, CoreFigures& sum) {
  std::error_code ended;  // threads may end meanwhile
  for (std::filesystem::directory_iterator thread(proc + "/self/task", ended), end;
       !ended && thread != end; thread.increment(ended)) {
    std::ifstream in(thread->path() / "schedstat");
    std::int64_t ran = 0, waited = 0;
    if (in >> ran >> waited) {
      sum.ran += CoreFigures::Span(ran);
      sum.waited += CoreFigures::Span(waited);
    }
  }
}

/// /proc/stat: "cpu  USER NICE SYSTEM IDLE IOWAIT IRQ SOFTIRQ STOLEN …" of all cores in hundredths
/// of a second.
inline CoreFigures::Span stolen_of_a_core(const std::string& proc, long cores) {
  std::ifstream in(proc + "/stat");
  std::string name;
  in >> name;
  std::int64_t stolen = 0;
  for (int column = 0; column < 8; ++column) in >> stolen;
  return std::chrono::milliseconds(10) * stolen / std::max(cores, 1L);
}

}  // namespace proc

/// For a machine with `cores` cores. Returns nothing if this kernel does not provide the figures.
inline std::optional<CoreFigures> core_figures(const std::string& proc = "/proc",
                                               long cores = sysconf(_SC_NPROCESSORS_ONLN)) {
  CoreFigures sum;
  proc::add_threads(proc, sum);
  if (sum.ran.count() == 0) return std::nullopt;
  sum.stolen = proc::stolen_of_a_core(proc, cores);
  return sum;
}

}  // namespace bamboo::support
