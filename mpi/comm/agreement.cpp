// SPDX-License-Identifier: Apache-2.0
#include "comm/agreement.h"

#include <algorithm>

#include "p2p/post.h"
#include "rank/rank.h"

namespace bamboo::mpi {
namespace {

// Collectives count their tags from 0; a wildcard's value must not be used.
constexpr int agreement_tag = -16;

void send(const Circle& c, int to, std::span<const int> values) {
  Request* request =
      start_send(c.rank, values.data(), values.size(), *predefined(MPI_INT), c.group.world_rank(to),
                 c.context, c.tag, c.comm, CollectiveCall(c.rank.function));
  if (!request) return;
  wait_all(c.rank, {&request, 1});
  release(request);
}

void receive(const Circle& c, int from, std::span<int> values) {
  const CollectiveCall mine(c.rank.function);
  Request* request = start_receive(c.rank, values.data(), values.size(), *predefined(MPI_INT),
                                   c.group.world_rank(from), c.context, c.tag, c.comm, mine);
  wait_all(c.rank, {&request, 1});
  const CollectiveCall theirs(request->label);
  release(request);
  if (!mine.agrees_with(theirs))
    throw MpiError(MPI_ERR_NOT_SAME, mine.contradiction(theirs, c.group.world_rank(from)));
}

/// Down the binomial tree with root 0.
void broadcast(const Circle& c, std::span<int> values) {
  const int size = c.group.size();
  int mask = 1;
  while (mask < size && !(c.me & mask)) mask <<= 1;
  if (c.me) receive(c, c.me - mask, values);
  while (mask >>= 1)
    if (c.me + mask < size) send(c, c.me + mask, values);
}

}  // namespace

Circle circle_of(Rank& rank, Communicator& comm) {
  return {rank, *comm.group, comm.rank, comm.context + 1, agreement_tag, &comm};
}

int maximum_of_all(const Circle& c, int mine) {
  const int size = c.group.size();
  for (int mask = 1; mask < size; mask <<= 1) {
    if (c.me & mask) {
      send(c, c.me - mask, {&mine, 1});
      break;
    }
    if (c.me + mask >= size) continue;
    int other;
    receive(c, c.me + mask, {&other, 1});
    mine = std::max(mine, other);
  }
  broadcast(c, {&mine, 1});
  return mine;
}

std::vector<int> lists_of_all(const Circle& c, std::span<const int> mine) {
  const std::size_t length = mine.size();
  const int size = c.group.size();
  std::vector<int> all(size * length);
  const std::span<int> span(all);
  const auto part = [&](int first, int count) {
    return span.subspan(first * length, std::min(count, size - first) * length);
  };
  std::ranges::copy(mine, part(c.me, 1).begin());
  for (int mask = 1; mask < size; mask <<= 1) {
    if (c.me & mask) {
      send(c, c.me - mask, part(c.me, mask));
      break;
    }
    if (c.me + mask < size) receive(c, c.me + mask, part(c.me + mask, mask));
  }
  broadcast(c, span);
  return all;
}

std::vector<int> list_of_first(const Circle& c, std::vector<int> list) {
  int length = static_cast<int>(list.size());
  broadcast(c, {&length, 1});
  list.resize(static_cast<std::size_t>(length));
  broadcast(c, list);
  return list;
}

std::uint32_t agree_on_context(const Circle& c) {
  const int context = maximum_of_all(c, static_cast<int>(c.rank.world->next_context));
  c.rank.world->next_context = static_cast<std::uint32_t>(context) + 2;
  return static_cast<std::uint32_t>(context);
}

}  // namespace bamboo::mpi
