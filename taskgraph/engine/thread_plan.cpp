// SPDX-License-Identifier: Apache-2.0
#include "bamboo/taskgraph/internal/thread_plan.h"

#include "engine/service_thread.h"
#include "machine/cores.h"
#include "transport/transport.h"

namespace bamboo {

ThreadPlan ThreadPlan::decide(const RuntimeOptions& options, Transport* transport) {
  const double cores =
      usable_cores(transport != nullptr ? transport->allgather_texts_on_host(affinity())
                                        : std::vector{affinity()});
  ThreadPlan plan;
  plan.oversubscribed = options.workers > cores;
  if (const int processes = transport != nullptr ? transport->processes() : 1; processes > 1) {
    const bool other_hosts = processes > transport->local_processes();
    plan.service = choose_service(options.service, options.workers, cores, other_hosts);
    plan.without_core = choose_service(options.service, options.workers, 0, other_hosts);
  }
  if (options.workers > 1 || plan.service != ServiceMode::Inline) plan.threads = Threads::Several;
  return plan;
}

}  // namespace bamboo
