// SPDX-License-Identifier: Apache-2.0
// bamboo run: RANKS/V processes with V virtual ranks each, by the MPI's own launcher.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <optional>

#include "../diagnostic.h"
#include "../install_tree.h"
#include "bamboo/support/environment.h"
#include "bamboo/support/quantity.h"
#include "cluster.h"
#include "commands.h"
#include "host_watch.h"
#include "job_cores.h"
#include "launch.h"
#include "launch_errors.h"
#include "loaded_libraries.h"
#include "plain_defaults.h"
#include "program_kind.h"
#include "run_and_report.h"
#include "run_options.h"
#include "run_words.h"
#include "tuned_settings.h"
#include "virtualisation.h"

extern char** environ;

namespace bamboo::driver {
namespace {

/// The positive number that the variable holds; 0: it is not set.
int environment_number(const char* name) {
  const auto text = support::environment(name);
  if (!text) {
    return 0;
  }
  const auto number = support::parse_whole<int>(*text, 1, kLargestCount);
  if (!number) {
    bad_usage("{}", support::malformed(name, *text));
  }
  return *number;
}

/// Threads of a worker's team; its value may be a list, "4,2", of which the first counts here.
int openmp_threads() {
  const std::string text = support::environment("OMP_NUM_THREADS").value_or("1");
  const auto threads = support::parse_whole<int>(text.substr(0, text.find(',')));
  return std::clamp(threads.value_or(1), 1, 1024);
}

/// How many of a process's threads compute or poll all the time.
int cores_per_process(const RunOptions& options) {
  const int workers = options.workers > 0 ? options.workers : environment_number("BAMBOO_WORKERS");
  const std::string service = !options.service.empty()
                                  ? options.service
                                  : support::environment("BAMBOO_SERVICE").value_or("");
  return std::max(workers, 1) * openmp_threads() + (service == "dedicated" ? 1 : 0);
}

/// Chooses the launcher of the program's MPI, unless the user gives --mpi.
void use_launcher_of(const ProgramKind& kind, const std::string& program) {
  const LoadedLibraries& loaded = LoadedLibraries::of(program_file(program));
  if (const auto library = loaded.file_of(kind.mpi_library)) {
    use_mpi_beside(*library);
  }
}

MpiFamily choose_family(const RunOptions& options, const ProgramKind& kind,
                        const std::string& program) {
  if (kind.built_for) {
    use_launcher_of(kind, program);
  }
  const std::optional<MpiFamily> wanted = use_wanted_mpi(options.mpi);
  if (kind.built_for) {
    if (wanted && *wanted != *kind.built_for) {
      fail(
          "'{}' is plain MPI (mode off) and was linked with {}; it cannot run under {}\n"
          "link it with BAMBOO_MPI={} bamboocc, or in mode tasks, which runs under both",
          program, to_string(*kind.built_for), to_string(*wanted), to_string(*wanted));
    }
    return *kind.built_for;
  }
  return wanted ? *wanted : first_with_launcher();
}

/// Ranks share processes by default if there are more ranks than cores: they overlap each other's
/// communication, whereas processes would only take turns. If only workers or thread teams exceed
/// the cores, the user has chosen that.
int vf_by_default(const RunOptions& options, const ProgramKind& kind, const Launch& launch) {
  const auto cores =
      kind.is_tasks && options.ranks > 1 ? cores_of_job(launch) : std::optional<int>();
  if (!cores || options.ranks <= *cores) {
    return 1;
  }
  const int vf = vf_for_room(options.ranks, std::max(*cores / launch.cores_per_process, 1));
  if (vf > 1) {
    const int processes = options.ranks / vf;
    print_note(fmt::format(
        "{} ranks on {} core{}: {} process{} of {} virtual ranks; --vf 1 starts one "
        "for each rank",
        options.ranks, *cores, *cores == 1 ? "" : "s", processes, processes == 1 ? "" : "es", vf));
  }
  return vf;
}

int choose_vf(const RunOptions& options, const ProgramKind& kind, const Launch& launch) {
  const bool is_option = options.vf > 0;
  const VfRequest request{options.ranks, is_option ? options.vf : environment_number("BAMBOO_VF"),
                          is_option ? "--vf " : "BAMBOO_VF="};
  return request.vf > 0 ? requested_vf(request, kind, launch.program)
                        : vf_by_default(options, kind, launch);
}

/// Settings that `bamboo tune` found for this program and job replace those that neither an option
/// nor the environment gives.
void use_tuned_settings(RunOptions& options, const std::string& program) {
  const std::string file = options.tune.empty() ? "bamboo.tune" : options.tune;
  if (options.no_tune || (options.tune.empty() && !std::filesystem::exists(file))) {
    return;
  }
  const std::string job = options.ranks > 0 ? fmt::format("{} ranks", options.ranks)
                                            : fmt::format("{} processes", options.processes);
  const auto tuned = read_tuned_settings(file, program, job);
  if (!tuned) {
    if (!options.tune.empty()) {
      fail("'{}' has no settings for '{}' with {}", file, program, job);
    }
    return;
  }
  std::string used;
  const auto is_free = [&](const char* name, const char* variable, bool given) {
    const bool take = !given && !support::environment(variable) && tuned->count(name) != 0;
    if (take) {
      used += fmt::format(" --{} {}", name, tuned->at(name));
    }
    return take;
  };
  if (is_free("vf", "BAMBOO_VF", options.vf > 0)) {
    options.vf = std::stoi(tuned->at("vf"));
  }
  if (is_free("workers", "BAMBOO_WORKERS", options.workers > 0)) {
    options.workers = std::stoi(tuned->at("workers"));
  }
  if (is_free("geometry", "BAMBOO_GEOMETRY", !options.geometry.empty())) {
    options.geometry = tuned->at("geometry");
  }
  if (is_free("service", "BAMBOO_SERVICE", !options.service.empty())) {
    options.service = tuned->at("service");
  }
  const bool has_scheduler =
      !options.scheduler.empty() || support::environment("BAMBOO_SCHEDULER").has_value();
  if (is_free("order", "BAMBOO_ORDER", has_scheduler || !options.order.empty())) {
    options.order = tuned->at("order");
  }
  if (!used.empty()) {
    print_note(fmt::format("with the settings of {}:{}", file, used));
  }
}

/// glibc fills freed blocks with the complement of this byte, except those in a thread's cache.
void add_fresh_heap(std::map<std::string, std::string>& environment) {
  const auto others = support::environment("GLIBC_TUNABLES");
  environment["GLIBC_TUNABLES"] =
      (others ? *others + ":" : "") + "glibc.malloc.tcache_count=0:glibc.malloc.perturb=255";
}

std::map<std::string, std::string> environment_of(const RunOptions& options, int vf,
                                                  MpiFamily family) {
  std::map<std::string, std::string> result;
  for (char** entry = environ; *entry != nullptr; ++entry) {  // remote processes need it, too
    const char* equals = std::strchr(*entry, '=');
    if (std::strncmp(*entry, "BAMBOO_", 7) == 0 && equals != nullptr) {
      result[{*entry, static_cast<std::size_t>(equals - *entry)}] = equals + 1;
    }
  }
  // These variables are for the compiler and this command; the program would warn about unknown
  // names.
  for (const char* name :
       {"BAMBOO_CC", "BAMBOO_CXX", "BAMBOO_FC", "BAMBOO_MODE", "BAMBOO_HOST_WATCH"}) {
    result.erase(name);
    unsetenv(name);
  }
  result["BAMBOO_VF"] = std::to_string(vf);
  if (result.contains("BAMBOO_MPI")) {  // of that family the launcher decides
    result["BAMBOO_MPI"] = to_string(family);
  }
  const auto set = [&](const char* name, const std::string& value) {
    if (!value.empty()) {
      result[name] = value;
    }
  };
  set("BAMBOO_WORKERS", options.workers > 0 ? std::to_string(options.workers) : "");
  set("BAMBOO_SERVICE", options.service);
  set("BAMBOO_GEOMETRY", options.geometry);
  set("BAMBOO_SCHEDULER", options.scheduler);
  set("BAMBOO_ORDER", options.order);
  set("BAMBOO_STACK_SIZE", options.stack_size);
  set("BAMBOO_EAGER_BUDGET", options.eager_budget);
  if (options.fresh_heap) {
    add_fresh_heap(result);
  }
  set("BAMBOO_STATS", options.stats ? "1" : "");
  set("BAMBOO_TRACE", options.trace);
  set("BAMBOO_TRACE_SIZE", options.trace_size);
  set("BAMBOO_PLANS_FILE", options.plans == kPlansWithoutFile ? "" : options.plans);
  set("BAMBOO_PLANS_NETWORK", options.network);
  return result;
}

/// Applies the safe defaults to programs other than those of mode tasks.
void prepare_plain(Launch& launch, const RunOptions& options, const ProgramKind& kind) {
  if (options.as_is) {
    return leave_as_is(launch);
  }
  const Words done =
      use_defaults(launch, kind, options.plans.empty() ? Plans::Default : Plans::Asked);
  if (!options.report) {
    return;
  }
  report_plans(launch);
  for (const std::string& line : done) {
    print_note(line);
  }
  print_note("--as-is switches all of this off");
}

/// This command line once more, on the cluster.
Words without_cluster_options(const CLI::App& app, const RunWords& split) {
  Words command{InstallTree::of_this_tool().tool("bamboo"), "run"};
  const auto names_cluster = [&](const std::string& word) {
    const CLI::Option* option = app.get_option_no_throw(word.substr(0, word.find('=')));
    return option != nullptr &&
           (option->check_lname("cluster") || option->check_lname("cluster-timeout"));
  };
  for (std::size_t i = 0; i < split.own.size(); ++i) {
    if (!names_cluster(split.own[i])) {
      command.push_back(split.own[i]);
    } else if (split.own[i].find('=') == std::string::npos) {
      ++i;
    }
  }
  command.insert(command.end(), split.launcher.begin(), split.launcher.end());
  command.emplace_back("--");
  command.insert(command.end(), split.program.begin(), split.program.end());
  return command;
}

}  // namespace

int run_command(const Words& words) {
  CLI::App app(
      "bamboo run (-n RANKS | --processes P) [OPTIONS] [launcher options] [--] program "
      "[arguments]\n"
      "Starts a program with the MPI's own launcher: RANKS/V processes, V virtual ranks each.",
      "bamboo run");
  RunOptions options;
  declare(app, options);
  RunWords split = split_run_words(app, words);
  if (const auto status = parse_words(app, split.own)) {
    return *status;
  }
  if (std::ranges::find(split.own, "--plans=") != split.own.end()) {
    bad_usage("--plans= needs a file behind the '='; without one it is --plans");
  }
  if (split.program.empty()) {
    bad_usage("no program was named");
  }
  if (!options.cluster.empty()) {
    run_on_cluster(options.cluster, options.cluster_timeout, without_cluster_options(app, split));
  }
  if (!options.cluster_timeout.empty()) {
    bad_usage("--cluster-timeout needs --cluster");
  }
  if (!options.network.empty() && options.plans.empty()) {
    bad_usage("--network needs --plans");
  }
  if (options.ranks == 0 && options.processes == 0) {
    bad_usage("-n RANKS (or --processes P) is required; see 'bamboo run --help'");
  }
  const std::string program = split.program[0];
  use_tuned_settings(options, program);
  const ProgramKind kind = kind_of(program_file(program));

  Launch launch;
  launch.family = choose_family(options, kind, program);
  require_known_options(app, split.launcher, launch.family);
  launch.is_plain = kind.is_plain;
  launch.is_tasks = kind.is_tasks;
  launch.cores_per_process = cores_per_process(options);
  launch.launcher_options = std::move(split.launcher);
  launch.cluster_hosts = cluster_hosts();
  launch.program = std::move(split.program);
  const int vf = choose_vf(options, kind, launch);
  const bool is_traced = options.report && !kind.is_plain;
  const bool must_leave_trace = kind.is_tasks || !options.trace.empty();
  if (is_traced && options.trace.empty()) {
    options.trace = support::environment("BAMBOO_TRACE").value_or("bamboo-trace.json");
  }
  const std::string trace = options.trace;
  launch.processes = options.processes > 0 ? options.processes : options.ranks / vf;
  launch.environment = environment_of(options, vf, launch.family);
  if (kind.is_tasks && !options.plans.empty()) {
    fail(
        "--plans is for plain MPI programs; '{}' was linked in mode tasks, which plans its "
        "collectives anyway{}",
        program, options.plans == kPlansWithoutFile ? "" : " and takes no plan files");
  }
  if (kind.is_tasks && support::environment("BAMBOO_PLANS_FILE")) {
    fail("BAMBOO_PLANS_FILE is for plain MPI programs; '{}' was linked in mode tasks", program);
  }
  if (!kind.is_tasks && (vf == 1 || !options.plans.empty())) {
    prepare_plain(launch, options, kind);
  }
  if (!options.dry_run) {
    require_files(launch);
    // Launchers end with several exit statuses after a signal.
    if (const auto status = continue_in_child()) {
      // Open MPI's launcher is quiet about processes of mode tasks, which report all other ends.
      if (launch.is_tasks && *status == 128 + SIGKILL) {
        print_error("a process of the job was ended by signal 9 (Killed), as when memory runs out");
      }
      return *status;
    }
  }
  if (launch.is_tasks && !options.dry_run && may_use_other_hosts(launch)) {
    watch_hosts(launch);
  }
  const Words command = launch_command(launch);
  if (options.dry_run) {
    fmt::print("{}\n", quoted(command));
    return 0;
  }
  if (is_traced) {
    return run_and_report(command, trace, launch.processes,
                          must_leave_trace ? Traces::Certain : Traces::Possible);
  }
  replace_process(command);
}

}  // namespace bamboo::driver
