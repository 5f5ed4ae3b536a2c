// SPDX-License-Identifier: Apache-2.0
// Tasks that keep the thread on which they run. What blocks it keeps no other task from running.
#include <cfenv>

#include "deadlock/deadlock_detector.h"
#include "engine/engine_impl.h"
#include "machine/ticks.h"

namespace bamboo {

bool Engine::keep_thread(Task& task) {
  Impl& impl = *impl_;
  Worker& worker = *Worker::current();
  if (worker.switches.load(std::memory_order_relaxed) != worker.first_switch) return false;
  if (is_alone(impl.plan.threads)) {
    used_by_several.store(Threads::One);
    (void)task.slice.try_lock();  // which the worker has locked, perhaps when that did nothing
  }
  impl.begin_own_thread(task, worker);
  std::thread& successor = *worker.successor;  // it writes where it keeps its own
  successor = std::thread([&impl, &worker, &count = *worker.works_for] {
    std::fesetenv(FE_DFL_ENV);  // not the task's
    impl.work(worker, count);
  });
  return true;
}

void Engine::Impl::begin_own_thread(Task& task, Worker& worker) {
  task.has_own_thread = true;
  // The task may have started threads that will wake it.
  has_own_threads.store(true);
  if (detector() != nullptr) detector()->stop_watching();
  idleness.add();
  if (timing) {
    const std::uint64_t now = ticks();
    bump(worker.ticks_computing, now - worker.slice_start);
    bump(worker.ticks_total, now - worker.thread_start);
    if (trace != nullptr) {
      trace->ran(task, worker.slice_start, now);
      trace->leave();
    }
  }
  worker.running = nullptr;
  Worker::set_current(nullptr);
}

void Engine::Impl::end_own_thread(Task& task) {
  idleness.remove();
  task.left();
  task.state.store(Task::State::Finished, std::memory_order_relaxed);
  unfinished.fetch_sub(1, std::memory_order_relaxed);
  task.owner().finished(task);
}

void Engine::own_thread_waits() {
  impl_->idleness.enter();
}

void Engine::own_thread_goes_on() {
  impl_->idleness.leave();
}

void Engine::own_thread_polls() {
  impl_->gate.polled_in_vain();
  impl_->gate.poll_if_due();
}

void Engine::wakes_own_thread() {
  impl_->idleness.work_appeared();
}

}  // namespace bamboo
