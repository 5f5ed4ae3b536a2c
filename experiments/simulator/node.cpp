// SPDX-License-Identifier: Apache-2.0
#include "node.h"

#include <algorithm>
#include <memory>
#include <string>

namespace simulator {

namespace s4u = simgrid::s4u;

s4u::Mailbox* mailbox_of(int node) {
  return s4u::Mailbox::by_name(std::to_string(node));
}

Simulation::Simulation(const Input& given)
    : input(given),
      stencil(input.job),
      placement(stencil, input.machine, input.job.form),
      ends(input.job.iterations, 0.0) {}

Node::Node(Simulation& simulation, int index, const std::vector<int>& tasks)
    : simulation_(simulation),
      job_(simulation.input.job),
      index_(index),
      ready_(simulation.input.machine.cores, job_.order),
      free_(simulation.input.machine.cores, 0.0),
      running_(simulation.input.machine.cores, -1),
      turn_(simulation.input.machine.cores, 0),
      unfinished_(static_cast<int>(tasks.size())),
      mailbox_(mailbox_of(index)) {
  for (int id : tasks) {
    place_of_[id] = static_cast<int>(tasks_.size());
    tasks_.push_back(make_task(id, static_cast<int>(tasks_.size())));
  }
}

Node::Task Node::make_task(int id, int place) const {
  Task task;
  task.id = id;
  for (const Face& face : simulation_.stencil.faces_of(id)) {
    task.needed += face.messages;
    if (!is_here(face.peer)) task.priority = 1;
  }
  if (job_.form != Form::Tasks) task.worker = place / simulation_.stencil.halves();
  task.slice = slice_of(task);
  return task;
}

double Node::slice_of(const Task& task) const {
  const Costs& costs = simulation_.input.costs;
  double seconds = costs.task_switch + costs.sweep + costs.row * simulation_.stencil.rows(task.id) +
                   costs.point * simulation_.stencil.points(task.id);
  for (const Face& face : simulation_.stencil.faces_of(task.id)) {
    const double bytes = face.bytes / face.messages;
    const double copy = (face.axis == 2 ? costs.strided : costs.contiguous) * bytes;
    const double message =
        is_here(face.peer) ? costs.local(bytes) : costs.send(bytes) + costs.receive(bytes);
    seconds += face.messages * (2 * copy + message);  // packed and unpacked
  }
  return seconds;
}

void Node::operator()() {
  mailbox_->set_receiver(s4u::Actor::self());
  for (Task& task : tasks_) make_ready(task);
  while (true) {
    end_slices();
    start_workers();
    flush();
    if (unfinished_ == 0 && delayed_.empty()) break;
    wait();
  }
  incoming_.clear();
  mailbox_->set_receiver(nullptr);
}

void Node::make_ready(Task& task) {
  task.ready = true;
  // The halves take turns regardless of arrivals; see next_for().
  if (job_.form != Form::Overlapped) ready_.push(place_of_[task.id], task.priority, task.worker);
}

std::optional<int> Node::next_for(int worker) {
  if (job_.form != Form::Overlapped) return ready_.pop(worker);
  const int place = worker * simulation_.stencil.halves() + turn_[worker];
  if (place >= static_cast<int>(tasks_.size()) || !tasks_[place].ready) return std::nullopt;
  turn_[worker] = 1 - turn_[worker];
  return place;
}

void Node::start_workers() {
  const double now = s4u::Engine::get_clock();
  for (int w = 0; w < static_cast<int>(running_.size()); ++w) {
    if (running_[w] >= 0) continue;
    const std::optional<int> place = next_for(w);
    if (!place) continue;
    running_[w] = *place;
    tasks_[*place].ready = false;
    tasks_[*place].running = true;
    // Using `now` would shorten each slice by the resolution of time.
    ends_.push({std::max(now, free_[w]) + tasks_[*place].slice, w});
  }
}

void Node::end_slices() {
  const double now = s4u::Engine::get_clock();
  bool looked = std::ranges::find(running_, -1) != running_.end();  // a worker without a task polls
  while (!ends_.empty() && ends_.top().at <= now + job_.resolution) {
    const int worker = ends_.top().worker;
    free_[worker] = ends_.top().at;
    ends_.pop();
    end_slice(tasks_[running_[worker]]);
    running_[worker] = -1;
    looked = true;
  }
  if (looked || job_.progress == Progress::Always) take_note();
}

void Node::end_slice(Task& task) {
  task.running = false;
  task.arrived[task.iteration % 2] = 0;
  simulation_.ends[task.iteration] += s4u::Engine::get_clock() / simulation_.stencil.tasks();
  if (++task.iteration == job_.iterations) {
    --unfinished_;
    return;
  }
  for (const Face& face : simulation_.stencil.faces_of(task.id)) send(face, task.iteration);
  if (task.arrived[task.iteration % 2] == task.needed) make_ready(task);
}

/// The face of one task for that iteration of the task behind it.
void Node::send(const Face& face, int iteration) {
  const Arrival part{face.peer, iteration, face.messages};
  if (is_here(face.peer)) return deliver(part);
  simulation_.messages += face.messages;
  simulation_.bytes += face.bytes;
  const int node = simulation_.placement.node_of(face.peer);
  const bool offered = face.bytes / face.messages > job_.eager && job_.handshake > 0;
  if (offered) {
    delayed_.push({s4u::Engine::get_clock() + job_.handshake, node, face.bytes, part});
  } else {
    auto& [bytes, arrivals] = outbox_[node];
    bytes += face.bytes;
    arrivals.push_back(part);
  }
}

void Node::deliver(const Arrival& arrival) {
  Task& task = tasks_[place_of_[arrival.task]];
  int& count = task.arrived[arrival.iteration % 2];
  count += arrival.messages;
  if (count == task.needed && task.iteration == arrival.iteration && !task.running)
    make_ready(task);
}

void Node::take_note() {
  Arrivals now;
  now.swap(noted_);
  for (const Arrival& arrival : now) deliver(arrival);
}

/// Messages that leave for the same node at the same moment are one flow in SimGrid.
void Node::flush() {
  const double now = s4u::Engine::get_clock();
  while (!delayed_.empty() && delayed_.front().at <= now + job_.resolution) {
    auto& [bytes, arrivals] = outbox_[delayed_.front().node];
    bytes += delayed_.front().bytes;
    arrivals.push_back(delayed_.front().arrival);
    delayed_.pop();
  }
  for (auto& [node, parcel] : outbox_) {
    auto* arrivals = new Arrivals(std::move(parcel.second));
    mailbox_of(node)->put_init(arrivals, static_cast<std::uint64_t>(parcel.first))->detach();
  }
  outbox_.clear();
}

/// Waits until a slice ends, a delayed message leaves or a message arrives.
void Node::wait() {
  const double now = s4u::Engine::get_clock();
  double next = -1;
  if (!ends_.empty()) next = ends_.top().at;
  if (!delayed_.empty())
    next = next < 0 ? delayed_.front().at : std::min(next, delayed_.front().at);
  if (next >= 0 && next <= now + job_.resolution) return;
  if (incoming_.empty()) incoming_.push_back(mailbox_->get_async<Arrivals>(&received_));
  if (s4u::Comm::wait_any_for(incoming_, next < 0 ? -1 : next - now) < 0) return;
  const std::unique_ptr<Arrivals> arrivals(received_);
  noted_.insert(noted_.end(), arrivals->begin(), arrivals->end());
  incoming_.clear();
}

}  // namespace simulator
