// SPDX-License-Identifier: Apache-2.0
// Who allows multicasts: switches without IGMP snooping carry them to hosts of other users.
#pragma once

#include <filesystem>
#include <vector>

#include "configuration/rules.h"

namespace bamboo::plans::pmpi {

/// In which the administrator of a host writes "on". Lines that begin with # are comments.
inline constexpr const char* administrators_file = "/etc/bamboo/multicast";

/// Whether this process's user or host allows multicasts: BAMBOO_PLANS_MULTICAST; where it is not
/// set, `forced` rules that name multicast, or the administrator's file. Throws
/// std::invalid_argument where the variable or the file has another word than on or off.
bool allows_multicast(const std::vector<Rule>& forced,
                      const std::filesystem::path& file = administrators_file);

/// Whether a rule names it.
bool asks_for_multicast(const std::vector<Rule>& rules);

}  // namespace bamboo::plans::pmpi
