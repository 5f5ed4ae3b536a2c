// SPDX-License-Identifier: Apache-2.0
#include "roll_call_text.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <tuple>

namespace bamboo::driver {
namespace {

using support::RankState;
using support::RollCallOperation;
using support::RollCallRank;

constexpr std::size_t most_peers = 4;

/// The properties in which the calls of several ranks must be equal to be reported as one group.
/// Their peers may differ.
auto sort_of(const RollCallOperation& call) {
  return std::tie(call.function, call.place, call.object, call.address, call.communicator,
                  call.root, call.to_tag, call.from_tag);
}

/// Ranks with the same call, in ascending order.
struct Group {
  std::vector<const RollCallRank*> ranks;
  bool is_waited_for = false;  ///< another group waits for one of them

  const RollCallRank& first() const { return *ranks.front(); }
  bool takes(const RollCallRank& rank) const {
    return rank.state == first().state && sort_of(rank.call) == sort_of(first().call);
  }
  std::vector<int> numbers() const {
    std::vector<int> result;
    for (const RollCallRank* rank : ranks)
      if (result.empty() || result.back() != rank->rank) result.push_back(rank->rank);
    return result;
  }
  /// Returns the rank that has been in the call for the longest time.
  double seconds() const {
    return (*std::ranges::max_element(ranks, {}, &RollCallRank::seconds))->seconds;
  }
};

bool has_peer(const RollCallOperation& call, int rank) {
  return call.to == rank || call.from == rank;
}

bool waits_for(const RollCallRank& one, int rank) {
  return one.rank != rank && (has_peer(one.call, rank) ||
                              std::ranges::any_of(one.parts, [&](const RollCallOperation& part) {
                                return has_peer(part, rank);
                              }));
}

/// Sorts groups that are probably at fault to the front: groups of few ranks, then ranks that have
/// left MPI or that others wait for.
std::vector<Group> groups_of(const std::vector<RollCallRank>& ranks) {
  std::vector<const RollCallRank*> sorted;
  for (const RollCallRank& rank : ranks) sorted.push_back(&rank);
  std::ranges::stable_sort(sorted, {}, &RollCallRank::rank);
  std::vector<Group> groups;
  for (const RollCallRank* rank : sorted) {
    const auto found =
        std::ranges::find_if(groups, [&](const Group& group) { return group.takes(*rank); });
    Group& group = found != groups.end() ? *found : groups.emplace_back();
    group.ranks.push_back(rank);
  }
  for (Group& group : groups) {
    group.is_waited_for = std::ranges::any_of(group.ranks, [&](const RollCallRank* rank) {
      return std::ranges::any_of(
          sorted, [&](const RollCallRank* other) { return waits_for(*other, rank->rank); });
    });
  }
  std::ranges::stable_sort(groups, {}, [](const Group& group) {
    return std::tuple(group.ranks.size(), group.first().state != RankState::Outside,
                      !group.is_waited_for, -group.seconds());
  });
  return groups;
}

std::string in_words(int argument) {
  switch (argument) {
    case support::any_argument:
      return "any rank";
    case support::null_argument:
      return "no rank";
    default:
      return std::to_string(argument);
  }
}

/// Returns "from 3, tag 7" for calls that differ only in the peer.
std::string peers_in_words(const std::vector<const RollCallOperation*>& calls, const char* way,
                           int RollCallOperation::* peer, int RollCallOperation::* tag) {
  const RollCallOperation& first = *calls.front();
  if (first.*peer == support::no_argument) return "";
  std::vector<std::string> peers;
  for (const RollCallOperation* call : calls) {
    if (const std::string word = in_words(call->*peer);
        std::ranges::find(peers, word) == peers.end()) {
      peers.push_back(word);
    }
  }
  if (peers.size() > most_peers) {
    peers.resize(most_peers);
    peers.emplace_back("…");
  }
  std::string text = fmt::format(" {} {}", way, fmt::join(peers, ", "));
  if (first.*tag == support::any_argument)
    text += ", any tag";
  else if (first.*tag != support::no_argument)
    text += fmt::format(", tag {}", first.*tag);
  return text;
}

/// Returns the text after a function's name: " from 3, tag 7, MPI_COMM_WORLD, at halo.c:82".
std::string arguments_in_words(const std::vector<const RollCallOperation*>& calls) {
  const RollCallOperation& first = *calls.front();
  std::string text =
      peers_in_words(calls, "to", &RollCallOperation::to, &RollCallOperation::to_tag);
  const std::string from =
      peers_in_words(calls, "from", &RollCallOperation::from, &RollCallOperation::from_tag);
  text += (text.empty() || from.empty() ? "" : ",") + from;
  if (first.root != support::no_argument) text += fmt::format(", root {}", first.root);
  if (!first.communicator.empty()) text += ", " + first.communicator;
  return first.place.empty() ? text : text + ", at " + first.place;
}

std::string seconds_in_words(double seconds) {
  return seconds < 10 ? fmt::format("{:.1f} s", seconds) : fmt::format("{:.0f} s", seconds);
}

std::string call_in_words(const Group& group) {
  std::vector<const RollCallOperation*> calls;
  for (const RollCallRank* rank : group.ranks) calls.push_back(&rank->call);
  const std::string since = seconds_in_words(group.seconds());
  const std::string& function = group.first().call.function;
  const bool is_one = group.numbers().size() == 1;
  switch (group.first().state) {
    case RankState::InCall:
      return fmt::format("{} in {} since {}{}", is_one ? "is" : "are", function, since,
                         arguments_in_words(calls));
    case RankState::Polls:
      return fmt::format("{} since {} with {}{}", is_one ? "polls" : "poll", since, function,
                         arguments_in_words(calls));
    case RankState::Outside:
      break;
  }
  const std::string last =
      function.empty() ? "" : ", after " + function + arguments_in_words(calls);
  return fmt::format("{} outside of MPI since {}{}", is_one ? "is" : "are", since, last);
}

/// Returns a line for each kind of request that the ranks of the group wait for.
std::string parts_in_words(const Group& group) {
  std::vector<std::vector<const RollCallOperation*>> kinds;
  for (const RollCallRank* rank : group.ranks) {
    for (const RollCallOperation& part : rank->parts) {
      const auto found = std::ranges::find_if(
          kinds, [&](const auto& kind) { return sort_of(*kind.front()) == sort_of(part); });
      auto& kind = found != kinds.end() ? *found : kinds.emplace_back();
      kind.push_back(&part);
    }
  }
  std::string text;
  for (const auto& kind : kinds)
    text += fmt::format("    for {}{}\n", kind.front()->function, arguments_in_words(kind));
  return text;
}

}  // namespace

std::string list_of(const std::vector<int>& numbers) {
  std::string text;
  for (std::size_t first = 0, last = 0; first < numbers.size(); first = last + 1) {
    for (last = first; last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1;) ++last;
    text += (first > 0 ? ", " : "") + std::to_string(numbers[first]);
    if (last > first) text += (last > first + 1 ? "-" : ", ") + std::to_string(numbers[last]);
  }
  return text;
}

std::string describe(const std::vector<RollCallRank>& ranks) {
  std::string text;
  for (const Group& group : groups_of(ranks)) {
    const std::vector<int> numbers = group.numbers();
    text += fmt::format("  {} {} {}\n", numbers.size() == 1 ? "rank" : "ranks", list_of(numbers),
                        call_in_words(group));
    text += parts_in_words(group);
    for (const RollCallRank* rank : group.ranks) {
      for (const std::string& note : rank->notes) {
        text += fmt::format("    {}{}\n",
                            numbers.size() == 1 ? "" : fmt::format("rank {} ", rank->rank), note);
      }
    }
  }
  return text;
}

}  // namespace bamboo::driver
