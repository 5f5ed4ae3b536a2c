// SPDX-License-Identifier: Apache-2.0
// Networks, traffic and plans as files.
#pragma once

#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "bamboo/plans/lower.h"
#include "bamboo/plans/network.h"
#include "bamboo/plans/phases.h"
#include "bamboo/plans/plan.h"
#include "bamboo/plans/problem.h"
#include "bamboo/plans/traffic.h"

namespace bamboo::plans {

/// A fault in a file; the text begins as a compiler's does: "net.json:3:14: error: ".
class FileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A network in JSON (docs/explanation/plans.md, "Networks"). By shape:
///     {"shape": "star", "hosts": 16, "rate": "100Mbit", "latency": "25us"}
///     {"shape": "two_switches", "left": 8, "right": 8, "rate": "100Mbit", "trunk": "1Gbit"}
///     {"shape": "tree", "hosts_at": [0, 8, 8], "parent": [0, 0, 0], "rate": …, "trunk": …}
///     {"shape": "torus", "extents": [4, 4], "rate": "100Mbit"}
///     {"shape": "fat_tree", "extents": [4, 8, 16], "rate": "100Mbit"}
/// By cable:
///     {"hosts": ["a", "b"], "switches": ["s"],
///      "cables": [{"between": ["a", "s"], "rate": "100Mbit", "latency": "25us"}, …]}
/// With "ranks_on": [0, 0, 1, 1], a host may have several ranks. A rate may also be a number of
/// bytes per second, a latency a number of seconds. `file` is the name shown in errors.
Network network_from_json(const std::string& text, const std::string& file = "network");
std::string to_json(const Network& network);
/// Reads a network from a JSON file or from a short description: "star:16x100Mbit",
/// "two_switches:8+8x100Mbit/1Gbit" (hosts, then the trunk), "tree:4+4+8x100Mbit/1Gbit" (one switch
/// for each term, below a common one), "torus:4x4x100Mbit", "fat_tree:4x8x16x100Mbit", or the host
/// names of the ranks, "names:n1,n1,n2x100Mbit": a star in which ranks with equal names share a
/// host. Throws FileError, or std::invalid_argument for a description.
Network read_network(const std::string& file_or_words);

/// Lines "FROM TO BYTES" behind a line "ranks N"; # begins a comment.
Traffic traffic_from_text(const std::string& text, const std::string& file = "traffic");
std::string to_text(const Traffic& traffic);
Traffic read_traffic(const std::string& file);

/// All ranks' plans.
std::string to_json(std::span<const Plan> plans);
std::vector<Plan> plans_from_json(const std::string& text, const std::string& file = "plans");

/// Phases, the traffic that they move, and the problem that they were made for: the input of
/// lower(). A plan that was not made of phases is saved itself.
struct SavedPlan {
  Operation operation = Operation::Alltoallv;
  int size = 0, root = 0;
  std::size_t count = 0;       ///< units in a block of a regular operation
  std::size_t unit_bytes = 1;  ///< bytes in a unit; of a reduction, in an element
  Network network = Network::star(1, 1);
  Separation separation = Separation::Tokens;
  Tokens tokens;
  Traffic traffic;               ///< with phases, in units
  std::optional<Phases> phases;  ///< in units
  std::vector<Plan> plans;       ///< without phases
};
SavedPlan saved_plan_from_json(const std::string& text, const std::string& file = "plan");
std::string to_json(const SavedPlan& plan);

/// The problems of all ranks that it solves; with phases, an alltoall's are an alltoallv's. No rank
/// has anything for itself.
std::vector<Problem> problems_of(const SavedPlan& plan);
/// Its plans, lowered where it has phases.
std::vector<Plan> plans_of(const SavedPlan& plan);

struct PlanCheck {
  std::optional<Fault> fault;
  /// Whether the check followed each unit to its destination. With too many units it checks counts
  /// only.
  bool follows_units = false;
};
/// Checks that every unit arrives exactly once where it must and that no rank waits forever; for
/// phases also that no link exceeds its rate.
PlanCheck check(const SavedPlan& plan);
/// Like saved_plan_from_json(), and checks the plan.
SavedPlan checked_plan_from_json(const std::string& text, const std::string& file);

/// Throw FileError with the system's reason.
std::string read_text(const std::string& file);
void write_text(const std::string& file, const std::string& text);

}  // namespace bamboo::plans
