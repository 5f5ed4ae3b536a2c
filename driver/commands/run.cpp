// SPDX-License-Identifier: Apache-2.0
// bamboo run: RANKS/V processes with V virtual ranks each, by the MPI's own launcher.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstring>
#include <filesystem>
#include <optional>

#include "../diagnostic.h"
#include "../install_tree.h"
#include "../version.h"
#include "bamboo/support/environment.h"
#include "bamboo/support/quantity.h"
#include "cluster.h"
#include "commands.h"
#include "host_watch.h"
#include "job_cores.h"
#include "launch.h"
#include "loaded_libraries.h"
#include "plain_defaults.h"
#include "program_kind.h"
#include "run_and_report.h"
#include "run_words.h"
#include "tuned_settings.h"
#include "virtualisation.h"

extern char** environ;

namespace bamboo::driver {
namespace {

constexpr const char* kRunFooter = R"(
Options that are not listed go to the launcher, as they are. Those that take an argument need the '--' in
front of the program. The exit status is the program's.

examples:
  bamboo run -n 8 --vf 4 -- ./jacobi 512            two processes, four virtual ranks in each
  bamboo run -n 64 -- ./jacobi                      on 16 cores: 16 processes of four virtual ranks
  bamboo run -n 4 --mpi mpich ./ring                four processes of one rank under MPICH
  bamboo run -n 16 --vf 8 --workers 2 --stats -- ./wave
  bamboo run -n 8 --vf 2 --hostfile hosts -- ./jacobi
  bamboo run --plans -n 16 -- ./transpose           plain MPI, its collectives planned
  bamboo run --plans=steps.json -n 16 -- ./steps    one of them by a plan of 'bamboo plan make'
  bamboo run --cluster pair -n 8 --vf 4 -- ./jacobi     on 'bamboo cluster up pair'
)";

/// The value of --plans without one.
constexpr const char* kPlansWithoutFile = "true";

struct RunOptions {
  int ranks = 0;  ///< 0: not given
  int processes = 0;
  int vf = 0;
  int workers = 0;
  std::string service;
  std::string mpi;
  std::string geometry;
  std::string trace;
  std::string trace_size;
  bool report = false;
  std::string plans;  ///< empty: not asked for
  bool as_is = false;
  std::string network;
  std::string tune;
  bool no_tune = false;
  std::string stack_size;
  bool fresh_heap = false;
  std::string scheduler;
  std::string order;
  std::string eager_budget;
  std::string cluster;
  std::string cluster_timeout;
  bool stats = false;
  bool dry_run = false;
};

void declare(CLI::App& app, RunOptions& options) {
  app.set_version_flag("--version", std::string("bamboo run ") + kVersion);
  app.footer(kRunFooter);
  auto* ranks = app.add_option("-n,--np,--ranks", options.ranks, "how many ranks the program sees")
                    ->check(CLI::PositiveNumber)
                    ->type_name("RANKS");
  app.add_option("--processes", options.processes, "or how many processes run: P times V ranks")
      ->check(CLI::PositiveNumber)
      ->excludes(ranks)
      ->type_name("P");
  app.add_option("--vf", options.vf,
                 "virtual ranks in a process (default: BAMBOO_VF, else by ranks and cores)")
      ->check(CLI::PositiveNumber)
      ->type_name("V");
  app.add_option("--workers", options.workers, "threads that compute in a process")
      ->check(CLI::PositiveNumber)
      ->type_name("W");
  app.add_option("--service", options.service, "who moves messages during long computations")
      ->check(CLI::IsMember({"auto", "dedicated", "inline", "relief"}));
  app.add_option("--mpi", options.mpi, "which installed MPI runs it (default: the first in PATH)")
      ->type_name("openmpi|mpich|FOLDER");
  app.add_option("--geometry", options.geometry, "extents of the virtual ranks' geometry")
      ->type_name("4x2");
  auto* scheduler =
      app.add_option("--scheduler", options.scheduler,
                     "which ready task runs first: lifo, fifo, stealing, locality, critical-path "
                     "or a program's own")
          ->type_name("NAME");
  app.add_option("--order", options.order, "among equally urgent tasks, which runs first")
      ->check(CLI::IsMember({"lifo", "fifo"}))
      ->excludes(scheduler);
  app.add_option("--stack-size", options.stack_size, "of a rank: bytes, or with K, M, G")
      ->type_name("SIZE");
  app.add_flag("--fresh-heap", options.fresh_heap,
               "memory from malloc is zero, as it mostly is in a process that frees little");
  app.add_option("--eager-budget", options.eager_budget,
                 "bytes that a pair of processes, or the ranks of one, may have unreceived")
      ->type_name("SIZE");
  app.add_flag("--stats", options.stats, "print what each process did");
  app.add_option("--trace", options.trace, "write what ran when (see bamboo trace)")
      ->type_name("FILE");
  app.add_flag(
      "--report", options.report,
      "trace (to bamboo-trace.json, or where --trace says) and say where the time went; of "
      "a plain MPI program, what was changed and what plans gained");
  auto* plans =
      app.add_flag("--plans", options.plans,
                   "plan all collectives of a plain MPI program, also sums of floating-point "
                   "numbers ('bamboo help plans'); --plans=FILE: serve what that plan of 'bamboo "
                   "plan make' fits by it")
          ->type_name("[=FILE]");
  app.add_flag("--as-is", options.as_is,
               "a plain MPI program: leave collectives and parameters of the MPI as they are")
      ->excludes(plans);
  app.add_option("--network", options.network,
                 "with --plans: the network, as 'bamboo plan probe' measures it or in words; none: "
                 "not even one that is remembered")
      ->type_name("NETWORK");
  app.add_option("--trace-size", options.trace_size,
                 "memory for each worker's events; the latest are kept (default 8M)")
      ->type_name("SIZE");
  app.add_option("--cluster", options.cluster, "run on the hosts of that cluster (bamboo cluster)")
      ->type_name("NAME");
  app.add_option("--cluster-timeout", options.cluster_timeout,
                 "end the run on the cluster after that time (default: 600)")
      ->type_name("SECONDS");
  app.add_option(
         "--tune", options.tune,
         "settings that 'bamboo tune' found, for what no option says (default: bamboo.tune)")
      ->type_name("FILE");
  app.add_flag("--no-tune", options.no_tune, "do not look for such a file");
  app.add_flag("--dry-run,--show", options.dry_run, "print the launcher's command and run nothing");
}

/// The positive number that the variable holds; 0: it is not set.
int environment_number(const char* name) {
  const auto text = support::environment(name);
  if (!text) {
    return 0;
  }
  const auto number = support::parse_whole<int>(*text, 1, 1 << 20);
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

/// By default, if there are more ranks than cores, ranks share processes: they overlap each other's
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
  if (!options.report || !kind.is_plain) {
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
  launch.is_plain = kind.is_plain;
  launch.is_tasks = kind.is_tasks;
  launch.cores_per_process = cores_per_process(options);
  launch.launcher_options = std::move(split.launcher);
  launch.cluster_hosts = cluster_hosts();
  launch.program = std::move(split.program);
  const int vf = choose_vf(options, kind, launch);
  const bool is_traced = options.report && !kind.is_plain;
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
  if (launch.is_tasks && !options.dry_run && may_use_other_hosts(launch)) {
    watch_hosts(launch);
  }
  const Words command = launch_command(launch);
  if (options.dry_run) {
    fmt::print("{}\n", quoted(command));
    return 0;
  }
  if (is_traced) {
    return run_and_report(command, trace, launch.processes);
  }
  // The launcher takes our place: signals reach it, and its exit status is ours.
  replace_process(command);
}

}  // namespace bamboo::driver
