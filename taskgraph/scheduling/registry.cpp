// SPDX-License-Identifier: Apache-2.0
// Schedulers by name.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <ranges>
#include <stdexcept>

#include "bamboo/support/environment.h"
#include "scheduling/builtin.h"

namespace bamboo {
namespace {

struct Registry {
  std::mutex mutex;
  std::map<std::string, MakeScheduler> makers{{"lifo", make_lifo},
                                              {"fifo", make_fifo},
                                              {"stealing", make_stealing},
                                              {"locality", make_locality},
                                              {"critical-path", make_critical_path}};
};

/// A function's, because a program may register its own while its global objects are made.
Registry& registry() {
  static Registry the_registry;
  return the_registry;
}

}  // namespace

void register_scheduler(const std::string& name, MakeScheduler make) {
  std::lock_guard guard(registry().mutex);
  if (!registry().makers.emplace(name, make).second)
    throw std::invalid_argument(fmt::format("there is a scheduler '{}' already", name));
}

std::vector<std::string> scheduler_names() {
  std::lock_guard guard(registry().mutex);
  const auto names = std::views::keys(registry().makers);
  return {names.begin(), names.end()};
}

std::optional<std::string> why_no_scheduler(const std::string& name) {
  const std::vector<std::string> names = scheduler_names();
  if (std::ranges::find(names, name) != names.end()) return std::nullopt;
  const auto distance = [&](const std::string& known) {
    return support::edit_distance(name, known);
  };
  const std::string& nearest = *std::ranges::min_element(names, {}, distance);
  const bool similar = 2 * distance(nearest) <= name.size() + 1;
  return fmt::format("there is no scheduler '{}'{} There are {}", name,
                     similar ? fmt::format("; did you mean {}?", nearest) : ".",
                     fmt::join(names, ", "));
}

std::unique_ptr<Scheduler> make_scheduler(const std::string& name, int workers, Threads threads) {
  if (const auto refusal = why_no_scheduler(name)) throw std::invalid_argument(*refusal);
  MakeScheduler make = nullptr;
  {
    std::lock_guard guard(registry().mutex);
    make = registry().makers.at(name);
  }
  return make(workers, threads);
}

}  // namespace bamboo
