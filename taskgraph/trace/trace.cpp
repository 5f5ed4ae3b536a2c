// SPDX-License-Identifier: Apache-2.0
#include "bamboo/taskgraph/internal/trace.h"

#include <fmt/format.h>

#include <mutex>
#include <utility>

#include "bamboo/taskgraph/internal/spin_lock.h"
#include "machine/ticks.h"
#include "trace/trace_ring.h"

namespace bamboo {
namespace {
SpinLock other_threads;  // share a ring
/// The ring of the calling thread, if it is a worker.
thread_local TraceRing* own_ring = nullptr;
}  // namespace

Trace* Trace::current_ = nullptr;

Trace::Trace(int workers, std::size_t ring_bytes, ProcessId process, int processes,
             const JobClock& clock)
    : workers_(workers),
      process_(process),
      processes_(processes),
      clock_(clock),
      short_slice_(ticks_in(20e-6)),
      rings_(new TraceRing[workers + 1]) {
  for (int i = 0; i <= workers_; ++i) rings_[i].enable(ring_bytes);
  const Moment now = real_time();
  start_ = now.tick;
  start_time_ = now.nanoseconds;
  start_cpu_ = processor_time();
  current_ = this;
}

Trace::~Trace() {
  current_ = nullptr;
}

void Trace::join(int worker) {
  own_ring = &rings_[worker];
}

void Trace::leave() {
  own_ring = nullptr;
}

/// The ring of the calling worker. A thread that is not a worker must hold the lock of other
/// threads.
TraceRing& Trace::ring() {
  return own_ring != nullptr ? *own_ring : rings_[workers_];
}

void Trace::starts(Task& task, std::uint64_t now) {
  Task::Traced& traced = task.traced;
  const std::uint64_t left = traced.left != 0 ? traced.left : start_;
  const bool waited = traced.fired > left;
  ring().add({.start = left,
              .end = waited ? traced.fired : left,
              .value = now,
              .task = task.id(),
              .peer = waited ? traced.by.source : -1,
              .number = waited ? traced.by.number : 0,
              .place = waited ? task.waits_in() : CallSite{},
              .graph = task.owner().number(),
              .kind = TraceEvent::Pause});
  traced.fired = 0;
  traced.by = {};
  traced.runtime = 0;
  if (traced.runtime_since != 0) traced.runtime_since = now;
}

void Trace::ran(Task& task, std::uint64_t start, std::uint64_t end) {
  Task::Traced& traced = task.traced;
  if (traced.runtime_since != 0) traced.runtime += end - traced.runtime_since;
  traced.left = end;
  TraceRing& ring = this->ring();
  const bool polls = task.gave_way && end - start < short_slice_;
  const std::uint32_t graph = task.owner().number();
  // A loop over MPI_Test tests a million times a second. All of these tests become one event. The
  // pause between two tests is the latest event, the test before it is the previous event.
  if (polls) {
    const CallSite place = task.waits_in();
    TraceEvent* pause = ring.latest();
    TraceEvent* poll = ring.latest(1);
    const auto is_own = [&](const TraceEvent& event, TraceEvent::Kind kind) {
      return event.kind == kind && event.task == task.id() && event.graph == graph;
    };
    if (poll != nullptr && is_own(*poll, TraceEvent::Poll) &&
        poll->place.address == place.address && is_own(*pause, TraceEvent::Pause)) {
      ring.drop_latest();
      poll->end = end;
      poll->value += traced.runtime;
      return;
    }
    ring.add({.start = start,
              .end = end,
              .value = traced.runtime,
              .task = task.id(),
              .place = place,
              .graph = graph,
              .kind = TraceEvent::Poll});
    return;
  }
  ring.add({.start = start,
            .end = end,
            .value = traced.runtime,
            .task = task.id(),
            .graph = graph,
            .kind = TraceEvent::Run});
}

void Trace::idled(std::uint64_t start, std::uint64_t end) {
  ring().add({.start = start, .end = end, .kind = TraceEvent::Idle});
}

void Trace::fired(Task& task, MessageId by) {
  task.traced.fired = ticks();
  task.traced.by = by;
}

void Trace::message(unsigned char kind, const Header& header) {
  const std::uint64_t now = ticks();
  const bool arrived = kind == TraceEvent::Arrived;
  const TraceEvent event = {.start = now,
                            .end = now,
                            .value = header.bytes,
                            .task = arrived ? header.destination : header.source,
                            .peer = arrived ? header.source : header.destination,
                            .number = header.number,
                            .tag = header.tag,
                            .graph = header.graph,
                            .kind = static_cast<TraceEvent::Kind>(kind)};
  if (own_ring != nullptr) {
    ring().add(event);
  } else {
    const std::lock_guard guard(other_threads);
    ring().add(event);
  }
}

void Trace::add_graph(std::uint32_t number, Graph graph) {
  if (graphs_.size() <= number) graphs_.resize(number + 1);
  graphs_[number] = std::move(graph);
}

void Trace::sent(const Header& header) {
  message(TraceEvent::Sent, header);
}
void Trace::arrived(const Header& header) {
  message(TraceEvent::Arrived, header);
}
void Trace::handed_over(const Header& header) {
  message(TraceEvent::HandedOver, header);
}

void InRuntime::enter(Task& task) {
  if (task.traced.runtime_since != 0) return;  // an MPI function that calls another one
  task.traced.runtime_since = ticks();
  task_ = &task;
}

void InRuntime::leave() {
  task_->traced.runtime += ticks() - task_->traced.runtime_since;
  task_->traced.runtime_since = 0;
}

std::string trace_file_of(const std::string& file, ProcessId process, int processes) {
  if (processes == 1) return file;
  const std::size_t slash = file.rfind('/');
  std::size_t dot = file.rfind('.');
  const std::size_t name = slash == std::string::npos ? 0 : slash + 1;
  if (dot == std::string::npos || dot <= name) dot = file.size();
  return fmt::format("{}.{}{}", file.substr(0, dot), process, file.substr(dot));
}

}  // namespace bamboo
