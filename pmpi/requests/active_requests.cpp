// SPDX-License-Identifier: Apache-2.0
#include "requests/active_requests.h"

#include <sched.h>

#include <algorithm>
#include <mutex>
#include <utility>
#include <vector>

#include "requests/progress_hook.h"

namespace bamboo::plans::pmpi {
namespace {

/// Otherwise another thread may be in a call that blocks, and no thread would advance the plan.
bool are_threads_several() {
  static const bool several = [] {
    int level = MPI_THREAD_SINGLE;
    PMPI_Query_thread(&level);
    return level == MPI_THREAD_MULTIPLE;
  }();
  return several;
}

}  // namespace

ActiveRequests& active_requests() {
  static ActiveRequests& of_process = *new ActiveRequests;
  return of_process;
}

class ActiveRequests::Looking {
 public:
  Looking(ActiveRequests& all, std::unique_lock<std::mutex> lock)
      : all_(all), lock_(std::move(lock)) {
    all_.looking_ = std::this_thread::get_id();
  }
  ~Looking() { all_.looking_ = std::thread::id(); }
  Looking(const Looking&) = delete;
  Looking& operator=(const Looking&) = delete;

 private:
  ActiveRequests& all_;
  std::unique_lock<std::mutex> lock_;
};

/// A new request with the handle of an old one has no relation to it.
void ActiveRequests::forget_failure(MPI_Request proxy) {
  if (failures_.erase(proxy)) failed_count_.store(static_cast<int>(failures_.size()));
}

/// Returns true when it is done.
bool ActiveRequests::advance(ProxyRequest& proxy) {
  if (!proxy.progress()) return false;
  if (const int error = proxy.end(); error != MPI_SUCCESS) {
    failures_[proxy.handle] = {error, proxy.program()};
    failed_count_.store(static_cast<int>(failures_.size()));
  }
  proxy.is_under_way = false;
  return true;
}

bool ActiveRequests::is_kept(const ProxyRef& proxy) const {
  const auto found = persistent_.find(proxy->handle);
  return found != persistent_.end() && found->second == proxy;
}

void ActiveRequests::progress_all() {
  for (std::size_t i = 0; i < under_way_.size();) {
    if (!advance(*under_way_[i])) {
      ++i;
      continue;
    }
    const ProxyRef& done = ended_.emplace_back(std::move(under_way_[i]));
    under_way_[i] = std::move(under_way_.back());
    under_way_.pop_back();
    if (!is_kept(done)) numbers_.give_back(done->number());
    entry_flags.fetch_sub(one_request);
  }
}

/// The MPI calls this wherever it waits.
int ActiveRequests::look_from_mpi() {
  ActiveRequests& all = active_requests();
  if (!are_requests_under_way() || all.looking_ == std::this_thread::get_id()) return 0;
  std::unique_lock lock(all.mutex_, std::try_to_lock);
  if (!lock) return 0;
  const Looking looking(all, std::move(lock));
  all.progress_all();
  return 0;
}

void ActiveRequests::begin(const ProxyRef& proxy) {
  proxy->begin();
  if (!proxy->is_direct() && !is_hooked_.exchange(true)) hook_progress(look_from_mpi);
  std::vector<ProxyRef> destroyed;  // without the mutex
  const Looking looking(*this, std::unique_lock(mutex_));
  destroyed.swap(ended_);
  forget_failure(proxy->handle);
  proxy->is_under_way = true;
  under_way_.push_back(proxy);
  entry_flags.fetch_add(one_request);
  if (are_threads_several()) proxy->detach();
  progress_all();
}

ActiveRequests::ProxyRef ActiveRequests::make(std::unique_ptr<RequestServer> server) {
  const std::lock_guard lock(mutex_);
  return std::make_shared<ProxyRequest>(std::move(server), channel_, numbers_.take());
}

ActiveRequests::ProxyRef ActiveRequests::persistent_of(MPI_Request request) {
  if (!has_persistent()) return nullptr;
  const std::lock_guard lock(mutex_);
  const auto found = persistent_.find(request);
  return found == persistent_.end() ? nullptr : found->second;
}

int ActiveRequests::make_persistent(std::unique_ptr<RequestServer> server, MPI_Request* request) {
  const ProxyRef made = make(std::move(server));
  const int error = made->make_persistent();
  if (error != MPI_SUCCESS) return error;
  *request = made->handle;
  const std::lock_guard lock(mutex_);
  persistent_[made->handle] = made;
  persistent_count_.fetch_add(1, std::memory_order_acq_rel);
  return MPI_SUCCESS;
}

int ActiveRequests::start_once(std::unique_ptr<RequestServer> server, MPI_Request* request) {
  const ProxyRef made = make(std::move(server));
  const int error = made->make_once();
  if (error != MPI_SUCCESS) return error;
  *request = made->handle;
  begin(made);
  return MPI_SUCCESS;
}

bool ActiveRequests::start(MPI_Request request, int& error) {
  const ProxyRef proxy = persistent_of(request);
  if (!proxy) return false;
  // If the plan is in progress, that is an error, which the MPI reports.
  error = PMPI_Start(&request);
  if (error == MPI_SUCCESS) begin(proxy);
  return true;
}

void ActiveRequests::forget(MPI_Request request) {
  const ProxyRef proxy = persistent_of(request);
  if (!proxy) return;
  const std::lock_guard lock(mutex_);
  persistent_.erase(request);
  persistent_count_.fetch_sub(1, std::memory_order_acq_rel);
  forget_failure(request);
  if (!proxy->is_under_way) numbers_.give_back(proxy->number());
}

void ActiveRequests::progress() {
  std::vector<ProxyRef> destroyed;  // without the mutex
  std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock) return;
  const Looking looking(*this, std::move(lock));
  progress_all();
  destroyed.swap(ended_);
}

void ActiveRequests::detach() {
  refuse_votes();
  const Looking looking(*this, std::unique_lock(mutex_));
  for (const ProxyRef& proxy : under_way_) proxy->detach();
  progress_all();
}

bool ActiveRequests::is_proxy(MPI_Request request) {
  return persistent_of(request) || !is_at_end(request);
}

bool ActiveRequests::is_at_end(MPI_Request request) {
  if (!are_requests_under_way()) return true;
  const std::lock_guard lock(mutex_);
  return std::ranges::find(under_way_, request, [](const ProxyRef& c) { return c->handle; }) ==
         under_way_.end();
}

Failure ActiveRequests::take_failure(MPI_Request proxy) {
  const std::lock_guard lock(mutex_);
  const auto found = failures_.find(proxy);
  if (found == failures_.end()) return {};
  const Failure failure = found->second;
  forget_failure(proxy);
  return failure;
}

int wait_among_requests(Run& run) {
  refuse_votes();
  while (are_requests_under_way()) {
    if (run.progress()) return run.error();
    progress_requests();
    yield_processor();
  }
  return run.wait();
}

void yield_processor() {
#ifdef MPICH
  // Open MPI itself yields the processor, if it is configured for more processes than processors.
  sched_yield();
#endif
}

void ActiveRequests::end() {
  refuse_votes();
  // Others may still need the messages of requests that the program has freed.
  while (are_requests_under_way()) {
    progress();
    yield_processor();
  }
  if (is_hooked_.exchange(false)) unhook_progress(look_from_mpi);
  {
    const std::lock_guard lock(mutex_);
    persistent_.clear();
    ended_.clear();
    persistent_count_.store(0);
  }
  channel_.free();
}

}  // namespace bamboo::plans::pmpi
