// SPDX-License-Identifier: Apache-2.0
#include "engine/engine.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <utility>

#include "bamboo/taskgraph/exit_codes.h"
#include "deadlock/deadlock_detector.h"
#include "engine/engine_impl.h"
#include "machine/bound_workers.h"
#include "machine/ticks.h"
#include "messenger/messenger.h"

namespace bamboo {
namespace {

/// Returns null if the user asked for no trace. Collective if there are several processes.
std::unique_ptr<Trace> make_trace(const RuntimeOptions& options, Transport* transport) {
  if (options.trace_file.empty()) return nullptr;
  const int processes = transport != nullptr ? transport->processes() : 1;
  const JobClock clock =
      processes > 1 ? transport->job_clock() : JobClock{.origin = real_time().nanoseconds};
  return std::make_unique<Trace>(options.workers, options.trace_bytes,
                                 transport != nullptr ? transport->process() : 0, processes, clock);
}

}  // namespace

Engine::Impl::Impl(Engine& owner, const RuntimeOptions& given, Messenger* of_process,
                   const ThreadPlan& decided, Report unfinished_tasks)
    : engine(owner),
      options(given),
      messenger(of_process),
      processes(messenger != nullptr ? messenger->transport().processes() : 1),
      trace(make_trace(options, messenger != nullptr ? &messenger->transport() : nullptr)),
      timing(options.statistics || trace != nullptr),
      plan(decided),
      describe_unfinished(std::move(unfinished_tasks)),
      scheduler(make_scheduler(options.scheduler, options.workers, plan.threads)),
      workers(new Worker[options.workers]),
      gate(processes > 1 ? messenger : nullptr),
      idleness(options.workers, detector(), plan.threads),
      local_deadlock(activities(), plan.threads),
      wait_report([](Task& task) { return task.describe_wait(); }),
      poll_watch(activities(), ticks_in(options.deadlock_seconds), detector(), plan.threads),
      spin_span(ticks_in(5e-6)),
      short_slice(ticks_in(20e-6)),
      long_slice(ticks_in(100e-6)),
      computing_slice(ticks_in(500e-6)),
      deadlock_span(ticks_in(options.deadlock_seconds)),
      yield_span(ticks_in(plan.oversubscribed ? 200e-6 : 5e-3)) {
  for (int w = 0; w < options.workers; ++w) workers[w].index = w;
}

DeadlockDetector* Engine::Impl::detector() const {
  return processes > 1 ? &messenger->detector() : nullptr;
}

WorkerActivities Engine::Impl::activities() const {
  WorkerActivities result;
  for (int w = 0; w < options.workers; ++w) result.push_back(&workers[w].activity);
  return result;
}

void Engine::Impl::print_binding() const {
  const int process = messenger != nullptr ? messenger->transport().process() : 0;
  fmt::print(stderr, "bamboo: process {}: {}\n", process, description_of(plan.binding));
}

void Engine::Impl::end_service() {
  if (!service) return;
  const double seconds = std::chrono::duration<double>(service->without_core()).count();
  service.reset();
  if (!options.statistics || seconds == 0) return;
  fmt::print(stderr, "bamboo: process {}: the service's core was taken for {:.1f} s\n",
             messenger->transport().process(), seconds);
}

Engine::Engine(const RuntimeOptions& options, Messenger* messenger, const ThreadPlan& plan,
               Report unfinished) {
  if (options.workers < 1) throw std::invalid_argument("an engine needs at least one worker");
  impl_ = std::make_unique<Impl>(*this, options, messenger, plan, std::move(unfinished));
}

void Engine::start() {
  Impl& impl = *impl_;
  if (std::exchange(impl.started, true)) return;
  const RuntimeOptions& options = impl.options;
  if (impl.gate.active() && options.deadlock_seconds > 0)
    impl.detector()->watch(options.deadlock_seconds, impl.describe_unfinished, exit_deadlock);
  if (impl.plan.service != ServiceMode::Inline)
    impl.service.emplace(impl.gate, impl.plan.service, impl.plan.without_core);
  if (options.statistics && options.workers > 1) impl.print_binding();
  for (int w = 1; w < options.workers; ++w)
    impl.threads.emplace_back([&impl, w] { impl.work(impl.workers[w], impl.serving); });
}

Engine::~Engine() {
  stop();
  used_by_several.store(Threads::Several);
}

int Engine::worker() {
  const Worker* worker = Worker::current();
  return worker != nullptr ? worker->index : -1;
}

void Engine::submit(std::span<const std::unique_ptr<Task>> tasks) {
  Impl& impl = *impl_;
  for (const auto& task : tasks) {
    if (task->pinned_worker >= impl.options.workers) {
      throw std::invalid_argument(fmt::format("task {} is pinned to worker {} of {}", task->id(),
                                              task->pinned_worker, impl.options.workers));
    }
  }
  start();
  impl.unfinished.fetch_add(static_cast<int>(tasks.size()));
  for (const auto& task : tasks) task->state.store(Task::State::Created, std::memory_order_relaxed);
  impl.scheduler->start(tasks);
  impl.idleness.work_appeared();
  for (int w = 0; w < impl.options.workers; ++w) impl.workers[w].parker.wake();
}

void Engine::work_until_zero(const std::atomic<int>& count) {
  impl_->work(impl_->workers[0], count);
}

void Engine::wake_first_worker() {
  impl_->workers[0].parker.wake();
}

void Engine::stop() {
  impl_->serving.store(0);
  for (int w = 1; w < impl_->options.workers; ++w) impl_->workers[w].parker.wake();
  for (std::thread& thread : impl_->threads) thread.join();
  impl_->threads.clear();
  impl_->end_service();
}

void Engine::fire(Task& task, MessageId by) {
  if (Trace* trace = impl_->trace.get()) [[unlikely]]
    trace->fired(task, by);
  if (task.rule().satisfy()) ready(task);
}

void Engine::ready(Task& task) {
  if (impl_->trace != nullptr && task.traced.fired == 0) [[unlikely]]
    impl_->trace->fired(task, {});
  task.state.store(Task::State::Ready, std::memory_order_relaxed);
  const int pinned = task.pinned_worker;  // once pushed, it may run and change it
  impl_->scheduler->push(task, worker());
  impl_->idleness.work_appeared();
  impl_->wake_worker_for(pinned);
}

void Engine::progress_if_due() {
  impl_->gate.poll_if_due();
}

bool Engine::progress() {
  return impl_->gate.poll();
}

void Engine::abort(int code) {
  if (impl_->messenger != nullptr) impl_->messenger->abort(code, last_words);
  if (last_words) last_words();
  std::fflush(stdout);
  _exit(code);
}

void Engine::fail(const Task& task, const std::string& what) {
  fmt::print(stderr, "bamboo: {} failed: {}\n", task.owner().name_of(task), what);
  abort(exit_task_failed);
}

std::optional<std::string> Engine::describe(Task& task) {
  return impl_->wait_report.of(task);
}

void Engine::count_local_message(std::size_t bytes, int copies) {
  const auto add = [](std::atomic<std::uint64_t>& counter, std::uint64_t by) {
    counter.fetch_add(by, std::memory_order_relaxed);
  };
  if (Worker* worker = Worker::current()) {
    bump(worker->activity.local_messages);
    bump(worker->local_bytes, bytes);
    bump(worker->copies, copies);
  } else {
    add(impl_->other_messages, 1);
    add(impl_->other_bytes, bytes);
    add(impl_->other_copies, copies);
  }
}

const RuntimeOptions& Engine::options() const {
  return impl_->options;
}

Threads Engine::threads() const {
  return impl_->plan.threads;
}

Statistics Engine::statistics() const {
  Statistics result;
  result.local_messages = impl_->other_messages.load(std::memory_order_relaxed);
  result.local_bytes = impl_->other_bytes.load(std::memory_order_relaxed);
  result.copies = impl_->other_copies.load(std::memory_order_relaxed);
  const double second = ticks_per_second();
  for (int w = 0; w < impl_->options.workers; ++w) {
    const Worker& worker = impl_->workers[w];
    result.switches += worker.switches.load(std::memory_order_relaxed);
    result.local_messages += worker.activity.local_messages.load(std::memory_order_relaxed);
    result.local_bytes += worker.local_bytes.load(std::memory_order_relaxed);
    result.copies += worker.copies.load(std::memory_order_relaxed);
    const double computing = static_cast<double>(worker.ticks_computing.load()) / second;
    const double idle = static_cast<double>(worker.ticks_idle.load()) / second;
    result.seconds_computing += computing;
    result.seconds_idle += idle;
    result.seconds_runtime +=
        static_cast<double>(worker.ticks_total.load()) / second - computing - idle;
  }
  if (impl_->messenger != nullptr) result.traffic = impl_->messenger->statistics();
  return result;
}

void Engine::write_trace() const {
  const Impl& impl = *impl_;
  if (impl.trace == nullptr) return;
  const ProcessId process = impl.messenger != nullptr ? impl.messenger->transport().process() : 0;
  const std::string file = trace_file_of(impl.options.trace_file, process, impl.processes);
  if (!impl.trace->write(file))
    fmt::print(stderr, "bamboo: cannot write the trace to '{}': {}\n", file, std::strerror(errno));
}

}  // namespace bamboo
