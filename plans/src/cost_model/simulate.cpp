// SPDX-License-Identifier: Apache-2.0
#include "bamboo/plans/simulate.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <map>
#include <memory>
#include <queue>
#include <tuple>
#include <utility>

#include "bamboo/plans/execution.h"
#include "bamboo/plans/multicast_steps.h"
#include "bamboo/plans/print.h"
#include "cost_model/fluid.h"

namespace bamboo::plans {
namespace {

class Simulation {
 public:
  Simulation(std::span<const Plan> plans, double unit_bytes, const Network& network,
             const Costs& costs)
      : unit_bytes_(unit_bytes), network_(network), costs_(costs), fluid_(network) {
    for (const Plan& plan : plans) members_.push_back(std::make_unique<Member>(*this, plan));
  }

  Simulated run(std::uint64_t most_rates) {
    for (const auto& member : members_) member->execution.progress();
    while (fluid_.rates() <= most_rates && pass_to_next_event()) {
    }
    Simulated out{now_, fluid_.busy(), fluid_.bytes(), {}};
    if (fluid_.rates() > most_rates) {
      out.fault = Fault{"more than " + std::to_string(most_rates) + " rates to look for"};
      return out;
    }
    for (const auto& member : members_)
      if (!member->execution.finished()) {
        out.fault = Fault{"rank " + std::to_string(member->schedule.plan().rank) + " never ends"};
        break;
      }
    return out;
  }

 private:
  struct Member final : Endpoint {
    Member(Simulation& whole, const Plan& plan)
        : simulation(whole),
          schedule(plan),
          complete(plan.steps.size(), false),
          execution(schedule, *this) {}

    // A rank's processor starts one message after the other.
    bool start_send(std::uint32_t index, const Step& step) override {
      simulation.begin({schedule.plan().rank, step.peer, step.is_token()}, *this, index, true);
      return false;
    }
    bool start_receive(std::uint32_t index, const Step& step) override {
      simulation.begin({step.peer, schedule.plan().rank, step.is_token()}, *this, index, false);
      return false;
    }
    bool start_multicast(std::uint32_t index, const Step& step) override {
      simulation.begin_multicast(step, *this, index);
      return false;
    }
    bool test(std::uint32_t index) override { return complete[index]; }
    void copy(const Step&) override {}
    void reduce(const Step&) override {}

    /// The end of `seconds` of work that may begin at `time`.
    double work(double time, double seconds) {
      return busy_until = std::max(time, busy_until) + seconds;
    }

    Simulation& simulation;
    Schedule schedule;
    std::vector<bool> complete;
    Execution execution;
    double busy_until = 0;
    std::size_t multicasts = 0;  ///< begun
  };

  struct End {
    Member* member;
    std::uint32_t index;
    double ready;  ///< when it began
  };
  struct Pair {
    std::deque<End> sends, receives;
  };
  struct Transfer {
    End send, receive;
    double bytes;
    int from, to;
  };
  /// All ranks' ends of one multicast. Receivers report that they are ready, and later that they
  /// have the data; each report costs the sender's processor as much as a message. Parts that only
  /// the sender knows are sent by a multicast before.
  struct Multicast {
    End send{};
    std::vector<End> receives;
    bool sends_sizes = false;   ///< it sends the sizes of the parts, and not yet the data
    std::size_t confirmed = 0;  ///< by receivers
  };
  struct Reception {
    int multicast;
    End receive;
  };
  struct Event {
    enum class Kind {
      Begins,
      Arrives,
      Received,
      MulticastBegins,
      MulticastArrives,  // `transfer` is a reception, as in the next two
      MulticastReceived,
      MulticastConfirmed,
      MulticastEnds
    } kind;
    double time;
    int transfer;
    bool operator>(const Event& other) const {
      return std::tie(time, transfer) > std::tie(other.time, other.transfer);
    }
  };

  using PairOf = std::tuple<int, int, bool>;  // sender, receiver, whether for tokens

  void begin(const PairOf& which, Member& member, std::uint32_t index, bool sends) {
    Pair& pair = pairs_[which];
    const auto [from, to, tokens] = which;
    if (sends)
      pair.sends.push_back({&member, index, member.work(now_, costs_.overhead)});
    else
      pair.receives.push_back({&member, index, now_});
    while (!pair.sends.empty() && !pair.receives.empty()) {
      const End send = pair.sends.front(), receive = pair.receives.front();
      pair.sends.pop_front();
      pair.receives.pop_front();
      const double units =
          static_cast<double>(send.member->schedule.plan().steps[send.index].count);
      transfers_.push_back({send, receive, units * unit_bytes_, from, to});
      events_.push({Event::Kind::Begins, std::max(send.ready, receive.ready),
                    static_cast<int>(transfers_.size()) - 1});
    }
  }

  bool pass_to_next_event() {
    const double event = events_.empty() ? HUGE_VAL : events_.top().time;
    const double time = std::min(event, fluid_.next_end());
    if (std::isinf(time)) return false;
    now_ = time;
    for (int id : fluid_.advance(now_)) is_multicast(id) ? multicast_sent(~id) : sent(id);
    while (!events_.empty() && events_.top().time <= now_) {
      const Event next = events_.top();
      events_.pop();
      happen(next);
    }
    for (Member* member : touched_) member->execution.progress();
    touched_.clear();
    return true;
  }

  void happen(const Event& event) {
    switch (event.kind) {
      case Event::Kind::Begins:
        return enqueue(event.transfer);
      case Event::Kind::Arrives: {
        Member& receiver = *transfers_[event.transfer].receive.member;
        return events_.push(
            {Event::Kind::Received, receiver.work(now_, costs_.overhead), event.transfer});
      }
      case Event::Kind::Received:
        return complete(transfers_[event.transfer].receive);
      case Event::Kind::MulticastBegins:
        return put_multicast_on_wire(event.transfer);
      case Event::Kind::MulticastArrives: {
        Member& receiver = *receptions_[event.transfer].receive.member;
        return events_.push(
            {Event::Kind::MulticastReceived, receiver.work(now_, costs_.overhead), event.transfer});
      }
      case Event::Kind::MulticastReceived:
        return multicast_received(event.transfer);
      case Event::Kind::MulticastConfirmed:
        return multicast_confirmed(receptions_[event.transfer].multicast);
      case Event::Kind::MulticastEnds:
        return multicast_ended(event.transfer);
    }
  }

  void begin_multicast(const Step& step, Member& member, std::uint32_t index) {
    const std::size_t number = member.multicasts++;
    if (multicasts_.size() <= number) multicasts_.resize(number + 1);
    Multicast& multicast = multicasts_[number];
    const int rank = member.schedule.plan().rank;
    double ready = member.work(now_, costs_.overhead);
    if (rank != step.peer) {
      ready += network_.latency(rank, step.peer);
      multicast.receives.push_back({&member, index, ready});
    } else {
      multicast.send = {&member, index, ready};
      multicast.sends_sizes =
          step.share == Step::Share::Sent || step.share == Step::Share::SentToFew;
    }
    if (!multicast.send.member || multicast.receives.size() + 1 < members_.size()) return;
    std::ranges::sort(multicast.receives, {}, &End::ready);
    double begin = std::max(now_, multicast.send.ready);
    for (const End& receive : multicast.receives)
      begin = multicast.send.member->work(std::max(begin, receive.ready), costs_.overhead);
    events_.push({Event::Kind::MulticastBegins, begin, static_cast<int>(number)});
  }

  static const Step& step_of(const End& end) {
    return end.member->schedule.plan().steps[end.index];
  }
  static int rank_of(const End& end) { return end.member->schedule.plan().rank; }
  /// Whether Fluid's transfer is a multicast.
  static bool is_multicast(int id) { return id < 0; }

  void put_multicast_on_wire(int number) {
    const Multicast& multicast = multicasts_[number];
    std::vector<int> links;
    for (const End& receive : multicast.receives)
      network_.append_route(rank_of(multicast.send), rank_of(receive), links);
    std::ranges::sort(links);
    links.erase(std::ranges::unique(links).begin(), links.end());
    const double bytes =
        multicast.sends_sizes
            ? static_cast<double>(members_.size() * sizeof(std::uint64_t))
            : static_cast<double>(units_sent(step_of(multicast.send))) * unit_bytes_;
    if (bytes > 0 && !links.empty())
      fluid_.start(~number, std::move(links), bytes);
    else
      multicast_sent(number);
  }

  void multicast_sent(int number) {
    const Multicast& multicast = multicasts_[number];
    for (const End& receive : multicast.receives) {
      receptions_.push_back({number, receive});
      const double latency = network_.latency(rank_of(multicast.send), rank_of(receive));
      events_.push({Event::Kind::MulticastArrives, now_ + latency,
                    static_cast<int>(receptions_.size()) - 1});
    }
    if (multicast.receives.empty()) complete(multicast.send);
  }

  void multicast_received(int reception) {
    const auto& [number, receive] = receptions_[reception];
    const Multicast& multicast = multicasts_[number];
    if (!multicast.sends_sizes || takes_no_part(receive)) complete(receive);
    const double latency = network_.latency(rank_of(receive), rank_of(multicast.send));
    events_.push({Event::Kind::MulticastConfirmed, now_ + latency, reception});
  }

  /// In the multicast of the data, which follows that of the parts' sizes.
  static bool takes_no_part(const End& receive) {
    const Step& step = step_of(receive);
    return step.share == Step::Share::SentToFew && step.count == 0;
  }

  void multicast_confirmed(int number) {
    Multicast& multicast = multicasts_[number];
    const double end = multicast.send.member->work(now_, costs_.overhead);
    if (++multicast.confirmed == multicast.receives.size())
      events_.push({Event::Kind::MulticastEnds, end, number});
  }

  void multicast_ended(int number) {
    Multicast& multicast = multicasts_[number];
    if (!std::exchange(multicast.sends_sizes, false)) return complete(multicast.send);
    multicast.confirmed = 0;
    std::erase_if(multicast.receives, takes_no_part);
    put_multicast_on_wire(number);
  }

  // A pair has one connection: its messages are sent one after the other.
  void enqueue(int number) {
    auto& queue = connections_[{transfers_[number].from, transfers_[number].to}];
    queue.push_back(number);
    if (queue.size() == 1) put_on_wire(number);
  }
  void put_on_wire(int number) {
    const Transfer& t = transfers_[number];
    if (t.bytes > 0)
      fluid_.start(number, network_.route(t.from, t.to), t.bytes);
    else
      sent(number);
  }

  void sent(int number) {
    const Transfer& t = transfers_[number];
    auto& queue = connections_[{t.from, t.to}];
    queue.pop_front();
    if (!queue.empty()) put_on_wire(queue.front());
    complete(t.send);
    events_.push({Event::Kind::Arrives, now_ + network_.latency(t.from, t.to), number});
  }

  void complete(const End& end) {
    end.member->complete[end.index] = true;
    touched_.push_back(end.member);
  }

  double unit_bytes_;
  const Network& network_;
  const Costs& costs_;
  Fluid fluid_;
  std::vector<std::unique_ptr<Member>> members_;
  std::map<PairOf, Pair> pairs_;
  std::map<std::pair<int, int>, std::deque<int>> connections_;  // the first is on the wire
  std::deque<Transfer> transfers_;
  std::deque<Multicast> multicasts_;  // in the order in which all ranks begin them
  std::deque<Reception> receptions_;
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events_;
  std::vector<Member*> touched_;
  double now_ = 0;
};

}  // namespace

Simulated simulate(std::span<const Plan> plans, double unit_bytes, const Network& network,
                   const Costs& costs, std::uint64_t most_rates) {
  if (std::optional<Fault> fault = check_multicasts(plans)) {
    const std::vector<double> nothing(network.links().size(), 0);
    return {0, nothing, nothing, std::move(fault)};
  }
  return Simulation(plans, unit_bytes, network, costs).run(most_rates);
}

}  // namespace bamboo::plans
