// SPDX-License-Identifier: Apache-2.0
#include "bamboo/plans/multicast_steps.h"

#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bamboo/plans/print.h"
#include "plan/builder.h"

namespace bamboo::plans {
namespace {

/// The multicasts of one rank, in their order.
struct Multicasts {
  const Plan* plan = nullptr;
  std::vector<std::uint32_t> steps;

  const Step& step(std::size_t place) const { return plan->steps[steps[place]]; }
  std::string text(std::size_t place) const {
    return "rank " + std::to_string(plan->rank) + " step " + std::to_string(steps[place]) + " (" +
           to_text(step(place)) + ")";
  }
};

Multicasts multicasts_of(const Plan& plan) {
  Multicasts out{&plan, {}};
  for (std::uint32_t i = 0; i < plan.steps.size(); ++i)
    if (plan.steps[i].is_multicast()) out.steps.push_back(i);
  return out;
}

bool has_its_parts(const Step& sent, int size) {
  const std::size_t parts = sent.share == Step::Share::All ? 0 : static_cast<std::size_t>(size);
  return sent.parts.size() == parts;
}

bool meets(const Step& sent, const Step& received, int receiver) {
  const bool sends_sizes = sent.share == Step::Share::Sent || sent.share == Step::Share::SentToFew;
  return received.peer == sent.peer && received.share == sent.share &&
         received.count == part_of(sent, receiver).count &&
         (sends_sizes ? received.parts.empty() : received.parts == sent.parts);
}

/// The plans by rank; empty if a rank's plan is missing.
std::vector<Multicasts> by_rank(std::span<const Plan> plans) {
  std::vector<Multicasts> out(plans.size());
  for (const Plan& plan : plans) {
    if (plan.rank < 0 || plan.rank >= static_cast<int>(plans.size())) return {};
    out[plan.rank] = multicasts_of(plan);
  }
  for (const Multicasts& each : out)
    if (each.plan == nullptr) return {};
  return out;
}

}  // namespace

Step part_of(const Step& multicast, int rank) {
  Step out{Step::Kind::Send, rank, multicast.from, {}, 0, {}};
  if (rank == multicast.peer) return out;
  if (multicast.share == Step::Share::All) {
    out.count = multicast.count;
  } else if (rank < static_cast<int>(multicast.parts.size())) {
    const auto begin = multicast.parts.begin();
    out.from = out.from + std::accumulate(begin, begin + rank, std::size_t{0});
    out.count = multicast.parts[rank];
  }
  return out;
}

std::size_t units_sent(const Step& multicast) {
  if (multicast.share == Step::Share::All) return multicast.count;
  return std::accumulate(multicast.parts.begin(), multicast.parts.end(), std::size_t{0}) -
         multicast.parts[multicast.peer];
}

std::optional<Fault> check_multicasts(std::span<const Plan> plans) {
  bool any = false;
  for (const Plan& plan : plans)
    for (const Step& step : plan.steps) any = any || step.is_multicast();
  if (!any) return std::nullopt;
  const std::vector<Multicasts> ranks = by_rank(plans);
  if (ranks.empty()) return Fault{"there is not exactly one plan for each rank"};
  const std::size_t count = ranks[0].steps.size();
  for (const Multicasts& rank : ranks)
    if (rank.steps.size() != count)
      return Fault{"rank 0 has " + std::to_string(count) + " multicasts, rank " +
                   std::to_string(rank.plan->rank) + " has " + std::to_string(rank.steps.size())};
  for (std::size_t place = 0; place < count; ++place) {
    const int sender = ranks[0].step(place).peer, size = static_cast<int>(ranks.size());
    if (sender < 0 || sender >= size) return Fault{ranks[0].text(place) + " has no such sender"};
    const Step& sent = ranks[sender].step(place);
    if (!has_its_parts(sent, size))
      return Fault{ranks[sender].text(place) + " does not have exactly one part for each rank"};
    for (int rank = 0; rank < size; ++rank) {
      const Step& received = ranks[rank].step(place);
      if (rank == sender ? sent.peer != sender : !meets(sent, received, rank))
        return Fault{ranks[rank].text(place) + " does not meet " + ranks[sender].text(place)};
    }
  }
  return std::nullopt;
}

namespace {

/// The steps of this rank that replace a multicast; one step that does nothing where nothing moves,
/// so that the steps after it still come after those before it.
std::vector<Step> messages_of(const Step& multicast, const Plan& plan) {
  std::vector<Step> out;
  if (multicast.peer != plan.rank) {
    if (multicast.count > 0)
      out.push_back({Step::Kind::Receive, multicast.peer, {}, multicast.to, multicast.count, {}});
  } else {
    for (int distance = 1; distance < plan.size; ++distance) {
      Step part = part_of(multicast, shifted(plan.rank, distance, plan.size));
      if (part.count > 0) out.push_back(std::move(part));
    }
  }
  if (out.empty()) out.push_back({Step::Kind::Copy, -1, {}, {}, 0, {}});
  return out;
}

}  // namespace

Plan in_unicast(const Plan& plan) {
  Plan out{plan.algorithm, plan.rank, plan.size, plan.scratch, {}};
  std::vector<std::vector<std::uint32_t>> now(plan.steps.size());  // by step: its replacement
  for (std::size_t i = 0; i < plan.steps.size(); ++i) {
    const Step& step = plan.steps[i];
    std::vector<std::uint32_t> after;
    for (const std::uint32_t before : step.after)
      after.insert(after.end(), now[before].begin(), now[before].end());
    for (Step& each : step.is_multicast() ? messages_of(step, plan) : std::vector<Step>{step}) {
      each.after = after;
      now[i].push_back(static_cast<std::uint32_t>(out.steps.size()));
      out.steps.push_back(std::move(each));
    }
  }
  return out;
}

}  // namespace bamboo::plans
