// SPDX-License-Identifier: Apache-2.0
#include "bamboo/plans/schedulers.h"
#include "schedulers/by_size.h"

namespace bamboo::plans {

Phases ring(const Traffic& traffic, const Network&, std::size_t small) {
  Phases out{traffic.size, "ring", {}, false};
  std::vector<std::vector<Transfer>> distances(traffic.size);
  std::vector<Transfer> rest;
  for (const Message& message : traffic.messages) {
    const int distance = (message.to - message.from + traffic.size) % traffic.size;
    (message.bytes < small ? rest : distances[distance]).push_back(whole(message));
  }
  for (auto& phase : distances)
    if (!phase.empty()) out.phases.push_back(std::move(phase));
  out.small_last = !rest.empty();
  if (out.small_last) out.phases.push_back(std::move(rest));
  return out;
}

}  // namespace bamboo::plans
