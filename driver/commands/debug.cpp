// SPDX-License-Identifier: Apache-2.0
// bamboo debug: gdb, with commands for the ranks of a process (driver/commands/debug_ranks.py).
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>

#include "../diagnostic.h"
#include "../install_tree.h"
#include "../version.h"
#include "commands.h"
#include "program_kind.h"

namespace bamboo::driver {
namespace {

struct Options {
  int ranks = 1;
  int pid = 0;
  std::string core;
  Words commands;
  bool batch = false;
};

Words debugger(const Options& options) {
  const auto gdb = find_program("gdb");
  if (!gdb) fail("gdb was not found; install it");
  Words words{*gdb, "-q"};
  if (options.batch) words.emplace_back("-batch");
  append(words, {"-x", InstallTree::of_this_tool().required("debug_ranks.py")});
  for (const std::string& command : options.commands) append(words, {"-ex", command});
  return words;
}

}  // namespace

int debug_command(const Words& words) {
  const auto separator = std::find(words.begin(), words.end(), "--");
  CLI::App app(
      "Starts gdb on a program of mode tasks, with all its ranks in one process. 'ranks' lists "
      "them,\n'rank 2 bt' shows the stack of one, 'rank all bt 3' those of all, 'queues' the "
      "messages "
      "that wait.",
      "bamboo debug");
  app.set_version_flag("--version", std::string("bamboo debug ") + bamboo_version);
  app.footer(R"(
examples:
  bamboo debug -n 4 -- ./jacobi 512
  bamboo debug --pid $(pgrep -n jacobi)          a process of a job that runs
  bamboo debug --core core -- ./jacobi           what a process left
  bamboo debug --core core --batch --ex ranks --ex 'rank all bt' -- ./jacobi
)");
  Options options;
  app.add_option("-n,--ranks", options.ranks, "how many ranks the process has")
      ->check(CLI::PositiveNumber);
  const auto pid = app.add_option("--pid", options.pid, "attach to this process");
  app.add_option("--core", options.core, "read this core file")
      ->check(CLI::ExistingFile)
      ->excludes(pid);
  app.add_option("--ex", options.commands, "a command of gdb; several are executed in order")
      ->allow_extra_args(false);
  app.add_flag("--batch", options.batch, "ends behind these commands");
  if (const auto status = parse_words(app, {words.begin(), separator})) return *status;
  const Words program(separator == words.end() ? separator : separator + 1, words.end());
  Words command = debugger(options);
  if (options.pid != 0) {
    append(command, {"-p", std::to_string(options.pid)});
  } else if (program.empty()) {
    bad_usage("a program is missing: bamboo debug -n 4 -- ./program");
  } else if (!kind_of(program_file(program[0])).is_tasks) {
    fail("'{}' is no program of mode tasks: its ranks are processes, gdb alone shows each of them",
         program[0]);
  } else if (!options.core.empty()) {
    append(command, {program[0], options.core});
  } else {
    ::setenv("BAMBOO_VF", std::to_string(options.ranks).c_str(), 1);
    append(command, {"--args"});
    append(command, program);
  }
  replace_process(command);
}

}  // namespace bamboo::driver
