// SPDX-License-Identifier: Apache-2.0
// bamboo-multicast: tries and measures the multicast library without any MPI.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>

#include "bamboo/support/diagnostic.h"
#include "commands.h"

using namespace bamboo::plans::multicast;

int main(int argc, char** argv) {
  CLI::App app("Tries and measures reliable multicast.", "bamboo-multicast");
  app.require_subcommand(1);
  tool::Measurement words;
  Settings& settings = words.settings;

  CLI::App* here = app.add_subcommand("here", "does it work on this host?");
  CLI::App* measure = app.add_subcommand(
      "measure", "broadcasts among members that each run this; member 0 prints a line of JSON");
  for (CLI::App* command : {here, measure}) {
    command->add_option("--interface", settings.interface, "name or address");
    command->add_option("--mtu", settings.mtu, "bytes of an IP packet (the interface's)");
  }
  measure->add_option("--host", words.host, "where member 0 runs")->capture_default_str();
  measure->add_option("--port", words.port, "where it waits")->capture_default_str();
  measure->add_option("--members", words.members)->check(CLI::Range(2, 4096));
  measure->add_option("--self", words.self, "number of this member");
  measure->add_option("--by", words.by)->check(CLI::IsMember({"multicast", "tcp"}));
  measure->add_option("--bytes", words.bytes)->check(CLI::Range(1, 1 << 30));
  measure->add_option("--rounds", words.rounds)->check(CLI::Range(1, 100000));
  measure->add_option("--send-buffer", settings.send_buffer, "bytes");
  measure->add_option("--rate", settings.rate, "bytes per second at most; 0: the link's");
  measure->add_option("--patience", settings.patience, "seconds until a member counts as dead");
  measure->add_option("--loss", words.faults.loss, "probability")->check(CLI::Range(0.0, 0.9));
  measure->add_option("--duplication", words.faults.duplication)->check(CLI::Range(0.0, 0.9));
  measure->add_option("--reordering", words.faults.reordering)->check(CLI::Range(0.0, 0.9));
  CLI11_PARSE(app, argc, argv);
  try {
    return here->parsed() ? tool::look_here(settings) : tool::measure(words);
  } catch (const std::exception& problem) {
    bamboo::support::print(bamboo::support::Severity::Error, problem.what(), "bamboo-multicast");
    return 1;
  }
}
