// SPDX-License-Identifier: Apache-2.0
#include "bamboo/plans/execution.h"

#include <cstddef>
#include <stdexcept>
#include <utility>

namespace bamboo::plans {
namespace {

/// The index of the start order that a step belongs to: a pair has four, for both directions and
/// for tokens; the multicasts of all senders share one. -1 if it belongs to none.
std::ptrdiff_t order_of(const Step& step, int size) {
  if (step.is_multicast()) return 4 * std::ptrdiff_t{size};
  if (!step.transfers()) return -1;
  const bool sends = step.kind == Step::Kind::Send;
  return 4 * std::ptrdiff_t{step.peer} + 2 * (sends ? 1 : 0) + (step.is_token() ? 1 : 0);
}

}  // namespace

bool Endpoint::start_multicast(std::uint32_t, const Step&) {
  throw std::logic_error("a plan with multicasts for an endpoint that has none");
}

Schedule::Schedule(Plan plan) : plan_(std::move(plan)) {
  const std::vector<Step>& steps = plan_.steps;
  const auto count = static_cast<std::uint32_t>(steps.size());
  needs_.resize(count);
  first_.assign(count + 1, 0);
  next_on_pair_.assign(count, none);
  std::vector<std::uint32_t> last_of(4 * static_cast<std::size_t>(plan_.size) + 1, none);
  for (std::uint32_t i = 0; i < count; ++i) {
    needs_[i] = static_cast<std::uint32_t>(steps[i].after.size());
    for (std::uint32_t before : steps[i].after) ++first_[before + 1];
    const std::ptrdiff_t order = order_of(steps[i], plan_.size);
    if (order < 0) continue;
    std::uint32_t& last = last_of[order];
    if (last != none) {
      next_on_pair_[last] = i;
      ++needs_[i];
    }
    last = i;
  }
  for (std::uint32_t i = 0; i < count; ++i) first_[i + 1] += first_[i];
  successors_.resize(first_[count]);
  std::vector<std::uint32_t> fill(first_.begin(), first_.end() - 1);
  for (std::uint32_t i = 0; i < count; ++i)
    for (std::uint32_t before : steps[i].after) successors_[fill[before]++] = i;
}

Execution::Execution(const Schedule& schedule, Endpoint& endpoint)
    : schedule_(schedule), endpoint_(endpoint), missing_(schedule.needs()) {
  ready_.reserve(missing_.size());
  for (std::uint32_t i = 0; i < missing_.size(); ++i)
    if (missing_[i] == 0) ready_.push_back(i);
}

void Execution::need_less(std::uint32_t index) {
  if (--missing_[index] > 0) return;
  const bool is_ready_already = is_detached_ && schedule_.plan().steps[index].transfers();
  if (!is_ready_already) ready_.push_back(index);
}

void Execution::detach() {
  if (is_detached_) return;
  is_detached_ = true;
  std::vector<bool> entered(missing_.size());
  for (std::uint32_t index : ready_) entered[index] = true;
  // Starts them in the plan's order, which is the order of each pair.
  for (std::uint32_t i = 0; i < missing_.size(); ++i)
    if (!entered[i] && schedule_.plan().steps[i].transfers()) ready_.push_back(i);
}

void Execution::complete(std::uint32_t index) {
  ++done_;
  for (std::uint32_t next : schedule_.successors(index)) need_less(next);
}

void Execution::start(std::uint32_t index) {
  const Step& step = schedule_.plan().steps[index];
  bool complete_already = true;
  switch (step.kind) {
    case Step::Kind::Send:
      complete_already = endpoint_.start_send(index, step);
      break;
    case Step::Kind::Receive:
      complete_already = endpoint_.start_receive(index, step);
      break;
    case Step::Kind::Copy:
      endpoint_.copy(step);
      break;
    case Step::Kind::Reduce:
      endpoint_.reduce(step);
      break;
    case Step::Kind::Multicast:
      complete_already = endpoint_.start_multicast(index, step);
      break;
  }
  if (schedule_.next_on_pair(index) != Schedule::none) need_less(schedule_.next_on_pair(index));
  if (complete_already)
    complete(index);
  else
    in_flight_.push_back(index);
}

bool Execution::progress() {
  for (std::size_t i = 0; i < in_flight_.size();) {
    if (endpoint_.test(in_flight_[i])) {
      const std::uint32_t index = in_flight_[i];
      in_flight_[i] = in_flight_.back();
      in_flight_.pop_back();
      complete(index);
    } else {
      ++i;
    }
  }
  while (head_ < ready_.size()) start(ready_[head_++]);
  return finished();
}

}  // namespace bamboo::plans
