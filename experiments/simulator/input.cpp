// SPDX-License-Identifier: Apache-2.0
#include "input.h"

#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace simulator {
namespace {

using nlohmann::json;

/// Reads the members of an object; one that is not known is an error.
class Members {
 public:
  Members(const json& object, std::string name) : object_(object), name_(std::move(name)) {}

  template <class T>
  void read(const char* member, T& into) {
    known_.insert(member);
    if (!object_.contains(member)) return;
    try {
      into = object_.at(member).get<T>();
    } catch (const json::exception& error) {
      throw std::invalid_argument(name_ + "." + member + ": " + error.what());
    }
  }

  template <class E>
  void choose(const char* member, E& into, const std::vector<std::pair<std::string, E>>& words) {
    std::string word;
    read(member, word);
    if (word.empty()) return;
    for (const auto& [name, value] : words) {
      if (name == word) {
        into = value;
        return;
      }
    }
    throw std::invalid_argument(name_ + "." + member + ": '" + word + "' is not known");
  }

  void line(const char* member, Line& into) {
    known_.insert(member);
    if (!object_.contains(member)) return;
    Members parts(object_.at(member), name_ + "." + member);
    parts.read("fixed", into.fixed);
    parts.read("per_byte", into.per_byte);
    parts.end();
  }

  void end() const {
    for (const auto& [member, value] : object_.items())
      if (!known_.contains(member))
        throw std::invalid_argument(name_ + "." + member + " is not known");
  }

 private:
  const json& object_;
  const std::string name_;
  std::set<std::string> known_;
};

Costs read_costs(const json& object) {
  Costs c;
  Members m(object, "costs");
  m.read("point", c.point);
  m.read("row", c.row);
  m.read("sweep", c.sweep);
  m.read("contiguous", c.contiguous);
  m.read("strided", c.strided);
  m.read("task_switch", c.task_switch);
  m.line("local", c.local);
  m.line("send", c.send);
  m.line("receive", c.receive);
  m.end();
  return c;
}

Machine read_machine(const json& object) {
  Machine machine;
  Members m(object, "machine");
  m.choose("topology", machine.topology,
           {{"star", Topology::Star},
            {"torus", Topology::Torus},
            {"fat-tree", Topology::FatTree},
            {"dragonfly", Topology::Dragonfly}});
  m.read("nodes", machine.nodes);
  m.read("cores", machine.cores);
  m.read("nic", machine.nic);
  m.read("link", machine.link);
  m.read("latency", machine.latency);
  m.read("links_of_groups", machine.links_of_groups);
  m.end();
  if (machine.nodes < 1 || machine.cores < 1)
    throw std::invalid_argument("machine: it needs at least one node with one core");
  return machine;
}

Job read_job(const json& object) {
  Job job;
  Members m(object, "job");
  m.choose("form", job.form,
           {{"base", Form::Base}, {"overlapped", Form::Overlapped}, {"tasks", Form::Tasks}});
  m.read("mesh", job.mesh);
  m.read("ranks", job.ranks);
  Triple geometry{};
  m.read("geometry", geometry);
  if (geometry != Triple{}) job.geometry = geometry;
  m.read("iterations", job.iterations);
  m.read("warm_up", job.warm_up);
  m.read("communicates", job.communicates);
  m.read("resolution", job.resolution);
  m.choose("order", job.order, {{"lifo", Order::Lifo}, {"fifo", Order::Fifo}});
  m.choose("progress", job.progress,
           {{"always", Progress::Always}, {"between-slices", Progress::BetweenSlices}});
  m.read("eager", job.eager);
  m.read("handshake", job.handshake);
  m.end();
  if (job.iterations < job.warm_up + 2 || job.warm_up < 1) {
    throw std::invalid_argument(
        "job: there are 2 iterations more than warm_up, which is 1 or more");
  }
  return job;
}

}  // namespace

Input read_input(std::istream& in) {
  json whole;
  try {
    whole = json::parse(in);
  } catch (const json::exception& error) {
    throw std::invalid_argument(error.what());
  }
  for (const char* part : {"costs", "machine", "job"})
    if (!whole.contains(part)) throw std::invalid_argument(std::string(part) + " is missing");
  return {read_costs(whole["costs"]), read_machine(whole["machine"]), read_job(whole["job"])};
}

}  // namespace simulator
