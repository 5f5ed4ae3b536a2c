// SPDX-License-Identifier: Apache-2.0
// Planned collectives behind requests of the installed MPI.
//
// The handle that the program gets is a real request of the MPI, the *proxy*: a receive of this
// process from itself, which a message of its own completes when the plan is complete. So the MPI
// itself defines the behaviour of mixed requests, inactive and null ones, statuses and Fortran
// handles. Its completion calls add progress: while plans are in progress these calls poll them
// and the program's requests alternately.
//
// Before the program enters a call that may block without polling plans, direct plans
// (is_direct()) are detached: all their messages are started, and from then on the MPI's own
// progress completes them. Other plans are used only with an MPI that polls plans itself, in all
// its calls (progress_hook.h).
#pragma once

#include <mpi.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <thread>
#include <unordered_map>
#include <utility>
#include <vector>

#include "datatypes/self_channel.h"
#include "execution/run.h"
#include "requests/entry_flags.h"
#include "requests/proxy_request.h"
#include "requests/watched_calls.h"

namespace bamboo::plans::pmpi {

/// The error of the plan behind a completed proxy, and the communicator to report it to.
struct Failure {
  int code = MPI_SUCCESS;
  MPI_Comm program = MPI_COMM_NULL;
};

/// The requests of this process that have a plan.
class ActiveRequests {
 public:
  /// An inactive persistent request. Local.
  int make_persistent(std::unique_ptr<RequestServer> server, MPI_Request* request);
  /// For a nonblocking collective, which is in progress when this returns. Local.
  int start_once(std::unique_ptr<RequestServer> server, MPI_Request* request);

  /// The program starts, or frees, any of its requests. Requests without a plan are not affected,
  /// and `start` returns false.
  bool start(MPI_Request request, int& error);
  void forget(MPI_Request request);
  bool has_persistent() const { return persistent_count_.load(std::memory_order_acquire) != 0; }

  /// Advances all of them as far as possible without waiting. Any thread may call it.
  void progress();
  /// Detaches all plans that are direct, and refuses votes (watched_calls.h).
  void detach();
  /// Whether a plan may still need it.
  bool is_proxy(MPI_Request request);
  /// Whether that proxy's plan is complete, or it has no plan.
  bool is_at_end(MPI_Request request);
  /// Whether some requests ended with an error that the program has not seen. take_failure()
  /// returns each error once.
  bool have_failed() const { return failed_count_.load() != 0; }
  Failure take_failure(MPI_Request proxy);

  /// Call it before the end of MPI.
  void end();

 private:
  using ProxyRef = std::shared_ptr<ProxyRequest>;
  class Looking;

  ProxyRef make(std::unique_ptr<RequestServer> server);
  ProxyRef persistent_of(MPI_Request request);
  void begin(const ProxyRef& proxy);
  static int look_from_mpi();

  // Call these with the mutex.
  void forget_failure(MPI_Request proxy);
  bool advance(ProxyRequest& proxy);
  bool is_kept(const ProxyRef& proxy) const;
  void progress_all();

  /// Held for a short time, and never while the MPI waits for anything but itself.
  std::mutex mutex_;
  SelfChannel channel_;  ///< of the proxies
  Numbers numbers_;
  std::unordered_map<MPI_Request, ProxyRef> persistent_;
  std::unordered_map<MPI_Request, Failure> failures_;
  std::vector<ProxyRef> under_way_;
  std::vector<ProxyRef> ended_;  ///< to be destroyed when no call of the MPI is in progress

  // These are read without the mutex.
  std::atomic<int> persistent_count_{0}, failed_count_{0};
  std::atomic<bool> is_hooked_{false};
  /// The thread holds the mutex and calls the MPI, which may call the hook.
  std::atomic<std::thread::id> looking_{};
};

ActiveRequests& active_requests();

inline int make_persistent(std::unique_ptr<RequestServer> server, MPI_Request* request) {
  return active_requests().make_persistent(std::move(server), request);
}
inline int start_once(std::unique_ptr<RequestServer> server, MPI_Request* request) {
  return active_requests().start_once(std::move(server), request);
}
inline void progress_requests() {
  active_requests().progress();
}

/// Runs a plan to its end, while requests may be in progress as well.
int wait_among_requests(Run& run);

/// Call it before a call that may block without polling plans. (If a thread is in such a call while
/// another one starts a plan, nothing is needed: plans of several threads are detached at their
/// start.)
inline void before_blocking() {
  if (are_requests_under_way()) active_requests().detach();
}

/// Call it before the program polls, possibly repeatedly, for something that has arrived.
inline void before_polling() {
  if (!are_requests_under_way()) return;
  refuse_votes();
  progress_requests();
}

/// Nothing has arrived, so other processes get the processor.
void yield_processor();

}  // namespace bamboo::plans::pmpi
