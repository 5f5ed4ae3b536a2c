// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "configuration/rules.h"

namespace bamboo::plans::pmpi {

/// Returns the rules in a tuning file: one on each line, as parse_rules reads them; '#' begins a
/// comment. A missing file has no rules. If the file cannot be read, a warning is printed, and
/// there are no rules.
std::string read_tuning_file(const std::string& name);

/// Called by one process. Replaces rules of the file for the same operation, processes and bytes;
/// keeps the others. Returns false if the file cannot be written.
bool write_tuning_file(const std::string& name, const std::vector<Rule>& rules);

/// Remembers the result of a trial for the tuning file, in place of an earlier result. Any thread.
void remember(const Rule& rule);

/// The first process writes the rules that it has learnt, if there is a file.
void write_remembered(const std::string& name);

}  // namespace bamboo::plans::pmpi
