// SPDX-License-Identifier: Apache-2.0
#include "bamboo/taskgraph/engine.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <thread>

#include "bamboo/taskgraph/exit_codes.h"
#include "bamboo/taskgraph/mapping_table.h"
#include "bamboo/taskgraph/messenger.h"
#include "deadlock/deadlock_detector.h"
#include "engine/engine_impl.h"
#include "machine/ticks.h"

namespace bamboo {

namespace {

Engine* the_engine = nullptr;

/// Null: the user wants none. Collective when there are several processes.
std::unique_ptr<Trace> make_trace(const EngineOptions& options, Transport* transport) {
  if (options.trace_file.empty()) return nullptr;
  const int processes = transport != nullptr ? transport->processes() : 1;
  const JobClock clock =
      processes > 1 ? transport->job_clock() : JobClock{.origin = real_time().nanoseconds};
  return std::make_unique<Trace>(options.workers, options.trace_bytes,
                                 transport != nullptr ? transport->process() : 0, processes, clock);
}

}  // namespace

Engine::Impl::Impl(Engine& owner, const EngineOptions& given, Messenger* of_process,
                   const ThreadPlan& decided)
    : engine(owner),
      options(given),
      messenger(of_process),
      processes(messenger != nullptr ? messenger->transport().processes() : 1),
      trace(make_trace(options, messenger != nullptr ? &messenger->transport() : nullptr)),
      timing(options.statistics || trace != nullptr),
      plan(decided),
      scheduler(make_scheduler(options.scheduler, options.workers, plan.threads)),
      workers(new Worker[options.workers]),
      gate(processes > 1 ? messenger : nullptr),
      idleness(options.workers, detector(), plan.threads),
      wait_report([this](Task& task) { return describe(task); }),
      poll_watch(activities(), ticks_in(options.deadlock_seconds), detector(), plan.threads),
      spin_span(ticks_in(5e-6)),
      short_slice(ticks_in(20e-6)),
      long_slice(ticks_in(100e-6)),
      deadlock_span(ticks_in(options.deadlock_seconds)),
      yield_span(ticks_in(plan.oversubscribed ? 200e-6 : 5e-3)) {
  for (int w = 0; w < options.workers; ++w) workers[w].index = w;
}

DeadlockDetector* Engine::Impl::detector() const {
  return processes > 1 ? &messenger->detector() : nullptr;
}

PollWatch::Workers Engine::Impl::activities() const {
  PollWatch::Workers result;
  for (int w = 0; w < options.workers; ++w) result.push_back(&workers[w].activity);
  return result;
}

Engine::Engine(const EngineOptions& options, Messenger* messenger)
    : Engine(
          options, messenger,
          ThreadPlan::decide(options, messenger != nullptr ? &messenger->transport() : nullptr)) {}

Engine::Engine(const EngineOptions& options, Messenger* messenger, const ThreadPlan& plan) {
  if (options.workers < 1) throw std::invalid_argument("an engine needs at least one worker");
  if (the_engine != nullptr) throw std::logic_error("this process has an engine already");
  impl_ = std::make_unique<Impl>(*this, options, messenger, plan);
  the_engine = this;
  if (messenger != nullptr) {
    messenger->set_deliver([this](Message* message) {
      Task* task = local(message->header.destination);
      if (task == nullptr) {
        fmt::print(
            stderr,
            "bamboo: a message from task {} came to a process without its destination, task {}\n",
            message->header.source, message->header.destination);
        abort(exit_task_failed);
      }
      task->inject(message);
    });
  }
}

Engine::~Engine() {
  impl_->service.reset();
  the_engine = nullptr;
}

std::string Task::describe_wait() const {
  return fmt::format("task {} waits for {} messages", id_, rule_.missing());
}

Engine* Engine::current() {
  return the_engine;
}

Task* Engine::running() {
  const Worker* worker = Worker::current();
  return worker != nullptr ? worker->running : nullptr;
}

int Engine::worker() {
  const Worker* worker = Worker::current();
  return worker != nullptr ? worker->index : -1;
}

void Engine::add(std::unique_ptr<Task> task) {
  if (task->pinned_worker >= impl_->options.workers) {
    throw std::invalid_argument(fmt::format("task {} is pinned to worker {} of {}", task->id(),
                                            task->pinned_worker, impl_->options.workers));
  }
  if (!impl_->by_id.emplace(task->id(), task.get()).second) {
    throw std::invalid_argument(fmt::format("there are two tasks {}", task->id()));
  }
  impl_->tasks.push_back(std::move(task));
}

Task* Engine::local(TaskId id) const {
  const auto found = impl_->by_id.find(id);
  return found != impl_->by_id.end() ? found->second : nullptr;
}

void Engine::run() {
  Impl& impl = *impl_;
  if (impl.gate.active() && impl.options.deadlock_seconds > 0) {
    impl.detector()->watch(
        impl.options.deadlock_seconds, [&impl] { return impl.describe_unfinished(); },
        exit_deadlock);
  }
  impl.start_tasks();
  // Not earlier: what it receives is for tasks that must be here.
  if (impl.plan.service != ServiceMode::Inline) impl.service.emplace(impl.gate, impl.plan.service);
  std::vector<std::thread> threads;
  for (int w = 1; w < impl.options.workers; ++w) {
    threads.emplace_back([&impl, w] { impl.work(impl.workers[w]); });
  }
  impl.work(impl.workers[0]);
  for (std::thread& thread : threads) thread.join();
  impl.service.reset();
  if (impl.messenger != nullptr) {
    // The others may still wait for something, perhaps in vain: this process no longer matters to
    // them.
    impl.messenger->detector().idle(true);
    impl.messenger->shutdown([&impl] { impl.write_trace(); });
  } else {
    impl.write_trace();
  }
}

void Engine::Impl::start_tasks() {
  unfinished.store(static_cast<int>(tasks.size()));
  if (tasks.empty()) stopped.store(true);
  for (const auto& task : tasks) task->state.store(Task::State::Created, std::memory_order_relaxed);
  scheduler->start(tasks);
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
  if (impl_->messenger != nullptr) impl_->messenger->abort(code);
  std::fflush(stdout);
  _exit(code);
}

void Engine::fail(const Task& task, const std::string& what) {
  fmt::print(stderr, "bamboo: task {} failed: {}\n", task.id(), what);
  abort(exit_task_failed);
}

std::string Engine::Impl::describe(Task& task) const {
  if (engine.describe_wait) return engine.describe_wait(task);
  return task.describe_wait();
}

std::optional<std::string> Engine::Impl::describe_unfinished() {
  bool complete = true;
  std::string text;
  std::vector<TaskId> ended;
  for (const auto& task : tasks) {
    if (task->state.load() == Task::State::Finished) {
      ended.push_back(task->id());
      continue;
    }
    const std::optional<std::string> words = wait_report.of(*task);
    complete = complete && words;
    text += words.value_or("");
    if (text.empty() || text.back() != '\n') text += '\n';
  }
  if (!complete) return std::nullopt;  // but all have been asked
  std::ranges::sort(ended);
  if (engine.describe_ended && !ended.empty()) text += engine.describe_ended(ended) + '\n';
  return text;
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

void Engine::set_mapping_table(const MappingTable* table) {
  impl_->mapping = table;
}

const EngineOptions& Engine::options() const {
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
  if (impl_->mapping != nullptr) result.mapping_bytes = impl_->mapping->bytes();
  if (impl_->messenger != nullptr) result.traffic = impl_->messenger->statistics();
  return result;
}

void Engine::Impl::write_trace() const {
  if (trace == nullptr) return;
  const ProcessId process = messenger != nullptr ? messenger->transport().process() : 0;
  const std::string file = trace_file_of(options.trace_file, process, processes);
  if (!trace->write(file)) {
    fmt::print(stderr, "bamboo: cannot write the trace to '{}': {}\n", file, std::strerror(errno));
  }
}

}  // namespace bamboo
