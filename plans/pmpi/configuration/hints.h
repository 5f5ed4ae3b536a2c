// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the program says about plans by info keys, which must be the same on all processes:
///
///     bamboo_plans                  "off", rules, or the name of an algorithm (parse_hint())
///     bamboo_plans_pattern          "local": a process knows only what it sends and gets itself;
///                                   "global": every process knows what all of them send
///     bamboo_plans_pattern_address  with "global", of all-to-alls with counts: where an array
///                                   MPI_Count bytes[from * size + to] stands, as "%p" writes it
#pragma once

#include <mpi.h>

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "configuration/rules.h"

namespace bamboo::plans::pmpi {

inline constexpr const char* plans_key = "bamboo_plans";

struct Hints {
  std::map<std::string, std::string> said;  ///< valid ones, by key
  std::optional<std::vector<Rule>> rules;
  std::optional<bool> pattern_is_global;
  std::vector<std::size_t> pattern;  ///< bytes[from * size + to], where that was given

  /// Differs between processes that say something else; 0 where nothing is said.
  std::size_t fingerprint() const;
  /// What `later` says replaces what this does.
  void replace(const Hints& later);
};

bool has_hints(MPI_Info info);
/// Of `size` processes. What is wrong is left out, and told on standard error by rank 0.
Hints read_hints(MPI_Info info, int rank, int size);

/// Writes a warning that begins with a key's name, which is ignored.
void warn_of_key(const std::string& text);

}  // namespace bamboo::plans::pmpi
