// SPDX-License-Identifier: Apache-2.0
// Groups of world ranks, and what MPI does with them as sets.
#pragma once

#include <mpi.h>

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "bamboo/taskgraph/types.h"
#include "p2p/attached_buffer.h"

namespace bamboo::mpi {

/// An ordered set of world ranks. Shared by the communicators made from it; the world's is implicit
/// (identity) so that it costs no memory per rank.
class Group {
 public:
  static std::shared_ptr<const Group> world(int size);
  /// `buffer` belongs to the group's session; null if it has none.
  static std::shared_ptr<const Group> of(std::vector<TaskId> members, SessionBuffer buffer = {});
  static std::shared_ptr<const Group> in_session(const Group& group, SessionBuffer buffer);
  int size() const { return size_; }
  TaskId world_rank(int rank) const { return members_.empty() ? rank : members_[rank]; }
  /// -1 when not a member.
  int rank_of(TaskId world_rank) const;
  /// Ranks are world ranks.
  bool identity() const { return members_.empty(); }
  /// The buffer of buffered sends of its communicators; null: the rank's own buffer.
  const SessionBuffer& session_buffer() const { return session_buffer_; }

 private:
  friend struct DebuggerAccess;
  int size_ = 0;
  std::vector<TaskId> members_;                // empty: identity
  std::vector<std::pair<TaskId, int>> index_;  // sorted by world rank, empty for identity
  SessionBuffer session_buffer_;
};
using GroupRef = std::shared_ptr<const Group>;

// A group made from others belongs to the session of the first one.

GroupRef unite(const Group& a, const Group& b);
GroupRef intersect(const Group& a, const Group& b);
GroupRef subtract(const Group& a, const Group& b);
/// The members with these ranks, in this order.
GroupRef include(const Group& group, std::span<const int> ranks);
GroupRef exclude(const Group& group, std::span<const int> ranks);
/// MPI_IDENT, MPI_SIMILAR or MPI_UNEQUAL.
int compare(const Group& a, const Group& b);

/// Throws MpiError(MPI_ERR_RANK) if a rank is not a member, or occurs twice.
void check_ranks(const Group& group, std::span<const int> ranks);
/// The ranks that (first, last, stride) triplets mean. Throws MpiError(MPI_ERR_ARG or
/// MPI_ERR_RANK).
std::vector<int> expand_ranges(const Group& group, std::span<const int[3]> ranges);

/// The object behind a handle. Throws MpiError(MPI_ERR_GROUP).
GroupRef group_ref(MPI_Group handle);
MPI_Group new_handle(GroupRef group);
void free_handle(MPI_Group handle);

}  // namespace bamboo::mpi
