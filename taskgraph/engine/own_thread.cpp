// SPDX-License-Identifier: Apache-2.0
// Tasks that keep the thread on which they run. A call that blocks such a task blocks no other
// task.
#include <cfenv>
#include <utility>

#include "deadlock/deadlock_detector.h"
#include "engine/engine_impl.h"
#include "machine/ticks.h"

namespace bamboo {

bool Engine::keep_thread(Task& task) {
  Worker& worker = *Worker::current();
  if (worker.switches.load(std::memory_order_relaxed) != worker.first_switch) return false;
  impl_->begin_own_thread(task, worker, {});
  return true;
}

int Engine::worker_of(const Task& task) const {
  const int workers = impl_->options.workers;
  for (int w = 0; w < workers; ++w)
    if (impl_->workers[w].running.load(std::memory_order_relaxed) == &task) return w;
  return -1;
}

void Engine::keep_thread_of(int worker, Task& task, std::function<void()> begins) {
  impl_->begin_own_thread(task, impl_->workers[worker], std::move(begins));
}

void Engine::Impl::begin_own_thread(Task& task, Worker& worker,
                                    std::function<void()> successor_begins) {
  if (is_alone(plan.threads)) {
    used_by_several.store(Threads::One);
    // The worker has locked `slice` before, but with a single thread that does nothing.
    (void)task.slice.try_lock();
  }
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
      trace->join(worker.index);  // the caller may be another thread
      trace->ran(task, worker.slice_start, now);
      trace->leave();
    }
  }
  worker.running.store(nullptr, std::memory_order_relaxed);
  worker.release_thread();
  start_successor(worker, std::move(successor_begins));
}

void Engine::Impl::start_successor(Worker& worker, std::function<void()> begins) {
  // A reference: the new thread replaces this pointer by that to a variable of its own.
  std::thread& successor = *worker.successor;
  successor = std::thread([this, &worker, &count = *worker.works_for, settings = worker.settings,
                           begins = std::move(begins)] {
    std::fesetenv(FE_DFL_ENV);  // the new thread has inherited the task's
    settings.apply();
    if (begins) begins();
    work(worker, count);
  });
}

void Engine::Impl::end_own_thread(Task& task) {
  if (!task.finished())
    engine.fail(task,
                "it suspends in the runtime, but a task that has its own thread must not suspend");
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
  impl_->gate.polled_without_success();
  impl_->gate.poll_if_due();
}

void Engine::wakes_own_thread() {
  impl_->idleness.work_appeared();
}

}  // namespace bamboo
