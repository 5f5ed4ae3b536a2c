// SPDX-License-Identifier: Apache-2.0
#include "discovery/split_search.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace bamboo::plans {
namespace {

/// A single faulty stream must not decide.
double cost_of(double error) {
  constexpr double most = 0.5;
  return std::min(error * error, most * most);
}

/// The traffic that crosses a cut in one direction while streams run together.
struct Crossing {
  struct Part {
    double predicted, error;  ///< error: the logarithm of measured over predicted
  };
  double measured = 0, predicted = 0;
  std::vector<Part> parts;  ///< in the order of predicted rates

  /// Returns by how much the predictions improve if a trunk of that rate, which its streams share
  /// fairly, is between the hosts.
  double gain(double rate) const {
    if (rate >= predicted) return 0;
    double out = 0, left = rate, users = static_cast<double>(parts.size());
    for (const Part& part : parts) {
      const double share = std::min(part.predicted, left / users);
      left -= share;
      users -= 1;
      out += cost_of(part.error) - cost_of(part.error + std::log(part.predicted / share));
    }
    return out;
  }
};

}  // namespace

bool same_cut(const Side& a, const Side& b) {
  for (std::size_t h = 1; h < a.size(); ++h)
    if ((a[h] != a[0]) != (b[h] != b[0])) return false;
  return true;
}

Residuals::Residuals(const SwitchTree& tree, const Observations& observations)
    : tree_(tree), observations_(observations), pairs_(tree.hosts()) {
  const Network network = tree.network();
  for (const Observation& o : observations) {
    predicted_.push_back(tree.rates(network, o.streams));
    for (std::size_t i = 0; i < o.streams.size(); ++i)
      pairs_.add(o.streams[i], std::log(o.rates[i] / predicted_.back()[i]));
  }
}

double part_left_together(const SwitchTree& tree, const Observations& observations) {
  Observations several;
  for (const Observation& o : observations)
    if (o.streams.size() > 1) several.push_back(o);
  const Residuals residuals(tree, several);
  std::vector<double> means;
  for (int a = 0; a < tree.hosts(); ++a)
    for (int b = a + 1; b < tree.hosts(); ++b)
      if (const auto& errors = residuals.pairs().of(a, b); !errors.empty())
        means.push_back(mean(errors));
  std::ranges::sort(means, std::greater());
  means.resize(std::min<std::size_t>(means.size(), std::max(1, tree.hosts() / 2)));
  return std::min(1.0, std::exp(mean(means)));
}

double Residuals::cost() const {
  double out = 0;
  for (std::size_t o = 0; o < observations_.size(); ++o)
    for (std::size_t i = 0; i < predicted_[o].size(); ++i)
      out += cost_of(std::log(observations_[o].rates[i] / predicted_[o][i]));
  return out;
}

/// Finds the rate with which the trunk explains most, and how much that is.
void Residuals::weigh(Split& split) const {
  std::vector<Crossing> crossings;
  for (std::size_t o = 0; o < observations_.size(); ++o) {
    const auto& [streams, rates] = observations_[o];
    Crossing ways[2];
    for (std::size_t i = 0; i < streams.size(); ++i) {
      if (split.side[streams[i].from] == split.side[streams[i].to]) continue;
      Crossing& way = ways[split.side[streams[i].from]];
      const double predicted = predicted_[o][i];
      way.measured += rates[i];
      way.predicted += predicted;
      way.parts.push_back({predicted, std::log(rates[i] / predicted)});
    }
    for (Crossing& way : ways) {
      if (way.parts.empty()) continue;
      std::ranges::sort(way.parts, {}, &Crossing::Part::predicted);
      crossings.push_back(std::move(way));
    }
  }
  std::vector<double> rates;
  for (const Crossing& c : crossings) rates.push_back(c.measured);
  std::ranges::sort(rates);
  constexpr std::size_t tried = 24;
  split.gain = 0;
  for (std::size_t t = 0; t < std::min(tried, rates.size()); ++t) {
    const double rate = rates[t * rates.size() / std::min(tried, rates.size())];
    double gain = 0;
    for (const Crossing& c : crossings) gain += c.gain(rate);
    if (gain > split.gain) {
      split.gain = gain;
      split.rate = rate;
    }
  }
}

Split Residuals::make(int at, const std::vector<SwitchTree::Branch>& branches,
                      const std::vector<bool>& behind) const {
  Split split;
  split.at = at;
  split.side.assign(tree_.hosts(), false);
  for (std::size_t b = 0; b < branches.size(); ++b) {
    if (!behind[b]) continue;
    split.cables.push_back(branches[b].cable);
    for (int host : branches[b].hosts) split.side[host] = true;
  }
  weigh(split);
  return split;
}

/// Joins branches by average linkage, those first whose streams were slowed down least. A trunk may
/// separate each group that occurs on the way.
std::vector<std::vector<bool>> Residuals::groups(
    const std::vector<SwitchTree::Branch>& branches) const {
  const std::size_t count = branches.size();
  std::vector<std::vector<double>> sum(count, std::vector<double>(count)), number = sum;
  for (std::size_t a = 0; a < count; ++a)
    for (std::size_t b = 0; b < count; ++b) {
      if (a == b) continue;
      for (int from : branches[a].hosts)
        for (int to : branches[b].hosts)
          for (double error : pairs_.of(from, to)) {
            sum[a][b] += std::clamp(error, -1.0, 1.0);
            number[a][b] += 1;
          }
    }
  std::vector<std::vector<bool>> members(count, std::vector<bool>(count)), out;
  for (std::size_t b = 0; b < count; ++b) members[b][b] = true;
  std::vector<std::size_t> open(count);
  for (std::size_t b = 0; b < count; ++b) open[b] = b;
  while (open.size() > 2) {
    std::size_t left = 0, right = 1;
    double most = -HUGE_VAL;
    for (std::size_t i = 0; i < open.size(); ++i)
      for (std::size_t j = i + 1; j < open.size(); ++j) {
        const double link =
            number[open[i]][open[j]] == 0 ? 0 : sum[open[i]][open[j]] / number[open[i]][open[j]];
        if (link > most) {
          most = link;
          left = i;
          right = j;
        }
      }
    const std::size_t a = open[left], b = open[right];
    for (std::size_t other : open) {
      sum[a][other] = sum[other][a] = sum[a][other] + sum[b][other];
      number[a][other] = number[other][a] = number[a][other] + number[b][other];
    }
    for (std::size_t i = 0; i < count; ++i) members[a][i] = members[a][i] || members[b][i];
    open.erase(open.begin() + static_cast<std::ptrdiff_t>(right));
    const auto size = static_cast<std::size_t>(std::ranges::count(members[a], true));
    if (size + 2 <= count) out.push_back(members[a]);
  }
  return out;
}

Split Residuals::improved(Split split) const {
  const auto branches = tree_.branches(split.at);
  std::vector<bool> behind;
  for (const auto& branch : branches)
    behind.push_back(std::ranges::find(split.cables, branch.cable) != split.cables.end());
  while (true) {
    std::optional<std::size_t> best;
    for (std::size_t b = 0; b < branches.size(); ++b) {
      behind[b] = !behind[b];
      const auto size = static_cast<std::size_t>(std::ranges::count(behind, true));
      if (size >= 2 && size + 2 <= branches.size()) {
        Split moved = make(split.at, branches, behind);
        if (moved.gain > split.gain * (1 + 1e-9)) {
          split = std::move(moved);
          best = b;
        }
      }
      behind[b] = !behind[b];
    }
    if (!best) return split;
    behind[*best] = !behind[*best];
  }
}

std::optional<Split> Residuals::candidate(const std::vector<Side>& excluded) const {
  std::vector<Split> all;
  for (int at = tree_.hosts(); at < tree_.hosts() + tree_.switches(); ++at) {
    const auto branches = tree_.branches(at);
    if (branches.size() < 4) continue;  // a trunk with one branch on a side is that branch's cable
    for (const auto& behind : groups(branches)) all.push_back(make(at, branches, behind));
  }
  const auto is_excluded = [&](const Split& split) {
    return split.gain <= 0 || std::ranges::any_of(excluded, [&](const Side& side) {
             return same_cut(side, split.side);
           });
  };
  std::erase_if(all, is_excluded);
  if (all.empty()) return {};
  std::ranges::stable_sort(all, std::greater(), &Split::gain);
  constexpr std::size_t improved_at_most = 6;
  all.resize(std::min(all.size(), improved_at_most));
  std::optional<Split> best;
  for (Split& split : all) {
    // The improved cut may be excluded although this one is not.
    Split better = improved(split);
    if (is_excluded(better)) better = std::move(split);
    if (!best || better.gain > best->gain) best = std::move(better);
  }
  return best;
}

}  // namespace bamboo::plans
