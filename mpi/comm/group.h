// SPDX-License-Identifier: Apache-2.0
// Groups as sets.
#pragma once

#include <span>

#include "comm/communicator.h"

namespace bamboo::mpi {

GroupRef unite(const Group& a, const Group& b);
GroupRef intersect(const Group& a, const Group& b);
GroupRef subtract(const Group& a, const Group& b);
/// The members with these ranks, in this order.
GroupRef include(const Group& group, std::span<const int> ranks);
GroupRef exclude(const Group& group, std::span<const int> ranks);
/// MPI_IDENT, MPI_SIMILAR or MPI_UNEQUAL.
int compare(const Group& a, const Group& b);

/// Throws MpiError(MPI_ERR_RANK) when a rank is no member's or stands twice.
void check_ranks(const Group& group, std::span<const int> ranks);
/// The ranks that (first, last, stride) triplets mean. Throws MpiError(MPI_ERR_ARG or
/// MPI_ERR_RANK).
std::vector<int> expand_ranges(const Group& group, std::span<const int[3]> ranges);

/// The object behind a handle. Throws MpiError(MPI_ERR_GROUP).
GroupRef group_ref(MPI_Group handle);
MPI_Group new_handle(GroupRef group);
void free_handle(MPI_Group handle);

}  // namespace bamboo::mpi
