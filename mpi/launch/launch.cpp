// SPDX-License-Identifier: Apache-2.0
#include "launch/launch.h"

#include <sys/resource.h>

#include <cstdio>
#include <cstdlib>
#include <list>
#include <memory>
#include <string>
#include <utility>

#include "bamboo/support/diagnostic.h"
#include "bamboo/support/environment.h"
#include "bamboo/taskgraph/internal/trace.h"
#include "bamboo/taskgraph/runtime.h"
#include "bamboo/taskgraph/task_graph.h"
#include "diagnostics/faults.h"
#include "diagnostics/leftovers.h"
#include "diagnostics/statistics_report.h"
#include "diagnostics/terminate.h"
#include "errors/call_sites.h"
#include "errors/end_job.h"
#include "errors/misuse.h"
#include "launch/library_version.h"
#include "launch/roll_call.h"
#include "launch/supervisor.h"
#include "launch/virtualisation.h"
#include "p2p/held_sends.h"
#include "process_state/file_context.h"
#include "rank/job.h"
#include "rank/rank.h"
#include "rank/shared_calls.h"

/// A function of AddressSanitizer; null if the program is compiled without it.
extern "C" [[gnu::weak]] void __asan_init();

namespace bamboo::mpi {

namespace {

Job* the_job = nullptr;

/// Every image keeps a file open.
void allow_open_files() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < limit.rlim_max) {
    limit.rlim_cur = limit.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &limit);
  }
}

void abort_job(int exit_code) {
  the_job->ranks.runtime().abort(exit_code);
}

void flush_outputs() {
  for (Rank* rank : the_job->local_ranks()) rank->process.output.flush_at_the_end();
  std::fflush(stderr);
}

/// The facts that `bamboo report` needs beside the events.
void describe_job(Trace& trace, const Geometry& geometry, int ranks, int ranks_per_process) {
  std::string extents;
  for (int d = 0; d < geometry.dimension(); ++d)
    extents += (d > 0 ? "x" : "") + std::to_string(geometry.extent(d));
  trace.note("ranks", std::to_string(ranks));
  trace.note("vf", std::to_string(ranks_per_process));
  trace.note("geometry", extents);
  trace.describe = [sites = std::make_shared<CallSites>()](void* address) {
    return sites->describe(address);
  };
}

bool is_strict_by_environment() {
  bool strict = false;
  support::read_variable("BAMBOO_STRICT", strict, [](const std::string& text) {
    return support::parse_choice<bool>(text, {{"0", false}, {"1", true}});
  });
  return strict;
}

/// A library has called exit(), not the program itself: err(), error(), or STOP of a run-time
/// library.
void left_by_library(int code, void*) {
  const Rank* rank = the_job ? Rank::current_or_null() : nullptr;
  if (!rank || rank->process.in_forked_child()) return;
  support::error("rank %d: a library ended the program with exit code %d", rank->id(), code);
  end_job(code ? code : 1);
}

/// A library that the link's options name, and that no rank has linked or opened. In most cases the
/// opened library has another name. Other processes may have opened it.
void report_unmet(Job& job, const std::list<LibraryRules::Named>& libraries, const char* option) {
  const Runtime& runtime = job.ranks.runtime();
  if (runtime.process() != 0) return;
  for (const LibraryRules::Named& library : libraries) {
    if (library.is_met) continue;
    if (runtime.processes() > 1) {
      support::warning("%s=%s: no rank of process 0 has linked or opened this library", option,
                       library.name.c_str());
      continue;
    }
    support::error(
        "%s=%s: no rank has linked or opened this library: leave the option away, or name the "
        "library that the program opens",
        option, library.name.c_str());
    job.note_exit(1);
  }
}

int run(Program program, int argc, char** argv, RuntimeOptions options, int ranks_per_process,
        SharedCalls* calls) {
  options.may_run_alone = true;  // until a rank calls MPI_Init
  // UCX (MPICH) replaces functions of clang's AddressSanitizer for its events, and crashes.
  if (__asan_init) ::setenv("UCX_MEM_EVENTS", "no", /*overwrite=*/0);
  RollCall roll_call;
  Runtime runtime(options);
  // This comes after the start of the installed MPI, which may have set handlers of its own.
  if (!program.function) {
    install_fault_handlers();
    install_terminate_handler();
  }
  const char* given = std::getenv("BAMBOO_GEOMETRY");
  runtime.require_same("BAMBOO_VF", std::to_string(ranks_per_process));
  runtime.require_same("BAMBOO_GEOMETRY", given && *given ? given : "not set");
  const int size = runtime.processes() * ranks_per_process;
  const RankGeometry geometry = geometry_of_ranks(size, program.dimension);
  Job job(std::move(program), argc, argv, runtime, size, geometry);
  the_job = &job;
  set_job_end(abort_job);
  runtime.before_abort(flush_outputs);
  job.calls = calls;
  if (calls) calls->process = runtime.process();
  job.create_ranks();
  HeldSends held(job.ranks);
  runtime.when_waiting([&held, &roll_call](Waiting waiting) {
    roll_call.describe_if_asked();
    return held.release_if_due(waiting);
  });
  roll_call.begin(job);
  if (Trace* trace = Trace::current())
    describe_job(*trace, geometry.geometry, size, ranks_per_process);
  job.ranks.run();
  if (const auto& rules = job.program.rules) {
    report_unmet(job, rules->own, "--bamboo-private");
    report_unmet(job, rules->shared, "--bamboo-shared");
  }
  roll_call.end();
  runtime.finish();

  report_leftovers(job);
  if (options.statistics) print_statistics(job, runtime.process());
  set_job_end(nullptr);
  the_job = nullptr;
  return job.exit_code;
}

}  // namespace

int run_job(const char* linked_with, int argc, char** argv) {
  require_version(linked_with);
  const RuntimeOptions options = RuntimeOptions::from_environment();
  ::on_exit(left_by_library, nullptr);
  allow_open_files();
  set_strict(is_strict_by_environment());
  FileContext::remember_initial();
  Output::redirect_stdout();
  const int ranks = virtualisation_factor();
  SharedCalls* calls = supervise(ranks);
  return run(Program::of_this_process(), argc, argv, options, ranks, calls);
}

int run_ranks(const RuntimeOptions& options, int ranks_per_process, int (*program)(int, char**)) {
  Program function;
  function.function = program;
  return run(std::move(function), 0, nullptr, options, ranks_per_process, nullptr);
}

}  // namespace bamboo::mpi
