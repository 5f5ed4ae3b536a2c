// SPDX-License-Identifier: Apache-2.0
// Each command gets the words after its name and returns the exit status.
#pragma once

#include <optional>
#include <span>

#include "../process.h"

namespace CLI {
class App;
}

namespace bamboo::driver {

/// A sub-command of bamboo.
struct Command {
  const char* name;
  const char* description;
  int (*run)(const Words&);
};

int help_command(const Words& words, std::span<const Command> commands);
int run_command(const Words& words);
int translate_command(const Words& words);
int check_command(const Words& words);
int explain_error_command(const Words& words);
int doctor_command(const Words& words);
int trace_command(const Words& words);
int report_command(const Words& words);
int tune_command(const Words& words);
int explain_command(const Words& words);
int cluster_command(const Words& words);
int debug_command(const Words& words);
int plan_command(const Words& words);
int plan_probe_command(const Words& words);

/// The long option of `app` that a misspelt one resembles.
std::optional<std::string> nearest_option(const CLI::App& app, const std::string& word);

/// Parses the words. Returns an exit status if nothing else is to be done (--help, --version). Bad
/// usage is a Failure.
std::optional<int> parse_words(CLI::App& app, Words words);

}  // namespace bamboo::driver
