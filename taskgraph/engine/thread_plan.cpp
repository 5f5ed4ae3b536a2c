// SPDX-License-Identifier: Apache-2.0
#include "bamboo/taskgraph/internal/thread_plan.h"

#include "engine/service_thread.h"
#include "machine/bound_workers.h"
#include "machine/cores.h"
#include "transport/transport.h"

namespace bamboo {
namespace {

WorkerBinding choose_binding(const RuntimeOptions& options, bool oversubscribed, int process,
                             const std::vector<std::string>& affinities) {
  if (options.workers == 1) return NotBound{"there is one worker"};
  if (!options.bind_workers) return NotBound{"BAMBOO_BIND is not 1"};
  if (oversubscribed) return NotBound{"there are more workers than cores"};
  return bind_workers(options.workers, static_cast<std::size_t>(process), affinities,
                      Topology::of_this_machine());
}

/// Where the program calls the MPI as well, its processes wait for each other there, too, and a
/// thread has to answer meanwhile: at least relief.
ServiceMode service_for(MpiThreads threads, const RuntimeOptions& options, double cores,
                        bool other_hosts) {
  if (threads == MpiThreads::OnlyTheCaller) return ServiceMode::Inline;
  const bool answers = threads == MpiThreads::AnyAtOnce;
  return choose_service(options.service, options.workers, cores, other_hosts || answers);
}

}  // namespace

ThreadPlan ThreadPlan::decide(const RuntimeOptions& options, Transport* transport) {
  const std::vector<std::string> affinities = transport != nullptr
                                                  ? transport->allgather_texts_on_host(affinity())
                                                  : std::vector{affinity()};
  const double cores = usable_cores(affinities);
  ThreadPlan plan;
  plan.oversubscribed = options.workers > cores;
  plan.binding = choose_binding(options, plan.oversubscribed,
                                transport != nullptr ? transport->local_process() : 0, affinities);
  if (const int processes = transport != nullptr ? transport->processes() : 1; processes > 1) {
    const bool other_hosts = processes > transport->local_processes();
    const MpiThreads threads = transport->mpi_threads();
    plan.service = service_for(threads, options, cores, other_hosts);
    plan.without_core = service_for(threads, options, 0, other_hosts);
  }
  if (options.workers > 1 || plan.service != ServiceMode::Inline) plan.threads = Threads::Several;
  return plan;
}

}  // namespace bamboo
