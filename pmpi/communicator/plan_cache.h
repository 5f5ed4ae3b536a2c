// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <tuple>
#include <vector>

#include "bamboo/plans/algorithms.h"
#include "bamboo/plans/execution.h"

namespace bamboo::plans::pmpi {

/// Whether one plan solves both problems.
bool same_question(const Problem& a, const Problem& b);

/// This process's plans on one communicator. One thread at a time.
class PlanCache {
 public:
  /// Made now or before.
  ScheduleRef get(const Algorithm& algorithm, const Problem& problem);

 private:
  struct Answer {
    Problem question;
    ScheduleRef schedule;
  };
  using Key = std::tuple<const Algorithm*, int, bool, std::size_t>;
  ScheduleRef get_irregular(const Algorithm& algorithm, const Problem& problem);

  std::map<Key, ScheduleRef> regular_;
  std::map<const Algorithm*, std::vector<Answer>> irregular_;  ///< the last ones of each
};

}  // namespace bamboo::plans::pmpi
