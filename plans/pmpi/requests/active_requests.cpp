// SPDX-License-Identifier: Apache-2.0
#include "requests/active_requests.h"

#include <sched.h>

#include <algorithm>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "configuration/world.h"
#include "datatypes/self_channel.h"
#include "requests/progress_hook.h"

namespace bamboo::plans::pmpi {
namespace {

/// All carriers are receives on this communicator, each with a tag of its own.
SelfChannel carriers;

/// Numbers that nobody else has.
class Numbers {
 public:
  int take() {
    if (free_.empty()) return next_++;
    const int number = free_.back();
    free_.pop_back();
    return number;
  }
  void give_back(int number) { free_.push_back(number); }

 private:
  std::vector<int> free_;
  int next_ = 0;
};

class Carried {
 public:
  Carried(Planned planned, int number) : planned_(std::move(planned)), number_(number) {}

  MPI_Request carrier = MPI_REQUEST_NULL;
  bool is_under_way = false;
  int number() const { return number_; }
  MPI_Comm program() const { return planned_.channel->program(); }

  /// Takes what the program's buffers hold now.
  void begin() {
    begin_ = PMPI_Wtime();
    // What is packed must be packed again; else the buffers are only pointed to.
    if (planned_.ready)
      work_ = std::exchange(planned_.ready, std::nullopt);
    else if (!work_ || !work_->saved.empty())
      work_.emplace(planned_.make_work());
    run_.emplace(planned_.channel->messages(), planned_.tag, *planned_.schedule, *work_);
  }
  bool progress() { return run_->progress(); }
  bool is_direct() const { return planned_.algorithm->is_direct; }
  void let_go() {
    if (is_direct()) run_->let_go();
  }
  /// The plan has come to its end: so does the carrier. Returns the plan's error code.
  int end() {
    const int error = run_->error();
    // A message longer than the carrier is an error of the carrier.
    static const char failed = 0;
    MPI_Request sent;  // the MPI may have called us, so nothing may wait
    PMPI_Isend(&failed, error == MPI_SUCCESS ? 0 : 1, MPI_BYTE, 0, number_, carriers.get(), &sent);
    PMPI_Request_free(&sent);
    if (world()->reports)
      record(planned_.call, planned_.processes, planned_.bytes, planned_.algorithm,
             PMPI_Wtime() - begin_);
    run_.reset();
    return error;
  }

 private:
  Planned planned_;
  int number_;
  std::optional<Work> work_;
  std::optional<Run> run_;
  double begin_ = 0;
};

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
    first_look.fetch_sub(one_request);
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
  first_look.fetch_add(one_request);
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
  const int error =
      PMPI_Recv_init(nullptr, 0, MPI_BYTE, 0, made->number(), carriers.get(), &made->carrier);
  if (error != MPI_SUCCESS) return error;
  *request = made->carrier;
  const std::lock_guard lock(mutex);
  persistent[made->carrier] = made;
  persistent_carriers.fetch_add(1, std::memory_order_acq_rel);
  return MPI_SUCCESS;
}

int start_once(Planned planned, MPI_Request* request) {
  const CarriedRef made = make(std::move(planned));
  const int error =
      PMPI_Irecv(nullptr, 0, MPI_BYTE, 0, made->number(), carriers.get(), &made->carrier);
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
  carriers.free();
}

}  // namespace bamboo::plans::pmpi
