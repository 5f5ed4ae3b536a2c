// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "bamboo/plans/multicast_steps.h"
#include "bamboo/plans/print.h"
#include "bamboo/plans/verify.h"

namespace bamboo::plans {
namespace {

/// One step's use of a range of one buffer.
struct Access {
  Place::Buffer buffer;
  std::size_t begin, end;
  std::uint32_t step;
  bool writes;
};

/// The steps before each step, direct and indirect ones: a bit matrix.
class Ancestors {
 public:
  explicit Ancestors(const Plan& plan)
      : words_((plan.steps.size() + 63) / 64), bits_(words_ * plan.steps.size()) {
    for (std::size_t i = 0; i < plan.steps.size(); ++i)
      for (std::uint32_t before : plan.steps[i].after) {
        for (std::size_t w = 0; w < words_; ++w)
          bits_[i * words_ + w] |= bits_[before * words_ + w];
        bits_[i * words_ + before / 64] |= std::uint64_t{1} << (before % 64);
      }
  }
  bool contains(std::uint32_t step, std::uint32_t ancestor) const {
    return bits_[step * words_ + ancestor / 64] >> (ancestor % 64) & 1;
  }

 private:
  std::size_t words_;
  std::vector<std::uint64_t> bits_;
};

std::vector<Access> accesses(const Plan& plan) {
  std::vector<Access> out;
  for (std::uint32_t i = 0; i < plan.steps.size(); ++i) {
    const Step& step = plan.steps[i];
    if (step.count == 0) continue;
    const bool sends =
        step.kind == Step::Kind::Send || (step.is_multicast() && step.peer == plan.rank);
    const bool receives = !sends && (step.transfers() || step.is_multicast());
    if (!receives)
      out.push_back({step.from.buffer, step.from.offset, step.from.offset + step.count, i, false});
    if (!sends)
      out.push_back({step.to.buffer, step.to.offset, step.to.offset + step.count, i, true});
  }
  return out;
}

std::string at(const Plan& plan, std::uint32_t i) {
  return "rank " + std::to_string(plan.rank) + " step " + std::to_string(i) + " (" +
         to_text(plan.steps[i]) + ")";
}

/// Checks the parts of a multicast as far as its rank knows them.
std::optional<Fault> check_parts(const Plan& plan, std::uint32_t i) {
  const Step& step = plan.steps[i];
  const bool sends = step.peer == plan.rank;
  if (step.peer < 0 || step.peer >= plan.size) return Fault{at(plan, i) + " has no such sender"};
  const bool knows = step.share == Step::Share::Known || (sends && step.share != Step::Share::All);
  if (step.parts.size() != (knows ? static_cast<std::size_t>(plan.size) : 0))
    return Fault{at(plan, i) + " does not have exactly one part for each rank"};
  if (!knows) return std::nullopt;
  const std::size_t units =
      sends ? std::accumulate(step.parts.begin(), step.parts.end(), std::size_t{0})
            : step.parts[plan.rank];
  if (step.count == units) return std::nullopt;
  return Fault{at(plan, i) + " has parts of " + std::to_string(units)};
}

/// The sender sends the parts in a multicast before, so no other multicast may be between the two.
std::optional<Fault> check_multicast_order(const Plan& plan, const Ancestors& ancestors) {
  std::uint32_t last = 0;
  bool sends_sizes = false;
  for (std::uint32_t i = 0; i < plan.steps.size(); ++i) {
    const Step& step = plan.steps[i];
    if (!step.is_multicast()) continue;
    if (sends_sizes && !ancestors.contains(i, last))
      return Fault{at(plan, i) + " does not come after " + at(plan, last)};
    last = i;
    sends_sizes = step.share == Step::Share::Sent || step.share == Step::Share::SentToFew;
  }
  return std::nullopt;
}

std::optional<Fault> check_order(const Plan& plan) {
  for (std::uint32_t i = 0; i < plan.steps.size(); ++i) {
    const Step& step = plan.steps[i];
    if (step.transfers() && (step.peer < 0 || step.peer >= plan.size || step.peer == plan.rank))
      return Fault{at(plan, i) + " has no such peer"};
    if (step.is_multicast())
      if (std::optional<Fault> fault = check_parts(plan, i)) return fault;
    for (std::uint32_t before : step.after)
      if (before >= i)
        return Fault{at(plan, i) + " comes after step " + std::to_string(before) +
                     ", which does not precede it"};
  }
  return std::nullopt;
}

std::optional<Fault> check_bounds(const Problem& problem, const Plan& plan,
                                  const std::vector<Access>& list) {
  for (const Access& access : list) {
    std::size_t units = 0;
    switch (access.buffer) {
      case Place::Buffer::None:
        break;
      case Place::Buffer::Input:
        units = input_blocks(problem).total();
        break;
      case Place::Buffer::Output:
        units = output_blocks(problem).total();
        break;
      case Place::Buffer::Scratch:
        units = plan.scratch;
        break;
    }
    if (access.end > units)
      return Fault{at(plan, access.step) + " leaves its buffer of " + std::to_string(units) +
                   " units"};
    if (access.writes && access.buffer == Place::Buffer::Input)
      return Fault{at(plan, access.step) + " writes to the input"};
  }
  return std::nullopt;
}

bool is_within_block(const Blocks& blocks, Place place, std::size_t units) {
  for (int i = 0; i < blocks.size(); ++i)
    if (place.offset < blocks.offset(i + 1)) return place.offset + units <= blocks.offset(i + 1);
  return units == 0;
}

/// A multicast as sends: each receiver's part from its place in the sender's buffer.
std::vector<Step> parts_of(const Step& step, int size) {
  if (!step.is_multicast() || step.share == Step::Share::All) return {step};
  std::vector<Step> parts;
  for (int receiver = 0; receiver < size; ++receiver) parts.push_back(part_of(step, receiver));
  return parts;
}

/// Blocks of irregular operations may be anywhere in memory; reductions have one vector.
std::optional<Fault> check_blocks(const Problem& problem, const Plan& plan) {
  if (!is_irregular(problem.operation) || reduces(problem.operation)) return std::nullopt;
  const Blocks input = input_blocks(problem), output = output_blocks(problem);
  const auto is_kept = [&](Place place, std::size_t units) {
    return (place.buffer != Place::Buffer::Input || is_within_block(input, place, units)) &&
           (place.buffer != Place::Buffer::Output || is_within_block(output, place, units));
  };
  for (std::uint32_t i = 0; i < plan.steps.size(); ++i)
    for (const Step& part : parts_of(plan.steps[i], plan.size))
      if (!is_kept(part.from, part.count) || !is_kept(part.to, part.count))
        return Fault{at(plan, i) + " goes over the end of a block"};
  return std::nullopt;
}

std::optional<Fault> check_conflicts(const Plan& plan, std::vector<Access> list,
                                     const Ancestors& ancestors) {
  std::ranges::sort(list, [](const Access& a, const Access& b) {
    return std::tie(a.buffer, a.begin, a.step) < std::tie(b.buffer, b.begin, b.step);
  });
  for (std::size_t i = 0; i < list.size(); ++i)
    for (std::size_t k = i + 1; k < list.size(); ++k) {
      const Access &a = list[i], &b = list[k];
      if (b.buffer != a.buffer || b.begin >= a.end) break;
      if (!a.writes && !b.writes) continue;
      if (a.step == b.step) return Fault{at(plan, a.step) + " overlaps itself"};
      if (!ancestors.contains(std::max(a.step, b.step), std::min(a.step, b.step)))
        return Fault{at(plan, std::min(a.step, b.step)) + " and " +
                     at(plan, std::max(a.step, b.step)) + " use the same units in no order"};
    }
  return std::nullopt;
}

}  // namespace

std::optional<Fault> verify_alone(const Problem& problem, const Plan& plan) {
  if (plan.rank != problem.rank || plan.size != problem.size)
    return Fault{"rank " + std::to_string(problem.rank) + ": the plan is another rank's"};
  if (std::optional<Fault> fault = check_order(plan)) return fault;
  std::vector<Access> list = accesses(plan);
  if (std::optional<Fault> fault = check_bounds(problem, plan, list)) return fault;
  if (std::optional<Fault> fault = check_blocks(problem, plan)) return fault;
  const Ancestors ancestors(plan);
  if (std::optional<Fault> fault = check_multicast_order(plan, ancestors)) return fault;
  return check_conflicts(plan, std::move(list), ancestors);
}

}  // namespace bamboo::plans
