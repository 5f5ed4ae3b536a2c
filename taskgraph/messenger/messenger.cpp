// SPDX-License-Identifier: Apache-2.0
#include "messenger/messenger.h"

#include <algorithm>
#include <thread>

#include "messenger/messenger_core.h"

namespace bamboo {
namespace {

/// Message credits per byte of the budget: what a header costs the receiver, and some.
constexpr std::size_t bytes_per_message = 1024;
constexpr std::size_t fewest_messages = 16;
/// More than any network has on its way.
constexpr std::size_t largest_pull_window = 16u << 20;

}  // namespace

MessengerCore::MessengerCore(std::unique_ptr<Transport> transport, std::size_t eager_budget,
                             Threads threads, Now now)
    : detector(*this, transport->process(), transport->processes(),
               transport->piece_bytes() - sizeof(PieceHeader), now),
      now_(std::move(now)),
      transport_(std::move(transport)),
      piece_bytes_(transport_->piece_bytes()),
      budget_bytes_(eager_budget),
      budget_messages_(std::max(eager_budget / bytes_per_message, fewest_messages)),
      pull_window_(std::clamp(eager_budget, 8 * piece_bytes_, largest_pull_window)),
      owed_(transport_->processes()),
      threads_(threads),
      outbox_(threads),
      chunks_(threads),
      outgoing_pool_(threads),
      incoming_pool_(threads) {
  exchange_.alone().peers.resize(transport_->processes());
  for (Peer& peer : exchange_.alone().peers) {
    peer.credit_bytes = budget_bytes_;
    peer.credit_messages = budget_messages_;
  }
}

/// Frees payloads that no receiver has asked for.
MessengerCore::~MessengerCore() {
  for (Peer& peer : exchange_.alone().peers) {
    for (OutgoingMessage* message : peer.slots)
      if (message != nullptr) release_copy(message);
    while (OutgoingMessage* message = peer.held.pop()) release_copy(message);
  }
}

bool MessengerCore::progress() {
  if (!lock_.try_lock()) return false;
  OutgoingMessage* done = nullptr;
  bool something = false;
  {
    const LockedScope locked(*this, std::adopt_lock);
    lock_.lock();  // nested: nothing in here lets others in between
    something = transport_->poll(*this);
    if (!exchange_->streams.empty()) stream();
    if (wanting_.load(std::memory_order_relaxed) > 0) lend();
    detector.step();
    done = exchange_->completed.first;
    exchange_->completed = {};
    lock_.unlock();
  }
  run_completions(done);
  return something || done != nullptr;
}

void MessengerCore::shutdown(const std::function<void()>& at_the_end) {
  detector.finish();
  {
    const LockedScope locked(*this);
    transport_->shutdown_begin();
  }
  // Others may still compute, and pull what we have sent them: serve them, but leave them the
  // cores.
  using std::chrono::microseconds;
  microseconds nap{0};
  for (;;) {
    nap = progress() ? microseconds{0} : std::min(nap + microseconds{10}, microseconds{500});
    {
      const LockedScope locked(*this);
      if (transport_->shutdown_done()) break;
    }
    std::this_thread::sleep_for(nap);
  }
  if (at_the_end) at_the_end();
  const LockedScope locked(*this);
  transport_->finalize();
}

TrafficStatistics MessengerCore::statistics() {
  const LockedScope locked(*this);
  TrafficStatistics result = exchange_->traffic;
  result.unexpected_bytes_peak = unexpected_peak_.load(std::memory_order_relaxed);
  return result;
}

struct Messenger::Impl {
  MessengerCore core;
};

Messenger::Messenger(std::unique_ptr<Transport> transport, std::size_t eager_budget,
                     Threads threads, Now now)
    : impl_(new Impl{{std::move(transport), eager_budget, threads, std::move(now)}}) {}
Messenger::~Messenger() = default;

void Messenger::set_deliver(Deliver deliver) {
  impl_->core.deliver = std::move(deliver);
}
Transport& Messenger::transport() {
  return impl_->core.transport();
}

bool Messenger::send(ProcessId destination, const Header& header, PayloadSource& source,
                     SendMode mode, SendCompletion* completion, bool pooled) {
  return impl_->core.send(destination, header, source, mode, completion, pooled);
}

void Messenger::abort(int code, const std::function<void()>& last_words) {
  impl_->core.abort(code, last_words);
}

bool Messenger::progress() {
  return impl_->core.progress();
}

void Messenger::on_polling_needed(std::function<void()> call) {
  impl_->core.on_polling_needed = std::move(call);
}

void Messenger::polled_without_success() {
  impl_->core.polled_without_success();
}

bool Messenger::needs_polling() const {
  return impl_->core.needs_polling();
}

DeadlockDetector& Messenger::detector() {
  return impl_->core.detector;
}
void Messenger::shutdown(const std::function<void()>& at_the_end) {
  impl_->core.shutdown(at_the_end);
}
TrafficStatistics Messenger::statistics() const {
  return impl_->core.statistics();
}

}  // namespace bamboo
