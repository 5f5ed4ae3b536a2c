// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <cstdio>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "bamboo/plans/algorithms.h"
#include "bamboo/plans/quantities.h"
#include "bamboo/plans/schedulers.h"
#include "bamboo/support/suggestion.h"
#include "commands.h"

namespace bamboo::plans::command {

Operation operation_named(const std::string& name) {
  std::vector<std::string_view> known;
  for (const Algorithm& algorithm : algorithms()) {
    known.emplace_back(name_of(algorithm.operation));
    if (name == known.back()) return algorithm.operation;
  }
  throw std::invalid_argument(
      "there is no operation '" + name + "'" +
      support::did_you_mean(support::nearest(name, known), "'bamboo plan list' has them"));
}

namespace {

std::string range(const Algorithm& a) {
  if (a.by_multicast) return "never: not every network has multicast";
  std::string out;
  if (a.max_size != std::numeric_limits<int>::max())
    out += ", up to " + std::to_string(a.max_size) + " ranks";
  if (a.max_bytes != std::numeric_limits<std::size_t>::max())
    out += ", up to " + bytes_text(static_cast<double>(a.max_bytes));
  if (a.max_bytes_per_rank != std::numeric_limits<std::size_t>::max())
    out += ", up to " + bytes_text(static_cast<double>(a.max_bytes_per_rank)) + " for each rank";
  return out.empty() ? "" : out.substr(2);
}

int list(const std::string& operation) {
  if (operation.empty() || operation == "alltoall" || is_irregular(operation_named(operation))) {
    std::printf("planners of phases, for alltoall and all operations with blocks of many sizes:\n");
    for (const Scheduler& s : schedulers()) std::printf("  %-28s %s\n", s.name, s.summary);
  }
  std::printf("algorithms, and where they are taken unless one is named:\n");
  for (const Algorithm& a : algorithms()) {
    if (!operation.empty() && operation != name_of(a.operation)) continue;
    std::printf("  %-28s %s\n", a.name, range(a).c_str());
  }
  return 0;
}

}  // namespace

Run list_command(CLI::App& app) {
  const auto operation = std::make_shared<std::string>();
  app.add_option("--op", *operation, "only that operation's");
  return [operation] { return list(*operation); };
}

}  // namespace bamboo::plans::command
