// SPDX-License-Identifier: Apache-2.0
// bamboo: the sub-commands.
#include <CLI/CLI.hpp>
#include <exception>

#include "../diagnostic.h"
#include "../version.h"
#include "bamboo/support/suggestion.h"
#include "commands.h"

namespace {

using namespace bamboo::driver;

constexpr const char* examples = R"(
examples:
  bamboocc jacobi.c -o jacobi                    compile and link (bamboocc --help)
  bamboo run -n 8 --vf 4 -- ./jacobi 512         two processes, four virtual ranks in each
  bamboo check jacobi.c -- -I include            only the diagnostics
  bamboo cluster up pair --hosts 2               two hosts on this machine, for 'run --cluster'
  bamboo doctor                                  is everything there, does it work?

'bamboo help' lists commands and topics; 'bamboo help NAME' and 'bamboo COMMAND --help' show more.
)";

constexpr Command commands[] = {
    {"run", "start a program with the MPI's launcher, several virtual ranks in a process",
     run_command},
    {"translate", "print the translated source", translate_command},
    {"check", "only the translator's diagnostics", check_command},
    {"explain-error", "the reason for a diagnostic, and what to do", explain_error_command},
    {"trace", "draw what 'bamboo run --trace' recorded, or merge its files", trace_command},
    {"cluster", "several hosts on this machine, with shaped links", cluster_command},
    {"report", "where the time of a traced run went, and what to do about it", report_command},
    {"tune", "find the settings with which a program runs fastest", tune_command},
    {"explain", "the windows of mode overlap, drawn beside the source", explain_command},
    {"debug", "gdb, with commands for the ranks of a process", debug_command},
    {"plan", "communication plans: make, print, draw, check, simulate; probe measures the network",
     plan_command},
    {"doctor", "what is installed, and whether it works", doctor_command},
};

int run_bamboo(const Words& words) {
  CLI::App app("Bamboo hides the communication of MPI programs.", "bamboo");
  app.footer(examples);
  app.set_version_flag("--version", std::string("bamboo ") + bamboo_version);
  app.prefix_command();  // each command reads its own words
  app.require_subcommand(1);
  for (const Command& command : commands) app.add_subcommand(command.name, command.description);
  app.add_subcommand("help", "the help of a command, or a page of the documentation");
  if (!words.empty()) {
    for (const Command& command : commands) {
      if (words[0] == command.name) {
        set_tool_name("bamboo " + words[0]);
        return command.run({words.begin() + 1, words.end()});
      }
    }
    if (words[0] == "help") {
      set_tool_name("bamboo help");
      return help_command({words.begin() + 1, words.end()}, commands);
    }
    if (words[0][0] != '-') {
      std::vector<std::string_view> known{"help"};
      for (const Command& command : commands) known.emplace_back(command.name);
      bad_usage("there is no command '{}'{}", words[0],
                bamboo::support::did_you_mean(bamboo::support::nearest(words[0], known),
                                              "'bamboo help' lists all"));
    }
  }
  return parse_words(app, words).value_or(exit_bad_usage);
}

}  // namespace

int main(int argc, char** argv) {
  set_tool_name("bamboo");
  try {
    return run_bamboo(Words(argv + 1, argv + argc));
  } catch (const Failure& failure) {
    print_error(failure.what());
    return failure.status();
  } catch (const std::exception& error) {
    print_error(error.what());
    return exit_failed;
  }
}
