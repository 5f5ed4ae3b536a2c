// SPDX-License-Identifier: Apache-2.0
#include "report/gain.h"

#include <map>

namespace bamboo::plans::pmpi {

std::optional<double> gained(std::span<const ServedCalls> served) {
  std::map<std::string, double> native;  // seconds of a call
  for (const ServedCalls& each : served)
    if (!each.is_planned && each.seconds > 0) native[each.kind] = each.seconds / each.calls;
  std::optional<double> gain;
  for (const ServedCalls& each : served) {
    const auto known = native.find(each.kind);
    if (!each.is_planned || known == native.end()) continue;
    gain = gain.value_or(0) + (known->second * each.calls - each.seconds) / each.processes;
  }
  return gain;
}

}  // namespace bamboo::plans::pmpi
