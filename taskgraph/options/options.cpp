// SPDX-License-Identifier: Apache-2.0
#include "bamboo/taskgraph/options.h"

#include <cstdint>
#include <optional>
#include <string_view>

#include "bamboo/support/environment.h"
#include "bamboo/support/launcher.h"
#include "bamboo/support/quantity.h"

namespace bamboo {

namespace {

using support::parse_choice;
using support::read_variable;

std::optional<std::size_t> size_within(std::string_view text, std::size_t smallest,
                                       std::size_t largest = SIZE_MAX) {
  const auto size = support::parse_size(text);
  return size && *size >= smallest && *size <= largest ? size : std::nullopt;
}

std::optional<ServiceMode> service_mode(std::string_view text) {
  return parse_choice<ServiceMode>(text, {{"auto", ServiceMode::Auto},
                                          {"inline", ServiceMode::Inline},
                                          {"dedicated", ServiceMode::Dedicated},
                                          {"relief", ServiceMode::Relief}});
}

std::optional<QueueOrder> queue_order(std::string_view text) {
  return parse_choice<QueueOrder>(text, {{"lifo", QueueOrder::Lifo}, {"fifo", QueueOrder::Fifo}});
}

}  // namespace

EngineOptions EngineOptions::from_environment() {
  using Text = const std::string&;
  EngineOptions options;
  if (support::is_first_process()) support::warn_about_unknown_variables();
  read_variable("BAMBOO_WORKERS", options.workers,
                [](Text text) { return support::parse_whole<int>(text, 1); });
  read_variable("BAMBOO_SERVICE", options.service, service_mode);
  read_variable("BAMBOO_ORDER", options.order, queue_order);
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
  return options;
}

}  // namespace bamboo
