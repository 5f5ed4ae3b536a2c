// SPDX-License-Identifier: Apache-2.0
// Chooses the plan that serves a call, if any. All processes of a communicator choose alike,
// because they use only facts that all of them share: the settings, the communicator, the
// operation, the bytes of a regular operation, the number of calls of the kind, and times that
// they have compared.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "bamboo/plans/execution.h"
#include "configuration/world.h"
#include "selection/trial.h"

namespace bamboo::plans::pmpi {

/// The decision about a call: the algorithm that serves it. Plan files, kept plans, control parts
/// and choices make decisions.
struct Decision {
  const Algorithm* algorithm = nullptr;  ///< null: the installed MPI's own
  bool is_timed = false;                 ///< its time is asked for
  Trial* trial = nullptr;                ///< the trial that asks for it
  bool is_chosen = true;                 ///< by the communicator's choice, which may learn from it
  double begin = 0;                      ///< the beginning of its time; 0: when it is carried out
  /// Returns the schedule; empty: the communicator has one of the algorithm.
  std::function<ScheduleRef(const Problem&)> schedule = {};
};

/// What settings and rules say about calls of one operation and size.
struct Ruling {
  enum class By : std::uint8_t {
    Rules,  ///< one names the algorithm; null: the installed MPI's own
    Sizes,  ///< everything is planned, by its size
    Times,  ///< no rule applies: the fastest serves
    Mpi,    ///< no rule applies, and a trial is not worth it
  };
  By by = By::Mpi;
  const Algorithm* algorithm = nullptr;  ///< by a rule or by sizes
};

/// Whether kept plans serve the calls (control_plans.h).
enum class Reuse : std::uint8_t {
  Never,
  Tried,  ///< where they win a trial
  Always,
};

/// The choices of one communicator. One thread at a time.
class Choice {
 public:
  /// `hosts`: of each process of the communicator; `is_world`: it is MPI_COMM_WORLD.
  Choice(const World& world, const std::vector<int>& hosts, bool is_world);

  /// `bytes` as Algorithm::max_bytes counts them; 0 for irregular operations.
  Decision decide(Operation operation, std::size_t bytes);
  /// The installed MPI's own, whatever rules say.
  Decision decide_native() const { return {nullptr, world_.reports, nullptr}; }
  /// Takes the rules of the program for this communicator; the user's rules come before.
  void say(std::vector<Rule> rules) { said_ = std::move(rules); }
  /// In this order: the user's rules, those of the request and of the program, the setting that
  /// everything is planned, rules of the tuning file. Nothing else looks at them all.
  Ruling ruling(Operation operation, std::size_t bytes,
                std::span<const Rule> of_request = {}) const;
  /// For a plan that is made once, without a trial: by rules, else by sizes.
  const Algorithm* decide_now(Operation operation, std::size_t bytes) const;
  Reuse reuse(Operation operation) const;
  /// For groups that are opened to scatter: by the user's choice, else multicast between hosts.
  const Algorithm* decide_for_group() const;
  /// The host of each process, as the world numbers them.
  const std::vector<int>& hosts() const { return hosts_; }
  /// Between the processes of the communicator; null where it is not known.
  const Network* network();
  /// For an operation behind a request, without a trial. Returns nothing for the MPI's own; null if
  /// it is planned without a specified algorithm. `of_request` has the program's hint for it.
  std::optional<const Algorithm*> decide_behind_request(
      Operation operation, std::size_t bytes, std::span<const Rule> of_request = {}) const;
  /// Whether decide_behind_request() may plan the operation without hints of the request.
  bool may_plan_behind_request(Operation operation) const;
  /// For a nonblocking call, whose time cannot be measured directly: the algorithm that rules name
  /// (a direct one unless the MPI polls plans everywhere, see World), or a direct one that blocking
  /// calls of the kind have found the fastest. Null: the MPI's own. `of_request` as above.
  const Algorithm* decide_at_once(Operation operation, std::size_t bytes,
                                  std::span<const Rule> of_request = {}) const;
  /// Whether decide_at_once() may return one before any trial is over.
  bool may_decide_at_once() const;
  /// Whether calls behind requests may have trials.
  bool may_try_behind_requests() const { return tries_ && world_.is_one_thread_in_mpi; }
  /// Whether calls without hints may have one. `of_request` as above.
  bool may_try_behind_request(Operation operation, std::size_t bytes,
                              std::span<const Rule> of_request = {}) const;
  /// The candidates that may serve them in trials.
  std::vector<const Algorithm*> candidates_behind_requests(Operation operation,
                                                           std::size_t bytes) const;
  /// For one persistent request. The choice must outlive it.
  std::shared_ptr<Trial> new_trial_behind_request(Operation operation, std::size_t bytes);
  /// For all nonblocking calls of a kind.
  std::shared_ptr<Trial> trial_of_nonblocking(Operation operation, std::size_t bytes);
  /// The sizes around `bytes`, both included, of which decide() says the same, once it leaves them
  /// to the installed MPI without timing them.
  std::pair<std::size_t, std::size_t> decided_alike(Operation operation, std::size_t bytes) const;

 private:
  /// The first rule of the user's, else of the program's; null: there is none.
  const Rule* rule_for(Operation operation, std::size_t bytes,
                       std::span<const Rule> of_request = {}) const;
  template <class Holds>
  bool has_rule(const Holds& holds) const;
  /// The algorithm that serves a nonblocking call to which a rule gives `said`; null: the MPI's
  /// own.
  const Algorithm* at_once(const Algorithm* said) const;
  const Algorithm& by_size(Operation operation, std::size_t bytes) const;
  Trial& trial_of(Operation operation, std::size_t bytes);
  void recall(Trial& trial, std::size_t bytes, bool is_behind_requests) const;
  std::unique_ptr<const Prospect> prospect_of(Operation operation, std::size_t bytes);

  const World& world_;
  const std::vector<int> hosts_;
  int size_;
  bool several_hosts_, tries_ = false, is_world_;
  std::vector<Rule> said_;
  std::span<const Rule> tuned_;  // learnt for messages between hosts, so useless inside of one
  Account early_turns_;          // of all trials
  std::map<std::pair<Operation, int>, Trial> trials_;  // by size class
  std::map<std::pair<Operation, int>, std::shared_ptr<Trial>> trials_of_nonblocking_;
  std::optional<Network> network_;  // made when it is asked for
};

}  // namespace bamboo::plans::pmpi
