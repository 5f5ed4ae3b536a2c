// SPDX-License-Identifier: Apache-2.0
#include "launch/ended_ranks.h"

#include <cstddef>

namespace bamboo::mpi {

std::string describe_ended(const std::vector<TaskId>& ranks) {
  std::string text;
  for (std::size_t first = 0, last; first < ranks.size(); first = last + 1) {
    for (last = first; last + 1 < ranks.size() && ranks[last + 1] == ranks[last] + 1;) ++last;
    if (first > 0) text += ", ";
    text += std::to_string(ranks[first]);
    if (last > first) text += (last > first + 1 ? "-" : ", ") + std::to_string(ranks[last]);
  }
  return ranks.size() == 1 ? "rank " + text + " has ended" : "ranks " + text + " have ended";
}

}  // namespace bamboo::mpi
