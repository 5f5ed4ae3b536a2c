// SPDX-License-Identifier: Apache-2.0
#include "bamboo/plans/discover.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <random>
#include <stdexcept>

#include "discovery/split_search.h"
#include "discovery/switch_tree.h"

namespace bamboo::plans {
namespace {

/// A trunk counts only if it reduces the streams across it below this fraction of their other rate.
/// The gain from a faster trunk would be below the noise of measurements.
constexpr double clearly_slower = 0.85;

/// The traffic that crossed a cut in one direction at a time, and the traffic that would have
/// crossed it if its trunk were no limit.
struct Load {
  double measured = 0, wanted = 0;
  double part() const { return measured / wanted; }
};

std::vector<Load> loads(SwitchTree tree, int trunk, const Observations& observations) {
  const Side side = tree.behind(trunk);
  tree.cables()[trunk].rate = HUGE_VAL;
  const Network network = tree.network();
  std::vector<Load> out;
  for (const Observation& o : observations) {
    const auto predicted = tree.rates(network, o.streams);
    Load ways[2];
    for (std::size_t i = 0; i < o.streams.size(); ++i) {
      if (side[o.streams[i].from] == side[o.streams[i].to]) continue;
      Load& way = ways[side[o.streams[i].from]];
      way.measured += o.rates[i];
      way.wanted += predicted[i];
    }
    for (const Load& way : ways)
      if (way.wanted > 0) out.push_back(way);
  }
  // A measurement counts more if more of its data should cross the cut.
  std::ranges::sort(out, std::greater(), &Load::wanted);
  return out;
}

/// The fraction that crossed of the data that should cross, in the measurements with the most such
/// data.
double part_at_most_load(const std::vector<Load>& loads) {
  std::vector<double> parts;
  for (std::size_t i = 0; i < std::max<std::size_t>(4, loads.size() / 10) && i < loads.size(); ++i)
    parts.push_back(loads[i].part());
  return parts.empty() ? 1 : median(parts);
}

double rate_of(const std::vector<Load>& loads, double otherwise) {
  for (double much : {0.65, 0.75, clearly_slower, 0.95}) {
    std::vector<double> full;
    for (const Load& load : loads)
      if (load.part() < much) full.push_back(load.measured);
    if (full.size() >= 4) return median(full);
  }
  return otherwise;
}

/// Sets each trunk's rate to the measured rate under overload. Removes trunks that others explain,
/// the least needed ones first: the union of two groups of hosts, each behind a trunk of its own,
/// looks like one group until both are known. Returns the sides of the removed trunks.
std::vector<Side> refine_trunks(SwitchTree& tree, const Observations& observations) {
  std::vector<Side> gone;
  while (true) {
    std::optional<int> least_needed;
    double most = clearly_slower;
    for (int c = 0; c < static_cast<int>(tree.cables().size()); ++c) {
      if (!tree.is_trunk(tree.cables()[c])) continue;
      const auto crossed = loads(tree, c, observations);
      tree.cables()[c].rate = rate_of(crossed, tree.cables()[c].rate);
      const double part = part_at_most_load(crossed);
      if (part <= most) continue;
      most = part;
      least_needed = c;
    }
    if (!least_needed) return gone;
    gone.push_back(tree.behind(*least_needed));
    tree.join(*least_needed);
  }
}

constexpr double alike = 1.12;

/// Further measurements add nothing.
double with_three_digits(double value) {
  if (!(value > 0)) return 0;
  const double unit = std::pow(10, std::floor(std::log10(value)) - 2);
  return std::round(value / unit) * unit;
}

/// Cables whose measured rates differ by no more than the measurement error get one rate with three
/// digits. Most networks have one or two kinds of cable, and some planners require equal links.
void equalise_rates(SwitchTree& tree) {
  std::vector<Cable*> order;
  for (Cable& cable : tree.cables()) order.push_back(&cable);
  std::ranges::sort(order, {}, [](const Cable* cable) { return cable->rate; });
  for (auto begin = order.begin(); begin != order.end();) {
    auto end = begin;
    std::vector<double> hosts, trunks;
    while (end != order.end() && (*end)->rate <= alike * (*begin)->rate) {
      (tree.is_trunk(**end) ? trunks : hosts).push_back((*end)->rate);
      ++end;
    }
    // A host's own rate is measured better than a trunk's, where streams get in each other's way.
    const double rate = with_three_digits(median(hosts.empty() ? trunks : hosts));
    for (; begin != end; ++begin) (*begin)->rate = rate;
  }
}

/// The number of sweeps in which all hosts send at once to each of the others.
constexpr int sweeps = 4;
constexpr int rounds_of_a_test = 4;
constexpr int candidates_tested = 4;
/// The minimal fraction of the total time.
constexpr double time_of_a_test = 0.05;

class Search {
 public:
  Search(const std::vector<std::string>& names, Instrument& instrument)
      : names_(names), hosts_(static_cast<int>(names.size())), instrument_(instrument) {}

  Discovery run() {
    measure_alone();
    measure_together();
    SwitchTree tree(host_rates());
    tree.together = part_left_together(tree, observations_);
    do {
      while (add_trunk(tree)) {
      }
    } while (replace_trunk(tree));
    Discovery out;
    out.together = tree.together;
    equalise_rates(tree);
    set_latency(tree);
    out.network = tree.network(names_);
    out.complete = complete_;
    return out;
  }

 private:
  void observe(std::vector<Stream> streams) {
    std::vector<double> rates = instrument_.rates(streams);
    for (double& rate : rates) {
      if (!(rate >= 0)) throw std::runtime_error("a rate that is no number");
      rate = std::max(rate, 1.0);  // its logarithm is taken
    }
    observations_.push_back({std::move(streams), std::move(rates)});
  }

  bool has_time(double until) {
    if (instrument_.time_left() > until) return true;
    complete_ = false;
    return false;
  }

  /// Each host with a neighbour, one far away and a third one.
  void measure_alone() {
    instrument_.show("what each host sends alone");
    for (int host = 0; host < hosts_; ++host) {
      const int distances[] = {1, std::max(1, hosts_ / 2),
                               1 + static_cast<int>(random_() % (hosts_ - 1))};
      for (int distance : distances) {
        if (!has_time(0.6) && distance != 1) break;
        observe({{host, (host + distance) % hosts_}});
      }
    }
    for (const Observation& o : observations_)
      if (o.rates[0] > 1) return;
    throw std::runtime_error("hosts send data, but none arrive");
  }

  /// All hosts measure at the same time, each with the host at some distance: first in the order of
  /// hosts, in which hosts of one switch are often neighbours, then in other orders.
  void measure_together() {
    std::vector<int> order(hosts_), distances(hosts_ - 1);
    std::iota(order.begin(), order.end(), 0);
    std::iota(distances.begin(), distances.end(), 1);
    for (int sweep = 0; sweep < sweeps; ++sweep) {
      instrument_.show("all hosts at once, " + std::to_string(sweep + 1) + " of " +
                       std::to_string(sweeps));
      std::ranges::shuffle(distances, random_);
      for (int distance : distances) {
        if (!has_time(0.3)) return;
        std::vector<Stream> streams;
        for (int i = 0; i < hosts_; ++i)
          streams.push_back({order[i], order[(i + distance) % hosts_]});
        observe(std::move(streams));
      }
      std::ranges::shuffle(order, random_);
    }
  }

  /// A host's rate comes from its best partner, or, if hosts are slower together, from the second
  /// best single stream; then the mean of nearly equal ones. So one lucky measurement does not
  /// decide.
  std::vector<double> host_rates() const {
    PairTable pairs(hosts_);
    std::vector<std::vector<double>> alone(hosts_);
    for (const Observation& o : observations_) {
      for (std::size_t i = 0; i < o.streams.size(); ++i) pairs.add(o.streams[i], o.rates[i]);
      if (o.streams.size() == 1)
        for (int host : {o.streams[0].from, o.streams[0].to}) alone[host].push_back(o.rates[0]);
    }
    std::vector<double> out;
    for (int host = 0; host < hosts_; ++host) {
      std::ranges::sort(alone[host], std::greater());
      double best = alone[host][1];
      for (int other = 0; other < hosts_; ++other)
        if (other != host) best = std::max(best, median(pairs.of(host, other)));
      std::vector<double> good;
      for (int other = 0; other < hosts_; ++other)
        if (other != host)
          for (double rate : pairs.of(host, other))
            if (rate >= 0.9 * best && rate <= best / 0.9) good.push_back(rate);
      out.push_back(good.empty() ? best : median(good));
    }
    return out;
  }

  /// Adds the clearest further trunk. Returns false if there is none.
  bool add_trunk(SwitchTree& tree) {
    for (int tested = 0; tested < candidates_tested;) {
      const Residuals residuals(tree, observations_);
      const auto found = residuals.candidate(refused_);
      if (!found || !has_time(0)) return false;
      instrument_.show("is there a trunk? " + std::to_string(tree.switches()) +
                       (tree.switches() == 1 ? " switch" : " switches") + " so far");
      if (!is_slower(tree, residuals, found->side)) {
        refused_.push_back(found->side);
        ++tested;
        continue;
      }
      // The test may have moved the cut by some hosts; then the moved cut is tested.
      const Split better = Residuals(tree, observations_).improved(*found);
      // If the time is over, a trunk that was seen is better than none.
      if (!same_cut(better.side, found->side) && ++moved_ < 4 * hosts_ &&
          instrument_.time_left() > time_of_a_test)
        continue;
      tree.split(better.at, better.cables, better.rate);
      refused_ = gone_;  // in a tree with more trunks others are seen
      for (Side& side : refine_trunks(tree, observations_)) {
        refused_.push_back(side);
        gone_.push_back(std::move(side));
      }
      return true;
    }
    return false;
  }

  /// Trunks are added one by one, and one that explains the effect of two others may block these.
  /// Returns true if removing one lets others explain more.
  bool replace_trunk(SwitchTree& tree) {
    double least = 0.9 * Residuals(tree, observations_).cost();
    std::optional<SwitchTree> better;
    for (int c = 0; c < static_cast<int>(tree.cables().size()); ++c) {
      if (!tree.is_trunk(tree.cables()[c])) continue;
      SwitchTree other = tree;
      const std::vector<Side> excluded{tree.behind(c)};
      other.join(c);
      for (int added = 0; added < 2; ++added) {
        const auto found = Residuals(other, observations_).candidate(excluded);
        if (!found) break;
        other.split(found->at, found->cables, found->rate);
        refine_trunks(other, observations_);
      }
      const double cost = Residuals(other, observations_).cost();
      if (cost >= least) continue;
      least = cost;
      better = std::move(other);
    }
    if (better) tree = std::move(*better);
    return better && has_time(0);
  }

  /// Streams across a cut, as many as there can be, beside as many that stay on their sides.
  bool is_slower(const SwitchTree& tree, const Residuals& residuals, const Side& side) {
    const std::size_t before = observations_.size();
    const Network network = tree.network();
    std::vector<bool> across;
    for (int round = 0; round < rounds_of_a_test; ++round) {
      observe(crossing(tree, network, side));
      across.push_back(true);
      if (round % 2 != 0) continue;
      observe(staying(side, residuals.pairs()));
      across.push_back(false);
    }
    std::vector<double> parts[2];
    for (std::size_t r = 0; r < across.size(); ++r) {
      const Observation& o = observations_[before + r];
      const auto predicted = tree.rates(network, o.streams);
      double measured[2] = {}, expected[2] = {};  // by side of the senders
      for (std::size_t i = 0; i < o.streams.size(); ++i) {
        measured[side[o.streams[i].from]] += o.rates[i];
        expected[side[o.streams[i].from]] += predicted[i];
      }
      for (int way : {0, 1})
        if (expected[way] > 0) parts[across[r]].push_back(measured[way] / expected[way]);
    }
    return median(parts[1]) < clearly_slower * std::min(1.0, median(parts[0]));
  }

  /// As many streams across this side as possible, with the partners of those that are the most
  /// limited.
  std::vector<Stream> crossing(const SwitchTree& tree, const Network& network, const Side& side) {
    constexpr int tried = 20;
    std::vector<int> sides[2];
    for (int host = 0; host < hosts_; ++host) sides[side[host]].push_back(host);
    std::vector<Stream> best;
    double most = 0;
    for (int i = 0; i < tried; ++i) {
      for (auto& hosts : sides) std::ranges::shuffle(hosts, random_);
      std::vector<Stream> streams;
      for (std::size_t k = 0; k < std::min(sides[0].size(), sides[1].size()); ++k) {
        streams.push_back({sides[0][k], sides[1][k]});
        streams.push_back({sides[1][k], sides[0][k]});
      }
      const auto rates = tree.rates(network, streams);
      const double sum = std::accumulate(rates.begin(), rates.end(), 0.0);
      if (sum <= most) continue;
      most = sum;
      best = std::move(streams);
    }
    return best;
  }

  /// Pairs of hosts on one side, those first that were slowed down least so far. Trunks that are
  /// not known yet should not be between them.
  std::vector<Stream> staying(const Side& side, const PairTable& errors) {
    struct Pair {
      int a, b;
      double error;
    };
    std::vector<Pair> pairs;
    for (int a = 0; a < hosts_; ++a)
      for (int b = a + 1; b < hosts_; ++b)
        if (side[a] == side[b]) pairs.push_back({a, b, mean(errors.of(a, b))});
    std::ranges::sort(pairs, std::greater(), &Pair::error);
    std::vector<bool> taken(hosts_, false);
    std::vector<Stream> out;
    for (const Pair& pair : pairs) {
      if (taken[pair.a] || taken[pair.b]) continue;
      taken[pair.a] = taken[pair.b] = true;
      out.push_back({pair.a, pair.b});
      out.push_back({pair.b, pair.a});
    }
    return out;
  }

  /// Sets the same latency for all cables; pairs differ by the number of cables on their route.
  void set_latency(SwitchTree& tree) {
    const Network network = tree.network();
    std::vector<double> of_a_cable;
    for (int host = 0; host < hosts_ && of_a_cable.size() < 16; ++host) {
      if (!has_time(0) && !of_a_cable.empty()) break;
      const int other = (host + 1) % hosts_;
      const auto cables = static_cast<double>(network.route(host, other).size());
      of_a_cable.push_back(instrument_.latency(host, other) / cables);
    }
    for (Cable& cable : tree.cables()) cable.latency = with_three_digits(median(of_a_cable));
  }

  const std::vector<std::string>& names_;
  const int hosts_;
  Instrument& instrument_;
  std::mt19937 random_{1};  // the same measurements each time
  Observations observations_;
  std::vector<Side> refused_, gone_;
  int moved_ = 0;
  bool complete_ = true;
};

}  // namespace

Discovery discover(const std::vector<std::string>& names, Instrument& instrument) {
  if (names.size() < 2)
    throw std::invalid_argument("there is one host only; a network has at least two");
  return Search(names, instrument).run();
}

}  // namespace bamboo::plans
