// SPDX-License-Identifier: Apache-2.0
#include "communicator/own_algorithms.h"

#include <algorithm>
#include <atomic>
#include <mutex>

#include "bamboo/support/diagnostic.h"
#include "configuration/rules.h"
#include "configuration/this_mpi.h"

namespace bamboo::plans::pmpi {
namespace {

bool is_first_warning_of(const MpiAlgorithm& algorithm) {
  static std::mutex mutex;
  static MpiAlgorithmSet done;
  const std::lock_guard lock(mutex);
  const bool is_first = !done.contains(algorithm);
  done.add(algorithm);
  return is_first;
}

}  // namespace

void warn_of(Obstacle obstacle, const Settings& settings) {
  static std::atomic<bool> is_done = false;
  const bool is_named = std::ranges::any_of(
      settings.forced, [](const Rule& rule) { return as_mpi_algorithm(rule.algorithm); });
  if ((settings.report || is_named) && !is_done.exchange(true))
    support::warning("%s chooses among its own algorithms: %s", name_of(this_mpi),
                     text_of(obstacle));
}

void warn_of_unfit_algorithms(const World& world, int size) {
  for (const Rule& rule : world.settings.forced) {
    const MpiAlgorithm* own = as_mpi_algorithm(rule.algorithm);
    if (!own || own->suits(size) || !concerns(rule, rule.operation, size)) continue;
    if (world.mpi_algorithms.contains(*own) && is_first_warning_of(*own))
      support::warning("BAMBOO_PLANS_FORCE: %s is not for %d processes; %s chooses there",
                       rule.algorithm->name, size, name_of(this_mpi));
  }
}

}  // namespace bamboo::plans::pmpi
