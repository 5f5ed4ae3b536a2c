// SPDX-License-Identifier: Apache-2.0
#include "comm/group.h"

#include <algorithm>
#include <cstdlib>

#include "errors/errors.h"
#include "objects/process_handles.h"

namespace bamboo::mpi {
namespace {

ProcessHandles<const Group> groups;

const GroupRef& empty() {
  static const GroupRef group = Group::world(0);
  return group;
}

std::vector<TaskId> members(const Group& group) {
  std::vector<TaskId> list(group.size());
  for (int r = 0; r < group.size(); r++) list[r] = group.world_rank(r);
  return list;
}

}  // namespace

GroupRef Group::world(int size) {
  auto group = std::make_shared<Group>();
  group->size_ = size;
  return group;
}

GroupRef Group::of(std::vector<TaskId> members, SessionBuffer buffer) {
  const int size = static_cast<int>(members.size());
  auto group = std::make_shared<Group>();
  group->size_ = size;
  group->session_buffer_ = std::move(buffer);
  int r = 0;
  while (r < size && members[r] == r) r++;
  if (r == size) return group;
  group->index_.reserve(size);
  for (r = 0; r < size; r++) group->index_.emplace_back(members[r], r);
  std::ranges::sort(group->index_);
  group->members_ = std::move(members);
  return group;
}

GroupRef Group::in_session(const Group& group, SessionBuffer buffer) {
  auto its_copy = std::make_shared<Group>(group);
  its_copy->session_buffer_ = std::move(buffer);
  return its_copy;
}

int Group::rank_of(TaskId world_rank) const {
  if (members_.empty()) return world_rank >= 0 && world_rank < size_ ? world_rank : -1;
  const auto found =
      std::ranges::lower_bound(index_, world_rank, {}, &std::pair<TaskId, int>::first);
  return found != index_.end() && found->first == world_rank ? found->second : -1;
}

GroupRef unite(const Group& a, const Group& b) {
  std::vector<TaskId> list = members(a);
  for (const TaskId m : members(b))
    if (a.rank_of(m) < 0) list.push_back(m);
  return Group::of(std::move(list), a.session_buffer());
}

GroupRef intersect(const Group& a, const Group& b) {
  std::vector<TaskId> list = members(a);
  std::erase_if(list, [&](TaskId m) { return b.rank_of(m) < 0; });
  return Group::of(std::move(list), a.session_buffer());
}

GroupRef subtract(const Group& a, const Group& b) {
  std::vector<TaskId> list = members(a);
  std::erase_if(list, [&](TaskId m) { return b.rank_of(m) >= 0; });
  return Group::of(std::move(list), a.session_buffer());
}

GroupRef include(const Group& group, std::span<const int> ranks) {
  std::vector<TaskId> list;
  for (const int r : ranks) list.push_back(group.world_rank(r));
  return Group::of(std::move(list), group.session_buffer());
}

GroupRef exclude(const Group& group, std::span<const int> ranks) {
  std::vector<bool> out(group.size(), false);
  for (const int r : ranks) out[r] = true;
  std::vector<TaskId> list;
  for (int r = 0; r < group.size(); r++)
    if (!out[r]) list.push_back(group.world_rank(r));
  return Group::of(std::move(list), group.session_buffer());
}

int compare(const Group& a, const Group& b) {
  if (a.size() != b.size()) return MPI_UNEQUAL;
  bool same_order = true;
  for (int r = 0; r < a.size(); r++) {
    const int other = b.rank_of(a.world_rank(r));
    if (other < 0) return MPI_UNEQUAL;
    same_order &= other == r;
  }
  return same_order ? MPI_IDENT : MPI_SIMILAR;
}

void check_ranks(const Group& group, std::span<const int> ranks) {
  std::vector<bool> seen(group.size(), false);
  for (std::size_t i = 0; i < ranks.size(); i++) {
    if (ranks[i] < 0 || ranks[i] >= group.size())
      fail(MPI_ERR_RANK, "ranks[%zu] is %d, must be 0 … %d, the group's size is %d", i, ranks[i],
           group.size() - 1, group.size());
    if (seen[ranks[i]]) fail(MPI_ERR_RANK, "ranks[%zu] is %d, which occurs twice", i, ranks[i]);
    seen[ranks[i]] = true;
  }
}

std::vector<int> expand_ranges(const Group& group, std::span<const int[3]> ranges) {
  std::vector<int> ranks;
  for (std::size_t i = 0; i < ranges.size(); i++) {
    const int first = ranges[i][0], last = ranges[i][1], stride = ranges[i][2];
    if (stride == 0) fail(MPI_ERR_ARG, "ranges[%zu] has stride 0", i);
    // A range whose direction differs from that of its stride is empty. `last` is a bound: the
    // range need not contain it, and it need not be a rank.
    for (long long r = first; stride > 0 ? r <= last : r >= last; r += stride) {
      if (r < 0 || r >= group.size())
        fail(MPI_ERR_RANK, "ranges[%zu] holds rank %lld, must be 0 … %d", i, r, group.size() - 1);
      ranks.push_back(static_cast<int>(r));
    }
  }
  check_ranks(group, ranks);
  return ranks;
}

GroupRef group_ref(MPI_Group handle) {
  if (handle == MPI_GROUP_EMPTY) return empty();
  if (handle == MPI_GROUP_NULL) fail(MPI_ERR_GROUP, "group is MPI_GROUP_NULL");
  GroupRef group = groups.share(handle_value(handle));
  if (!group)
    fail(MPI_ERR_GROUP, "group is the handle %p, which is no group or one that was freed",
         static_cast<void*>(handle));
  return group;
}

MPI_Group new_handle(GroupRef group) {
  if (!group->size()) return MPI_GROUP_EMPTY;
  return reinterpret_cast<MPI_Group>(groups.add(std::move(group)));
}

void free_handle(MPI_Group handle) {
  groups.release(handle_value(handle));
}

}  // namespace bamboo::mpi
