// SPDX-License-Identifier: Apache-2.0
// Settings from environment variables.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "configuration/rules.h"

namespace bamboo::plans::pmpi {

struct Settings {
  bool on = true;       ///< otherwise every call goes directly to the installed MPI
  bool always = false;  ///< plan everything that can be planned, within the registry's own ranges
  bool fixed = false;   ///< only what rules say; no trials
  bool learn = false;   ///< trials at once, whatever they cost
  bool same_bits = false;  ///< the installed MPI serves operations that round
  bool report = false;
  bool verify = false;
  bool multicast = true;             ///< may be used where it works
  std::string malformed_permission;  ///< what is wrong with the host's file; empty: nothing
  std::vector<Rule> forced;
  std::string tuning_file;   ///< empty: nothing is remembered
  std::string records_file;  ///< of choices, or a folder for it; empty: none
  std::string report_file;   ///< JSON; empty: none
  std::vector<std::string> plan_files;
  std::string network;  ///< file or words; empty: not set
  /// Whether to use the network of an earlier measurement: `network` is empty, and not "none".
  bool recalls_network = true;

  /// Differs between processes whose settings lead to different choices.
  std::size_t fingerprint() const;
};

/// BAMBOO_PLANS, BAMBOO_PLANS_FORCE, _VERIFY, _TUNING, _REMEMBER, _JSON, _FILE, _NETWORK. Throws
/// std::invalid_argument.
Settings read_settings();

}  // namespace bamboo::plans::pmpi
