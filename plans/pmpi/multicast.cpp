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

namespace bamboo::plans::pmpi {
namespace {

using multicast::Failure;
using multicast::Session;

std::unique_ptr<Session> session;
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
std::vector<std::string> gather_cards(const std::string& own) {
  std::array<char, 128> padded{};
  padded[0] = static_cast<char>(own.size() < padded.size() ? own.size() : 0);
  std::memcpy(padded.data() + 1, own.data(), static_cast<std::size_t>(padded[0]));
  int size = 0;
  PMPI_Comm_size(MPI_COMM_WORLD, &size);
  std::vector<char> all(padded.size() * static_cast<std::size_t>(size));
  PMPI_Allgather(padded.data(), static_cast<int>(padded.size()), MPI_BYTE, all.data(),
                 static_cast<int>(padded.size()), MPI_BYTE, MPI_COMM_WORLD);
  std::vector<std::string> cards;
  for (std::size_t i = 0; i < all.size(); i += padded.size())
    cards.emplace_back(all.data() + i + 1, static_cast<std::size_t>(all[i]));
  return cards;
}

bool on_all(bool here) {
  int own = here, least = 0;
  PMPI_Allreduce(&own, &least, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  return least != 0;
}

bool connect_all() {
  int rank = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  std::string card;
  try {
    session = std::make_unique<Session>(settings());
    card = session->card();
  } catch (const Failure&) {
    session.reset();
  }
  const std::vector<std::string> cards = gather_cards(card);
  bool joined = session != nullptr;
  try {
    if (joined) session->join(cards, rank);
  } catch (const Failure&) {
    joined = false;
  }
  return on_all(joined) && on_all(session->probe(probing).everyone());
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

int scatter(multicast::Group& group, Work& work, MPI_Comm channel) {
  const Problem& problem = work.problem;
  const bool regular = problem.operation == Operation::Scatter;
  const bool is_root = problem.rank == problem.root;
  // Regular blocks are units, others are counted in bytes.
  const std::size_t unit = regular ? work.scratch_unit : 1;
  const std::size_t own = problem.count * unit;
  std::vector<std::size_t> counts(problem.size, regular ? own : 0), offsets(problem.size);
  std::vector<std::byte> message;
  int error = MPI_SUCCESS;
  if (is_root) {
    const Blocks blocks = input_blocks(problem);
    for (int i = 0; i < problem.size; ++i) {
      offsets[i] = blocks.offset(i);
      counts[i] = i == problem.root ? 0 : blocks.count(i) * unit;
    }
    message = packed_blocks(work, offsets, counts, unit, error);
    if (!problem.in_place && error == MPI_SUCCESS && blocks.count(problem.root) > 0)
      error = take(work, blocks.count(problem.root),
                   work.input.at(offsets[problem.root], blocks.count(problem.root)));
  }
  counts[problem.root] = 0;
  std::vector<std::byte> came(is_root ? 0 : own);
  multicast::Scatter move =
      regular
          ? multicast::Scatter::of_known(group, message.data(), counts, came.data(), problem.root)
          : multicast::Scatter::in_group(group, message.data(), counts, came.data(), came.size(),
                                         problem.root);
  try {
    finish(move, channel);
  } catch (const multicast::Truncation&) {
    error = MPI_ERR_TRUNCATE;
  }
  if (is_root || error != MPI_SUCCESS) return error;
  return take(work, problem.count, {came.data(), move.received(), Type::bytes()});
}

}  // namespace

bool start_multicast() {
  const bool works = connect_all();
  if (!works) session.reset();
  is_started.store(works, std::memory_order_release);
  return works;
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
  multicast::Group group;
};

MulticastGroup::MulticastGroup() = default;
MulticastGroup::~MulticastGroup() = default;

int MulticastGroup::run(const Algorithm& algorithm, Work& work, MPI_Comm channel, MPI_Group world) {
  try {
    if (!state_) {
      std::vector<int> ranks(work.problem.size), in_world(work.problem.size);
      std::iota(ranks.begin(), ranks.end(), 0);
      MPI_Group group = MPI_GROUP_NULL;
      PMPI_Comm_group(channel, &group);
      PMPI_Group_translate_ranks(group, work.problem.size, ranks.data(), world, in_world.data());
      PMPI_Group_free(&group);
      // Threads may use communicators of the same processes for the first time in any order.
      unsigned number = work.problem.rank == 0 ? groups_opened.fetch_add(1) : 0;
      PMPI_Bcast(&number, 1, MPI_UNSIGNED, 0, channel);
      state_ = std::make_unique<State>(session->open(std::move(in_world), number));
    }
    return algorithm.operation == Operation::Bcast ? broadcast(state_->group, work, channel)
                                                   : scatter(state_->group, work, channel);
  } catch (const Failure& failure) {
    std::fprintf(stderr, "bamboo: error: %s\n", failure.what());
    return MPI_ERR_OTHER;
  }
}

}  // namespace bamboo::plans::pmpi
