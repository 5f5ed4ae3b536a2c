// SPDX-License-Identifier: Apache-2.0
#include "bamboo/plans/phases.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include "network/link_load.h"

namespace bamboo::plans {
namespace {

std::string text(const Transfer& t) {
  return std::to_string(t.from) + " to " + std::to_string(t.to) + ", bytes " +
         std::to_string(t.offset) + " to " + std::to_string(t.offset + t.bytes);
}

std::optional<Fault> check_links(const Phases& phases, const Network& network) {
  LinkLoad load(network);
  const std::size_t checked = phases.phases.size() - (phases.small_last ? 1 : 0);
  for (std::size_t p = 0; p < checked; ++p) {
    load.clear();
    for (const Transfer& t : phases.phases[p])
      if (!load.add(t.from, t.to))
        return Fault{"phase " + std::to_string(p) + ": " + text(t) + ": link " +
                     network.links()[load.contended()].name + " is taken"};
  }
  return std::nullopt;
}

std::optional<Fault> check_bytes(const Phases& phases, const Traffic& traffic) {
  std::vector<Transfer> all;
  for (const auto& phase : phases.phases) all.insert(all.end(), phase.begin(), phase.end());
  std::ranges::sort(all, {}, [](const Transfer& t) { return std::tuple(t.from, t.to, t.offset); });
  std::vector<Message> messages = traffic.messages;
  std::ranges::sort(messages, {}, [](const Message& m) { return std::pair(m.from, m.to); });
  std::size_t at = 0;
  for (const Message& m : messages) {
    std::size_t done = 0;
    if (at < all.size() && std::pair(all[at].from, all[at].to) < std::pair(m.from, m.to)) break;
    for (; at < all.size() && all[at].from == m.from && all[at].to == m.to; ++at) {
      if (all[at].offset < done) return Fault{text(all[at]) + ": moves twice"};
      if (all[at].offset > done) break;
      done += all[at].bytes;
    }
    if (done > m.bytes) return Fault{text(all[at - 1]) + ": the message ends before"};
    if (done < m.bytes)
      return Fault{text({m.from, m.to, done, m.bytes - done}) + ": some of them never move"};
  }
  if (at < all.size()) return Fault{text(all[at]) + ": there is no such message"};
  return std::nullopt;
}

bool has_parts(const Phases& phases) {
  for (const auto& phase : phases.phases)
    for (const Transfer& t : phase)
      if (t.offset != 0) return true;
  return false;
}

}  // namespace

std::optional<Fault> check(const Phases& phases, const Traffic& traffic, const Network& network) {
  if (phases.size != traffic.size)
    return Fault{"phases for " + std::to_string(phases.size) + " ranks, traffic of " +
                 std::to_string(traffic.size)};
  if (network.hosts() < phases.size)
    return Fault{"a network of " + std::to_string(network.hosts()) + " hosts for " +
                 std::to_string(phases.size) + " ranks"};
  for (std::size_t p = 0; p < phases.phases.size(); ++p)
    for (const Transfer& t : phases.phases[p])
      if (t.from < 0 || t.from >= phases.size || t.to < 0 || t.to >= phases.size ||
          t.from == t.to || t.bytes == 0)
        return Fault{"phase " + std::to_string(p) + ": " + text(t) + ": no such transfer can be"};
  std::optional<Fault> fault = check_bytes(phases, traffic);
  return fault ? fault : check_links(phases, network);
}

Phases join_parts(Phases phases) {
  if (!has_parts(phases)) return phases;
  const std::size_t count = phases.phases.size() - (phases.small_last ? 1 : 0);
  // For each sender and receiver: the transfer in the previous phase that moved the message's last
  // part.
  using Key = std::pair<int, int>;
  std::map<Key, Transfer*> before, now;
  for (std::size_t p = 0; p < count; ++p, before.swap(now)) {
    now.clear();
    for (Transfer& t : phases.phases[p]) {
      const auto part = before.find({t.from, t.to});
      Transfer* const first = part == before.end() ? nullptr : part->second;
      if (first == nullptr || first->offset + first->bytes != t.offset) {
        now[{t.from, t.to}] = &t;
        continue;
      }
      first->bytes += t.bytes;
      t.bytes = 0;
      now[{t.from, t.to}] = first;
    }
  }
  for (auto& phase : phases.phases)
    std::erase_if(phase, [](const Transfer& t) { return t.bytes == 0; });
  std::erase_if(phases.phases, [](const auto& phase) { return phase.empty(); });
  return phases;
}

}  // namespace bamboo::plans
