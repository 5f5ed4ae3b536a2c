// SPDX-License-Identifier: Apache-2.0
#include "requests/active_requests.h"

#include <sched.h>

#include <algorithm>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

#include "requests/progress_hook.h"

namespace bamboo::plans::pmpi {
namespace {

using ProxyRef = std::shared_ptr<ProxyRequest>;

/// Held shortly, and never while the MPI waits for anything but itself.
std::mutex requests_mutex;
Numbers proxy_numbers;
std::unordered_map<MPI_Request, ProxyRef> persistent;
std::unordered_map<MPI_Request, Failure> failures;
std::vector<ProxyRef> under_way;
std::vector<ProxyRef> ended;  // to be destroyed when the MPI is not busy with something else

/// This thread has the mutex and is in the MPI, which may call the hook.
thread_local bool is_looking = false;

class Looking {
 public:
  explicit Looking(std::unique_lock<std::mutex> lock) : lock_(std::move(lock)) {
    is_looking = true;
  }
  ~Looking() { is_looking = false; }
  Looking(const Looking&) = delete;
  Looking& operator=(const Looking&) = delete;

 private:
  std::unique_lock<std::mutex> lock_;
};

void note_failure(const ProxyRequest& proxy, int error) {
  failures[proxy.handle] = {error, proxy.program()};
  requests_failed.store(static_cast<int>(failures.size()));
}

/// A handle that comes again has nothing to do with the one before.
void forget_failure(MPI_Request proxy) {
  if (failures.erase(proxy)) requests_failed.store(static_cast<int>(failures.size()));
}

/// Call it with the mutex. Returns true when it is done.
bool advance(ProxyRequest& proxy) {
  if (!proxy.progress()) return false;
  const int error = proxy.end();
  if (error != MPI_SUCCESS) note_failure(proxy, error);
  proxy.is_under_way = false;
  return true;
}

bool is_kept(const ProxyRef& proxy) {
  const auto found = persistent.find(proxy->handle);
  return found != persistent.end() && found->second == proxy;
}

/// Call it with the mutex.
void progress_all() {
  for (std::size_t i = 0; i < under_way.size();) {
    if (!advance(*under_way[i])) {
      ++i;
      continue;
    }
    const ProxyRef& done = ended.emplace_back(std::move(under_way[i]));
    under_way[i] = std::move(under_way.back());
    under_way.pop_back();
    if (!is_kept(done)) proxy_numbers.give_back(done->number());
    entry_flags.fetch_sub(one_request);
  }
}

/// Called by the MPI, wherever it waits.
int look_from_mpi() {
  if (!are_requests_under_way() || is_looking) return 0;
  std::unique_lock lock(requests_mutex, std::try_to_lock);
  if (!lock) return 0;
  const Looking looking(std::move(lock));
  progress_all();
  return 0;
}

std::atomic<bool> is_hooked{false};

void hook() {
  if (!is_hooked.exchange(true)) hook_progress(look_from_mpi);
}

/// Then another thread may be in a call that blocks, and no thread would look at the plan.
bool are_threads_several() {
  static const bool several = [] {
    int level = MPI_THREAD_SINGLE;
    PMPI_Query_thread(&level);
    return level == MPI_THREAD_MULTIPLE;
  }();
  return several;
}

void begin(const ProxyRef& proxy) {
  proxy->begin();
  if (!proxy->is_direct()) hook();
  std::vector<ProxyRef> destroyed;  // without the mutex
  const Looking looking{std::unique_lock(requests_mutex)};
  destroyed.swap(ended);
  forget_failure(proxy->handle);
  proxy->is_under_way = true;
  under_way.push_back(proxy);
  entry_flags.fetch_add(one_request);
  if (are_threads_several()) proxy->detach();
  progress_all();
}

ProxyRef make(std::unique_ptr<RequestServer> server) {
  const std::lock_guard lock(requests_mutex);
  return std::make_shared<ProxyRequest>(std::move(server), proxy_numbers.take());
}

ProxyRef proxy_of(MPI_Request request) {
  if (persistent_proxies.load(std::memory_order_acquire) == 0) return nullptr;
  const std::lock_guard lock(requests_mutex);
  const auto found = persistent.find(request);
  return found == persistent.end() ? nullptr : found->second;
}

}  // namespace

int make_persistent(std::unique_ptr<RequestServer> server, MPI_Request* request) {
  const ProxyRef made = make(std::move(server));
  const int error = made->make_persistent();
  if (error != MPI_SUCCESS) return error;
  *request = made->handle;
  const std::lock_guard lock(requests_mutex);
  persistent[made->handle] = made;
  persistent_proxies.fetch_add(1, std::memory_order_acq_rel);
  return MPI_SUCCESS;
}

int start_once(std::unique_ptr<RequestServer> server, MPI_Request* request) {
  const ProxyRef made = make(std::move(server));
  const int error = made->make_once();
  if (error != MPI_SUCCESS) return error;
  *request = made->handle;
  begin(made);
  return MPI_SUCCESS;
}

bool start_proxy(MPI_Request request, int& error) {
  const ProxyRef proxy = proxy_of(request);
  if (!proxy) return false;
  // One that is under way is an error, which the MPI finds.
  error = PMPI_Start(&request);
  if (error == MPI_SUCCESS) begin(proxy);
  return true;
}

void forget_proxy(MPI_Request request) {
  const ProxyRef proxy = proxy_of(request);
  if (!proxy) return;
  const std::lock_guard lock(requests_mutex);
  persistent.erase(request);
  persistent_proxies.fetch_sub(1, std::memory_order_acq_rel);
  forget_failure(request);
  if (!proxy->is_under_way) proxy_numbers.give_back(proxy->number());
}

void progress_requests() {
  std::vector<ProxyRef> destroyed;  // without the mutex
  std::unique_lock lock(requests_mutex, std::try_to_lock);
  if (!lock) return;
  const Looking looking(std::move(lock));
  progress_all();
  destroyed.swap(ended);
}

void detach_requests() {
  refuse_votes();
  const Looking looking{std::unique_lock(requests_mutex)};
  for (const ProxyRef& proxy : under_way) proxy->detach();
  progress_all();
}

bool is_proxy(MPI_Request request) {
  return proxy_of(request) || !is_proxy_at_end(request);
}

bool is_proxy_at_end(MPI_Request request) {
  if (!are_requests_under_way()) return true;
  const std::lock_guard lock(requests_mutex);
  return std::ranges::find(under_way, request, [](const ProxyRef& c) { return c->handle; }) ==
         under_way.end();
}

Failure take_failure(MPI_Request proxy) {
  const std::lock_guard lock(requests_mutex);
  const auto found = failures.find(proxy);
  if (found == failures.end()) return {};
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
  sched_yield();  // Open MPI yields if processors are configured as shared
#endif
}

void end_requests() {
  refuse_votes();
  // Others may still need the messages of requests that the program has freed.
  while (are_requests_under_way()) {
    progress_requests();
    yield_processor();
  }
  if (is_hooked.exchange(false)) unhook_progress(look_from_mpi);
  {
    const std::lock_guard lock(requests_mutex);
    persistent.clear();
    ended.clear();
    persistent_proxies.store(0);
  }
  ProxyRequest::free_channel();
}

}  // namespace bamboo::plans::pmpi
