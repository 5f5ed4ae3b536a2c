// SPDX-License-Identifier: Apache-2.0
// Info keys with which the program controls plans; they must be the same on all processes:
//
//     bamboo_plans                  "off", rules, or the name of an algorithm (parse_hint())
//     bamboo_plans_pattern          "local": a process knows only its own sends and receives;
//                                   "global": every process knows the messages of all
//     bamboo_plans_scheduler        "best", or the name of a scheduler that serves everything: it
//                                   puts the messages of irregular operations into phases
//     bamboo_plans_pattern_address  with "global", for all-to-alls with counts: the address of an
//                                   array MPI_Count bytes[from * size + to], printed with "%p"
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
  std::vector<std::size_t> pattern;  ///< bytes[from * size + to], if that hint was given

  /// Differs between processes with different hints; 0 without hints.
  std::size_t fingerprint() const;
  /// Hints in `later` replace hints with the same key.
  void replace(const Hints& later);
};

bool has_hints(MPI_Info info);
/// Reads hints among `size` processes. Rank 0 reports faulty hints, which are ignored.
Hints read_hints(MPI_Info info, int rank, int size);

/// Prints a warning that the key is ignored. `text` begins with the name of the key.
void warn_of_key(const std::string& text);

}  // namespace bamboo::plans::pmpi
