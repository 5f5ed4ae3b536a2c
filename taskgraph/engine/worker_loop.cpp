// SPDX-License-Identifier: Apache-2.0
// The loop of a worker: it runs the best task, polls, and waits without keeping others from the
// core.
#include <fmt/format.h>
#include <pthread.h>
#include <sched.h>
#include <sys/prctl.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <mutex>
#include <utility>

#include "bamboo/taskgraph/exit_codes.h"
#include "bamboo/taskgraph/internal/processor.h"
#include "engine/engine_impl.h"
#include "machine/bound_workers.h"
#include "machine/ticks.h"

namespace bamboo {

using namespace std::chrono_literals;

namespace {

/// The pause between two polls where processes share a core. A poll takes processor time from a
/// process that computes, so the pause grows with the time waited.
std::chrono::nanoseconds pause_after(std::uint64_t waited) {
  using std::chrono::nanoseconds;
  const double seconds = static_cast<double>(waited) / ticks_per_second();
  const nanoseconds eighth(static_cast<std::int64_t>(seconds * 1e9 / 8));
  return std::clamp(eighth, nanoseconds(50us), nanoseconds(1ms));
}

}  // namespace

void Engine::Impl::work(Worker& me, const std::atomic<int>& count) {
  std::thread successor;
  const OnCoresOfWorker bound(plan.binding, me.index);
  me.successor = &successor;
  me.works_for = &count;
  me.first_switch = me.switches.load(std::memory_order_relaxed);
  me.settings = InheritedSettings::of_calling_thread();
  me.take_thread();
  if (trace != nullptr) trace->join(me.index);
  if (gate.active()) prctl(PR_SET_TIMERSLACK, 1000UL);  // short sleeps shall be short
  if (clockid_t clock; pthread_getcpuclockid(pthread_self(), &clock) == 0)
    me.activity.processor_clock = clock;
  me.thread_start = timing ? ticks() : 0;
  while (count.load(std::memory_order_acquire) != 0) {
    Task* task = scheduler->pop(me.index);
    if (task == nullptr) task = wait_for_task(me, count);
    if (task != nullptr && !run_slice(me, *task)) return successor.join();
  }
  if (timing) bump(me.ticks_total, ticks() - me.thread_start);
  if (trace != nullptr) trace->leave();
  me.release_thread();
}

// This and execute() are inlined because a processor predicts the returns behind a switch of stacks
// wrongly: each one costs some 5 ns.
[[gnu::always_inline]] inline bool Engine::Impl::run_slice(Worker& me, Task& task) {
  const std::uint64_t start = me.slice_start = timing ? ticks() : 0;
  if (trace != nullptr) trace->starts(task, start);
  {
    const std::lock_guard slice(task.slice);
    execute(me, task);
    wait_report.left(task);
  }
  if (task.has_own_thread) [[unlikely]] {
    end_own_thread(task);
    return false;
  }
  me.running.store(nullptr, std::memory_order_relaxed);
  bump(me.switches);
  if (timing) {
    const std::uint64_t end = ticks();
    bump(me.ticks_computing, end - start);
    if (trace != nullptr) trace->ran(task, start, end);
  }
  task.left();

  const bool yielded = std::exchange(task.gave_way, false);
  if (!yielded) bump(me.activity.other_slices);
  if (task.finished()) {
    task.state.store(Task::State::Finished, std::memory_order_relaxed);
    unfinished.fetch_sub(1, std::memory_order_relaxed);
    task.owner().finished(task);
  } else {
    task.state.store(Task::State::Suspended, std::memory_order_relaxed);
    // From here on, unless this call satisfies the rule, the task belongs to the thread that
    // delivers its last message.
    if (task.rule().satisfy()) {
      task.state.store(Task::State::Ready, std::memory_order_relaxed);
      if (yielded) {
        after_yield(me, task);
        return true;
      }
      scheduler->push(task, me.index);
    }
  }
  me.fruitless = 0;
  gate.poll_if_due();
  return true;
}

[[gnu::always_inline]] inline void Engine::Impl::execute(Worker& me, Task& task) {
  me.running.store(&task, std::memory_order_relaxed);
  const bool first = task.state.load(std::memory_order_relaxed) == Task::State::Created;
  task.state.store(Task::State::Running, std::memory_order_relaxed);
  try {
    if (first) task.init();
    task.execute();
  } catch (const std::exception& error) {
    engine.fail(task, error.what());
  } catch (...) {
    engine.fail(task, "an exception that is not a std::exception");
  }
}

void Engine::Impl::after_yield(Worker& me, Task& task) {
  const int pinned = task.pinned_worker;  // once pushed, it may run and change it
  scheduler->push_last(task);
  wake_worker_for(pinned);
  gate.polled_without_success();
  const bool happened = gate.poll();
  // If every task only polls, the process waits, so it lets others have the core.
  const std::uint64_t now = ticks();
  const std::uint64_t took = now - me.last_yield;
  const bool spinning = !happened && took < short_slice;
  me.last_yield = now;
  bump(me.activity.polls);
  if (took >= long_slice) bump(me.activity.ticks_polling_long, took);
  if (!has_own_threads.load(std::memory_order_relaxed) && poll_watch.step_if_due(now))
    warn_of_local_polling();
  if (engine.when_waiting) engine.when_waiting(Waiting::Some);
  me.fruitless = spinning ? me.fruitless + 1 : 0;
  if (me.fruitless > unfinished.load(std::memory_order_relaxed)) sched_yield();
}

Task* Engine::Impl::wait_for_task(Worker& me, const std::atomic<int>& count) {
  const std::uint64_t start = ticks();
  std::uint64_t last_event = start;
  bool polling = false;
  Task* task = nullptr;
  me.activity.idle.store(true, std::memory_order_relaxed);
  if (engine.when_waiting) watch_slices();
  idleness.enter();
  while (count.load() != 0) {
    if (!polling) polling = !polled_idly.exchange(true);
    if (polling && gate.poll()) last_event = ticks();
    task = scheduler->pop(me.index);
    if (task != nullptr) break;
    bump(me.activity.looks);
    if (engine.when_waiting && engine.when_waiting(waiting(me))) {
      idleness.restart();
      last_event = ticks();
      continue;
    }
    check_for_local_deadlock();
    back_off(me, count, polling, ticks() - last_event);
  }
  if (polling) polled_idly.store(false);
  idleness.leave();
  me.activity.idle.store(false, std::memory_order_relaxed);
  const std::uint64_t end = ticks();
  me.last_yield = end;
  if (timing) {
    bump(me.ticks_idle, end - start);
    if (trace != nullptr) trace->idled(start, end);
  }
  return task;
}

void Engine::Impl::back_off(Worker& me, const std::atomic<int>& count, bool polling,
                            std::uint64_t waited) {
  if (waited < spin_span && !plan.oversubscribed) return processor::pause();
  if (waited < yield_span) {
    sched_yield();
    return;
  }
  // The worker that polls does so again after a short time, unless the service thread polls. The
  // other workers are woken when there is work; at intervals they check whether they have to poll.
  std::chrono::nanoseconds pause = polling ? 50us : 2ms;
  if (polling && plan.oversubscribed) pause = pause_after(waited);
  const bool is_served = service && service->mode() == ServiceMode::Dedicated;
  if (polling && (is_served || !gate.active())) pause = 1ms;
  sleepers.fetch_add(1);
  me.parker.prepare();
  if (scheduler->empty(me.index) && count.load() != 0)
    me.parker.park(pause);
  else
    me.parker.cancel();
  sleepers.fetch_sub(1);
}

void Engine::Impl::wake_worker_for(int pinned) {
  if (is_alone(plan.threads) || sleepers.load() == 0) return;
  if (pinned >= 0) {
    workers[pinned].parker.wake();
    return;
  }
  for (int w = 0; w < options.workers; ++w)
    if (workers[w].parker.wake()) return;
}

void Engine::Impl::watch_slices() {
  for (int w = 0; w < options.workers; ++w)
    workers[w].slice_watch.begin(workers[w].switches.load(std::memory_order_relaxed));
}

Waiting Engine::Impl::waiting(const Worker& me) {
  const bool alone = processes == 1 && !has_own_threads.load(std::memory_order_relaxed);
  if (alone && idleness.idle_for(0)) return Waiting::All;
  return others_compute(me) ? Waiting::BesideComputing : Waiting::Some;
}

bool Engine::Impl::others_compute(const Worker& me) {
  const std::uint64_t now = ticks();
  for (int w = 0; w < options.workers; ++w) {
    Worker& other = workers[w];
    if (&other == &me || other.activity.idle.load(std::memory_order_relaxed)) continue;
    const std::uint64_t slices = other.switches.load(std::memory_order_relaxed);
    if (other.slice_watch.computes(slices, now, computing_slice)) return true;
  }
  return false;
}

void Engine::Impl::check_for_local_deadlock() {
  if (has_own_threads.load(std::memory_order_relaxed)) return;  // they may bring something
  if (processes > 1 || options.deadlock_seconds <= 0) return;
  const std::optional<std::uint64_t> since = idleness.idle_for(deadlock_span);
  if (!since || !local_deadlock.confirmed(*since)) return;
  if (unfinished.load() == 0) return;  // the first worker has not noticed the end yet
  const std::optional<std::string> waits = describe_unfinished();
  if (!waits || reported.exchange(true)) return;
  fmt::print(stderr, "bamboo: deadlock: no task can ever run again\n{}", *waits);
  engine.abort(exit_deadlock);
}

/// With several processes the messenger warns, because it covers all of them.
void Engine::Impl::warn_of_local_polling() {
  if (processes > 1 || warned.load()) return;
  const std::optional<std::string> waits = describe_unfinished();
  if (!waits || warned.exchange(true)) return;
  fmt::print(stderr, "{}{}", polling_warning(options.deadlock_seconds), *waits);
}

}  // namespace bamboo
