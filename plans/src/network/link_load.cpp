// SPDX-License-Identifier: Apache-2.0
#include "network/link_load.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace bamboo::plans {

void Route::find(int from, int to) {
  links_.clear();
  network_.append_route(from, to, links_);
  rate_ = std::numeric_limits<double>::infinity();
  std::erase_if(links_, [this](int link) { return std::isinf(network_.links()[link].rate); });
  for (int link : links_) rate_ = std::min(rate_, network_.links()[link].rate);
}

double slowest_rate(const Network& network) {
  double rate = std::numeric_limits<double>::infinity();
  for (const Link& link : network.links()) rate = std::min(rate, link.rate);
  return rate;
}

LinkLoad::LinkLoad(const Network& network)
    : network_(network),
      route_(network),
      load_(network.links().size(), 0),
      slowest_(slowest_rate(network)),
      leaving_(network.hosts()) {
  for (std::size_t l = 0; l < network.links().size(); ++l)
    if (const int vertex = network.links()[l].from; vertex < network.hosts())
      leaving_[vertex].push_back(static_cast<int>(l));
}

bool LinkLoad::fits(int from, int to) {
  route_.find(from, to);
  for (int link : route_.links())
    if (!has_room(network_.links()[link].rate, load_[link], route_.rate())) {
      contended_ = link;
      return false;
    }
  return true;
}

bool LinkLoad::add(int from, int to) {
  if (!fits(from, to)) return false;
  for (int link : route_.links()) {
    if (load_[link] == 0) used_.push_back(link);
    load_[link] += route_.rate();
  }
  return true;
}

bool LinkLoad::is_busy(int host) const {
  return std::ranges::none_of(leaving_[host], [this](int link) {
    return has_room(network_.links()[link].rate, load_[link], slowest_);
  });
}

void LinkLoad::clear() {
  for (int link : used_) load_[link] = 0;
  used_.clear();
}

PhaseTable::PhaseTable(const Network& network)
    : network_(network),
      route_(network),
      slowest_(slowest_rate(network)),
      lines_(network.links().size()) {}

bool PhaseTable::has_room_in(int phase) const {
  for (int link : route_.links()) {
    const auto& load = lines_[link].load;
    if (phase < static_cast<int>(load.size()) &&
        !has_room(network_.links()[link].rate, load[phase], route_.rate()))
      return false;
  }
  return true;
}

void PhaseTable::take(int phase) {
  const std::size_t word = phase / 64;
  for (int link : route_.links()) {
    Line& line = lines_[link];
    const double rate = network_.links()[link].rate;
    double load = route_.rate();
    if (has_room(rate, slowest_, slowest_)) {
      if (line.load.size() <= static_cast<std::size_t>(phase)) line.load.resize(phase + 1, 0);
      load = line.load[phase] += static_cast<float>(route_.rate());
    }
    if (has_room(rate, load, slowest_)) continue;
    if (line.full.size() <= word) line.full.resize(word + 1, 0);
    line.full[word] |= std::uint64_t{1} << (phase % 64);
    while (line.first < line.full.size() && line.full[line.first] == ~std::uint64_t{0})
      ++line.first;
  }
}

int PhaseTable::place(int from, int to, int limit) {
  route_.find(from, to);
  std::size_t word = 0;
  for (int link : route_.links()) word = std::max(word, lines_[link].first);
  for (; static_cast<int>(word) * 64 < limit; ++word) {
    std::uint64_t full = 0;
    for (int link : route_.links())
      if (word < lines_[link].full.size()) full |= lines_[link].full[word];
    for (std::uint64_t free = ~full; free != 0; free &= free - 1) {
      const int phase = static_cast<int>(word) * 64 + std::countr_zero(free);
      if (phase >= limit) return none;
      if (!has_room_in(phase)) continue;
      take(phase);
      return phase;
    }
  }
  return none;
}

}  // namespace bamboo::plans
