// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the user says by environment variables.
#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "bamboo/plans/algorithms.h"

namespace bamboo::plans::pmpi {

/// One rule of the tuning grammar:
///
///     rules = rule { ";" rule }        rule = operation [ "@" processes ] [ ":" sizes ] ":" choice
///     sizes = [ bytes ] "-" [ bytes ]  choice = an algorithm's name without its operation, or
///     "mpi"
///
/// "bcast:64K-:chain;alltoall@16:pairwise": bytes as Algorithm::max_bytes counts them, both ends
/// included; the first rule that holds counts. For irregular operations bytes are 0.
struct Rule {
  Operation operation;
  int processes = 0;  ///< of the communicator; 0: any number
  std::size_t from = 0, to = std::numeric_limits<std::size_t>::max();
  const Algorithm* algorithm = nullptr;  ///< null: the installed MPI's own
};

/// Throws std::invalid_argument that says what is wrong and what may stand there.
std::vector<Rule> parse_rules(std::string_view text);
/// What a program says by an info key: "off", rules, or the name of an algorithm, for all
/// operations that have one of that name. Throws as parse_rules() does.
std::vector<Rule> parse_hint(std::string_view text);
/// As parse_rules reads it.
std::string to_text(const Rule& rule);

struct Settings {
  bool on = true;       ///< else every call goes straight to the installed MPI
  bool always = false;  ///< plan everything that can be planned, by the registry's own ranges
  bool fixed = false;   ///< only what rules say; no trials
  bool learn = false;   ///< trials at once, whatever they cost
  bool report = false;
  bool verify = false;
  bool multicast = true;  ///< may be used where it works
  std::vector<Rule> forced;
  std::string tuning_file;  ///< empty: nothing is remembered
  std::string report_file;  ///< JSON; empty: none
  std::string network;      ///< file or words; empty: not set
  /// What an earlier measurement has left counts: `network` is empty, and not "none".
  bool recalls_network = true;

  /// Differs between processes whose settings would make them choose differently.
  std::size_t fingerprint() const;
};

/// BAMBOO_PLANS, BAMBOO_PLANS_FORCE, _VERIFY, _TUNING, _JSON, _NETWORK. Throws
/// std::invalid_argument.
Settings read_settings();

}  // namespace bamboo::plans::pmpi
