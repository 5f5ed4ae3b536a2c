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

using CarriedRef = std::shared_ptr<Carried>;

/// Held shortly, and never while the MPI waits for anything but itself.
std::mutex mutex;
Numbers numbers;
std::unordered_map<MPI_Request, CarriedRef> persistent;
std::unordered_map<MPI_Request, Failure> failures;
std::vector<CarriedRef> under_way;
std::vector<CarriedRef> ended;  // to be destroyed when the MPI is not busy with something else

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

void note_failure(const Carried& carried, int error) {
  failures[carried.carrier] = {error, carried.program()};
  requests_failed.store(static_cast<int>(failures.size()));
}

/// A handle that comes again has nothing to do with the one before.
void forget_failure(MPI_Request carrier) {
  if (failures.erase(carrier)) requests_failed.store(static_cast<int>(failures.size()));
}

/// With the mutex. True: it is done.
bool advance(Carried& carried) {
  if (!carried.progress()) return false;
  const int error = carried.end();
  if (error != MPI_SUCCESS) note_failure(carried, error);
  carried.is_under_way = false;
  return true;
}

bool is_kept(const CarriedRef& carried) {
  const auto found = persistent.find(carried->carrier);
  return found != persistent.end() && found->second == carried;
}

/// With the mutex.
void progress_all() {
  for (std::size_t i = 0; i < under_way.size();) {
    if (!advance(*under_way[i])) {
      ++i;
      continue;
    }
    const CarriedRef& done = ended.emplace_back(std::move(under_way[i]));
    under_way[i] = std::move(under_way.back());
    under_way.pop_back();
    if (!is_kept(done)) numbers.give_back(done->number());
    entry_flags.fetch_sub(one_request);
  }
}

/// Called by the MPI, wherever it waits.
int look_from_mpi() {
  if (!are_requests_under_way() || is_looking) return 0;
  std::unique_lock lock(mutex, std::try_to_lock);
  if (!lock) return 0;
  const Looking looking(std::move(lock));
  progress_all();
  return 0;
}

std::atomic<bool> is_hooked{false};

void hook() {
  if (!is_hooked.exchange(true)) hook_progress(look_from_mpi);
}

/// Then another thread may be in a call that blocks, and nobody would look at the plan.
bool are_threads_several() {
  static const bool several = [] {
    int level = MPI_THREAD_SINGLE;
    PMPI_Query_thread(&level);
    return level == MPI_THREAD_MULTIPLE;
  }();
  return several;
}

void begin(const CarriedRef& carried) {
  carried->begin();
  if (!carried->is_direct()) hook();
  std::vector<CarriedRef> destroyed;  // without the mutex
  const Looking looking{std::unique_lock(mutex)};
  destroyed.swap(ended);
  forget_failure(carried->carrier);
  carried->is_under_way = true;
  under_way.push_back(carried);
  entry_flags.fetch_add(one_request);
  if (are_threads_several()) carried->let_go();
  progress_all();
}

CarriedRef make(Planned planned) {
  const std::lock_guard lock(mutex);
  return std::make_shared<Carried>(std::move(planned), numbers.take());
}

CarriedRef find(MPI_Request request) {
  if (persistent_carriers.load(std::memory_order_acquire) == 0) return nullptr;
  const std::lock_guard lock(mutex);
  const auto found = persistent.find(request);
  return found == persistent.end() ? nullptr : found->second;
}

}  // namespace

int make_persistent(Planned planned, MPI_Request* request) {
  const CarriedRef made = make(std::move(planned));
  const int error = made->make_persistent();
  if (error != MPI_SUCCESS) return error;
  *request = made->carrier;
  const std::lock_guard lock(mutex);
  persistent[made->carrier] = made;
  persistent_carriers.fetch_add(1, std::memory_order_acq_rel);
  return MPI_SUCCESS;
}

int start_once(Planned planned, MPI_Request* request) {
  const CarriedRef made = make(std::move(planned));
  const int error = made->make_once();
  if (error != MPI_SUCCESS) return error;
  *request = made->carrier;
  begin(made);
  return MPI_SUCCESS;
}

bool start_carried(MPI_Request request, int& error) {
  const CarriedRef carried = find(request);
  if (!carried) return false;
  // One that is under way is an error, which the MPI finds.
  error = PMPI_Start(&request);
  if (error == MPI_SUCCESS) begin(carried);
  return true;
}

void forget_carrier(MPI_Request request) {
  const CarriedRef carried = find(request);
  if (!carried) return;
  const std::lock_guard lock(mutex);
  persistent.erase(request);
  persistent_carriers.fetch_sub(1, std::memory_order_acq_rel);
  forget_failure(request);
  if (!carried->is_under_way) numbers.give_back(carried->number());
}

void progress_requests() {
  std::vector<CarriedRef> destroyed;  // without the mutex
  std::unique_lock lock(mutex, std::try_to_lock);
  if (!lock) return;
  const Looking looking(std::move(lock));
  progress_all();
  destroyed.swap(ended);
}

void let_requests_go() {
  const Looking looking{std::unique_lock(mutex)};
  for (const CarriedRef& carried : under_way) carried->let_go();
  progress_all();
}

bool is_carrier(MPI_Request request) {
  return find(request) || !is_carried_to_end(request);
}

bool is_carried_to_end(MPI_Request request) {
  if (!are_requests_under_way()) return true;
  const std::lock_guard lock(mutex);
  return std::ranges::find(under_way, request, [](const CarriedRef& c) { return c->carrier; }) ==
         under_way.end();
}

Failure take_failure(MPI_Request carrier) {
  const std::lock_guard lock(mutex);
  const auto found = failures.find(carrier);
  if (found == failures.end()) return {};
  const Failure failure = found->second;
  forget_failure(carrier);
  return failure;
}

int wait_among_requests(Run& run) {
  while (are_requests_under_way()) {
    if (run.progress()) return run.error();
    progress_requests();
    give_way();
  }
  return run.wait();
}

void give_way() {
#ifdef MPICH
  sched_yield();  // Open MPI does, when it is told that processors are shared
#endif
}

void end_requests() {
  // Of requests that the program has freed, others may still count on the messages.
  while (are_requests_under_way()) {
    progress_requests();
    give_way();
  }
  if (is_hooked.exchange(false)) unhook_progress(look_from_mpi);
  {
    const std::lock_guard lock(mutex);
    persistent.clear();
    ended.clear();
    persistent_carriers.store(0);
  }
  Carried::free_channel();
}

}  // namespace bamboo::plans::pmpi
