// SPDX-License-Identifier: Apache-2.0
#include "launch/launch.h"

#include <dlfcn.h>
#include <sys/resource.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "bamboo/support/diagnostic.h"
#include "bamboo/taskgraph/internal/trace.h"
#include "bamboo/taskgraph/transport.h"
#include "diagnostics/faults.h"
#include "diagnostics/leftovers.h"
#include "diagnostics/statistics_report.h"
#include "errors/call_sites.h"
#include "errors/end_job.h"
#include "launch/ended_ranks.h"
#include "launch/library_version.h"
#include "launch/same_options.h"
#include "launch/virtualisation.h"
#include "process_state/alternate_signal_stack.h"
#include "process_state/file_context.h"
#include "rank/job.h"
#include "rank/rank.h"

namespace bamboo::mpi {

namespace {

Job* the_job = nullptr;

/// …/lib/bamboo beside this library, in the installed tree as in the build folder.
std::string module_folder() {
  Dl_info self{};
  ::dladdr(reinterpret_cast<void*>(&module_folder), &self);
  const std::string path = self.dli_fname ? self.dli_fname : "";
  return path.substr(0, path.rfind('/') + 1) + "bamboo";
}

/// Every image keeps a file open.
void allow_open_files() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < limit.rlim_max) {
    limit.rlim_cur = limit.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &limit);
  }
}

void create_ranks(Job& job, ProcessId process, int workers) {
  const std::vector<TaskId> ids = job.placement.tasks_of(process);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    auto rank = std::make_unique<Rank>(ids[i], job);
    // thread_local data of an image belongs to the thread that touched it: such ranks stay on one
    // worker.
    if (job.program.has_thread_local) rank->pinned_worker = static_cast<int>(i) % workers;
    job.add(std::move(rank));
  }
}

void abort_job(int exit_code) {
  the_job->messenger->abort(exit_code, [] {
    for (Rank* rank : the_job->local_ranks()) rank->process.output.flush_at_the_end();
    std::fflush(stderr);
  });
}

/// The facts that `bamboo report` needs beside the events.
void describe_job(Trace& trace, const Job& job, int ranks_per_process) {
  std::string extents;
  for (int d = 0; d < job.geometry.dimension(); ++d) {
    extents += (d > 0 ? "x" : "") + std::to_string(job.geometry.extent(d));
  }
  trace.note("ranks", std::to_string(job.ranks));
  trace.note("vf", std::to_string(ranks_per_process));
  trace.note("geometry", extents);
  trace.describe = [sites = std::make_shared<CallSites>()](void* address) {
    return sites->describe(address);
  };
}

/// exit() that a library called, not the program itself: err(), error(), a runtime's STOP.
void left_by_library(int code, void*) {
  const Rank* rank = the_job ? Rank::current_or_null() : nullptr;
  if (!rank || rank->process.in_forked_child()) return;
  support::error("rank %d: a library ended the program with exit code %d", rank->id(), code);
  end_job(code ? code : 1);
}

void deliver(const Job& job, Message* message) {
  const Header& header = message->header;
  const bool exists = header.destination >= 0 && header.destination < job.ranks;
  Rank* rank = exists ? job.local_rank(header.destination) : nullptr;
  if (!rank) {
    support::error(
        "a message from rank %d came to a process without its destination, "
        "rank %d of %d",
        header.source, header.destination, job.ranks);
    end_job(1);
  }
  rank->inject(message);
}

int run(Job& job, const EngineOptions& options, int ranks_per_process) {
  auto transport = load_transport(module_folder(), options.piece_bytes);
  // After the installed MPI, which may have set handlers of its own.
  if (!job.program.function) install_fault_handlers();
  require_same_options(*transport, ranks_per_process, !options.trace_file.empty());
  const ProcessId process = transport->process();
  const int processes = transport->processes();
  job.ranks = processes * ranks_per_process;
  place(job, processes);
  const ThreadPlan plan = ThreadPlan::decide(options, transport.get());
  job.messenger =
      std::make_unique<Messenger>(std::move(transport), options.eager_budget, plan.threads);
  job.engine = std::make_unique<Engine>(options, job.messenger.get(), plan);
  job.table = std::make_unique<MappingTable>(job.placement, process,
                                             [&job](TaskId id) { return job.engine->local(id); });
  job.region_graph =
      std::make_unique<RegionGraph>(*job.table, job.geometry, !job.geometry_is_default, job.ranks);
  job.engine->set_mapping_table(job.table.get());
  the_job = &job;
  set_job_end(abort_job);
  create_ranks(job, process, options.workers);

  job.messenger->set_deliver([&job](Message* message) { deliver(job, message); });
  job.engine->after_slice = [](Task& task) {
    use_alternate_signal_stack();  // workers also run ranks that another one started
    Output& output = static_cast<Rank&>(task).process.output;
    if (output.pending()) output.flush_lines();
  };
  if (Trace* trace = Trace::current()) describe_job(*trace, job, ranks_per_process);
  job.engine->describe_wait = [](Task& task) { return static_cast<Rank&>(task).describe_wait(); };
  job.engine->describe_ended = describe_ended;
  job.engine->run();

  report_leftovers(job);
  if (options.statistics) print_statistics(job, process);
  set_job_end(nullptr);
  the_job = nullptr;
  return job.exit_code;
}

}  // namespace

int run_job(const char* linked_with, int argc, char** argv) {
  require_version(linked_with);
  const EngineOptions options = EngineOptions::from_environment();
  Job job;
  job.program = Program::of_this_process();
  job.argc = argc;
  job.argv = argv;
  ::on_exit(left_by_library, nullptr);
  allow_open_files();
  FileContext::remember_initial();
  Output::redirect_stdout();
  return run(job, options, virtualisation_factor());
}

int run_ranks(const EngineOptions& options, int ranks_per_process, int (*program)(int, char**)) {
  Job job;
  job.program.function = program;
  return run(job, options, ranks_per_process);
}

}  // namespace bamboo::mpi
