// SPDX-License-Identifier: Apache-2.0
#include "bamboo/plans/simulate.h"

#include <cmath>
#include <deque>
#include <map>
#include <memory>
#include <queue>
#include <tuple>

#include "bamboo/plans/execution.h"
#include "bamboo/plans/print.h"
#include "fluid.h"

namespace bamboo::plans {
namespace {

class Simulation {
 public:
  Simulation(std::span<const Plan> plans, double unit_bytes, const Network& network,
             const Costs& costs)
      : unit_bytes_(unit_bytes), network_(network), costs_(costs), fluid_(network) {
    for (const Plan& plan : plans) members_.push_back(std::make_unique<Member>(*this, plan));
  }

  Simulated run() {
    for (const auto& member : members_) member->execution.progress();
    while (pass_to_next_event()) {
    }
    Simulated out{now_, fluid_.busy(), fluid_.bytes(), {}};
    for (const auto& member : members_)
      if (!member->execution.finished()) {
        out.fault = "rank " + std::to_string(member->schedule.plan().rank) + " never ends";
        break;
      }
    return out;
  }

 private:
  struct Member final : Endpoint {
    Member(Simulation& simulation, const Plan& plan)
        : simulation(simulation),
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
  struct Event {
    enum class Kind { Begins, Arrives, Received } kind;
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
    for (int transfer : fluid_.advance(now_)) sent(transfer);
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
    const Transfer& t = transfers_[event.transfer];
    switch (event.kind) {
      case Event::Kind::Begins:
        return enqueue(event.transfer);
      case Event::Kind::Arrives:
        return events_.push(
            {Event::Kind::Received, t.receive.member->work(now_, costs_.overhead), event.transfer});
      case Event::Kind::Received:
        return complete(t.receive);
    }
  }

  // A pair has one connection: what it sends goes one after the other.
  void enqueue(int number) {
    auto& queue = connections_[{transfers_[number].from, transfers_[number].to}];
    queue.push_back(number);
    if (queue.size() == 1) put_on_wire(number);
  }
  void put_on_wire(int number) {
    const Transfer& t = transfers_[number];
    if (t.bytes > 0)
      fluid_.start(number, t.from, t.to, t.bytes);
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
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events_;
  std::vector<Member*> touched_;
  double now_ = 0;
};

}  // namespace

Simulated simulate(std::span<const Plan> plans, double unit_bytes, const Network& network,
                   const Costs& costs) {
  return Simulation(plans, unit_bytes, network, costs).run();
}

}  // namespace bamboo::plans
