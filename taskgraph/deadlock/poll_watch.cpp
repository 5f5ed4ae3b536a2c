// SPDX-License-Identifier: Apache-2.0
#include "deadlock/poll_watch.h"

#include <time.h>

#include <algorithm>
#include <utility>

#include "deadlock/deadlock_detector.h"
#include "machine/ticks.h"

namespace bamboo {
namespace {

std::int64_t processor_nanoseconds(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

}  // namespace

bool WorkerStep::computed() const {
  // The worker is in a single slice, which has not ended.
  const std::uint64_t slow = polls > 0 ? std::min(in_long, span) : idle ? 0 : span;
  const std::uint64_t elsewhere = span - slow;
  const std::uint64_t in_slow = processor > elsewhere ? processor - elsewhere : 0;
  return in_slow > processor / 2 && in_slow > span / 5;
}

PollWatch::PollWatch(WorkerActivities workers, std::uint64_t span, DeadlockDetector* detector,
                     Threads threads)
    : workers_(std::move(workers)),
      span_(span),
      detector_(detector),
      ticks_per_nanosecond_(ticks_per_second() * 1e-9),
      calm_(threads, std::vector<Seen>(workers_.size())),
      last_step_(ticks()) {}

bool PollWatch::step(std::uint64_t now) {
  const auto calm = calm_.try_lock();
  const std::uint64_t last = last_step_.load(std::memory_order_relaxed);
  if (!calm || now <= last) return false;
  bool nothing_else = true;
  for (std::size_t w = 0; w < calm->seen.size(); ++w)
    nothing_else &= only_polled(*workers_[w], calm->seen[w], now - last);
  calm->steps = nothing_else ? calm->steps + 1 : 0;
  const bool lasts = calm->steps >= longest_slice;
  if (calm->steps == longest_slice) calm->since = now;
  if (detector_ != nullptr) detector_->polling(lasts);
  last_step_.store(now, std::memory_order_relaxed);
  return lasts && now - calm->since >= span_;
}

bool PollWatch::only_polled(const WorkerActivity& worker, Seen& seen, std::uint64_t span) const {
  const Seen last = seen;
  seen.polls = worker.polls.load(std::memory_order_relaxed);
  seen.in_long = worker.ticks_polling_long.load(std::memory_order_relaxed);
  seen.events = worker.other_slices.load(std::memory_order_relaxed) +
                worker.local_messages.load(std::memory_order_relaxed);
  seen.processor = processor_nanoseconds(worker.processor_clock);
  WorkerStep step;
  step.span = span;
  step.polls = seen.polls - last.polls;
  step.in_long = seen.in_long - last.in_long;
  step.idle = worker.idle.load(std::memory_order_relaxed);
  step.processor = static_cast<std::uint64_t>(
      static_cast<double>(std::max<std::int64_t>(seen.processor - last.processor, 0)) *
      ticks_per_nanosecond_);
  seen.away = step.polls > 0 || step.idle ? 0 : last.away + 1;
  return seen.events == last.events && seen.away < longest_slice && !step.computed();
}

}  // namespace bamboo
