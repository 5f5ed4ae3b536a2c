// SPDX-License-Identifier: Apache-2.0
#include "world.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <mutex>
#include <stdexcept>
#include <string>

#include "communicator.h"
#include "multicast.h"
#include "multicast_names.h"
#include "report.h"
#include "tuning_file.h"

namespace bamboo::plans::pmpi {
namespace {

World the_world;
std::mutex learnt_mutex;
std::vector<Rule> learnt;

bool all_agree(std::size_t value) {
  // The minimum of a number and of its complement show both ends.
  unsigned long long own[] = {value, ~static_cast<unsigned long long>(value)}, least[2];
  PMPI_Allreduce(own, least, 2, MPI_UNSIGNED_LONG_LONG, MPI_MIN, MPI_COMM_WORLD);
  return least[0] == ~least[1];
}

std::vector<int> find_hosts(int size) {
  char name[MPI_MAX_PROCESSOR_NAME];
  int length = 0;
  PMPI_Get_processor_name(name, &length);
  unsigned long long own = std::hash<std::string>()({name, static_cast<std::size_t>(length)});
  std::vector<unsigned long long> all(size);
  PMPI_Allgather(&own, 1, MPI_UNSIGNED_LONG_LONG, all.data(), 1, MPI_UNSIGNED_LONG_LONG,
                 MPI_COMM_WORLD);
  std::vector<int> hosts;
  for (const auto& host : all)
    hosts.push_back(static_cast<int>(std::ranges::find(all, host) - all.begin()));
  return hosts;
}

/// The first process writes what it took part in.
void write_tuning() {
  const std::string& file = the_world.settings.tuning_file;
  int rank = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank != 0 || file.empty() || learnt.empty()) return;
  if (!write_tuning_file(file, learnt))
    std::fprintf(stderr, "%s: warning: the tuning file cannot be written\n", file.c_str());
}

bool asks_for_multicast(const std::vector<Rule>& rules) {
  return std::ranges::any_of(
      rules, [](const Rule& rule) { return rule.algorithm && is_multicast(*rule.algorithm); });
}

/// Between hosts, or where a rule wants it. Rules that want it in vain mean the installed MPI.
void try_multicast(int rank) {
  const std::vector<int>& hosts = the_world.host;
  const bool several_hosts = std::ranges::adjacent_find(hosts, std::not_equal_to()) != hosts.end();
  const bool is_forced = asks_for_multicast(the_world.settings.forced);
  if (the_world.settings.multicast && (several_hosts || is_forced))
    the_world.multicast = start_multicast();
  if (the_world.multicast) return;
  if (is_forced && rank == 0)
    std::fprintf(stderr,
                 "bamboo: warning: multicast does not work between all processes; the installed "
                 "MPI serves instead ('bamboo doctor' tells more)\n");
  for (std::vector<Rule>* rules : {&the_world.settings.forced, &the_world.tuned})
    for (Rule& rule : *rules)
      if (rule.algorithm && is_multicast(*rule.algorithm)) rule.algorithm = nullptr;
}

/// Nothing may have been planned on MPI_COMM_WORLD, and what is not there cannot be deleted.
void forget_world() {
  void* state = nullptr;
  int found = 0;
  PMPI_Comm_get_attr(MPI_COMM_WORLD, the_world.keyval, &state, &found);
  if (found) PMPI_Comm_delete_attr(MPI_COMM_WORLD, the_world.keyval);
}

int end_of_mpi(MPI_Comm, int, void*, void*) {
  write_report();
  write_tuning();
  world_serves.store(false, std::memory_order_release);
  active_world.store(nullptr, std::memory_order_release);
  forget_world();
  end_multicast();
  PMPI_Comm_free_keyval(&the_world.keyval);
  PMPI_Group_free(&the_world.group);
  free_self_channel();
  return MPI_SUCCESS;
}

int free_communicator(MPI_Comm, int, void* state, void*) {
  delete static_cast<Communicator*>(state);
  return MPI_SUCCESS;
}

/// Whether any call may be planned or has to be counted.
bool may_serve() {
  const Settings& settings = the_world.settings;
  const bool one_host =
      std::ranges::adjacent_find(the_world.host, std::not_equal_to()) == the_world.host.end();
  return the_world.reports || settings.always || !settings.forced.empty() ||
         !the_world.tuned.empty() || !(one_host || settings.fixed);
}

[[noreturn]] void give_up(const char* text, int rank) {
  if (rank == 0) std::fprintf(stderr, "bamboo: error: %s\n", text);
  PMPI_Barrier(MPI_COMM_WORLD);  // the first process's message must be out before the job ends
  PMPI_Abort(MPI_COMM_WORLD, 2);
  std::exit(2);
}

}  // namespace

void remember(const Rule& rule) {
  const std::lock_guard lock(learnt_mutex);
  learnt.push_back(rule);
}

void start() {
  int rank = 0, size = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  PMPI_Comm_size(MPI_COMM_WORLD, &size);
  std::string wrong;
  try {
    the_world.settings = read_settings();
  } catch (const std::invalid_argument& error) {
    wrong = error.what();
  }
  const bool alike = all_agree(wrong.empty() ? the_world.settings.fingerprint() : 0);
  if (!alike) {
    if (rank == 0)
      std::fprintf(stderr,
                   "bamboo: warning: the processes' BAMBOO_PLANS settings differ; nothing is "
                   "planned\n");
    return;
  }
  if (!wrong.empty()) give_up(wrong.c_str(), rank);
  if (!the_world.settings.on || size == 1) return;

  the_world.reports = the_world.settings.report || !the_world.settings.report_file.empty();
  the_world.tuned = read_tuning_file(the_world.settings.tuning_file);
  the_world.host = find_hosts(size);
  try_multicast(rank);
  PMPI_Comm_group(MPI_COMM_WORLD, &the_world.group);
  PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, free_communicator, &the_world.keyval, nullptr);
  int end = MPI_KEYVAL_INVALID;
  PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, end_of_mpi, &end, nullptr);
  PMPI_Comm_set_attr(MPI_COMM_SELF, end, nullptr);
  PMPI_Comm_free_keyval(&end);
  active_world.store(&the_world, std::memory_order_release);
  world_serves.store(may_serve(), std::memory_order_release);
}

}  // namespace bamboo::plans::pmpi
