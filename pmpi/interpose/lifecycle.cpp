// SPDX-License-Identifier: Apache-2.0
#include "interpose/lifecycle.h"

#include <dlfcn.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "arguments/next_function.h"
#include "bamboo/support/diagnostic.h"
#include "bamboo/support/environment.h"
#include "bamboo/support/launcher.h"
#include "bamboo/support/unread_output.h"
#include "communicator/communicator.h"
#include "communicator/native_calls.h"
#include "configuration/multicast_permission.h"
#include "configuration/tuning_file.h"
#include "configuration/world.h"
#include "execution/multicast.h"
#include "presence/presence.h"
#include "presence/roll_call.h"
#include "report/report.h"
#include "requests/active_requests.h"
#include "requests/progress_hook.h"
#include "selection/records.h"

namespace bamboo::plans::pmpi {
namespace {

/// The facts that a process sends to all others in MPI_Init, in one message.
struct Introduction {
  unsigned long long settings;  ///< their fingerprint
  HostId host;
  unsigned long long rules;          ///< length of those in the tuning file, from the first process
  unsigned long long has_controls;   ///< 1: its program may call what bamboo_controls.h declares
  unsigned long long can_hook;       ///< 1: can_hook_progress()
  unsigned long long is_one_thread;  ///< 1: at a time is in the MPI
  unsigned long long multicast;      ///< 1: its user or host allows it
};

HostId own_host() {
  char name[MPI_MAX_PROCESSOR_NAME];
  int length = 0;
  PMPI_Get_processor_name(name, &length);
  return host_id({name, static_cast<std::size_t>(length)});
}

bool is_one_thread_in_mpi() {
  int level = MPI_THREAD_MULTIPLE;
  PMPI_Query_thread(&level);
  return level != MPI_THREAD_MULTIPLE;
}

std::vector<Introduction> introduce(const Introduction& own, int size) {
  constexpr int words = sizeof(Introduction) / sizeof(unsigned long long);
  std::vector<Introduction> all(size, own);
  if (size > 1)
    PMPI_Allgather(&own, words, MPI_UNSIGNED_LONG_LONG, all.data(), words, MPI_UNSIGNED_LONG_LONG,
                   MPI_COMM_WORLD);
  return all;
}

/// In the order of number_hosts().
std::vector<HostId> hosts_of(const std::vector<Introduction>& all) {
  std::vector<HostId> hosts;
  for (const Introduction& each : all)
    if (std::ranges::find(hosts, each.host) == hosts.end()) hosts.push_back(each.host);
  return hosts;
}

std::vector<int> number_hosts(const std::vector<Introduction>& all) {
  std::unordered_map<unsigned long long, int> number;
  std::vector<int> hosts;
  for (const Introduction& each : all)
    hosts.push_back(number.try_emplace(each.host, static_cast<int>(number.size())).first->second);
  return hosts;
}

/// Sends the facts of the first process to all.
std::vector<Rule> share_rules(std::string rules, std::size_t length) {
  if (length == 0) return {};
  rules.resize(length);
  PMPI_Bcast(rules.data(), static_cast<int>(length), MPI_CHAR, 0, MPI_COMM_WORLD);
  return parse_rules(rules);
}

/// Starts multicast if a rule needs it. Trials start it when its turn comes.
void try_multicast(World& world, int rank) {
  const bool is_forced = asks_for_multicast(world.settings.forced);
  if (!is_forced && !asks_for_multicast(world.tuned)) return;
  if (world.settings.multicast && start_multicast()) return;
  if (is_forced && rank == 0)
    support::warning(
        "multicast does not work between all processes, or is switched off; the installed "
        "MPI serves instead ('bamboo doctor' shows more)");
  forbid_multicast(world.settings.forced, world.tuned);
}

/// If nothing was planned on MPI_COMM_WORLD, the attribute is not set and cannot be deleted.
void forget_world(int keyval) {
  void* state = nullptr;
  int found = 0;
  PMPI_Comm_get_attr(MPI_COMM_WORLD, keyval, static_cast<void*>(&state), &found);
  if (found) PMPI_Comm_delete_attr(MPI_COMM_WORLD, keyval);
}

/// Prints and stores the results of trials. The first process has records of its communicators.
void keep_choices(const World& world) {
  const Settings& settings = world.settings;
  if (settings.report)
    for (const Record& each : records_of_process())
      std::fprintf(stderr, "plans: choice: %s", to_text(each).c_str());
  if (!settings.records_file.empty())
    remember_records(records_file(settings.records_file, static_cast<int>(world.host.size())),
                     world.host, world.remembered);
}

int finalize(MPI_Comm, int, void*, void*) {
  active_requests().end();
  verify_before_end(MPI_COMM_WORLD);
  write_report();
  report_plan_files();
  int rank = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    write_remembered(world()->settings.tuning_file);
    keep_choices(*world());
  }
  disable_operations();
  world_has_controls.store(false, std::memory_order_release);
  const std::unique_ptr<const World> ended(active_world.exchange(nullptr));
  forget_world(ended->keyval);
  end_multicast();
  int keyval = ended->keyval;
  PMPI_Comm_free_keyval(&keyval);
  MPI_Group group = ended->group;
  PMPI_Group_free(&group);
  free_self_channel();
  return MPI_SUCCESS;
}

int free_communicator(MPI_Comm, int, void* state, void*) {
  delete static_cast<Communicator*>(state);
  return MPI_SUCCESS;
}

/// The operations of which any call may be planned or has to be counted.
std::uint64_t operations_to_serve(const World& world) {
  constexpr std::uint64_t all = (std::uint64_t{1} << operation_count) - 1;
  if (world.reports || world.settings.always) return all;
  const bool several_hosts =
      std::ranges::adjacent_find(world.host, std::not_equal_to()) != world.host.end();
  std::uint64_t served =
      several_hosts && !world.settings.fixed ? all & ~bit_of(Operation::Barrier) : 0;
  for (const PlanFile* file : world.files) served |= bit_of(file->plan.operation);
  for (const std::vector<Rule>* rules : {&world.settings.forced, &world.tuned})
    for (const Rule& rule : *rules) served |= bit_of(rule.operation);
  return served;
}

/// Begins to serve calls.
void open_world(std::unique_ptr<World> opened) {
  World& world = *opened;
  PMPI_Comm_group(MPI_COMM_WORLD, &world.group);
  PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, free_communicator, &world.keyval, nullptr);
  int end = MPI_KEYVAL_INVALID;
  PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, finalize, &end, nullptr);
  PMPI_Comm_set_attr(MPI_COMM_SELF, end, nullptr);
  PMPI_Comm_free_keyval(&end);
  world.served = operations_to_serve(world);
  active_world.store(opened.release(), std::memory_order_release);
  enable_operations(world.served);
}

/// `line`: as a whole.
[[noreturn]] void abort_with(const std::string& line, int rank) {
  if (rank == 0) support::print_line(line);
  support::wait_until_output_is_read();
  PMPI_Barrier(MPI_COMM_WORLD);  // the first process must print before the job ends
  PMPI_Abort(MPI_COMM_WORLD, 2);
  std::exit(2);
}

/// A launcher of another MPI starts each process as a job of its own.
void refuse_to_run_alone() {
#ifdef OPEN_MPI
  constexpr const char* nearest = support::announced_by_open_mpi;
#else
  constexpr const char* nearest = support::announced_by_mpich;
#endif
  const auto reason = support::why_not_alone(nearest);
  if (!reason) return;
  support::print(support::Severity::Error, *reason);
  PMPI_Finalize();
  std::exit(1);
}

void read_network_description(World& world, const std::vector<Introduction>& all, int rank) {
  const Settings& settings = world.settings;
  const std::vector<HostId> hosts = hosts_of(all);
  if (!settings.recalls_network && settings.network.empty()) return;
  if (settings.recalls_network && hosts.size() < 2) return;  // one host has no network
  try {
    world.network = settings.recalls_network
                        ? recall_description(hosts, world.network_origin)
                        : std::optional(share_description(settings.network, hosts));
  } catch (const std::invalid_argument& error) {
    abort_with(std::string("bamboo: error: BAMBOO_PLANS_NETWORK: ") + error.what(), rank);
  }
}

void read_plan_files(World& world, int rank) {
  for (const std::string& file : world.settings.plan_files) try {
      world.files.push_back(&load_plan_file(file, MPI_COMM_WORLD));
    } catch (const std::invalid_argument& error) {
      abort_with(error.what(), rank);
    }
}

/// A plan file cannot serve a single process.
void warn_of_unused_files(const Settings& settings) {
  for (const std::string& file : settings.plan_files)
    support::warning("the plan file '%s' serves no program of one process", file.c_str());
}

}  // namespace

void initialize(const void* site) {
  int rank = 0, size = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  PMPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size == 1) refuse_to_run_alone();
  begin_roll_call(site);
  // The library of mode overlap has warned already.
  if (rank == 0 && dlsym(RTLD_DEFAULT, "bamboo_overlap_pending") == nullptr)
    support::warn_about_unknown_variables();
  auto opened = std::make_unique<World>();
  World& world = *opened;
  std::optional<std::string> wrong;  // with the settings
  try {
    world.settings = read_settings();
  } catch (const std::invalid_argument& error) {
    wrong = error.what();
  }
  const Settings& settings = world.settings;
  std::string rules;
  if (rank == 0 && size > 1 && settings.on && !settings.tuning_file.empty())
    rules = read_tuning_file(settings.tuning_file);
  const std::vector<Introduction> all =
      introduce({wrong ? 0 : settings.fingerprint(), own_host(), rules.size(),
                 dlsym(RTLD_DEFAULT, "bamboo_has_controls") != nullptr, can_hook_progress(),
                 is_one_thread_in_mpi(), settings.multicast},
                size);
  if (std::ranges::adjacent_find(all, std::not_equal_to(), &Introduction::settings) != all.end()) {
    if (rank == 0)
      support::warning("the processes' BAMBOO_PLANS settings differ; nothing is planned");
    return;
  }
  if (wrong) abort_with("bamboo: error: " + *wrong, rank);
  if (settings.on && size == 1) warn_of_unused_files(settings);
  if (!settings.on || size == 1) return;
  if (rank == 0 && !settings.malformed_permission.empty())
    support::warning("%s; multicast stays off", settings.malformed_permission.c_str());

  world.reports = settings.report || !settings.report_file.empty();
  world.tuned = share_rules(std::move(rules), all[0].rules);
  world.host = number_hosts(all);
  world.settings.multicast =
      std::ranges::all_of(all, [](const Introduction& each) { return each.multicast != 0; });
  world.looks_everywhere =
      std::ranges::all_of(all, [](const Introduction& each) { return each.can_hook != 0; });
  world.is_one_thread_in_mpi =
      std::ranges::all_of(all, [](const Introduction& each) { return each.is_one_thread != 0; });
#ifdef OPEN_MPI
  world.may_make_communicators = world.is_one_thread_in_mpi || settings.always ||
                                 !settings.forced.empty() || !settings.plan_files.empty();
#endif
  read_network_description(world, all, rank);
  if (!settings.records_file.empty())
    world.remembered = recall_records(records_file(settings.records_file, size), world.host);
  read_plan_files(world, rank);
  try_multicast(world, rank);
  world_has_controls.store(std::ranges::any_of(all, &Introduction::has_controls),
                           std::memory_order_release);
  open_world(std::move(opened));
  open_channel_early(MPI_COMM_WORLD);
}

}  // namespace bamboo::plans::pmpi

using namespace bamboo::plans::pmpi;

namespace {

/// Another library may be between this one and the MPI, such as the one of mode overlap.
template <class Function>
Function next(const char* name, Function otherwise) {
  void* found = next_function(name);
  return found ? reinterpret_cast<Function>(found) : otherwise;
}

int begin(int error, const void* site) {
  if (error == MPI_SUCCESS) initialize(site);
  return error;
}

}  // namespace

extern "C" {

int MPI_Init(int* argc, char*** argv) {
  return begin(next("MPI_Init", PMPI_Init)(argc, argv), __builtin_return_address(0));
}

int MPI_Init_thread(int* argc, char*** argv, int required, int* provided) {
  return begin(next("MPI_Init_thread", PMPI_Init_thread)(argc, argv, required, provided),
               __builtin_return_address(0));
}

int MPI_Finalize() {
  int error = MPI_SUCCESS;
  {
    const InCall in_call(finalize_function, __builtin_return_address(0), {});
    error = next("MPI_Finalize", PMPI_Finalize)();
  }
  end_roll_call();
  return error;
}
}
