// SPDX-License-Identifier: Apache-2.0
// Who allows multicasts: switches without IGMP snooping carry them to hosts of other users.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "configuration/rules.h"

namespace bamboo::plans::pmpi {

/// The file in which the administrator of a host writes "on". Lines that begin with # are comments.
inline constexpr const char* administrators_file = "/etc/bamboo/multicast";

struct MulticastPermission {
  bool is_given = false;
  std::optional<std::string> malformed;  ///< the error in the file, which then permits nothing
};

/// Returns what this process's user or host permits: BAMBOO_PLANS_MULTICAST decides. Where it is
/// not set, `forced` rules that name multicast or the administrator's file permit it.
/// Throws std::invalid_argument where the variable has another word than on or off.
MulticastPermission multicast_permission(const std::vector<Rule>& forced,
                                         const std::filesystem::path& file = administrators_file);

/// Whether a rule names multicast.
bool asks_for_multicast(const std::vector<Rule>& rules);

/// Changes rules that name it: `forced` ones to the installed MPI; `tuned` ones are left out, so
/// that trials choose again.
void forbid_multicast(std::vector<Rule>& forced, std::vector<Rule>& tuned);

}  // namespace bamboo::plans::pmpi
