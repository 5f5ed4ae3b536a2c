// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <stdexcept>

#include "bamboo/plans/remembered.h"
#include "commands.h"

namespace bamboo::plans::command {
namespace {

int forget_networks(const std::string& host) {
  const std::vector<std::string> files = forget(host);
  for (const std::string& file : files) std::printf("forgotten: %s\n", file.c_str());
  if (files.empty())
    std::printf(
        "nothing is remembered%s%s in %s\n", host.empty() ? "" : " of ", host.c_str(),
        remembered_folder().value_or("any folder: neither XDG_STATE_HOME nor HOME is set").c_str());
  return 0;
}

}  // namespace

// Measuring needs an MPI's launcher, so `bamboo` itself serves that.
Run probe_command(CLI::App& app) {
  const auto host = std::make_shared<std::string>();
  const CLI::Option* option = app.add_option("--forget", *host)->expected(0, 1);
  return [host, option] {
    if (option->empty())
      throw std::invalid_argument(
          "'probe' is a command of 'bamboo plan', not of this tool alone, but for --forget");
    return forget_networks(*host);
  };
}

}  // namespace bamboo::plans::command
