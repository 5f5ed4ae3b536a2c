// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iterator>

#include "debugger/queues.h"

namespace bamboo::mpi {
namespace {

constexpr Address longest_name = 256;
constexpr std::size_t most_ranks = 1 << 16;      // of a process
constexpr std::int32_t largest_group = 1 << 24;  // of a job

GroupView group_at(const Target& target, const QueueLayout& layout, Address group) {
  GroupView view{target.number<std::int32_t>(group + layout.group.size),
                 target.elements<std::int32_t>(group + layout.group.members)};
  const bool has_members = view.members.empty() || std::ssize(view.members) == view.size;
  if (view.size < 0 || view.size > largest_group || !has_members) throw Target::Unreadable{group};
  return view;
}

std::string string_at(const Target& target, Address string) {
  const Address bytes = target.address(string + sizeof(Address));
  std::string text(std::min(bytes, longest_name), '\0');
  if (!text.empty()) target.fetch(target.address(string), text.size(), text.data());
  return text;
}

CommunicatorView view_of(const Target& target, const QueueLayout& layout, const DebuggedRank& rank,
                         Address comm) {
  const auto& at = layout.communicator;
  CommunicatorView view;
  view.owner = static_cast<int>(rank.rank);
  view.queues = rank.queues;
  view.context = target.number<std::uint32_t>(comm + at.context);
  view.rank = target.number<std::int32_t>(comm + at.rank);
  view.group = group_at(target, layout, target.address(comm + at.group));
  const Address remote = target.address(comm + at.remote_group);
  view.peers = remote ? group_at(target, layout, remote) : view.group;
  const std::string name = string_at(target, comm + at.name);
  view.name = "rank " + std::to_string(view.owner) + ", " +
              (name.empty() ? "communicator " + std::to_string(view.context) : name);
  return view;
}

std::vector<DebuggedRank> ranks_of(const Target& target, const DebuggerTable& table) {
  std::vector<DebuggedRank> ranks;
  for (Address at = in_target(table.first); at != 0; at = in_target(ranks.back().next)) {
    if (ranks.size() == most_ranks) throw Target::Unreadable{at};
    target.fetch(at, sizeof(DebuggedRank), &ranks.emplace_back());
  }
  std::sort(ranks.begin(), ranks.end(),
            [](const auto& a, const auto& b) { return a.rank < b.rank; });
  return ranks;
}

}  // namespace

int GroupView::rank_of(int world_rank) const {
  if (members.empty()) return world_rank;
  const auto found = std::find(members.begin(), members.end(), world_rank);
  return found == members.end() ? -1 : static_cast<int>(found - members.begin());
}

std::vector<CommunicatorView> communicators_of(const Target& target, Address table) {
  DebuggerTable read;
  target.fetch(table, sizeof read, &read);
  std::vector<CommunicatorView> found;
  for (const DebuggedRank& rank : ranks_of(target, read)) {
    std::vector<Address> comms{in_target(rank.queues.world), in_target(rank.queues.self)};
    const auto derived = target.elements<Address>(in_target(rank.queues.derived));
    comms.insert(comms.end(), derived.begin(), derived.end());
    for (const Address comm : comms)
      if (!target.number<bool>(comm + read.layout.communicator.freed))
        found.push_back(view_of(target, read.layout, rank, comm));
  }
  return found;
}

}  // namespace bamboo::mpi
