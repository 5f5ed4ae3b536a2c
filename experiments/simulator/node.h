// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <queue>
#include <simgrid/s4u.hpp>
#include <vector>

#include "input.h"
#include "ready_tasks.h"
#include "stencil.h"

namespace simulator {

/// State that all nodes share: the input and the results.
struct Simulation {
  Simulation(const Input& given);

  const Input input;
  const Stencil stencil;
  const Placement placement;
  std::vector<double> ends;  ///< of each iteration: when tasks had ended it, on average
  long messages = 0;         ///< between nodes
  double bytes = 0;          ///< of these
};

/// One node: its workers take runnable tasks; a slice of a task sweeps and sends its faces; a task
/// is runnable again when all faces of its neighbours are there. An actor of SimGrid.
class Node {
 public:
  Node(Simulation& simulation, int index, const std::vector<int>& tasks);
  void operator()();

 private:
  struct Task {
    int id = 0;
    double slice = 0;         ///< seconds that one of its slices takes
    int needed = 0;           ///< messages before each slice but the first
    int iteration = 0;        ///< slices that it has ended
    int arrived[2] = {0, 0};  ///< messages for even and odd iterations: a neighbour may be ahead
    int priority = 0;
    std::optional<int> worker;  ///< none: any
    bool ready = false, running = false;
  };
  struct SliceEnd {
    double at;
    int worker;
    bool operator>(const SliceEnd& other) const { return at > other.at; }
  };
  /// The messages of one face that a task needs for an iteration.
  struct Arrival {
    int task, iteration, messages;
  };
  using Arrivals = std::vector<Arrival>;
  struct Departure {
    double at;
    int node;
    double bytes;
    Arrival arrival;
  };

  Task make_task(int id, int place) const;
  double slice_of(const Task& task) const;
  void make_ready(Task& task);
  void start_workers();
  std::optional<int> next_for(int worker);
  void end_slices();
  void end_slice(Task& task);
  void send(const Face& face, int iteration);
  void deliver(const Arrival& arrival);
  void take_note();
  void flush();
  void wait();
  bool is_here(int task) const { return simulation_.placement.node_of(task) == index_; }

  Simulation& simulation_;
  const Job& job_;
  const int index_;
  std::vector<Task> tasks_;
  std::map<int, int> place_of_;  ///< of a task's id, in tasks_
  ReadyTasks ready_;
  std::vector<double> free_;  ///< of each worker: the end of its last slice, to the digit
  std::vector<int> running_;  ///< of each worker: the task's place, or -1
  std::vector<int> turn_;     ///< form Overlapped: which half a worker sweeps next
  int unfinished_;
  std::priority_queue<SliceEnd, std::vector<SliceEnd>, std::greater<>> ends_;
  std::queue<Departure> delayed_;                      ///< all by the same time, so in order
  std::map<int, std::pair<double, Arrivals>> outbox_;  ///< by node: what leaves at this moment
  Arrivals noted_;  ///< messages that have arrived and that no worker has seen yet
  simgrid::s4u::Mailbox* mailbox_;
  std::vector<simgrid::s4u::CommPtr> incoming_;  ///< one receive, always posted
  Arrivals* received_ = nullptr;
};

simgrid::s4u::Mailbox* mailbox_of(int node);

}  // namespace simulator
