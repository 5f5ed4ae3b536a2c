// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <thread>

#include "bamboo/taskgraph/options.h"
#include "engine/progress_gate.h"
#include "machine/parker.h"

namespace bamboo {

/// Which thread polls: as the options say; else a dedicated one where a core is left over; else one
/// for relief where partners are on other hosts (shared memory needs none); else the workers.
/// `cores` are those of this process (a share of a machine need not be a whole number).
ServiceMode choose_service(ServiceMode asked, int workers, double cores, bool other_hosts);

/// Polls the transport while the workers compute, and leaves the polling to them while they do it.
/// Sleeps longer and longer when nothing happens.
///
/// `Dedicated` has a core. `Relief` takes its time from the workers: it is on duty only while
/// messages are under way that do not get on by themselves, because they are larger than what the
/// network and the kernel hold. Others are not read any sooner than the workers do it, which saves
/// a copy of those whose receive is posted by then.
class ServiceThread {
 public:
  /// Made and ended while no other thread polls.
  ServiceThread(ProgressGate& gate, ServiceMode mode);
  ~ServiceThread();

 private:
  void relieve();
  void run();
  template <class NeedNot>
  void nap(std::chrono::nanoseconds span, NeedNot need_not);

  ProgressGate& gate_;
  const bool only_at_need_;
  std::atomic<bool> stop_{false}, off_duty_{false};
  Parker parker_;
  std::thread thread_;
};

}  // namespace bamboo
