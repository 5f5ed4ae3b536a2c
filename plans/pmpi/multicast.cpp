// SPDX-License-Identifier: Apache-2.0
#include "multicast.h"

#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <vector>

#include "bamboo/plans/multicast/scatter.h"
#include "bamboo/plans/multicast/session.h"
#include "multicast_names.h"

namespace bamboo::plans::pmpi {
namespace {

using multicast::Failure;
using multicast::Session;

std::unique_ptr<Session> session;  // of all processes
std::atomic<bool> is_started{false};
std::atomic<std::uint32_t> groups_opened{0};

constexpr auto probing = multicast::milliseconds(500);
/// How long the installed MPI's own messages may lie about while we wait.
constexpr auto between_looks = multicast::milliseconds(1);
constexpr double patience_seconds = 60;

multicast::Settings settings() {
  multicast::Settings settings;
  const char* interface = std::getenv("BAMBOO_PLANS_INTERFACE");
  settings.interface = interface ? interface : "";
  settings.thread = true;  // a process that computes must answer
  settings.patience = patience_seconds;
  return settings;
}

/// Everyone's card; empty ones of those that have no network.
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

/// Collective. Null on all, unless everyone hears everyone's multicasts.
std::unique_ptr<Session> connect(MPI_Comm comm) {
  int rank = 0;
  PMPI_Comm_rank(comm, &rank);
  std::unique_ptr<Session> made;
  std::string card;
  try {
    made = std::make_unique<Session>(settings());
    card = made->card();
  } catch (const Failure&) {
    made.reset();
  }
  const std::vector<std::string> cards = gather_cards(card, comm);
  bool joined = made != nullptr;
  try {
    if (joined) made->join(cards, rank);
  } catch (const Failure&) {
    joined = false;
  }
  if (!on_all(joined, comm) || !on_all(made->probe(probing).everyone(), comm)) made.reset();
  return made;
}

multicast::Group open_in_world(MPI_Comm channel, MPI_Group world) {
  int rank = 0, size = 0;
  PMPI_Comm_rank(channel, &rank);
  PMPI_Comm_size(channel, &size);
  std::vector<int> ranks(size), in_world(size);
  std::iota(ranks.begin(), ranks.end(), 0);
  MPI_Group group = MPI_GROUP_NULL;
  PMPI_Comm_group(channel, &group);
  PMPI_Group_translate_ranks(group, size, ranks.data(), world, in_world.data());
  PMPI_Group_free(&group);
  // Threads may use communicators of the same processes for the first time in any order.
  unsigned number = rank == 0 ? groups_opened.fetch_add(1) : 0;
  PMPI_Bcast(&number, 1, MPI_UNSIGNED, 0, channel);
  return session->open(std::move(in_world), number);
}

/// The blocks of all but the root, one after the other.
std::vector<std::byte> packed_blocks(const Work& work, std::span<const std::size_t> offsets,
                                     std::span<const std::size_t> counts, std::size_t unit,
                                     int& error) {
  std::vector<std::byte> message(std::accumulate(counts.begin(), counts.end(), std::size_t{0}));
  std::byte* next = message.data();
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] == 0) continue;
    const TypedRange place{next, counts[i], Type::bytes()};
    if (const int failed = copy_typed(work.input.at(offsets[i], counts[i] / unit), place))
      error = failed;
    next += counts[i];
  }
  return message;
}

template <class Move>
void finish(Move& move, MPI_Comm channel) {
  while (!move.wait_for(between_looks)) {
    int flag = 0;
    PMPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, channel, &flag, MPI_STATUS_IGNORE);
  }
}

int broadcast(multicast::Group& group, Work& work, MPI_Comm channel) {
  const TypedRange data = work.output.at(0, work.problem.count);
  multicast::Broadcast move = group.broadcast(data.address, data.bytes(), work.problem.root);
  finish(move, channel);
  for (const Work::Unpacking& each : work.unpacking)
    if (const int error = copy_typed(each.from, each.to)) return error;
  return MPI_SUCCESS;
}

/// What a process takes for itself: the root's own block, or what has come.
int take(const Work& work, std::size_t units, const TypedRange& from) {
  return units == 0 ? MPI_SUCCESS : copy_typed(from, work.output.at(0, units));
}

/// What the root sends: blocks one after the other, and the bytes of each.
struct Message {
  std::vector<std::byte> bytes;
  std::vector<std::size_t> counts;
};

/// Regular blocks are units, others are counted in bytes.
std::size_t bytes_of_unit(const Work& work) {
  return work.problem.operation == Operation::Scatter ? work.scratch_unit : 1;
}

/// The root has its own block at once.
Message message_of_root(const Work& work, int& error) {
  const Problem& problem = work.problem;
  const std::size_t unit = bytes_of_unit(work);
  const Blocks blocks = input_blocks(problem);
  std::vector<std::size_t> counts(problem.size), offsets(problem.size);
  for (int i = 0; i < problem.size; ++i) {
    offsets[i] = blocks.offset(i);
    counts[i] = i == problem.root ? 0 : blocks.count(i) * unit;
  }
  Message message{packed_blocks(work, offsets, counts, unit, error), std::move(counts)};
  if (!problem.in_place && error == MPI_SUCCESS && blocks.count(problem.root) > 0)
    error = take(work, blocks.count(problem.root),
                 work.input.at(offsets[problem.root], blocks.count(problem.root)));
  return message;
}

/// `start(message, buffer)` gives the Scatter; `room`: bytes in the buffer of a receiver.
template <class Start>
int scatter(Work& work, MPI_Comm channel, std::size_t room, const Start& start) {
  const bool is_root = work.problem.rank == work.problem.root;
  int error = MPI_SUCCESS;
  Message message;
  if (is_root) message = message_of_root(work, error);
  std::vector<std::byte> came(is_root ? 0 : room);
  multicast::Scatter move = start(message, came);
  try {
    finish(move, channel);
  } catch (const multicast::Truncation&) {
    error = MPI_ERR_TRUNCATE;
  }
  if (is_root || error != MPI_SUCCESS) return error;
  if (move.received() > work.problem.count * bytes_of_unit(work)) return MPI_ERR_TRUNCATE;
  return take(work, work.problem.count, {came.data(), move.received(), Type::bytes()});
}

/// Of blocks of which all members know the bytes, the root's is 0.
int scatter_known(multicast::Group& group, Work& work, MPI_Comm channel,
                  std::span<const std::size_t> counts) {
  return scatter(work, channel, counts[group.self()],
                 [&](const Message& message, std::vector<std::byte>& buffer) {
                   return multicast::Scatter::of_known(group, message.bytes.data(), counts,
                                                       buffer.data(), work.problem.root);
                 });
}

int scatter_regular(multicast::Group& group, Work& work, MPI_Comm channel) {
  std::vector<std::size_t> counts(work.problem.size, work.problem.count * work.scratch_unit);
  counts[work.problem.root] = 0;
  return scatter_known(group, work, channel, counts);
}

int scatter_irregular(multicast::Group& group, Work& work, MPI_Comm channel, bool in_new_group) {
  return scatter(work, channel, work.problem.count,
                 [&](const Message& message, std::vector<std::byte>& buffer) {
                   const int root = work.problem.root;
                   if (in_new_group)
                     return multicast::Scatter::in_new_group(*session, group, message.bytes.data(),
                                                             message.counts, buffer.data(),
                                                             buffer.size(), root);
                   return multicast::Scatter::in_group(group, message.bytes.data(), message.counts,
                                                       buffer.data(), buffer.size(), root);
                 });
}

int run_in(multicast::Group& group, const Algorithm& algorithm, Work& work, MPI_Comm channel) {
  if (algorithm.operation == Operation::Bcast) return broadcast(group, work, channel);
  if (algorithm.operation == Operation::Scatter) return scatter_regular(group, work, channel);
  return scatter_irregular(group, work, channel, opens_groups(algorithm));
}

/// Runs `action`, which gives an MPI error code; a Failure becomes a message and a code.
template <class Action>
int reported(const Action& action) {
  try {
    return action();
  } catch (const Failure& failure) {
    std::fprintf(stderr, "bamboo: error: %s\n", failure.what());
    return MPI_ERR_OTHER;
  }
}

}  // namespace

bool start_multicast() {
  static bool has_failed = false;  // in all processes, so that none tries it again
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

int MulticastGroup::run(const Algorithm& algorithm, Work& work, MPI_Comm channel, MPI_Group world) {
  return reported([&] {
    if (!state_) state_.reset(new State{nullptr, open_in_world(channel, world)});
    return run_in(state_->group, algorithm, work, channel);
  });
}

bool MulticastGroup::open(MPI_Comm channel, MPI_Group world) {
  if (on_all(multicast_is_started(), channel)) {
    state_.reset(new State{nullptr, open_in_world(channel, world)});
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

int MulticastGroup::scatter(Work& work, std::span<const std::size_t> counts, MPI_Comm channel) {
  return reported([&] { return scatter_known(state_->group, work, channel, counts); });
}

void MulticastGroup::close(MPI_Comm channel) {
  PMPI_Barrier(channel);  // nobody leaves while another one may have to ask again
  state_.reset();
}

}  // namespace bamboo::plans::pmpi
