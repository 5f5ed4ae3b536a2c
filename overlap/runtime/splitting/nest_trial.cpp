// SPDX-License-Identifier: Apache-2.0
#include "nest_trial.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <string_view>

#include "bamboo/support/environment.h"

namespace bamboo::overlap {
namespace {

using Rule = NestTrialRule;
using Samples = std::vector<std::chrono::nanoseconds>;

/// Whether `one` is smaller than `other` by at least the margin.
bool is_less(std::chrono::nanoseconds one, std::chrono::nanoseconds other) {
  return static_cast<double>(one.count()) < static_cast<double>(other.count()) * (1 - Rule::margin);
}

std::chrono::nanoseconds least(const Samples& samples) {
  return *std::ranges::min_element(samples);
}

std::chrono::nanoseconds greatest(const Samples& samples) {
  return *std::ranges::max_element(samples);
}

/// Returns the difference between the largest and the smallest sample.
std::chrono::nanoseconds spread(const Samples& samples) {
  return greatest(samples) - least(samples);
}

std::chrono::nanoseconds median(Samples samples) {
  std::ranges::sort(samples);
  return (samples[(samples.size() - 1) / 2] + samples[samples.size() / 2]) / 2;
}

NestChoice read_nest_choice() {
  NestChoice choice = NestChoice::Automatic;
  support::read_variable("BAMBOO_OVERLAP_NESTS", choice, [](std::string_view text) {
    return support::parse_choice<NestChoice>(text, {{"auto", NestChoice::Automatic},
                                                    {"split", NestChoice::Split},
                                                    {"whole", NestChoice::Whole}});
  });
  return choice;
}

}  // namespace

NestChoice& nest_choice() {
  static NestChoice choice = read_nest_choice();
  return choice;
}

/// The sequence of Thue and Morse: whole, split, split, whole, and then the same with the roles
/// exchanged. If execution times alternate, or repeat with a period of four, both ways get the same
/// share of each kind.
NestWay NestTrial::Compares::next() const {
  const size_t split = of(NestWay::Split).size(), whole = of(NestWay::Whole).size();
  // Threads that execute the nest at the same time may get the same turn.
  if (split >= whole + 2 || whole >= split + 2)
    return split > whole ? NestWay::Whole : NestWay::Split;
  return std::popcount(split + whole) % 2 == 0 ? NestWay::Whole : NestWay::Split;
}

NestTurn NestTrial::next(uint64_t now) {
  last_ = now;
  if (const auto* keeps = std::get_if<Keeps>(&state_)) {
    if (now < keeps->until) return {keeps->way, false, last_time_};
    state_ = Looks{0};
  }
  const auto* both = std::get_if<Compares>(&state_);
  return {both == nullptr ? NestWay::Whole : both->next(), true, last_time_};
}

void NestTrial::took(NestWay way, const NestTime& time, uint64_t now) {
  if (std::holds_alternative<Looks>(state_) && way == NestWay::Whole) look(time, now);
  if (auto* both = std::get_if<Compares>(&state_)) {
    both->samples[static_cast<size_t>(way)].push_back(time.all);
    if (const auto faster = both->faster()) keep(*faster, now);
  }
}

void NestTrial::look(const NestTime& time, uint64_t now) {
  if (!is_less(time.all - time.wait, time.all)) {
    if (++std::get<Looks>(state_).ready == Rule::looks_before_whole) keep(NestWay::Whole, now);
  } else {
    state_ = Compares();
  }
}

/// A smaller difference is sufficient where there are more samples.
std::optional<NestWay> NestTrial::Compares::faster() const {
  const Samples &split = of(NestWay::Split), &whole = of(NestWay::Whole);
  const size_t count = std::min(split.size(), whole.size());
  if (count < Rule::few_samples) return std::nullopt;
  const auto gap = least(whole) - greatest(split);
  const bool are_apart = is_less(greatest(split), least(whole));
  const bool is_split_faster = is_less(median(split), median(whole));
  if (count >= Rule::most_samples) return is_split_faster ? NestWay::Split : NestWay::Whole;
  if (count >= Rule::some_samples && are_apart) return NestWay::Split;
  if (count >= Rule::some_samples && !is_split_faster) return NestWay::Whole;
  if (are_apart && gap > std::max(spread(split), spread(whole))) return NestWay::Split;
  if (greatest(whole) < least(split)) return NestWay::Whole;
  return std::nullopt;
}

void NestTrial::keep(NestWay way, uint64_t now) {
  state_ = Keeps{way, now + 1 + period_};
  period_ = std::min(period_ * Rule::longer, Rule::longest_period);
}

uint64_t NestTrial::whole_until() const {
  const auto* keeps = std::get_if<Keeps>(&state_);
  return keeps != nullptr && keeps->way == NestWay::Whole ? keeps->until : 0;
}

NestTrials::Size NestTrials::size_of(double iterations) {
  return iterations < 1 ? 0 : std::ilogb(iterations);
}

void NestTrials::took(Size size, NestWay way, const NestTime& time) {
  NestTrial& own = trials_[size];
  own.took(way, time, now_);
  whole_until_ = own.whole_until();
  for (const auto& [unused, trial] : trials_)
    if (trial.last() + Rule::first_period > now_)  // others are of an earlier phase
      whole_until_ = std::min(whole_until_, trial.whole_until());
}

}  // namespace bamboo::overlap
