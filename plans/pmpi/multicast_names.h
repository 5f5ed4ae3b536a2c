// SPDX-License-Identifier: Apache-2.0
/// \file
/// Algorithms without a plan: the network copies the message (plans/multicast).
#pragma once

#include <span>
#include <string_view>

#include "bamboo/plans/algorithms.h"

namespace bamboo::plans::pmpi {

/// "bcast/multicast", "scatter/multicast", "scatterv/multicast", and "scatterv/multicast_dynamic",
/// which opens a group of those who get anything in each call; they have no `make`.
std::span<const Algorithm> multicast_algorithms();
/// As find(); null as well when there is none of that name.
const Algorithm* find_multicast(std::string_view name);
/// The first one of that operation, or null.
const Algorithm* multicast_of(Operation operation);
bool opens_groups(const Algorithm& algorithm);
bool is_multicast(const Algorithm& algorithm);

}  // namespace bamboo::plans::pmpi
