// SPDX-License-Identifier: Apache-2.0
// bamboo plan: communication plans as files.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <exception>
#include <iterator>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "bamboo/plans/files.h"
#include "bamboo/support/diagnostic.h"
#include "bamboo/support/suggestion.h"
#include "commands.h"

namespace {

namespace support = bamboo::support;
using namespace bamboo::plans;
using namespace bamboo::plans::command;

constexpr int failed = 1, bad_usage = 2;

constexpr const char* description =
    "Communication plans: who sends what to whom when, on which network, so that no link is asked\n"
    "for more than it carries.";

constexpr const char* examples = R"(
examples:
  bamboo plan make --op alltoall --bytes 64K --network star:16x100Mbit -o plan.json
  bamboo plan make --op alltoallv --pattern random:7 --network two_switches:8+8x100Mbit/200Mbit
  bamboo plan make --op bcast --bytes 1M --network star:8x1Gbit --planner multicast -o b.json
  bamboo plan print plan.json --rank 3
  bamboo plan draw plan.json -o plan.svg
  bamboo plan check plan.json
  bamboo plan simulate plan.json --links
  bamboo plan compare --op bcast,reduce --network star:16x100Mbit --ranks 4,16
  bamboo plan probe -n 16 -o net.json -- --hostfile hosts
  bamboo plan replay choices.json

'bamboo plan COMMAND --help' prints more.
)";

struct Command {
  const char* name;
  const char* summary;
  Run (*declare)(CLI::App&);
  const char* example;
};

constexpr Command commands[] = {
    {"make", "schedule a pattern on a network", make_command,
     "\nexamples:\n"
     "  bamboo plan make --op alltoall --bytes 64K --network star:16x100Mbit -o plan.json\n"
     "  bamboo plan make --pattern traffic.txt --network net.json --planner greedy --small 1K\n"
     "  bamboo plan make --pattern paper:1 --network star:16x100Mbit --separation barrier\n"},
    {"print", "the phases, or each rank's steps", print_command,
     "\nexamples:\n  bamboo plan print plan.json\n  bamboo plan print plan.json --rank 0 --rank "
     "5\n"},
    {"draw", "phases and hosts as a picture, links coloured by load", draw_command,
     "\nexamples:\n  bamboo plan draw plan.json -o plan.svg\n"},
    {"check", "verify a plan: every byte once, no deadlock, no link twice in a phase",
     check_command, "\nexamples:\n  bamboo plan check plan.json --network other.json\n"},
    {"simulate", "how long it takes on a network, and which links are busy", simulate_command,
     "\nexamples:\n  bamboo plan simulate plan.json --links\n"
     "  bamboo plan simulate plan.json --network star:16x1Gbit --overhead 5us\n"},
    {"compare", "how long each algorithm takes on a network", compare_command,
     "\nexamples:\n  bamboo plan compare --op bcast --network star:16x100Mbit\n"
     "  bamboo plan compare --op allreduce,reduce --network two_switches:8+8x1Gbit/2Gbit \\\n"
     "      --ranks 4,16,64 --bytes 1K,64K,1M\n"},
    {"list", "the planners and the algorithms", list_command,
     "\nexamples:\n  bamboo plan list --op bcast\n"},
    {"probe", "measure the network between hosts", probe_command,
     "\nexamples:\n  bamboo plan probe --forget\n"},
    {"replay", "why plans were chosen: the choices of a run, once more", replay_command,
     "\nexamples:\n"
     "  bamboo run --remember choices.json -n 16 -- ./transpose\n"
     "  bamboo plan replay choices.json\n"},
};

void report(const char* text) {
  support::print(support::Severity::Error, text, "bamboo plan");
}

/// CLI11 calls an unknown command an argument that it does not expect.
void check_command_name(std::string_view word) {
  if (word.starts_with('-') ||
      std::ranges::find(commands, word, &Command::name) != std::end(commands))
    return;
  std::vector<std::string_view> names;
  for (const Command& command : commands) names.emplace_back(command.name);
  throw std::invalid_argument(
      "there is no command '" + std::string(word) + "'" +
      support::did_you_mean(support::nearest(word, names), "'bamboo plan --help' lists all"));
}

int run(int argc, char** argv) {
  CLI::App app(description, "bamboo plan");
  app.set_version_flag("--version", std::string("bamboo plan ") + BAMBOO_VERSION);
  app.footer(examples);
  app.require_subcommand(1);
  std::vector<Run> runs;
  for (const Command& command : commands) {
    CLI::App* sub = app.add_subcommand(command.name, command.summary);
    sub->footer(command.example);
    runs.push_back(command.declare(*sub));
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& success) {  // --help, --version
    return app.exit(success);
  } catch (const CLI::ParseError& error) {
    report((error.what() + std::string("; see 'bamboo plan --help'")).c_str());
    return bad_usage;
  }
  std::size_t chosen = 0;  // there is one
  while (!app.got_subcommand(commands[chosen].name)) ++chosen;
  return runs[chosen]();
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc > 1) check_command_name(argv[1]);
    return run(argc, argv);
  } catch (const FileError& error) {  // begins with the file
    support::print_line(error.what());
    return failed;
  } catch (const std::invalid_argument& error) {
    report(error.what());
    return bad_usage;
  } catch (const std::bad_alloc&) {
    report("not enough memory for that many ranks");
    return failed;
  } catch (const std::exception& error) {
    report(error.what());
    return failed;
  }
}
