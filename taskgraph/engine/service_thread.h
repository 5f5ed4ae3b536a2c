// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <optional>
#include <thread>

#include "bamboo/support/core_figures.h"
#include "bamboo/support/spare_core.h"
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
///
/// A core that is visible may be another's: of a host in a container, of a second job. So where
/// `without_core` is another mode, that one holds while the threads of the process are seen to wait
/// for cores.
class ServiceThread {
 public:
  using Figures = std::function<std::optional<support::CoreFigures>()>;

  /// Made and ended while no other thread polls.
  ServiceThread(
      ProgressGate& gate, ServiceMode mode, ServiceMode without_core,
      Figures figures = [] { return support::core_figures(); });
  ~ServiceThread();

  /// What holds now: `Dedicated`, `Relief`, or `Inline` while the thread does nothing.
  ServiceMode mode() const { return mode_.load(std::memory_order_relaxed); }
  /// How long it was without the core, as far as it has looked.
  std::chrono::nanoseconds without_core() const { return absent_.load(std::memory_order_relaxed); }

 private:
  bool relieves() const;
  void relieve();
  void run();
  void look_at_core();
  template <class NeedNot>
  void nap(std::chrono::nanoseconds span, NeedNot need_not);

  ProgressGate& gate_;
  const ServiceMode with_core_, without_core_;
  const Figures figures_;
  support::SpareCoreWatch core_;
  std::atomic<ServiceMode> mode_;
  std::atomic<std::chrono::nanoseconds> absent_{};
  std::atomic<bool> stop_{false}, off_duty_{false};
  Parker parker_;
  std::thread thread_;
};

}  // namespace bamboo
