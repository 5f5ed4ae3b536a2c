// SPDX-License-Identifier: Apache-2.0
#include "bamboo/plans/print.h"

#include <algorithm>
#include <string>

#include "bamboo/plans/multicast_steps.h"

namespace bamboo::plans {
namespace {

bool moves(const Step& step) {
  return step.transfers() || step.is_multicast();
}

std::string text(Place place) {
  static const char* const names[] = {"none", "input", "output", "scratch"};
  return std::string(names[static_cast<int>(place.buffer)]) + "+" + std::to_string(place.offset);
}

std::string multicast_text(const Step& step, const std::string& units) {
  static const char* const shares[] = {" to all", " in known parts", " in parts sent before",
                                       " in parts sent before, to the few who get any"};
  const bool receives =
      step.to.buffer != Place::Buffer::None || step.from.buffer == Place::Buffer::None;
  if (receives)
    return "multicast by " + std::to_string(step.peer) + shares[static_cast<int>(step.share)] +
           ": " + units + " of it to " + text(step.to);
  return "multicast " + units + " at " + text(step.from) + shares[static_cast<int>(step.share)];
}

}  // namespace

std::vector<int> phases(const Plan& plan) {
  std::vector<int> phase(plan.steps.size(), 0);
  for (std::size_t i = 0; i < plan.steps.size(); ++i)
    for (std::uint32_t before : plan.steps[i].after)
      phase[i] = std::max(phase[i], phase[before] + (moves(plan.steps[before]) ? 1 : 0));
  return phase;
}

std::string to_text(const Step& step) {
  const std::string units = std::to_string(step.count) + (step.count == 1 ? " unit" : " units");
  switch (step.kind) {
    case Step::Kind::Send:
      return "send " + units + " at " + text(step.from) + " to " + std::to_string(step.peer);
    case Step::Kind::Receive:
      return "receive " + units + " from " + std::to_string(step.peer) + " to " + text(step.to);
    case Step::Kind::Copy:
      return "copy " + units + " " + text(step.from) + " to " + text(step.to);
    case Step::Kind::Reduce:
      return "reduce " + units + " " + text(step.to) + " = " + text(step.from) + " op " +
             text(step.to);
    case Step::Kind::Multicast:
      return multicast_text(step, units);
  }
  return "?";
}

std::string to_text(const Plan& plan) {
  std::string out = plan.algorithm + ", rank " + std::to_string(plan.rank) + " of " +
                    std::to_string(plan.size) + ", scratch " + std::to_string(plan.scratch) + "\n";
  const std::vector<int> phase = phases(plan);
  for (std::size_t i = 0; i < plan.steps.size(); ++i) {
    const Step& step = plan.steps[i];
    out += "  [" + std::to_string(phase[i]) + "] " + std::to_string(i) + ": " + to_text(step);
    for (std::size_t k = 0; k < step.after.size(); ++k)
      out += (k == 0 ? ", after " : " ") + std::to_string(step.after[k]);
    out += "\n";
  }
  return out;
}

}  // namespace bamboo::plans
