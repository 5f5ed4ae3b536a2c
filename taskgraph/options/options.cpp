// SPDX-License-Identifier: Apache-2.0
#include "bamboo/taskgraph/options.h"

#include <sys/resource.h>

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <string_view>

#include "bamboo/support/environment.h"
#include "bamboo/support/launcher.h"
#include "bamboo/support/quantity.h"
#include "bamboo/taskgraph/exit_codes.h"
#include "bamboo/taskgraph/scheduler.h"

namespace bamboo {
namespace {

using support::parse_choice;
using support::read_variable;

std::optional<std::size_t> size_within(std::string_view text, std::size_t smallest,
                                       std::size_t largest = SIZE_MAX) {
  const auto size = support::parse_size(text);
  return size && *size >= smallest && *size <= largest ? size : std::nullopt;
}

std::optional<std::optional<std::size_t>> size_or_off(std::string_view text) {
  if (text == "off") return std::optional<std::size_t>();
  const std::optional<std::size_t> size = size_within(text, 1);
  if (!size) return std::nullopt;
  return size;
}

std::optional<rlim_t> limit_of(decltype(RLIMIT_STACK) resource) {
  rlimit limit{};
  if (::getrlimit(resource, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return std::nullopt;
  return limit.rlim_cur;
}

/// Whether address space that is never touched costs nothing.
bool address_space_is_free() {
  int overcommit = 0;
  std::ifstream("/proc/sys/vm/overcommit_memory") >> overcommit;
  constexpr int never = 2;
  return !limit_of(RLIMIT_AS) && overcommit != never;
}

/// As large as the stack of a plain program may become (`ulimit -s`), at least the preset.
std::size_t stack_of_plain_program(std::size_t preset) {
  constexpr std::size_t unlimited = std::size_t{4} << 30;
  const std::size_t limit = limit_of(RLIMIT_STACK).value_or(unlimited);
  return limit > preset && address_space_is_free() ? limit : preset;
}

std::optional<ServiceMode> service_mode(std::string_view text) {
  return parse_choice<ServiceMode>(text, {{"auto", ServiceMode::Auto},
                                          {"inline", ServiceMode::Inline},
                                          {"dedicated", ServiceMode::Dedicated},
                                          {"relief", ServiceMode::Relief}});
}

std::optional<std::string> queue_order(std::string_view text) {
  return parse_choice<std::string>(text, {{"lifo", "lifo"}, {"fifo", "fifo"}});
}

void read_scheduler(std::string& scheduler) {
  read_variable("BAMBOO_ORDER", scheduler, queue_order);
  const auto name = support::environment("BAMBOO_SCHEDULER");
  if (!name) return;
  if (const auto refusal = why_no_scheduler(*name)) {
    support::error("%s: %s", support::malformed("BAMBOO_SCHEDULER", *name).c_str(),
                   refusal->c_str());
    std::exit(exit_usage);
  }
  scheduler = *name;
}

}  // namespace

RuntimeOptions RuntimeOptions::from_environment() {
  using Text = const std::string&;
  RuntimeOptions options;
  if (support::is_first_process()) support::warn_about_unknown_variables();
  read_variable("BAMBOO_WORKERS", options.workers,
                [](Text text) { return support::parse_whole<int>(text, 1); });
  options.bind_workers = false;  // the program's threads would have the cores of one worker
  read_variable("BAMBOO_BIND", options.bind_workers,
                [](Text text) { return parse_choice<bool>(text, {{"0", false}, {"1", true}}); });
  read_variable("BAMBOO_SERVICE", options.service, service_mode);
  read_scheduler(options.scheduler);
  options.stack_bytes = stack_of_plain_program(options.stack_bytes);
  read_variable("BAMBOO_STACK_SIZE", options.stack_bytes,
                [](Text text) { return size_within(text, 16u << 10); });
  read_variable("BAMBOO_STATS", options.statistics,
                [](Text text) { return parse_choice<bool>(text, {{"0", false}, {"1", true}}); });
  read_variable("BAMBOO_TRACE", options.trace_file, [](Text text) { return std::optional(text); });
  read_variable("BAMBOO_TRACE_SIZE", options.trace_bytes,
                [](Text text) { return size_within(text, 64u << 10); });
  read_variable("BAMBOO_DEADLOCK_SECONDS", options.deadlock_seconds, support::parse_number);
  read_variable("BAMBOO_EAGER_BUDGET", options.eager_budget, support::parse_size);
  read_variable("BAMBOO_PIECE_BYTES", options.piece_bytes,
                [](Text text) { return size_within(text, 64, 16u << 20); });
  read_variable("BAMBOO_DIRECT_BYTES", options.direct_bytes, size_or_off);
  return options;
}

}  // namespace bamboo
