// SPDX-License-Identifier: Apache-2.0
#include "execution/multicast.h"

#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "bamboo/plans/multicast/scatter.h"
#include "bamboo/plans/multicast/session.h"
#include "bamboo/support/diagnostic.h"

namespace bamboo::plans::pmpi {
namespace {

using multicast::Scatter;
using multicast::Session;

std::unique_ptr<Session> session;  // of all processes
std::atomic<bool> is_started{false};
std::atomic<std::uint32_t> groups_opened{0};

constexpr auto probing = multicast::milliseconds(500);
/// The longest time for which messages of the installed MPI may wait while this process waits for
/// multicasts.
constexpr auto between_looks = multicast::milliseconds(1);
constexpr double patience_seconds = 60;

multicast::Settings settings() {
  multicast::Settings settings;
  const char* interface = std::getenv("BAMBOO_PLANS_INTERFACE");
  settings.interface = interface ? interface : "";
  settings.thread = true;  // a process must answer while it computes
  settings.patience = patience_seconds;
  return settings;
}

/// The cards of all processes; empty for processes without a network.
std::vector<std::string> gather_cards(const std::string& own, MPI_Comm comm) {
  std::array<char, 128> padded{};
  padded[0] = static_cast<char>(own.size() < padded.size() ? own.size() : 0);
  std::memcpy(padded.data() + 1, own.data(), static_cast<std::size_t>(padded[0]));
  int size = 0;
  PMPI_Comm_size(comm, &size);
  std::vector<char> all(padded.size() * static_cast<std::size_t>(size));
  PMPI_Allgather(padded.data(), static_cast<int>(padded.size()), MPI_BYTE, all.data(),
                 static_cast<int>(padded.size()), MPI_BYTE, comm);
  std::vector<std::string> cards;
  for (std::size_t i = 0; i < all.size(); i += padded.size())
    cards.emplace_back(all.data() + i + 1, static_cast<std::size_t>(all[i]));
  return cards;
}

bool on_all(bool here, MPI_Comm comm) {
  int own = here, least = 0;
  PMPI_Allreduce(&own, &least, 1, MPI_INT, MPI_MIN, comm);
  return least != 0;
}

/// Collective. Returns null on all processes unless all receive each other's multicasts.
std::unique_ptr<Session> connect(MPI_Comm comm) {
  int rank = 0;
  PMPI_Comm_rank(comm, &rank);
  std::unique_ptr<Session> made;
  std::string card;
  try {
    made = std::make_unique<Session>(settings());
    card = made->card();
  } catch (const multicast::Failure&) {
    made.reset();
  }
  const std::vector<std::string> cards = gather_cards(card, comm);
  bool joined = made != nullptr;
  try {
    if (joined) made->join(cards, rank);
  } catch (const multicast::Failure&) {
    joined = false;
  }
  if (!on_all(joined, comm) || !on_all(made->probe(probing).everyone(), comm)) made.reset();
  return made;
}

multicast::Group group_in_world(MPI_Comm channel, MPI_Group world) {
  int rank = 0, size = 0;
  PMPI_Comm_rank(channel, &rank);
  PMPI_Comm_size(channel, &size);
  std::vector<int> ranks(size), in_world(size);
  std::iota(ranks.begin(), ranks.end(), 0);
  MPI_Group group = MPI_GROUP_NULL;
  PMPI_Comm_group(channel, &group);
  PMPI_Group_translate_ranks(group, size, ranks.data(), world, in_world.data());
  PMPI_Group_free(&group);
  // Threads may use communicators of the same processes for the first time in different orders.
  unsigned number = rank == 0 ? groups_opened.fetch_add(1) : 0;
  PMPI_Bcast(&number, 1, MPI_UNSIGNED, 0, channel);
  return session->open(std::move(in_world), number);
}

/// Reports a failure. Returns its MPI error code.
int reported(const multicast::Failure& failure) {
  support::error("%s", failure.what());
  return MPI_ERR_OTHER;
}

/// The sender's message as one piece: its original memory if that is contiguous, or a packed copy.
class Message {
 public:
  Message(const std::vector<TypedRange>& pieces, int& error) {
    std::vector<TypedRange> filled;
    for (const TypedRange& piece : pieces)
      if (piece.bytes() > 0) filled.push_back(piece);
    for (const TypedRange& piece : filled) bytes_ += piece.bytes();
    if (filled.size() == 1 && filled[0].type.dense) {
      address_ = filled[0].address;
      return;
    }
    packed_.resize(bytes_);
    std::byte* next = packed_.data();
    for (const TypedRange& piece : filled) {
      const int failed = copy_typed(piece, bytes_at(next, piece.bytes()));
      if (failed != MPI_SUCCESS) error = failed;
      next += piece.bytes();
    }
    address_ = packed_.data();
  }
  void* address() const { return address_; }
  std::size_t bytes() const { return bytes_; }

 private:
  std::vector<std::byte> packed_;
  void* address_ = nullptr;
  std::size_t bytes_ = 0;
};

/// The memory that receives a part: its destination, if that has no gaps and holds all of `bytes`.
class Arrival {
 public:
  Arrival(const TypedRange& room, std::size_t bytes) : room_(room), bytes_(bytes) {
    if (!room.type.dense || room.bytes() < bytes) came_.resize(bytes);
  }
  void* address() { return came_.empty() ? room_.address : came_.data(); }
  std::size_t bytes() const { return bytes_; }
  /// Completes the reception of this number of bytes.
  int finish(std::size_t received) {
    if (received > room_.bytes()) return MPI_ERR_TRUNCATE;
    return came_.empty() ? MPI_SUCCESS : copy_typed(bytes_at(came_.data(), received), room_);
  }

 private:
  TypedRange room_;
  std::size_t bytes_;
  std::vector<std::byte> came_;
};

/// Either side of one multicast.
class Moving final : public MulticastRun {
 public:
  Moving(Session& opened, multicast::Group& group, const Stream& stream)
      : is_sender_(group.self() == stream.sender),
        message_(stream.sent, error_),
        arrival_(stream.room, bytes_to_come(stream, group.self())) {
    attempt([&] { start(opened, group, stream); });
  }

  bool progress() override {
    return go_on([](auto& move) { return move.progress(); });
  }
  bool wait_shortly() override {
    return go_on([](auto& move) { return move.wait_for(between_looks); });
  }
  int error() const override { return error_; }

 private:
  static std::size_t bytes_to_come(const Stream& stream, int self) {
    return stream.share == Step::Share::Known ? stream.parts[self] : stream.room.bytes();
  }

  void start(Session& opened, multicast::Group& group, const Stream& stream) {
    const auto& parts = stream.parts;
    const int root = stream.sender;
    switch (stream.share) {
      case Step::Share::All:
        broadcast_ = is_sender_ ? group.broadcast(message_.address(), message_.bytes(), root)
                                : group.broadcast(arrival_.address(), arrival_.bytes(), root);
        return;
      case Step::Share::Known:
        scatter_ = Scatter::of_known(group, message_.address(), parts, arrival_.address(), root);
        return;
      case Step::Share::Sent:
        scatter_ = Scatter::in_group(group, message_.address(), parts, arrival_.address(),
                                     arrival_.bytes(), root);
        return;
      case Step::Share::SentToFew:
        scatter_ = Scatter::in_new_group(opened, group, message_.address(), parts,
                                         arrival_.address(), arrival_.bytes(), root);
        return;
    }
  }

  template <class Look>
  bool go_on(const Look& look) {
    if (is_over_) return true;
    attempt([&] {
      if (!(scatter_ ? look(*scatter_) : look(broadcast_))) return;
      is_over_ = true;
      if (!is_sender_) note(arrival_.finish(scatter_ ? scatter_->received() : arrival_.bytes()));
    });
    return is_over_;
  }

  template <class Action>
  void attempt(const Action& action) {
    try {
      action();
    } catch (const multicast::Truncation&) {
      end_with(MPI_ERR_TRUNCATE);
    } catch (const multicast::Failure& failure) {
      end_with(reported(failure));
    }
  }
  void end_with(int error) {
    is_over_ = true;
    note(error);
  }
  void note(int error) {
    if (error_ == MPI_SUCCESS) error_ = error;
  }

  int error_ = MPI_SUCCESS;
  bool is_sender_, is_over_ = false;
  Message message_;
  Arrival arrival_;
  multicast::Broadcast broadcast_;
  std::optional<Scatter> scatter_;  // instead
};

}  // namespace

bool start_multicast() {
  static bool has_failed = false;  // the same in all processes, so that none tries it again
  if (has_failed) return false;
  session = connect(MPI_COMM_WORLD);
  has_failed = !session;
  is_started.store(session != nullptr, std::memory_order_release);
  return session != nullptr;
}

bool multicast_is_started() {
  return is_started.load(std::memory_order_acquire);
}

void end_multicast() {
  if (!session) return;
  PMPI_Barrier(MPI_COMM_WORLD);
  is_started.store(false, std::memory_order_release);
  session.reset();
}

struct MulticastGroup::State {
  std::unique_ptr<Session> own;  // null: the session of all processes
  multicast::Group group;
};

MulticastGroup::MulticastGroup() = default;
MulticastGroup::~MulticastGroup() = default;

int MulticastGroup::open_in_world(MPI_Comm channel, MPI_Group world) {
  try {
    if (!state_) state_.reset(new State{nullptr, group_in_world(channel, world)});
    return MPI_SUCCESS;
  } catch (const multicast::Failure& failure) {
    return reported(failure);
  }
}

bool MulticastGroup::open(MPI_Comm channel, MPI_Group world) {
  if (on_all(multicast_is_started(), channel)) {
    state_.reset(new State{nullptr, group_in_world(channel, world)});
    return true;
  }
  std::unique_ptr<Session> own = connect(channel);
  if (!own) return false;
  std::vector<int> members(own->size());
  std::iota(members.begin(), members.end(), 0);
  multicast::Group group = own->open(std::move(members));
  state_.reset(new State{std::move(own), std::move(group)});
  return true;
}

std::unique_ptr<MulticastRun> MulticastGroup::start(const Stream& stream) {
  return std::make_unique<Moving>(state_->own ? *state_->own : *session, state_->group, stream);
}

void MulticastGroup::close(MPI_Comm channel) {
  PMPI_Barrier(channel);  // no process leaves while another one may still have to ask for data
  state_.reset();
}

}  // namespace bamboo::plans::pmpi
