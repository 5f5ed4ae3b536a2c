// SPDX-License-Identifier: Apache-2.0
// Rules that say what serves which calls: their grammar and their look-up.
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bamboo/plans/algorithms.h"

namespace bamboo::plans::pmpi {

/// One rule of the tuning grammar:
///
///     rules = rule { ";" rule }        rule = operation [ "@" processes ] [ ":" sizes ] ":" choice
///     sizes = [ bytes ] "-" [ bytes ]  choice = an algorithm's name without its operation, or
///     "mpi"
///
/// Example: "bcast:64K-:chain;alltoall@16:pairwise". Bytes are counted as in Algorithm::max_bytes,
/// both ends included; the first matching rule is used. For irregular operations bytes are 0.
struct Rule {
  Operation operation;
  int processes = 0;  ///< of the communicator; 0: any number
  std::size_t from = 0, to = std::numeric_limits<std::size_t>::max();
  const Algorithm* algorithm = nullptr;  ///< null: the installed MPI's own function
};

/// Throws std::invalid_argument with the error and the accepted forms.
std::vector<Rule> parse_rules(std::string_view text);
/// Reads the value of an info key: "off", rules, or the name of an algorithm, for all operations
/// that have one of that name. Throws as parse_rules() does.
std::vector<Rule> parse_hint(std::string_view text);
/// The text form, which parse_rules reads.
std::string to_text(const Rule& rule);

/// Whether the rule applies to calls of the operation among `size` processes.
bool concerns(const Rule& rule, Operation operation, int size);
/// Returns null if there is none.
const Rule* first_that_holds(std::span<const Rule> rules, Operation operation, int size,
                             std::size_t bytes);
/// Narrows `sizes` to the part around `bytes` in which the same rules apply.
void narrow(std::pair<std::size_t, std::size_t>& sizes, std::span<const Rule> rules,
            Operation operation, int size, std::size_t bytes);

}  // namespace bamboo::plans::pmpi
