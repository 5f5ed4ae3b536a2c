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

/// Chooses the thread that polls: the mode that the options ask for; else a dedicated thread if a
/// core is left over; else a relief thread if a partner is on another host (shared memory needs
/// none); else the workers. `cores` is the number of cores of this process (a share of a machine
/// may be fractional).
ServiceMode choose_service(ServiceMode asked, int workers, double cores, bool other_hosts);

/// Polls the transport while the workers compute, and leaves polling to the workers while they
/// poll. The intervals grow when nothing happens.
///
/// `Dedicated` has a core. `Relief` takes its time from the workers, so it polls only while a
/// message is in flight that does not advance by itself, because it is larger than the buffers of
/// network and kernel. Smaller messages are read when the workers poll; if their receive is posted
/// by then, that saves a copy.
///
/// A visible core may belong to another host in a container, or to a second job. If `without_core`
/// is another mode, that mode applies while the threads of the process are found waiting for cores.
class ServiceThread {
 public:
  using Figures = std::function<std::optional<support::CoreFigures>()>;

  /// It is constructed and destroyed while no other thread polls.
  ServiceThread(
      ProgressGate& gate, ServiceMode mode, ServiceMode without_core,
      Figures figures = [] { return support::core_figures(); });
  ~ServiceThread();

  /// The mode in effect: `Dedicated`, `Relief`, or `Inline` while the thread does nothing.
  ServiceMode mode() const { return mode_.load(std::memory_order_relaxed); }
  /// For how long its core was not available, up to its last check.
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
