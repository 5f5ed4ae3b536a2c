// SPDX-License-Identifier: Apache-2.0
/// \file
/// Info keys by which the program steers plans; they must be the same on all processes:
///
///     bamboo_plans                  "off", rules, or the name of an algorithm (parse_hint())
///     bamboo_plans_pattern          "local": a process knows only what it sends and gets itself;
///                                   "global": every process knows what all of them send
///     bamboo_plans_scheduler        "best", or the name of a scheduler that serves everything: it
///                                   puts the messages of irregular operations into phases
///     bamboo_plans_pattern_address  with "global", of all-to-alls with counts: where an array
///                                   MPI_Count bytes[from * size + to] stands, as "%p" writes it
#pragma once

#include <mpi.h>

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "bamboo/plans/schedulers.h"
#include "configuration/rules.h"

namespace bamboo::plans::pmpi {

inline constexpr const char* plans_key = "bamboo_plans";

struct Hints {
  std::map<std::string, std::string> said;  ///< valid ones, by key
  std::optional<std::vector<Rule>> rules;
  std::optional<const Scheduler*> scheduler;  ///< null: the best of all
  std::optional<bool> pattern_is_global;
  std::vector<std::size_t> pattern;  ///< bytes[from * size + to], where that was given

  /// Differs between processes that say something else; 0 where nothing is said.
  std::size_t fingerprint() const;
  /// Hints in `later` replace those of the same key.
  void replace(const Hints& later);
};

bool has_hints(MPI_Info info);
/// Of `size` processes. Rank 0 reports faulty hints, which are left out.
Hints read_hints(MPI_Info info, int rank, int size);

/// Writes a warning that begins with a key's name, which is ignored.
void warn_of_key(const std::string& text);

}  // namespace bamboo::plans::pmpi
