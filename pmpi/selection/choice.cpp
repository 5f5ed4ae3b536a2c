// SPDX-License-Identifier: Apache-2.0
#include "selection/choice.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <span>
#include <string>

#include "arguments/operation_kinds.h"
#include "bamboo/plans/model.h"
#include "bamboo/plans/record_file.h"
#include "configuration/planned_algorithms.h"
#include "execution/multicast.h"
#include "selection/forecast.h"
#include "selection/large_call.h"

namespace bamboo::plans::pmpi {
namespace {

/// Multicast is started only by calls on MPI_COMM_WORLD. Afterwards all communicators may try it.
const MulticastAccess* multicast_access(const World& world, bool is_world) {
  static constexpr MulticastAccess by_world{multicast_is_started, start_multicast};
  static constexpr MulticastAccess by_others{multicast_is_started, nullptr};
  if (!world.settings.multicast) return nullptr;
  return is_world ? &by_world : &by_others;
}

/// The paced algorithm if that is possible; null if no direct plan is intended for this number of
/// bytes.
const Algorithm* direct_of(Operation operation, std::size_t bytes) {
  if (const Algorithm* gated = gated_exchange(operation)) return gated;
  const auto direct = std::ranges::find_if(algorithms(), [=](const Algorithm& each) {
    return each.operation == operation && each.is_direct && bytes <= each.max_bytes;
  });
  return direct == algorithms().end() ? nullptr : &*direct;
}

}  // namespace

Choice::Choice(const World& world, const std::vector<int>& hosts, bool is_world)
    : world_(world), hosts_(hosts), size_(static_cast<int>(hosts.size())), is_world_(is_world) {
  // Within one host there is no network, so nothing is planned.
  several_hosts_ = std::ranges::adjacent_find(hosts, std::not_equal_to()) != hosts.end();
  tries_ = several_hosts_ && !world.settings.fixed;
  if (several_hosts_) tuned_ = world.tuned;
}

const Rule* Choice::rule_for(Operation operation, std::size_t bytes,
                             std::span<const Rule> of_request) const {
  for (const std::span<const Rule> rules :
       {std::span<const Rule>(world_.settings.forced), of_request, std::span<const Rule>(said_)})
    if (const Rule* rule = first_that_holds(rules, operation, size_, bytes)) return rule;
  return nullptr;
}

Ruling Choice::ruling(Operation operation, std::size_t bytes,
                      std::span<const Rule> of_request) const {
  using enum Ruling::By;
  if (const Rule* rule = rule_for(operation, bytes, of_request)) return {Rules, rule->algorithm};
  if (world_.settings.always) return {Sizes, &by_size(operation, bytes)};
  if (const Rule* rule = first_that_holds(tuned_, operation, size_, bytes))
    return {Rules, rule->algorithm};
  return {tries_ && Trial::is_worth_it(operation, bytes) ? Times : Mpi};
}

Decision Choice::decide(Operation operation, std::size_t bytes) {
  const bool timed = world_.reports;
  const Ruling said = ruling(operation, bytes);
  if (said.by != Ruling::By::Times) return {said.algorithm, timed, nullptr};
  Trial& trial = trial_of(operation, bytes);
  if (trial.is_over()) return {nullptr, timed, nullptr};
  return {trial.next(), true, &trial};
}

Trial& Choice::trial_of(Operation operation, std::size_t bytes) {
  const std::pair kind(operation, static_cast<int>(std::bit_width(bytes)));
  if (const auto found = trials_.find(kind); found != trials_.end()) return found->second;
  const bool learns = world_.settings.learn;
  Trial& made = trials_
                    .try_emplace(kind, operation, size_, bytes,
                                 learns ? Trial::any_share : Trial::small_share,
                                 multicast_access(world_, is_world_))
                    .first->second;
  recall(made, bytes, false);
  if (!learns)
    if (auto prospect = prospect_of(operation, bytes))
      made.foresee(std::move(prospect), &early_turns_);
  if (world_.network && counts_bytes(operation))
    made.choose_candidates_with([this, bytes](std::vector<const Algorithm*> all) {
      return most_promising(std::move(all), bytes, *network(), choice::candidates_by_model);
    });
  return made;
}

void Choice::recall(Trial& trial, std::size_t bytes, bool is_behind_requests) const {
  const bool is_stored = !world_.settings.records_file.empty();
  trial.recall(bytes, is_stored ? layout_text(hosts_) : "", is_behind_requests, world_.remembered);
}

/// A description covers all operations, and all numbers of bytes that are worth it.
std::unique_ptr<const Prospect> Choice::prospect_of(Operation operation, std::size_t bytes) {
  if (world_.network && size_ <= most_ranks_simulated && !is_of_neighbours(operation))
    return std::make_unique<Forecast>(operation, bytes, *network(), is_world_);
  return std::make_unique<LargeCall>(by_size(operation, bytes), size_, bytes, is_world_);
}

const Algorithm* Choice::decide_now(Operation operation, std::size_t bytes) const {
  const Ruling said = ruling(operation, bytes);
  return said.by == Ruling::By::Rules ? said.algorithm : &by_size(operation, bytes);
}

/// select() does not know hosts: between hosts, two senders must not send to one receiver at once.
const Algorithm& Choice::by_size(Operation operation, std::size_t bytes) const {
  const Algorithm& selected = select(operation, size_, bytes);
  if (!several_hosts_ || !Trial::is_worth_it(operation, bytes)) return selected;
  if (const Algorithm* gated = gated_exchange(operation)) return *gated;
  // An allreduce that cuts its vector exchanges the parts.
  const bool exchanges = operation == Operation::Allreduce && selected.cuts_blocks;
  return exchanges ? *find("allreduce/gated") : selected;
}

Reuse Choice::reuse(Operation operation) const {
  if (rule_for(operation, 0)) return Reuse::Never;
  if (world_.settings.always) return Reuse::Always;
  return tries_ ? Reuse::Tried : Reuse::Never;
}

const Algorithm* Choice::decide_for_group() const {
  const bool by_multicast =
      several_hosts_ && world_.settings.multicast && !rule_for(Operation::Scatterv, 0);
  return by_multicast ? multicast_of(Operation::Scatterv) : decide_now(Operation::Scatterv, 0);
}

const Network* Choice::network() {
  if (!world_.network) return nullptr;
  if (!network_) network_ = world_.network->between(hosts_);
  return &*network_;
}

std::optional<const Algorithm*> Choice::decide_behind_request(
    Operation operation, std::size_t bytes, std::span<const Rule> of_request) const {
  const Ruling said = ruling(operation, bytes, of_request);
  if (said.by == Ruling::By::Sizes || said.by == Ruling::By::Times) return nullptr;
  return said.algorithm ? std::optional(said.algorithm) : std::nullopt;
}

template <class Holds>
bool Choice::has_rule(const Holds& holds) const {
  return std::ranges::any_of(world_.settings.forced, holds) || std::ranges::any_of(said_, holds) ||
         std::ranges::any_of(tuned_, holds);
}

bool Choice::may_plan_behind_request(Operation operation) const {
  return world_.settings.always || tries_ ||
         has_rule([&](const Rule& rule) { return concerns(rule, operation, size_); });
}

/// A nonblocking call may not wait for an agreement on a pattern, nor for multicast.
const Algorithm* Choice::at_once(const Algorithm* said) const {
  if (said && is_learnt(*said)) said = &without_pattern(*said);
  if (!said || said->by_multicast) return nullptr;
  return said->is_direct || world_.looks_everywhere ? said : nullptr;
}

const Algorithm* Choice::decide_at_once(Operation operation, std::size_t bytes,
                                        std::span<const Rule> of_request) const {
  const Ruling said = ruling(operation, bytes, of_request);
  if (said.by == Ruling::By::Rules) return at_once(said.algorithm);
  if (said.by == Ruling::By::Sizes)
    return world_.looks_everywhere ? at_once(said.algorithm) : direct_of(operation, bytes);
  const auto tried = trials_.find({operation, static_cast<int>(std::bit_width(bytes))});
  return tried == trials_.end() ? nullptr : tried->second.direct_winner();
}

bool Choice::may_decide_at_once() const {
  return world_.settings.always || has_rule([this](const Rule& rule) {
           return concerns(rule, rule.operation, size_) && at_once(rule.algorithm);
         });
}

bool Choice::may_try_behind_request(Operation operation, std::size_t bytes,
                                    std::span<const Rule> of_request) const {
  return may_try_behind_requests() && ruling(operation, bytes, of_request).by == Ruling::By::Times;
}

std::vector<const Algorithm*> Choice::candidates_behind_requests(Operation operation,
                                                                 std::size_t bytes) const {
  std::vector<const Algorithm*> candidates;
  for (const Algorithm& each : algorithms())
    if (each.operation == operation && each.suits(size_, bytes) && at_once(&each))
      candidates.push_back(&each);
  return candidates;
}

std::shared_ptr<Trial> Choice::new_trial_behind_request(Operation operation, std::size_t bytes) {
  const auto candidates = candidates_behind_requests(operation, bytes);
  const bool learns = world_.settings.learn;
  auto made = std::make_shared<Trial>(operation, size_, candidates,
                                      learns ? Trial::any_share : Trial::small_share);
  recall(*made, bytes, true);
  if (!learns) made->foresee(prospect_of(operation, bytes), &early_turns_);
  return made;
}

std::shared_ptr<Trial> Choice::trial_of_nonblocking(Operation operation, std::size_t bytes) {
  auto& trial = trials_of_nonblocking_[{operation, static_cast<int>(std::bit_width(bytes))}];
  if (!trial) trial = new_trial_behind_request(operation, bytes);
  return trial;
}

std::pair<std::size_t, std::size_t> Choice::decided_alike(Operation operation,
                                                          std::size_t bytes) const {
  std::pair<std::size_t, std::size_t> sizes{0, Rule{operation}.to};
  if (!counts_bytes(operation)) return sizes;  // it is always asked with none
  if (tries_) sizes = Trial::sizes_alike(operation, bytes);
  narrow(sizes, world_.settings.forced, operation, size_, bytes);
  narrow(sizes, said_, operation, size_, bytes);
  narrow(sizes, tuned_, operation, size_, bytes);
  return sizes;
}

}  // namespace bamboo::plans::pmpi
