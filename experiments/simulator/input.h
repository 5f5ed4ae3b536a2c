// SPDX-License-Identifier: Apache-2.0
// The input of the simulation: one JSON file with the costs, the machine and the job.
#pragma once

#include <array>
#include <istream>
#include <optional>

namespace simulator {

using Triple = std::array<int, 3>;

/// Seconds as a function of a size.
struct Line {
  double fixed = 0, per_byte = 0;
  double operator()(double bytes) const { return fixed + per_byte * bytes; }
};

/// The costs of the parts of a task's slice on one core.
struct Costs {
  double point = 0, row = 0, sweep = 0;  ///< of a sweep: each point, each row, the sweep itself
  double contiguous = 0, strided = 0;    ///< packing or unpacking one byte of a face
  double task_switch = 0;
  Line local;          ///< a message inside of a node
  Line send, receive;  ///< a message to another node, on either side
};

enum class Topology { Star, Torus, FatTree, Dragonfly };

struct Machine {
  Topology topology = Topology::Star;
  int nodes = 1, cores = 1;
  double nic = 0, link = 0;  ///< bytes per second: of a node, between routers
  double latency = 0;        ///< seconds, from node to node
  int links_of_groups = 1;   ///< dragonfly: between each pair of groups
};

/// How the program communicates.
enum class Form {
  Base,        ///< one rank a core: exchange, then sweep
  Overlapped,  ///< one rank a core, by hand: one half is swept while the other one's faces travel
  Tasks,       ///< tasks of a node, on any of its cores, as soon as their faces are there
};

/// The order of runnable tasks with equal priority.
enum class Order { Lifo, Fifo };

/// When a node takes note of a message from another one.
enum class Progress { Always, BetweenSlices };

struct Job {
  Form form = Form::Base;
  Triple mesh{1, 1, 1};
  int ranks = 1;                   ///< of all nodes; form Tasks: tasks
  std::optional<Triple> geometry;  ///< ranks along each axis; none: balanced
  int iterations = 4, warm_up = 1;
  bool communicates = true;
  double resolution = 1e-9;  ///< seconds; closer events count as simultaneous
  Order order = Order::Lifo;
  Progress progress = Progress::Always;
  double eager = 0, handshake = 0;  ///< messages above `eager` bytes leave that many seconds later
};

struct Input {
  Costs costs;
  Machine machine;
  Job job;
};

/// Throws std::invalid_argument, which names the member that is wrong.
Input read_input(std::istream& in);

}  // namespace simulator
