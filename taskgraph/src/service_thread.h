// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <thread>

#include "bamboo/taskgraph/options.h"
#include "parker.h"
#include "progress_gate.h"

namespace bamboo {

/// Whether a process should have a service thread: what the options say, else only where a core is
/// left over. `cores` are those of this process (a share of a machine need not be a whole number).
bool wants_service_thread(ServiceMode mode, int workers, double cores);

/// Polls the transport while the workers compute. Sleeps longer and longer when nothing happens,
/// and leaves the polling to the workers while they do it.
class ServiceThread {
 public:
  explicit ServiceThread(ProgressGate& gate);
  ~ServiceThread();

 private:
  void run();

  ProgressGate& gate_;
  std::atomic<bool> stop_{false};
  Parker parker_;
  std::thread thread_;
};

}  // namespace bamboo
