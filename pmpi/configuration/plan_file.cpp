// SPDX-License-Identifier: Apache-2.0
#include "configuration/plan_file.h"

#include <algorithm>
#include <list>
#include <mutex>
#include <stdexcept>
#include <utility>

#include "configuration/share_text.h"

namespace bamboo::plans::pmpi {
namespace {

struct {
  std::mutex mutex;
  std::list<PlanFile> all;
} loaded_files;

/// Phases cut messages; a plan whose blocks are one unit keeps them whole.
bool cuts_blocks(const SavedPlan& plan) {
  return plan.phases || plan.count != 1;
}

bool has_multicast(const SavedPlan& plan) {
  return std::ranges::any_of(plan.plans, [](const Plan& each) {
    return std::ranges::any_of(each.steps, &Step::is_multicast);
  });
}

std::string checked_text(const std::string& file, std::optional<int> processes) {
  std::string text = read_text(file);
  const SavedPlan plan = checked_plan_from_json(text, file);
  if (has_multicast(plan))
    throw FileError(file +
                    ": error: has multicasts, which no file brings; make it with another planner");
  if (processes.value_or(plan.size) != plan.size)
    throw FileError(file + ": error: is for " + std::to_string(plan.size) +
                    " processes, the communicator has " + std::to_string(*processes));
  return text;
}

}  // namespace

PlanFile::PlanFile(const std::string& path, SavedPlan saved)
    : file(path),
      plan(std::move(saved)),
      name(std::string(name_of(plan.operation)) + "/" + path.substr(path.rfind('/') + 1)),
      algorithm{name.c_str(), plan.operation, cuts_blocks(plan), 0, 0, nullptr} {}

PlanFile& load_plan_file(const std::string& file, MPI_Comm comm, std::optional<int> processes) {
  const auto text = share_text(comm, [&] { return checked_text(file, processes); });
  int rank = 0;
  PMPI_Comm_rank(comm, &rank);
  const std::lock_guard lock(loaded_files.mutex);
  PlanFile& made = loaded_files.all.emplace_back(file, saved_plan_from_json(*text, file));
  made.announces_calls = rank == 0;
  return made;
}

void each_plan_file(const std::function<void(PlanFile&)>& visit) {
  const std::lock_guard lock(loaded_files.mutex);
  std::ranges::for_each(loaded_files.all, visit);
}

}  // namespace bamboo::plans::pmpi
