// SPDX-License-Identifier: Apache-2.0
#include "scheduling/worker_queues.h"

#include "scheduling/builtin.h"

namespace bamboo {

WorkerQueues::WorkerQueues(int workers, Threads threads)
    : Scheduler(workers, threads),
      workers_(workers),
      queues_(new std::unique_ptr<Queues>[workers]) {
  for (int w = 0; w < workers; ++w) queues_[w] = std::make_unique<Queues>(threads);
}

/// Neighbouring tasks go to one worker. The first task of each worker is pushed last.
void WorkerQueues::do_start(std::span<const std::unique_ptr<Task>> tasks) {
  for (std::size_t i = tasks.size(); i-- > 0;)
    do_push(*tasks[i], static_cast<int>(i * workers_ / tasks.size()));
}

void WorkerQueues::do_push(Task& task, int from) {
  const int pinned = pinned_worker(task);
  if (pinned >= 0) return queues_[pinned]->pinned.push(task, ReadyQueue::Order::Latest);
  int home = home_of(task, from);
  if (home < 0)
    home = static_cast<int>(next_home_.fetch_add(1, std::memory_order_relaxed) % workers_);
  queues_[home]->own.push(task, ReadyQueue::Order::Latest);
}

ReadyQueue* WorkerQueues::victim_of(int worker) {
  ReadyQueue* best = nullptr;
  int top = ReadyQueue::nothing;
  for (int step = 1; step < workers_; ++step) {
    ReadyQueue& queue = queues_[(worker + step) % workers_]->own;
    if (const int here = queue.top(); here > top) best = &queue, top = here;
  }
  return best;
}

Task* WorkerQueues::do_pop(int worker) {
  Task* task = find_task(worker);
  if (task != nullptr) last_worker(*task) = worker;
  return task;
}

Task* WorkerQueues::find_task(int worker) {
  Queues& mine = *queues_[worker];
  while (true) {
    const int pinned = mine.pinned.top(), own = mine.own.top();
    if (pinned != ReadyQueue::nothing || own != ReadyQueue::nothing) {
      if (Task* task = (pinned >= own ? mine.pinned : mine.own).pop()) return task;
      continue;  // a thief was quicker
    }
    ReadyQueue* victim = victim_of(worker);
    if (victim == nullptr) return nullptr;
    if (Task* task = victim->steal()) return task;
  }
}

bool WorkerQueues::do_empty(int worker) const {
  if (queues_[worker]->pinned.top() != ReadyQueue::nothing) return false;
  for (int w = 0; w < workers_; ++w)
    if (queues_[w]->own.top() != ReadyQueue::nothing) return false;
  return true;
}

namespace {

/// A worker prefers the tasks that it made ready: they read what its last task wrote.
class Stealing final : public WorkerQueues {
 public:
  using WorkerQueues::WorkerQueues;

 private:
  int home_of(Task&, int from) override { return from; }
};

}  // namespace

std::unique_ptr<Scheduler> make_stealing(int workers, Threads threads) {
  return std::make_unique<Stealing>(workers, threads);
}

namespace {

/// A task finds its own data in the caches of the worker that ran it last.
class Locality final : public WorkerQueues {
 public:
  using WorkerQueues::WorkerQueues;

 private:
  int home_of(Task& task, int from) override {
    if (const int affinity = task.hints().affinity; affinity >= 0) return affinity % workers();
    const int last = last_worker(task);
    return last >= 0 ? last : from;
  }
};

}  // namespace

std::unique_ptr<Scheduler> make_locality(int workers, Threads threads) {
  return std::make_unique<Locality>(workers, threads);
}

}  // namespace bamboo
