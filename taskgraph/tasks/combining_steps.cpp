// SPDX-License-Identifier: Apache-2.0
#include "tasks/combining_steps.h"

#include <bit>

namespace bamboo {

std::vector<CombiningStep> combining_steps(int member, int members) {
  using enum CombiningStep::Kind;
  const int inner = static_cast<int>(std::bit_floor(static_cast<unsigned>(members)));
  const int last_stage = std::countr_zero(static_cast<unsigned>(inner)) + 1;
  if (member >= inner) return {{Give, member - inner, 0}, {Receive, member - inner, last_stage}};
  const bool has_outer = member + inner < members;
  std::vector<CombiningStep> steps;
  if (has_outer) steps.push_back({Receive, member + inner, 0});
  for (int stage = 1; stage < last_stage; ++stage) {
    const int other = member ^ (1 << (stage - 1));
    steps.push_back({Send, other, stage});
    steps.push_back({Receive, other, stage});
  }
  if (has_outer) steps.push_back({Send, member + inner, last_stage});
  return steps;
}

std::vector<int> forwarding_targets(int member, int root, int members) {
  const int distance = (member - root + members) % members;
  std::vector<int> targets;
  for (int step = 1; distance + step < members; step *= 2)
    if (step > distance) targets.push_back((member + step) % members);
  return targets;
}

}  // namespace bamboo
