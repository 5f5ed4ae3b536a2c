// SPDX-License-Identifier: Apache-2.0
#include "comm/group.h"
#include "errors/checks.h"
#include "functions/entry.h"

using namespace bamboo::mpi;

namespace {

std::span<const int> checked_ranks(const Group& group, int n, const int* ranks) {
  check_count(n, "n");
  check_array(ranks, n, "ranks");
  const std::span<const int> list(ranks, n);
  check_ranks(group, list);
  return list;
}

std::vector<int> checked_ranges(const Group& group, int n, const int ranges[][3]) {
  check_count(n, "n");
  check_array(ranges, n, "ranges");
  return expand_ranges(group, {ranges, static_cast<std::size_t>(n)});
}

using SetOperation = GroupRef (*)(const Group&, const Group&);
MPI_Group combine(SetOperation operation, MPI_Group a, MPI_Group b) {
  return new_handle(operation(*group_ref(a), *group_ref(b)));
}

}  // namespace

int MPI_Group_size(MPI_Group group, int* size) {
  return BAMBOO_MPI_ENTER(MPI_COMM_NULL, {
    check_pointer(size, "size");
    *size = group_ref(group)->size();
  });
}

int MPI_Group_rank(MPI_Group group, int* result) {
  return BAMBOO_MPI_ENTER(MPI_COMM_NULL, {
    check_pointer(result, "rank");
    const int found = group_ref(group)->rank_of(rank.id());
    *result = found < 0 ? MPI_UNDEFINED : found;
  });
}

int MPI_Group_translate_ranks(MPI_Group group1, int n, const int ranks1[], MPI_Group group2,
                              int ranks2[]) {
  return BAMBOO_MPI_ENTER(MPI_COMM_NULL, {
    const GroupRef from = group_ref(group1);
    const GroupRef to = group_ref(group2);
    check_count(n, "n");
    check_array(ranks1, n, "ranks1");
    check_array(ranks2, n, "ranks2");
    for (int i = 0; i < n; i++) {
      if (ranks1[i] == MPI_PROC_NULL) {
        ranks2[i] = MPI_PROC_NULL;
        continue;
      }
      if (ranks1[i] < 0 || ranks1[i] >= from->size())
        fail(MPI_ERR_RANK, "ranks1[%d] is %d, must be 0 … %d or MPI_PROC_NULL", i, ranks1[i],
             from->size() - 1);
      const int found = to->rank_of(from->world_rank(ranks1[i]));
      ranks2[i] = found < 0 ? MPI_UNDEFINED : found;
    }
  });
}

int MPI_Group_compare(MPI_Group group1, MPI_Group group2, int* result) {
  return BAMBOO_MPI_ENTER(MPI_COMM_NULL, {
    check_pointer(result, "result");
    *result = compare(*group_ref(group1), *group_ref(group2));
  });
}

int MPI_Group_union(MPI_Group group1, MPI_Group group2, MPI_Group* newgroup) {
  return BAMBOO_MPI_ENTER(MPI_COMM_NULL, {
    check_pointer(newgroup, "newgroup");
    *newgroup = combine(unite, group1, group2);
  });
}

int MPI_Group_intersection(MPI_Group group1, MPI_Group group2, MPI_Group* newgroup) {
  return BAMBOO_MPI_ENTER(MPI_COMM_NULL, {
    check_pointer(newgroup, "newgroup");
    *newgroup = combine(intersect, group1, group2);
  });
}

int MPI_Group_difference(MPI_Group group1, MPI_Group group2, MPI_Group* newgroup) {
  return BAMBOO_MPI_ENTER(MPI_COMM_NULL, {
    check_pointer(newgroup, "newgroup");
    *newgroup = combine(subtract, group1, group2);
  });
}

int MPI_Group_incl(MPI_Group group, int n, const int ranks[], MPI_Group* newgroup) {
  return BAMBOO_MPI_ENTER(MPI_COMM_NULL, {
    check_pointer(newgroup, "newgroup");
    const GroupRef old = group_ref(group);
    *newgroup = new_handle(include(*old, checked_ranks(*old, n, ranks)));
  });
}

int MPI_Group_excl(MPI_Group group, int n, const int ranks[], MPI_Group* newgroup) {
  return BAMBOO_MPI_ENTER(MPI_COMM_NULL, {
    check_pointer(newgroup, "newgroup");
    const GroupRef old = group_ref(group);
    *newgroup = new_handle(exclude(*old, checked_ranks(*old, n, ranks)));
  });
}

int MPI_Group_range_incl(MPI_Group group, int n, int ranges[][3], MPI_Group* newgroup) {
  return BAMBOO_MPI_ENTER(MPI_COMM_NULL, {
    check_pointer(newgroup, "newgroup");
    const GroupRef old = group_ref(group);
    *newgroup = new_handle(include(*old, checked_ranges(*old, n, ranges)));
  });
}

int MPI_Group_range_excl(MPI_Group group, int n, int ranges[][3], MPI_Group* newgroup) {
  return BAMBOO_MPI_ENTER(MPI_COMM_NULL, {
    check_pointer(newgroup, "newgroup");
    const GroupRef old = group_ref(group);
    *newgroup = new_handle(exclude(*old, checked_ranges(*old, n, ranges)));
  });
}

int MPI_Group_free(MPI_Group* group) {
  return BAMBOO_MPI_ENTER(MPI_COMM_NULL, {
    check_pointer(group, "group");
    group_ref(*group);
    free_handle(*group);
    *group = MPI_GROUP_NULL;
  });
}
