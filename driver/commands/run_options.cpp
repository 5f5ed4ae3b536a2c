// SPDX-License-Identifier: Apache-2.0
#include "run_options.h"

#include <fmt/core.h>

#include <CLI/CLI.hpp>

#include "../version.h"
#include "bamboo/support/quantity.h"

namespace bamboo::driver {
namespace {

constexpr const char* run_footer = R"(
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
  bamboo run --watch 60s -n 16 -- ./halo            say who is missing when it hangs
  bamboo run --cluster pair -n 8 --vf 4 -- ./jacobi     on 'bamboo cluster up pair'
)";

/// The range of numbers of ranks, processes and threads.
const CLI::Validator valid_count(
    [](const std::string& text) {
      return support::parse_whole<int>(text, 1, largest_count)
                 ? ""
                 : fmt::format("'{}'; it may be a whole number from 1 to {}", text, largest_count);
    },
    "");

}  // namespace

void declare(CLI::App& app, RunOptions& options) {
  app.set_version_flag("--version", std::string("bamboo run ") + bamboo_version);
  app.footer(run_footer);
  auto* ranks = app.add_option("-n,--ranks,--np", options.ranks, "how many ranks the program sees")
                    ->check(valid_count)
                    ->type_name("RANKS");
  app.add_option("--processes", options.processes,
                 "or how many processes run: P times V ranks; without --vf, earlier runs choose V")
      ->check(valid_count)
      ->excludes(ranks)
      ->type_name("P");
  app.add_option("--vf", options.vf,
                 "virtual ranks in a process (default: BAMBOO_VF, else by ranks and cores)")
      ->check(valid_count)
      ->type_name("V");
  app.add_option("--workers", options.workers, "threads that compute in a process")
      ->check(valid_count)
      ->type_name("W");
  app.add_option("--service", options.service, "who moves messages during long computations")
      ->check(CLI::IsMember({"auto", "dedicated", "inline", "relief"}));
  app.add_option("--mpi", options.mpi, "which installed MPI runs it (default: the first in PATH)")
      ->type_name("openmpi|mpich|FOLDER");
  app.add_option("--launcher", options.launcher,
                 "what starts the processes (default: mpirun; in an allocation of a batch system "
                 "its own launcher)")
      ->check(CLI::IsMember({"mpirun", "srun", "flux", "pals"}));
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
  app.add_option("--watch", options.watch,
                 "print in which calls the ranks are when none has begun or ended for that time "
                 "('kill -USR1' prints it at any time)")
      ->type_name("TIME");
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
  app.add_flag("--deterministic", options.deterministic,
               "choose nothing by measured times: plans by rules and files only, windows and VF as "
               "they are asked for; so every run makes the same choices. Mode tasks still measures "
               "up to which size its messages are eager");
  app.add_option("--network", options.network,
                 "with --plans: the network, as 'bamboo plan probe' measures it or in words; none: "
                 "not even one that is remembered")
      ->type_name("NETWORK");
  app.add_option("--remember", options.remember,
                 "of a plain MPI program: begin with the plans that an earlier run has chosen, and "
                 "store what this run chooses; in a folder, a file for each program and number of "
                 "processes")
      ->type_name("FILE|FOLDER");
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

}  // namespace bamboo::driver
