// SPDX-License-Identifier: Apache-2.0
#include "plan/builder.h"

namespace bamboo::plans {

Builder::Id Builder::append(const Plan& part, std::span<const int> ranks, Place in, Place out,
                            const After& after) {
  const auto first = static_cast<Id>(plan_.steps.size());
  const Place temporary = scratch(part.scratch);
  const auto moved = [&](Place place) {
    switch (place.buffer) {
      case Place::Buffer::None:
        break;
      case Place::Buffer::Input:
        return in + place.offset;
      case Place::Buffer::Output:
        return out + place.offset;
      case Place::Buffer::Scratch:
        return temporary + place.offset;
    }
    return place;
  };
  for (Step step : part.steps) {
    if (step.peer >= 0) step.peer = ranks[static_cast<std::size_t>(step.peer)];
    step.from = moved(step.from);
    step.to = moved(step.to);
    for (Id& id : step.after) id += first;
    // The other steps come after these.
    const bool begins = step.after.empty();
    add(std::move(step), begins ? after : After{});
  }
  return first;
}

Builder::After Builder::ends(Id first) const {
  std::vector<bool> is_followed(plan_.steps.size());
  for (Id id = first; id < plan_.steps.size(); ++id)
    for (const Id before : plan_.steps[id].after) is_followed[before] = true;
  After out;
  for (Id id = first; id < plan_.steps.size(); ++id)
    if (!is_followed[id]) out.push_back(id);
  return out;
}

}  // namespace bamboo::plans
