// SPDX-License-Identifier: Apache-2.0
// bamboo run: RANKS/V processes with V virtual ranks each, by the MPI's own launcher.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <optional>

#include "../diagnostic.h"
#include "../install_tree.h"
#include "bamboo/support/environment.h"
#include "bamboo/support/quantity.h"
#include "cluster.h"
#include "commands.h"
#include "family_choice.h"
#include "host_watch.h"
#include "job_cores.h"
#include "launch.h"
#include "launch_errors.h"
#include "plain_defaults.h"
#include "program_kind.h"
#include "roll_call.h"
#include "run_and_report.h"
#include "run_options.h"
#include "run_words.h"
#include "steps.h"
#include "tuned_settings.h"
#include "vf_trial.h"
#include "virtualisation.h"

extern char** environ;

namespace bamboo::driver {
namespace {

/// The positive number that the variable holds; 0: it is not set.
int environment_number(const char* name) {
  const auto text = support::environment(name);
  if (!text) return 0;
  const auto number = support::parse_whole<int>(*text, 1, largest_count);
  if (!number) bad_usage("{}", support::malformed(name, *text));
  return *number;
}

/// Returns the number of threads in a worker's team. The value may be a list, "4,2", whose first
/// number counts here.
int openmp_threads() {
  const std::string text = support::environment("OMP_NUM_THREADS").value_or("1");
  const auto threads = support::parse_whole<int>(text.substr(0, text.find(',')));
  return std::clamp(threads.value_or(1), 1, 1024);
}

/// Returns how many threads of a process compute or poll all the time.
int cores_per_process(const RunOptions& options) {
  const int workers = options.workers > 0 ? options.workers : environment_number("BAMBOO_WORKERS");
  const std::string service = !options.service.empty()
                                  ? options.service
                                  : support::environment("BAMBOO_SERVICE").value_or("");
  return std::max(workers, 1) * openmp_threads() + (service == "dedicated" ? 1 : 0);
}

/// Ranks share processes by default if there are more ranks than cores: one rank computes while
/// another one waits for messages, whereas processes would only take turns. If only workers or
/// thread teams exceed the cores, the user has chosen that.
int vf_by_default(const RunOptions& options, const ProgramKind& kind, const Launch& launch) {
  const auto cores =
      kind.is_tasks && options.ranks > 1 ? cores_of_job(launch) : std::optional<int>();
  if (!cores || options.ranks <= *cores) return 1;
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

VfRequest vf_request(const RunOptions& options) {
  const bool is_option = options.vf > 0;
  return {options.ranks, is_option ? options.vf : environment_number("BAMBOO_VF"),
          is_option ? "--vf " : "BAMBOO_VF="};
}

int choose_vf(const RunOptions& options, const ProgramKind& kind, const Launch& launch) {
  const VfRequest request = vf_request(options);
  return request.vf > 0 ? requested_vf(request, kind, launch.program)
                        : vf_by_default(options, kind, launch);
}

/// glibc fills freed blocks with the complement of this byte, except those in a thread's cache.
void add_fresh_heap(std::map<std::string, std::string>& environment) {
  const auto others = support::environment("GLIBC_TUNABLES");
  environment["GLIBC_TUNABLES"] =
      (others ? *others + ":" : "") + "glibc.malloc.tcache_count=0:glibc.malloc.perturb=255";
}

/// The environment of the job's processes, on other hosts as well.
std::map<std::string, std::string> environment_of(const RunOptions& options, int vf,
                                                  MpiFamily family) {
  std::map<std::string, std::string> result;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const char* equals = std::strchr(*entry, '=');
    if (std::strncmp(*entry, "BAMBOO_", 7) == 0 && equals != nullptr)
      result[{*entry, static_cast<std::size_t>(equals - *entry)}] = equals + 1;
  }
  result["BAMBOO_VF"] = std::to_string(vf);
  if (result.contains("BAMBOO_MPI"))  // the launcher decides for this family
    result["BAMBOO_MPI"] = to_string(family);
  const auto set = [&](const char* name, const std::string& value) {
    if (!value.empty()) result[name] = value;
  };
  set("BAMBOO_WORKERS", options.workers > 0 ? std::to_string(options.workers) : "");
  set("BAMBOO_SERVICE", options.service);
  set("BAMBOO_GEOMETRY", options.geometry);
  set("BAMBOO_SCHEDULER", options.scheduler);
  set("BAMBOO_ORDER", options.order);
  set("BAMBOO_STACK_SIZE", options.stack_size);
  set("BAMBOO_EAGER_BUDGET", options.eager_budget);
  if (options.fresh_heap) add_fresh_heap(result);
  set("BAMBOO_STATS", options.stats ? "1" : "");
  set("BAMBOO_TRACE", options.trace);
  set("BAMBOO_TRACE_SIZE", options.trace_size);
  set("BAMBOO_PLANS_FILE", options.plans == plans_without_file ? "" : options.plans);
  set("BAMBOO_PLANS_NETWORK", options.network);
  set("BAMBOO_PLANS_REMEMBER", options.remember);
  return result;
}

/// Applies the safe defaults to programs other than those of mode tasks.
void prepare_plain(Launch& launch, const RunOptions& options, const ProgramKind& kind) {
  Words done;
  if (options.deterministic) done.push_back(choose_nothing_by_time(launch));
  if (options.as_is) return leave_as_is(launch, kind, !options.watch.empty());
  append(done, use_defaults(launch, kind, options.plans.empty() ? Plans::Default : Plans::Asked,
                            options.deterministic ? ChosenBy::Rules : ChosenBy::Times));
  if (!options.report) return;
  report_plans(launch);
  for (const std::string& line : done) print_note(line);
  print_note("--as-is switches all of this off");
}

/// The state of the command between its steps.
struct Run {
  CLI::App app{
      "bamboo run (-n RANKS | --processes P) [OPTIONS] [launcher options] [--] program "
      "[arguments]\n"
      "Starts a program with the MPI's own launcher: RANKS/V processes, V virtual ranks each.",
      "bamboo run"};
  Words line;  ///< all words
  RunOptions options;
  RunWords words;
  std::string program;
  ProgramKind kind;
  int vf = 1;
  std::optional<VfTrial> trial;  ///< of `vf`, which earlier runs have chosen
  Launch launch;
  double watch = 0;  ///< seconds without progress after which the roll is called; 0: never
  bool has_named_trace = false;  ///< by the user
  std::optional<int> status;     ///< of this command, once it is known

  bool is_traced() const { return options.report && !kind.is_plain; }
};

void read_words(Run& run) {
  declare(run.app, run.options);
  run.words = split_run_words(run.app, run.line);
  run.status = parse_words(run.app, run.words.own);
}

/// Stored choices are those of measured times, also in later runs.
void refuse_remembered_times(const RunOptions& options) {
  const bool is_variable = support::environment("BAMBOO_PLANS_REMEMBER").has_value();
  if (options.remember.empty() && !is_variable) return;
  bad_usage("{} is about plans that are chosen by measured times, and --deterministic makes none",
            options.remember.empty() ? "BAMBOO_PLANS_REMEMBER" : "--remember");
}

void check_options(Run& run) {
  const RunOptions& options = run.options;
  if (std::ranges::find(run.words.own, "--plans=") != run.words.own.end())
    bad_usage("--plans= needs a file behind the '='; without one it is --plans");
  if (run.words.program.empty()) bad_usage("no program was named");
  if (!options.cluster.empty()) return;  // the command on the cluster checks the others
  if (!options.cluster_timeout.empty()) bad_usage("--cluster-timeout needs --cluster");
  if (!options.watch.empty()) {
    const auto seconds = support::parse_duration(options.watch);
    if (!seconds || *seconds <= 0)
      bad_usage("--watch: '{}'; it may be a time such as 60s", options.watch);
    run.watch = *seconds;
  }
  if (!options.network.empty() && options.plans.empty()) bad_usage("--network needs --plans");
  if (!options.remember.empty() && options.as_is)
    bad_usage("--remember is about plans, and --as-is makes none");
  if (options.deterministic) refuse_remembered_times(options);
  if (options.ranks == 0 && options.processes == 0)
    bad_usage("-n RANKS (or --processes P) is required; see 'bamboo run --help'");
  run.program = run.words.program[0];
}

/// Returns this command line as it runs on the cluster.
Words without_cluster_options(const CLI::App& app, const RunWords& split) {
  Words command{InstallTree::of_this_tool().tool("bamboo"), "run"};
  const auto names_cluster = [&](const std::string& word) {
    const CLI::Option* option = app.get_option_no_throw(word.substr(0, word.find('=')));
    return option != nullptr &&
           (option->check_lname("cluster") || option->check_lname("cluster-timeout"));
  };
  for (std::size_t i = 0; i < split.own.size(); ++i)
    if (!names_cluster(split.own[i]))
      command.push_back(split.own[i]);
    else if (split.own[i].find('=') == std::string::npos)
      ++i;
  command.insert(command.end(), split.launcher.begin(), split.launcher.end());
  command.emplace_back("--");
  command.insert(command.end(), split.program.begin(), split.program.end());
  return command;
}

/// Runs this command on the cluster, in place of this process, if the user names one.
void move_to_cluster(Run& run) {
  const RunOptions& options = run.options;
  if (!options.cluster.empty()) {
    run_on_cluster(options.cluster, options.cluster_timeout,
                   without_cluster_options(run.app, run.words));
  }
}

void take_settings(Run& run) {
  take_tuned_settings(run.options, run.program);
}

void look_at_program(Run& run) {
  run.kind = kind_of(program_file(run.program));
}

void report_launcher(const LauncherChoice& choice) {
  print_note(fmt::format("the launcher is {}{}: {}; --launcher chooses another",
                         to_string(choice.launcher),
                         choice.pmi.empty() ? "" : " with " + choice.pmi, choice.reason));
}

void choose_launcher_of(Run& run) {
  Launch& launch = run.launch;
  launch.family = choose_family(run.options.mpi, run.kind, run.program);
  launch.cluster_hosts = cluster_hosts();
  if (launch.cluster_hosts.empty()) launch.allocation = allocation_of_environment();
  launch.starter =
      choose_launcher(run.options.launcher, launch.family, launch.allocation, run.words.launcher);
  if (run.options.report && !launch.starter.reason.empty()) report_launcher(launch.starter);
  require_known_options(run.app, run.words.launcher, launch.family, launch.starter.launcher);
  launch.is_plain = run.kind.is_plain;
  launch.is_tasks = run.kind.is_tasks;
  launch.launcher_options = std::move(run.words.launcher);
  launch.program = std::move(run.words.program);
}

/// Whether the user leaves the number of ranks open. A single process waits for no other one, so it
/// gains nothing.
bool leaves_ranks_open(const RunOptions& options, const ProgramKind& kind) {
  return kind.is_tasks && options.processes > 1 && options.processes <= largest_count / 8 &&
         vf_request(options).vf == 0 && options.geometry.empty() &&
         !support::environment("BAMBOO_GEOMETRY");
}

void try_vf(Run& run) {
  const auto shortest = run.options.deterministic ? std::nullopt : shortest_run_for_vf();
  if (!shortest || !leaves_ranks_open(run.options, run.kind)) return;
  const int processes = run.options.processes;
  const auto store = VfStore::of(
      vf_job(run.launch, processes, environment_of(run.options, run.vf, run.launch.family)));
  if (!store) return;
  const bool is_traced = run.is_traced() || !run.options.trace.empty() ||
                         support::environment("BAMBOO_TRACE").has_value();
  run.trial.emplace(*store, processes, *shortest, is_traced ? Measured::No : Measured::Yes);
  run.trial->announce();
  run.vf = run.trial->vf();
}

void choose_processes(Run& run) {
  run.launch.cores_per_process = cores_per_process(run.options);
  run.vf = choose_vf(run.options, run.kind, run.launch);
  run.launch.processes =
      run.options.processes > 0 ? run.options.processes : run.options.ranks / run.vf;
  try_vf(run);
}

void choose_trace(Run& run) {
  run.has_named_trace = !run.options.trace.empty();
  if (run.is_traced() && run.options.trace.empty())
    run.options.trace = support::environment("BAMBOO_TRACE").value_or("bamboo-trace.json");
}

/// These variables concern the compiler and this command. The program would warn about names that
/// it does not know.
void hide_own_variables(Run&) {
  for (const char* name : {"BAMBOO_CC", "BAMBOO_CXX", "BAMBOO_FC", "BAMBOO_MODE",
                           "BAMBOO_HOST_WATCH", "BAMBOO_ROLL_CALL", "BAMBOO_CHOOSE_VF"}) {
    unsetenv(name);
  }
}

void make_environment(Run& run) {
  run.launch.environment = environment_of(run.options, run.vf, run.launch.family);
}

/// Returns the first setting that has an effect only in a program with a library of plans.
std::optional<std::string> request_for_plans(const RunOptions& options) {
  if (!options.plans.empty()) return "--plans";
  if (!options.remember.empty()) return "--remember";
  if (support::environment("BAMBOO_PLANS_FILE")) return "BAMBOO_PLANS_FILE";
  return std::nullopt;
}

void refuse_impossible_plans(Run& run) {
  const auto request = request_for_plans(run.options);
  if (!request) return;
  if (run.kind.is_tasks) {
    fail(
        "{} is for plain MPI programs; '{}' was linked in mode tasks, which plans its collectives "
        "anyway and takes no plan files",
        *request, run.program);
  }
  if (run.kind.uses_standard_abi()) {
    fail("{}: '{}' uses MPI's standard ABI, for which there is no library of plans", *request,
         run.program);
  }
}

void apply_defaults(Run& run) {
  if (!run.kind.is_tasks && (run.vf == 1 || !run.options.plans.empty()))
    prepare_plain(run.launch, run.options, run.kind);
  run.launch.answers_roll_call = run.launch.answers_roll_call || run.kind.is_tasks;
  if (run.watch > 0 && !run.launch.answers_roll_call) {
    fail(
        "--watch needs Bamboo's library in front of '{}', which cannot be loaded; --report says "
        "why",
        run.program);
  }
}

[[noreturn]] void run_again_with_vf_1(const Words& line) {
  Words command{InstallTree::of_this_tool().tool("bamboo"), "run", "--vf", "1"};
  append(command, line);
  replace_process(command);
}

/// Continues in a child. This process waits for it and corrects its exit status: after a signal,
/// launchers end with different ones.
void become_child(Run& run) {
  if (run.options.dry_run) return;
  require_files(run.launch);
  if (run.launch.answers_roll_call) also_pass_on(SIGUSR1);
  const auto begin = std::chrono::steady_clock::now();
  run.status = continue_in_child();
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  if (run.status && run.trial &&
      run.trial->finish(took.count(), *run.status) == AfterRun::RunsAgain)
    run_again_with_vf_1(run.line);
  // Open MPI's launcher is quiet about processes of mode tasks, which report all other ends.
  if (run.launch.is_tasks && run.status == 128 + SIGKILL)
    print_error("a process of the job was ended by signal 9 (Killed), as when memory runs out");
}

void watch_other_hosts(Run& run) {
  if (run.launch.is_tasks && !run.options.dry_run && may_use_other_hosts(run.launch))
    watch_hosts(run.launch);
}

void call_roll_of(Run& run) {
  if (run.launch.answers_roll_call && !run.options.dry_run) call_roll(run.launch, run.watch);
}

void start(Run& run) {
  const Words command = launch_command(run.launch);
  if (run.options.dry_run) {
    fmt::print("{}\n", quoted(command));
    run.status = 0;
  } else if (run.is_traced()) {
    const bool must_leave_trace = run.kind.is_tasks || run.has_named_trace;
    run.status = run_and_report(command, run.options.trace, run.launch.processes,
                                must_leave_trace ? Traces::Certain : Traces::Possible);
  } else {
    replace_process(command);
  }
}

/// The facts that steps establish, and that other steps need.
enum class Fact : std::uint32_t {
  Nothing = 0,
  Words = 1,
  Options = 2,  ///< they make sense
  Here = 4,     ///< the job starts from this machine
  Settings = 8,
  Kind = 16,
  Launcher = 32,
  Processes = 64,
  Trace = 128,
  CleanEnvironment = 256,
  Environment = 512,
  Allowed = 1024,  ///< the program may use the plans that are asked for
  Defaults = 2048,
  Child = 4096,
  Watch = 8192,
  Roll = 16384,
};
constexpr Fact operator|(Fact a, Fact b) {
  return static_cast<Fact>(static_cast<std::uint32_t>(a) | static_cast<std::uint32_t>(b));
}

constexpr Step<Run, Fact> steps[] = {
    {"read the words", Fact::Nothing, Fact::Words, read_words},
    {"check the options", Fact::Words, Fact::Options, check_options},
    {"move to the cluster", Fact::Options, Fact::Here, move_to_cluster},
    {"take tuned settings", Fact::Here, Fact::Settings, take_settings},
    {"look at the program", Fact::Here, Fact::Kind, look_at_program},
    {"choose the launcher", Fact::Kind, Fact::Launcher, choose_launcher_of},
    {"choose the processes", Fact::Settings | Fact::Launcher, Fact::Processes, choose_processes},
    {"choose the trace", Fact::Kind, Fact::Trace, choose_trace},
    {"hide own variables", Fact::Here, Fact::CleanEnvironment, hide_own_variables},
    {"make the environment", Fact::Processes | Fact::Trace | Fact::CleanEnvironment,
     Fact::Environment, make_environment},
    {"refuse impossible plans", Fact::Kind, Fact::Allowed, refuse_impossible_plans},
    {"apply the defaults", Fact::Environment | Fact::Allowed, Fact::Defaults, apply_defaults},
    {"become a child", Fact::Defaults, Fact::Child, become_child},
    {"watch other hosts", Fact::Child, Fact::Watch, watch_other_hosts},
    {"call the roll", Fact::Child, Fact::Roll, call_roll_of},
    {"start", Fact::Watch | Fact::Roll, Fact::Nothing, start},
};
static_assert(!step_too_early(steps));

}  // namespace

int run_command(const Words& words) {
  Run run;
  run.line = words;
  return take_steps(steps, run);
}

}  // namespace bamboo::driver
