// SPDX-License-Identifier: Apache-2.0
#include "messenger/messenger.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <thread>
#include <utility>

#include "deadlock/deadlock_detector.h"
#include "messenger/incoming_messages.h"
#include "messenger/lender.h"
#include "messenger/outgoing_messages.h"

namespace bamboo {

namespace {

/// Polls less often while nothing happens, and leaves the core to others meanwhile.
class Nap {
 public:
  void after(bool something_happened) {
    using std::chrono::microseconds;
    length_ = something_happened ? microseconds{0} : std::min(length_ + microseconds{10}, longest);
    std::this_thread::sleep_for(length_);
  }

 private:
  static constexpr std::chrono::microseconds longest{500};
  std::chrono::microseconds length_{0};
};

}  // namespace

static_assert(sizeof(PieceHeader) + DeadlockDetector::largest_body <= smallest_piece);

/// Gives each piece that has arrived to the part that it concerns.
struct Messenger::Impl final : PieceReceiver, private DetectionLink {
  Impl(std::unique_ptr<Transport> given, std::size_t eager_budget, Threads threads,
       PeerMemory given_memory, Now now)
      : transport(std::move(given)),
        memory(std::move(given_memory)),
        budget(eager_budget),
        owed(budget, transport->processes(), threads),
        channel(*transport, owed, in_flight, threads),
        detector(*this, transport->process(), transport->processes(),
                 transport->piece_bytes() - sizeof(PieceHeader), now),
        lender(channel, owed, detector, std::move(now), transport->processes()),
        chunks(threads),
        outgoing(channel, in_flight, chunks, memory, budget, transport->processes(), threads),
        incoming(channel, in_flight, chunks, memory, budget, transport->processes(), threads),
        expected_sequences(transport->processes()) {}

  bool progress();
  void piece(ProcessId source, const std::byte* data, std::size_t bytes) override;
  void control_piece(ProcessId source, const PieceHeader& head, const std::byte* body);

  // For the detector:
  void send_detection(ProcessId destination, Detection message,
                      std::span<const std::byte> body) override;
  DetectionCounters counters() override {
    return {channel.traffic().pieces_sent, channel.traffic().pieces_received};
  }
  bool owes_answer() const override { return lender.is_wanted(); }
  [[noreturn]] void abort(int code) override { channel.abort(code, {}); }

  const std::unique_ptr<Transport> transport;
  const PeerMemory memory;
  const CreditBudget budget;
  InFlight in_flight;
  OwedCredits owed;
  PieceChannel channel;
  DeadlockDetector detector;
  Lender lender;
  ChunkPool chunks;
  OutgoingMessages outgoing;
  IncomingMessages incoming;
  std::vector<std::uint32_t> expected_sequences;  // by source, under the transport's lock
};

void Messenger::Impl::piece(ProcessId source, const std::byte* data, std::size_t bytes) {
  PieceHeader head;
  std::memcpy(&head, data, sizeof head);
  const std::uint32_t expected = expected_sequences[source]++;
  if (head.sequence != expected) {
    std::fprintf(stderr,
                 "bamboo: %s gave process %d piece %u of process %d where piece %u was due\n",
                 transport->name().c_str(), transport->process(), head.sequence, source, expected);
    abort(1);
  }
  if (counts_as_traffic(head.kind)) ++channel.traffic().pieces_received;
  outgoing.credited(source, head.bytes_returned, head.messages_returned);

  const std::byte* body = data + sizeof head;
  bytes -= sizeof head;
  switch (head.kind) {
    case PieceKind::Message:
    case PieceKind::Offer:
      incoming.first_piece(source, head, body, bytes);
      break;
    case PieceKind::Data:
      incoming.data_piece(source, head, body, bytes);
      break;
    case PieceKind::Detect:
      detector.receive(source, static_cast<Detection>(head.slot), {body, bytes});
      break;
    default:
      control_piece(source, head, body);
  }
}

void Messenger::Impl::control_piece(ProcessId source, const PieceHeader& head,
                                    const std::byte* body) {
  std::uint64_t value = 0;
  std::memcpy(&value, body, sizeof value);
  switch (head.kind) {
    case PieceKind::Pull:
      outgoing.pulled(source, head.slot, value);
      break;
    case PieceKind::Release:
    case PieceKind::Acknowledge:
      outgoing.released_or_acknowledged(source, head.slot);
      break;
    case PieceKind::Starved:
      lender.starved(source);
      break;
    case PieceKind::Blocked:
      lender.blocked(source);
      break;
    case PieceKind::Lend:
      outgoing.lent(source);
      break;
    default:
      break;  // Credit: the header contains everything
  }
}

void Messenger::Impl::send_detection(ProcessId destination, Detection message,
                                     std::span<const std::byte> body) {
  std::byte* piece = channel.allocate();
  if (!body.empty()) std::memcpy(piece + sizeof(PieceHeader), body.data(), body.size());
  channel.post(destination, piece, PieceKind::Detect, 0, static_cast<std::uint32_t>(message),
               sizeof(PieceHeader) + body.size());
}

bool Messenger::Impl::progress() {
  if (!channel.try_lock()) return false;
  OutgoingMessage* done = nullptr;
  std::vector<IncomingMessage*> readable;
  bool something = false;
  {
    const PieceChannel::Locked locked(channel, std::adopt_lock);
    channel.lock().lock();  // nested: nothing in here releases the lock for others
    something = transport->poll(*this);
    if (outgoing.has_pulled_ones()) outgoing.stream();
    if (lender.is_wanted()) lender.lend();
    detector.step();
    done = outgoing.take_completed();
    readable = incoming.take_readable();
    channel.lock().unlock();
  }
  outgoing.run_completions(done);
  IncomingMessages::read_all(readable);
  return something || done != nullptr;
}

Messenger::Messenger(std::unique_ptr<Transport> transport, std::size_t eager_budget,
                     Threads threads, PeerMemory memory, Now now)
    : impl_(std::make_unique<Impl>(std::move(transport), eager_budget, threads, std::move(memory),
                                   std::move(now))) {}
Messenger::~Messenger() = default;

void Messenger::set_deliver(Deliver deliver) {
  impl_->incoming.deliver = std::move(deliver);
}
Transport& Messenger::transport() {
  return *impl_->transport;
}

bool Messenger::send(ProcessId destination, const Header& header, PayloadSource& source,
                     SendMode mode, SendCompletion* completion, bool pooled) {
  return impl_->outgoing.send(destination, header, source, mode, completion, pooled);
}

void Messenger::abort(int code, const std::function<void()>& last_words) {
  impl_->channel.abort(code, last_words);
}

bool Messenger::progress() {
  return impl_->progress();
}

void Messenger::on_polling_needed(std::function<void()> call) {
  impl_->in_flight.on_polling_needed = std::move(call);
}

void Messenger::polled_without_success() {
  impl_->lender.polled_without_success();
}

bool Messenger::needs_polling() const {
  return impl_->in_flight.needs_polls();
}

DeadlockDetector& Messenger::detector() {
  return impl_->detector;
}

void Messenger::settle(std::chrono::duration<double> patience,
                       const std::function<void()>& too_long) {
  using std::chrono::steady_clock;
  const steady_clock::time_point start = steady_clock::now();
  bool may_warn = patience.count() > 0;
  Nap nap;
  while (impl_->in_flight.sends()) {
    nap.after(progress());
    if (may_warn && steady_clock::now() - start > patience) {
      too_long();
      may_warn = false;
    }
  }
}

void Messenger::shutdown(const std::function<void()>& at_the_end) {
  impl_->detector.finish();
  {
    const PieceChannel::Locked locked(impl_->channel);
    impl_->transport->shutdown_begin();
  }
  // Other processes may still compute, and pull what this one has sent: serve them.
  for (Nap nap;; nap.after(progress())) {
    const PieceChannel::Locked locked(impl_->channel);
    if (impl_->transport->shutdown_done()) break;
  }
  if (at_the_end) at_the_end();
  const PieceChannel::Locked locked(impl_->channel);
  impl_->transport->finalize();
}

TrafficStatistics Messenger::statistics() const {
  const PieceChannel::Locked locked(impl_->channel);
  TrafficStatistics result = impl_->channel.traffic();
  impl_->incoming.add_to(result);
  return result;
}

}  // namespace bamboo
