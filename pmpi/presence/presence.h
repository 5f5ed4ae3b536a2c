// SPDX-License-Identifier: Apache-2.0
// The call of MPI in which a thread is, for the roll call of a job that hangs. Each function of
// MPI stores its arguments here. The process reads them when the roll is called.
#pragma once

#include <mpi.h>
#include <time.h>

#include <atomic>
#include <climits>
#include <cstdint>

namespace bamboo::plans::pmpi {

/// How the stored arguments of a call are to be read.
enum class Stored : std::uint8_t {
  Nothing,
  To,               ///< rank and tag
  From,             ///< rank and tag
  Exchange,         ///< both
  Root,             ///< a rank
  Requests,         ///< the address of C's handles, and how many
  FortranRequests,  ///< the same of Fortran's handles
  Named,            ///< the address of the function's name
};

/// A function of MPI. Each entry has one.
struct CalledFunction {
  const char* name;
  Stored stored;
};

constexpr int no_tag = INT_MIN;

/// The arguments of a call, as `Stored` explains them.
struct CalledWith {
  MPI_Comm comm = MPI_COMM_NULL;
  int first = 0, first_tag = no_tag;
  int second = 0, second_tag = no_tag;
  const void* requests = nullptr;
};

inline std::int64_t coarse_nanoseconds() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
  return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

/// A call and where it was made. One thread writes it, others may read it.
class StoredCall {
 public:
  void store(const CalledFunction& function, const void* site, const CalledWith& with) {
    set(function_, &function);
    set(site_, site);
    set(comm_, with.comm);
    set(first_, with.first);
    set(first_tag_, with.first_tag);
    if (function.stored == Stored::Exchange) {
      set(second_, with.second);
      set(second_tag_, with.second_tag);
    }
    if (function.stored >= Stored::Requests) set(requests_, with.requests);
  }
  /// Returns null if the thread has made no call.
  const CalledFunction* function() const { return get(function_); }
  const void* site() const { return get(site_); }
  CalledWith with() const {
    return {get(comm_),   get(first_),      get(first_tag_),
            get(second_), get(second_tag_), get(requests_)};
  }

 private:
  template <class T>
  static void set(std::atomic<T>& to, T value) {
    to.store(value, std::memory_order_relaxed);
  }
  template <class T>
  static T get(const std::atomic<T>& from) {
    return from.load(std::memory_order_relaxed);
  }
  std::atomic<const CalledFunction*> function_{nullptr};
  std::atomic<const void*> site_{nullptr};
  std::atomic<MPI_Comm> comm_{};
  std::atomic<int> first_{0}, first_tag_{0}, second_{0}, second_tag_{0};
  std::atomic<const void*> requests_{nullptr};
};

/// What one thread does in MPI.
struct Presence {
  std::atomic<std::uint64_t> changes{0};  ///< odd: the thread is in the call
  std::atomic<std::int64_t> since{0};     ///< of the last change
  std::atomic<bool> polls{false};  ///< the last call has tested for something and not found it
  StoredCall call;
  Presence* next = nullptr;  ///< of another thread

  void change(std::int64_t now, std::uint64_t by = 1) {
    since.store(now, std::memory_order_relaxed);
    changes.store(changes.load(std::memory_order_relaxed) + by, std::memory_order_release);
  }
};

/// That of the calling thread, which is made when the thread calls MPI for the first time.
Presence* new_presence();
/// The first of all threads' that have called MPI.
const Presence* newest_presence();
constinit inline thread_local Presence* own_presence = nullptr;
inline Presence& presence() {
  if (own_presence == nullptr) [[unlikely]]
    own_presence = new_presence();
  return *own_presence;
}

/// While this object exists, the calling thread is in a call. A call that a function of the program
/// makes inside of another call of MPI is a part of that one.
class InCall {
 public:
  [[gnu::always_inline]] InCall(const CalledFunction& function, const void* site,
                                const CalledWith& with) {
    Presence& here = presence();
    if ((here.changes.load(std::memory_order_relaxed) & 1) != 0) [[unlikely]]
      return;
    here_ = &here;
    here.polls.store(false, std::memory_order_relaxed);
    here.call.store(function, site, with);
    here.change(coarse_nanoseconds());
  }
  [[gnu::always_inline]] ~InCall() {
    if (here_ != nullptr) [[likely]]
      here_->change(coarse_nanoseconds());
  }
  InCall(const InCall&) = delete;
  InCall& operator=(const InCall&) = delete;

 private:
  Presence* here_ = nullptr;
};

/// Like above, for a call that returns at once. The thread polls from a call that has found nothing
/// to the end of a call that has found something, or to a call of another kind.
class InPoll {
 public:
  [[gnu::always_inline]] InPoll(const CalledFunction& function, const void* site,
                                const CalledWith& with) {
    Presence& here = presence();
    if ((here.changes.load(std::memory_order_relaxed) & 1) != 0) [[unlikely]]
      return;
    here_ = &here;
    here.call.store(function, site, with);
    continues_ = here.polls.load(std::memory_order_relaxed);
    if (!continues_) here.change(coarse_nanoseconds());
  }
  /// Sets whether the call has found something. If it is not called, the call has.
  void found(bool something) { found_ = something; }
  [[gnu::always_inline]] ~InPoll() {
    if (here_ == nullptr || (continues_ && !found_)) return;
    here_->polls.store(!found_, std::memory_order_relaxed);
    here_->change(coarse_nanoseconds(), continues_ ? 2 : 1);
  }
  InPoll(const InPoll&) = delete;
  InPoll& operator=(const InPoll&) = delete;

 private:
  Presence* here_ = nullptr;
  bool continues_ = false, found_ = true;
};

/// The calls that have started requests, by the handles of the requests. A newer call with the same
/// place in the table replaces an older one.
struct StartedRequest {
  std::atomic<MPI_Request> request{};
  StoredCall call;
};
void remember_start(MPI_Request request, const CalledFunction& function, const void* site,
                    const CalledWith& with);
/// Returns null if the call that started the request is unknown.
const StartedRequest* start_of(MPI_Request request);

/// Called after a function that has started a request; returns its `error`.
inline int started(int error, const MPI_Request* request, const CalledFunction& function,
                   const void* site, const CalledWith& with) {
  if (error == MPI_SUCCESS && request != nullptr) remember_start(*request, function, site, with);
  return error;
}

}  // namespace bamboo::plans::pmpi
