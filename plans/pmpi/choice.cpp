// SPDX-License-Identifier: Apache-2.0
#include "choice.h"

#include <algorithm>
#include <bit>

namespace bamboo::plans::pmpi {
namespace {

const Rule* first_that_holds(const std::vector<Rule>& rules, Operation operation, int size,
                             std::size_t bytes) {
  for (const Rule& rule : rules)
    if (rule.operation == operation && (rule.processes == 0 || rule.processes == size) &&
        rule.from <= bytes && bytes <= rule.to)
      return &rule;
  return nullptr;
}

}  // namespace

Choice::Choice(const World& world, const std::vector<int>& hosts)
    : world_(world), size_(static_cast<int>(hosts.size())) {
  // Inside of one host there is no network to plan for.
  const bool several_hosts = std::ranges::adjacent_find(hosts, std::not_equal_to()) != hosts.end();
  tries_ = several_hosts && !world.settings.fixed;
}

Decision Choice::decide(Operation operation, std::size_t bytes) {
  const bool timed = world_.reports;
  if (const Rule* rule = first_that_holds(world_.settings.forced, operation, size_, bytes))
    return {rule->algorithm, timed, nullptr};
  if (world_.settings.always) return {&select(operation, size_, bytes), timed, nullptr};
  if (const Rule* rule = first_that_holds(world_.tuned, operation, size_, bytes))
    return {rule->algorithm, timed, nullptr};
  if (!tries_ || !Trial::is_worth_it(operation, bytes)) return {nullptr, timed, nullptr};

  const std::pair kind(operation, static_cast<int>(std::bit_width(bytes)));
  auto found = trials_.find(kind);
  if (found == trials_.end())
    found = trials_.try_emplace(kind, operation, size_, bytes, world_.multicast).first;
  Trial& trial = found->second;
  if (trial.is_over()) return {trial.winner(), timed, nullptr};
  return {trial.next(), true, &trial};
}

const Algorithm* Choice::decide_now(Operation operation, std::size_t bytes) const {
  if (const Rule* rule = first_that_holds(world_.settings.forced, operation, size_, bytes))
    return rule->algorithm;
  if (const Rule* rule = first_that_holds(world_.tuned, operation, size_, bytes))
    return rule->algorithm;
  return &select(operation, size_, bytes);
}

void Choice::learn(const Decision& decision, double seconds, MPI_Comm channel) {
  if (!decision.trial) return;
  decision.trial->add(seconds);
  if (!decision.trial->had_all_turns()) return;
  decision.trial->agree(channel);
  remember(decision.trial->rule());
}

}  // namespace bamboo::plans::pmpi
