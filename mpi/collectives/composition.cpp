// SPDX-License-Identifier: Apache-2.0
#include "collectives/composition.h"

#include <numeric>
#include <utility>

namespace bamboo::mpi {

using plans::Place;
using plans::Step;

Composition::Composition(Communicator& comm) : comm_(comm) {
  plan_.algorithm = "composition";
  plan_.rank = comm.party();
  plan_.size = comm.parties().size();
}

std::vector<int> Composition::parties(const Group& group) const {
  std::vector<int> numbers;
  for (int r = 0; r < group.size(); r++)
    numbers.push_back(comm_.parties().rank_of(group.world_rank(r)));
  return numbers;
}

int Composition::party_of_remote(int rank) const {
  return comm_.parties().rank_of(comm_.peers().world_rank(rank));
}

Place Composition::scratch(std::size_t units) {
  const Place place{Place::Buffer::Scratch, plan_.scratch};
  plan_.scratch += units;
  return place;
}

void Composition::send(int party, Place from, std::size_t units) {
  if (units > 0) plan_.steps.push_back({Step::Kind::Send, party, from, {}, units, before_});
}

void Composition::receive(int party, Place to, std::size_t units) {
  if (units == 0) return;
  plan_.steps.push_back({Step::Kind::Receive, party, {}, to, units, {}});
  before_.push_back(static_cast<std::uint32_t>(plan_.steps.size() - 1));
}

void Composition::append(const plans::Plan& part, std::span<const int> parties, Place input,
                         Place output) {
  if (part.steps.empty()) return;
  const auto first = static_cast<std::uint32_t>(plan_.steps.size());
  const Place temporary = scratch(part.scratch);
  const auto moved = [&](Place place) {
    switch (place.buffer) {
      case Place::Buffer::None:
        break;
      case Place::Buffer::Input:
        return input + place.offset;
      case Place::Buffer::Output:
        return output + place.offset;
      case Place::Buffer::Scratch:
        return temporary + place.offset;
    }
    return place;
  };
  for (Step step : part.steps) {
    if (step.peer >= 0) step.peer = parties[static_cast<std::size_t>(step.peer)];
    step.from = moved(step.from);
    step.to = moved(step.to);
    for (std::uint32_t& index : step.after) index += first;
    step.after.insert(step.after.end(), before_.begin(), before_.end());
    plan_.steps.push_back(std::move(step));
  }
  before_.resize(part.steps.size());
  std::iota(before_.begin(), before_.end(), first);
}

CollectiveRef Composition::take(Collective::Parts parts) {
  auto schedule = std::make_shared<const plans::Schedule>(std::move(plan_));
  return std::make_unique<Collective>(comm_, std::move(schedule), std::move(parts), -1);
}

}  // namespace bamboo::mpi
