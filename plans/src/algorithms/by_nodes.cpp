// SPDX-License-Identifier: Apache-2.0
#include "bamboo/plans/by_nodes.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "algorithms/algorithms.h"
#include "plan/builder.h"

namespace bamboo::plans {
namespace {

Selected among_nodes(Operation operation, const LocalityShape& shape, std::size_t bytes) {
  return {&select(operation, shape.nodes, bytes), true};
}

Selected allgather(const LocalityShape& shape, std::size_t bytes) {
  return among_nodes(shape.is_even() ? Operation::Allgather : Operation::Allgatherv, shape,
                     bytes * static_cast<std::size_t>(shape.most_ranks));
}

/// One message per pair of nodes if the messages between pairs of ranks are short, because each
/// byte is then copied three times.
Selected alltoall(const LocalityShape& shape, std::size_t bytes) {
  constexpr std::size_t most_bytes = 64 << 10, most_copies = 4096, kept_in_step = 4 << 10;
  static const Algorithm& pairwise = *find("alltoallv/pairwise");
  static const Algorithm& gated = *find("alltoallv/gated");
  const auto ranks = static_cast<std::size_t>(shape.most_ranks);
  const std::size_t message = ranks * ranks * bytes;
  if (message > most_bytes || ranks * static_cast<std::size_t>(shape.size) > most_copies)
    return {&select(Operation::Alltoall, shape.size, bytes)};
  return {message < kept_in_step ? &pairwise : &gated, true};
}

/// All of them bracket the operands in the reduction tree.
Selected allreduce(const LocalityShape& shape, std::size_t bytes) {
  const Algorithm& among_all = select(Operation::Allreduce, shape.size, bytes);
  if (!among_all.cuts_blocks)
    return shape.splits_reductions() ? among_nodes(Operation::Allreduce, shape, bytes)
                                     : Selected{&among_all};
  // Two ranks exchange more data the closer they are to each other.
  static const Algorithm& halving = *find("allreduce/halving");
  return {shape.is_in_order ? &halving : &among_all};
}

}  // namespace

Selected select(Operation operation, const LocalityShape& shape, std::size_t bytes) {
  if (shape.nodes > 1 && shape.nodes < shape.size) {
    switch (operation) {
      case Operation::Bcast:
        return among_nodes(operation, shape, bytes);
      case Operation::Allgather:
        return allgather(shape, bytes);
      case Operation::Alltoall:
        return alltoall(shape, bytes);
      case Operation::Allreduce:
        return allreduce(shape, bytes);
      default:
        break;
    }
  }
  return {&select(operation, shape.size, bytes)};
}

namespace {

/// One rank's part of an operation by nodes.
class ByNodes {
 public:
  ByNodes(const Algorithm& among_nodes, const Problem& problem, const Locality& locality)
      : among_nodes_(among_nodes),
        p_(problem),
        locality_(locality),
        node_(locality.node_of(problem.rank)),
        here_(locality.ranks(node_)),
        plan_(problem, (std::string("by_nodes/") + among_nodes.name).c_str()) {
    for (int node = 0; node < locality.nodes(); ++node) {
      leaders_.push_back(node == locality.node_of(p_.root) ? p_.root : locality.ranks(node)[0]);
      order_.insert(order_.end(), locality.ranks(node).begin(), locality.ranks(node).end());
      first_.push_back(node == 0 ? 0 : first_.back() + locality.ranks(node - 1).size());
    }
  }

  Plan bcast() {
    const Plan part = among_nodes_.make(leaders_problem());
    const auto first = leads() ? plan_.append(part, leaders_, input(), output()) : 0;
    const auto pieces = node_ == locality_.node_of(p_.root) ? std::vector<Piece>{{0, p_.count, {}}}
                                                            : pieces_of(part, first);
    for (const auto& [begin, count, here] : pieces)
      pass_on(output(), {begin, begin, count}, leads() ? here : Builder::After{});
    return plan_.take();
  }

  Plan allgather() {
    const std::size_t here = first_[node_] * p_.count;
    const Place own = p_.in_place ? output(p_.rank * p_.count) : input();
    const Place all =
        !leads() || locality_.shape().is_in_order ? output() : plan_.scratch(p_.size * p_.count);
    Builder::After gathered;
    for (std::size_t i = 0; i < here_.size(); ++i) {
      const Place block = all + here + i * p_.count;
      if (here_[i] == p_.rank && !leads())
        gathered.push_back(plan_.send(leader(), own, p_.count));
      else if (leads() && here_[i] != p_.rank)
        gathered.push_back(plan_.receive(here_[i], block, p_.count));
      else if (leads() && own != block)
        gathered.push_back(plan_.copy(own, block, p_.count));
    }
    Problem among = leaders_problem();
    among.in_place = true;
    among.count = p_.count * locality_.shape().most_ranks;
    for (int node = 0; node < locality_.nodes(); ++node)
      among.output_counts.push_back(p_.count * locality_.ranks(node).size());
    const Plan part = among_nodes_.make(among);
    const auto first = leads() ? plan_.append(part, leaders_, input(), all, gathered) : 0;
    std::vector<Piece> pieces = pieces_of(part, first);
    if (std::ranges::none_of(pieces, [&](const Piece& each) { return each.has(here); }))
      pieces.push_back({here, here_.size() * p_.count, gathered});
    for (const Piece& each : pieces)
      for (const Run& run : runs(each.begin, each.count))
        pass_on(all, run, leads() ? each.here : p_.in_place ? gathered : Builder::After{});
    return plan_.take();
  }

  /// The leader sorts the data of its ranks for a node into the order of the receivers.
  Plan alltoall() {
    const std::size_t count = p_.count;
    Problem among = leaders_problem();
    for (int node = 0; node < locality_.nodes(); ++node)
      among.input_counts.push_back(here_.size() * locality_.ranks(node).size() * count);
    among.output_counts = among.input_counts;
    const Blocks nodes(among.input_counts);
    const Plan part = among_nodes_.make(among);
    Place in;
    Builder::Id first = 0;
    if (leads()) {
      const Place out = plan_.scratch(nodes.total());
      in = plan_.scratch(nodes.total());
      first = plan_.append(part, leaders_, out, in, {sort_by_receivers(out)});
    } else {
      plan_.send(leader(), input(), p_.size * count);
    }
    int node = 0;
    Builder::After here;
    for (const Piece& each : pieces_of(part, first)) {
      here.insert(here.end(), each.here.begin(), each.here.end());
      while (nodes.offset(node + 1) <= each.begin || nodes.offset(node) > each.begin)
        node = (node + 1) % nodes.size();
      if (each.begin + each.count < nodes.offset(node + 1)) continue;
      deliver(node, in + nodes.offset(node), here);
      here.clear();
    }
    return plan_.take();
  }

  Plan allreduce() {
    Problem local = p_;
    local.operation = Operation::Reduce;
    local.size = static_cast<int>(here_.size());
    local.rank = static_cast<int>(std::ranges::find(here_, p_.rank) - here_.begin());
    local.root = 0;
    plan_.append(reduce_tree(local), here_, input(), output());
    if (leads()) {
      Problem among = leaders_problem();
      among.in_place = true;
      plan_.append(among_nodes_.make(among), leaders_, input(), output(), plan_.ends(0));
    }
    local.operation = Operation::Bcast;
    plan_.append(bcast_linear(local), here_, input(), output(), plan_.ends(0));
    return plan_.take();
  }

 private:
  /// The units, in the order of nodes, that are complete after the steps `here`.
  struct Piece {
    std::size_t begin, count;
    Builder::After here;
    bool has(std::size_t unit) const { return unit >= begin && unit < begin + count; }
  };
  /// Units that are consecutive in the order of nodes and in that of ranks.
  struct Run {
    std::size_t from, to, count;
  };

  int leader() const { return leaders_[node_]; }
  bool leads() const { return p_.rank == leader(); }

  Problem leaders_problem() const {
    Problem among;
    among.operation = among_nodes_.operation;
    among.rank = node_;
    among.size = locality_.nodes();
    among.root = locality_.node_of(p_.root);
    among.count = p_.count;
    return among;
  }

  /// The pieces that the leader's part of the plan among nodes writes into its output. `first` is
  /// the step of this plan that begins the part.
  static std::vector<Piece> pieces_of(const Plan& part, Builder::Id first) {
    std::vector<Piece> pieces;
    for (Builder::Id i = 0; i < part.steps.size(); ++i) {
      const Step& step = part.steps[i];
      const bool brings = step.kind == Step::Kind::Receive || step.kind == Step::Kind::Copy;
      if (brings && step.to.buffer == Place::Buffer::Output)
        pieces.push_back({step.to.offset, step.count, {first + i}});
    }
    return pieces;
  }

  std::vector<Run> runs(std::size_t begin, std::size_t count) const {
    std::vector<Run> out;
    for (std::size_t at = begin, units = 0; at < begin + count; at += units) {
      const std::size_t inside = at % p_.count;
      const std::size_t to = static_cast<std::size_t>(order_[at / p_.count]) * p_.count + inside;
      units = std::min(p_.count - inside, begin + count - at);
      if (!out.empty() && out.back().to + out.back().count == to)
        out.back().count += units;
      else
        out.push_back({at, to, units});
    }
    return out;
  }

  /// Copies data from the leader, in the order of nodes, into the output of all ranks of this node.
  void pass_on(Place all, const Run& run, const Builder::After& after) {
    if (!leads()) {
      plan_.receive(leader(), output(run.to), run.count, after);
      return;
    }
    for (const int rank : here_)
      if (rank != p_.rank)
        plan_.send(rank, all + run.from, run.count, after);
      else if (all + run.from != output(run.to))
        plan_.copy(all + run.from, output(run.to), run.count, after);
  }

  Builder::Id sort_by_receivers(Place out) {
    const std::size_t count = p_.count;
    std::vector<Place> inputs;
    Builder::After here;
    for (const int rank : here_) {
      inputs.push_back(rank == p_.rank ? input() : plan_.scratch(p_.size * count));
      if (rank != p_.rank) here.push_back(plan_.receive(rank, inputs.back(), p_.size * count));
    }
    for (const int to : order_)
      for (const Place from : inputs) {
        here = {plan_.copy(from + to * count, out, count, here)};
        out = out + count;
      }
    return here.empty() ? Builder::none : here.front();
  }

  /// Copies the data of one node to its receivers on this node.
  void deliver(int node, Place from, const Builder::After& after) {
    const std::size_t begin = first_[node] * p_.count;
    const std::size_t units = locality_.ranks(node).size() * p_.count;
    for (const int to : here_) {
      for (const Run& run : runs(begin, units)) {
        const Place at = from + (run.from - begin);
        if (!leads() && to == p_.rank)
          plan_.receive(leader(), output(run.to), run.count);
        else if (leads() && to == p_.rank)
          plan_.copy(at, output(run.to), run.count, after);
        else if (leads())
          plan_.send(to, at, run.count, after);
      }
      from = from + units;
    }
  }

  const Algorithm& among_nodes_;
  const Problem& p_;
  const Locality& locality_;
  const int node_;
  const std::span<const int> here_;
  Builder plan_;
  std::vector<int> leaders_;        ///< by node
  std::vector<int> order_;          ///< the ranks of one node after the other
  std::vector<std::size_t> first_;  ///< by node: the number of ranks before it in that order
};

}  // namespace

Plan by_nodes(const Algorithm& among_nodes, const Problem& problem, const Locality& locality) {
  ByNodes rank(among_nodes, problem, locality);
  switch (problem.operation) {
    case Operation::Bcast:
      return rank.bcast();
    case Operation::Allgather:
      return rank.allgather();
    case Operation::Alltoall:
      return rank.alltoall();
    case Operation::Allreduce:
      return rank.allreduce();
    default:
      throw std::logic_error(std::string("no plan by nodes for ") + name_of(problem.operation));
  }
}

}  // namespace bamboo::plans
