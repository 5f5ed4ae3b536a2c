// SPDX-License-Identifier: Apache-2.0
#include "comm/agreement.h"

#include <algorithm>

#include "p2p/completion.h"
#include "p2p/messaging_task.h"
#include "p2p/post.h"
#include "p2p/wait.h"

namespace bamboo::mpi {
namespace {

// Collectives count their tags from 0; the value of a wildcard must not be used.
constexpr int agreement_tag = -16;

StepPeer peer(const Members& m, int member) {
  return {m.group.world_rank((m.first + member) % m.group.size()), m.context, m.tag};
}

/// Returns null if the send is complete.
Request* start_send(Communicator& comm, StepPeer to, std::span<const int> values) {
  return post_step_send(comm.task, values.data(), values.size(), *predefined(MPI_INT), to, comm,
                        CollectiveCall(comm.task.call.function));
}

void finish_send(Communicator& comm, Request* request) {
  if (!request) return;
  wait_one(comm.task, *request);
  free_request(request);
}

void receive(Communicator& comm, StepPeer from, std::span<int> values) {
  MessagingTask& task = comm.task;
  const CollectiveCall mine(task.call.function);
  Request* request =
      post_step_receive(task, values.data(), values.size(), *predefined(MPI_INT), from, comm, mine);
  wait_one(task, *request);
  const CollectiveCall theirs(request->as<ReceiveRequest>().label);
  free_request(request);
  if (!mine.agrees_with(theirs))
    throw MpiError(MPI_ERR_NOT_SAME, mine.contradiction(theirs, from.world_rank));
}

void send(const Members& m, int to, std::span<const int> values) {
  finish_send(m.comm, start_send(m.comm, peer(m, to), values));
}

void receive(const Members& m, int from, std::span<int> values) {
  receive(m.comm, peer(m, from), values);
}

/// Down the binomial tree with root 0.
void send_down(const Members& m, std::span<int> values) {
  const int size = m.group.size();
  int mask = 1;
  while (mask < size && !(m.me & mask)) mask <<= 1;
  if (m.me) receive(m, m.me - mask, values);
  while (mask >>= 1)
    if (m.me + mask < size) send(m, m.me + mask, values);
}

}  // namespace

Members members_of(Communicator& comm) {
  return {comm.parties(), comm.party(), comm.context + 1, agreement_tag, comm};
}

Members led_by(Members m, int leader) {
  const int size = m.group.size();
  m.me = (m.me - leader + size) % size;
  m.first = (m.first + leader) % size;
  return m;
}

int allreduce_max(const Members& m, int mine) {
  const int size = m.group.size();
  for (int mask = 1; mask < size; mask <<= 1) {
    if (m.me & mask) {
      send(m, m.me - mask, {&mine, 1});
      break;
    }
    if (m.me + mask >= size) continue;
    int other;
    receive(m, m.me + mask, {&other, 1});
    mine = std::max(mine, other);
  }
  send_down(m, {&mine, 1});
  return mine;
}

std::vector<int> allgather(const Members& m, std::span<const int> mine) {
  const std::size_t length = mine.size();
  const int size = m.group.size();
  std::vector<int> all(size * length);
  const std::span<int> span(all);
  const auto part = [&](int first, int count) {
    return span.subspan(first * length, std::min(count, size - first) * length);
  };
  std::ranges::copy(mine, part(m.me, 1).begin());
  for (int mask = 1; mask < size; mask <<= 1) {
    if (m.me & mask) {
      send(m, m.me - mask, part(m.me, mask));
      break;
    }
    if (m.me + mask < size) receive(m, m.me + mask, part(m.me + mask, mask));
  }
  send_down(m, span);
  return all;
}

std::vector<int> broadcast(const Members& m, std::vector<int> list) {
  int length = static_cast<int>(list.size());
  send_down(m, {&length, 1});
  list.resize(static_cast<std::size_t>(length));
  send_down(m, list);
  return list;
}

std::vector<int> exchange_lists(Communicator& comm, StepPeer other, std::span<const int> mine) {
  // The sends go first, so that neither rank waits for the other one.
  const int length = static_cast<int>(mine.size());
  Request* const sends[] = {start_send(comm, other, {&length, 1}), start_send(comm, other, mine)};
  int their_length;
  receive(comm, other, {&their_length, 1});
  std::vector<int> theirs(static_cast<std::size_t>(their_length));
  receive(comm, other, theirs);
  for (Request* send : sends) finish_send(comm, send);
  return theirs;
}

std::uint32_t agree_on_context(Communicators& mine, const Members& m) {
  return mine.take_context(allreduce_max(m, mine.proposed_context()));
}

}  // namespace bamboo::mpi
