// SPDX-License-Identifier: Apache-2.0
// Messages between the members of a communicator, none of which can wait for another for ever.
#include <algorithm>
#include <array>
#include <memory>

#include "layout.h"
#include "world.h"

namespace fuzz {

namespace {

enum class Send { Standard, Synchronous, Buffered, Ready };
enum class Completion { All, Any, Some, TestAll, TestAny, InTurn };

struct Message {
  int source, target, tag, integers;
  Send send;
  bool any_source, any_tag;  ///< where only this message can match
};

int remote_size(const Step& step) {
  int size = step.size;
  if (step.slot.kind == Kind::Inter) MPI_Comm_remote_size(step.comm(), &size);
  return size;
}

bool alone(const std::vector<Message>& all, const Message& message) {
  return std::count_if(all.begin(), all.end(), [&](const Message& other) {
           return other.source == message.source && other.target == message.target;
         }) == 1;
}

/// For an inter-communicator, both sides draw the same list; the target is in the other group.
std::vector<Message> draw_messages(Step& step, bool ready) {
  Dice& dice = step.dice;
  std::vector<Message> all;
  const int n = dice.below(2 * step.size + 2);
  for (int m = 0; m < n; ++m) {
    Message message{};
    message.source = dice.below(step.size);
    message.target = dice.below(step.size);
    message.tag = step.tag(m);
    message.integers = dice.chance(10) ? 0 : dice.chance(10) ? 20000 : 1 + dice.below(40);
    message.send = ready ? Send::Ready : static_cast<Send>(dice.below(3));
    message.any_source = dice.chance(30);
    message.any_tag = dice.chance(30);
    // Messages of one pair and tag arrive in the order in which they are sent.
    const auto same = [&](const Message& other) {
      return other.source == message.source && other.target == message.target;
    };
    if (const auto other = std::find_if(all.begin(), all.end(), same);
        other != all.end() && dice.chance(50)) {
      message.tag = other->tag;
      message.any_source = other->any_source = false;
    }
    all.push_back(message);
  }
  for (Message& message : all) message.any_tag = message.any_tag && alone(all, message);
  // Both wildcards would match every message to the target.
  for (Message& message : all) message.any_source = message.any_source && !message.any_tag;
  return all;
}

/// The layouts of the two sides differ, the signatures do not.
std::unique_ptr<Buffer> buffer_for(Step& step, const Message& message, int index, bool sends) {
  Dice shape = Dice{step.world.seed, static_cast<std::uint64_t>(message.tag), sends ? 1U : 2U,
                    static_cast<std::uint64_t>(index)};
  return std::make_unique<Buffer>(
      shape, message.integers,
      Dice{step.world.seed, static_cast<std::uint64_t>(index),
           static_cast<std::uint64_t>(message.tag), sends ? step.slot.identity : 3});
}

void start_receive(Step& step, const Message& m, Buffer& buffer, MPI_Request* request) {
  MPI_Irecv(buffer.memory.data(), 1, buffer.layout.type(), m.any_source ? MPI_ANY_SOURCE : m.source,
            m.any_tag ? MPI_ANY_TAG : m.tag, step.comm(), request);
}

void start_send(Step& step, const Message& m, Buffer& buffer, MPI_Request* request) {
  using Start = int (*)(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
  static constexpr std::array<Start, 4> starts{MPI_Isend, MPI_Issend, MPI_Ibsend, MPI_Irsend};
  starts[static_cast<std::size_t>(m.send)](buffer.memory.data(), 1, buffer.layout.type(), m.target,
                                           m.tag, step.comm(), request);
}

void complete(Completion how, std::vector<MPI_Request>& requests,
              std::vector<MPI_Status>& statuses) {
  const int n = static_cast<int>(requests.size());
  std::vector<int> indices(requests.size());
  std::vector<MPI_Status> some(requests.size());
  int done = 0;
  int flag = 0;
  switch (how) {
    case Completion::All:
      MPI_Waitall(n, requests.data(), statuses.data());
      break;
    case Completion::InTurn:
      for (int i = n - 1; i >= 0; --i)
        MPI_Wait(&requests[static_cast<std::size_t>(i)], &statuses[static_cast<std::size_t>(i)]);
      break;
    case Completion::TestAll:
      while (flag == 0) MPI_Testall(n, requests.data(), &flag, statuses.data());
      break;
    case Completion::Any:
    case Completion::TestAny:
      while (done < n) {
        int index = MPI_UNDEFINED;
        MPI_Status status;
        flag = 1;
        if (how == Completion::Any)
          MPI_Waitany(n, requests.data(), &index, &status);
        else
          MPI_Testany(n, requests.data(), &index, &flag, &status);
        if (flag == 0) continue;
        statuses[static_cast<std::size_t>(index)] = status;
        ++done;
      }
      break;
    case Completion::Some:
      while (done < n) {
        int count = 0;
        MPI_Waitsome(n, requests.data(), &count, indices.data(), some.data());
        for (int i = 0; i < count; ++i)
          statuses[static_cast<std::size_t>(indices[static_cast<std::size_t>(i)])] =
              some[static_cast<std::size_t>(i)];
        done += count;
      }
  }
}

void note_receive(Step& step, const Buffer& buffer, const MPI_Status& status) {
  int elements = 0;
  MPI_Get_elements(&status, MPI_INT, &elements);
  step.digest().add(status.MPI_SOURCE);
  step.digest().add(status.MPI_TAG);
  step.digest().add(elements);
  step.digest().add(buffer.memory);
}

bool receives(const Step& step, const Message& m) {
  return m.target == step.rank;
}

bool sends(const Step& step, const Message& m) {
  return m.source == step.rank;
}

/// Probes for a message of a rank that sends it before it waits for anything, and receives it.
void probe_and_receive(Step& step, const Message& m, int how, Buffer& buffer, MPI_Status* status) {
  const int source = m.any_source ? MPI_ANY_SOURCE : m.source;
  const int tag = m.any_tag ? MPI_ANY_TAG : m.tag;
  MPI_Status seen;
  if (how == 0) {
    MPI_Message matched;
    MPI_Mprobe(source, tag, step.comm(), &matched, &seen);
    MPI_Mrecv(buffer.memory.data(), 1, buffer.layout.type(), &matched, status);
    return;
  }
  int flag = 0;
  if (how == 1)
    MPI_Probe(source, tag, step.comm(), &seen);
  else
    while (flag == 0) MPI_Iprobe(source, tag, step.comm(), &flag, &seen);
  MPI_Recv(buffer.memory.data(), 1, buffer.layout.type(), seen.MPI_SOURCE, seen.MPI_TAG,
           step.comm(), status);
}

}  // namespace

/// All receives are posted, then all sends are started, then all is completed.
void point_to_point(Step& step) {
  const bool ready = step.slot.kind != Kind::Inter && step.dice.chance(20);
  const auto how = static_cast<Completion>(step.dice.below(6));
  const std::vector<Message> all = draw_messages(step, ready);
  if (step.slot.kind == Kind::Inter && remote_size(step) != step.size) return;
  std::vector<std::unique_ptr<Buffer>> buffers;
  std::vector<MPI_Request> requests;
  std::vector<int> received;  // indices of requests
  for (int i = 0; i < static_cast<int>(all.size()); ++i) {
    const Message& m = all[static_cast<std::size_t>(i)];
    if (!receives(step, m)) continue;
    buffers.push_back(buffer_for(step, m, i, false));
    received.push_back(static_cast<int>(requests.size()));
    start_receive(step, m, *buffers.back(), &requests.emplace_back());
  }
  if (ready) MPI_Barrier(step.comm());
  for (int i = 0; i < static_cast<int>(all.size()); ++i) {
    const Message& m = all[static_cast<std::size_t>(i)];
    if (!sends(step, m)) continue;
    buffers.push_back(buffer_for(step, m, i, true));
    start_send(step, m, *buffers.back(), &requests.emplace_back());
  }
  std::vector<MPI_Status> statuses(requests.size());
  complete(how, requests, statuses);
  for (const int i : received)
    note_receive(step, *buffers[static_cast<std::size_t>(i)],
                 statuses[static_cast<std::size_t>(i)]);
}

/// One message after the other: its source and target do nothing else meanwhile.
void blocking_messages(Step& step) {
  if (step.slot.kind == Kind::Inter) return;
  const std::vector<Message> all = draw_messages(step, false);
  for (int i = 0; i < static_cast<int>(all.size()); ++i) {
    Message m = all[static_cast<std::size_t>(i)];
    m.any_tag = false;
    const bool exchanges = step.dice.chance(25);
    const bool probes = step.dice.chance(40);
    const int how = step.dice.below(3);
    const auto in = buffer_for(step, m, i, false);
    const auto out = buffer_for(step, m, i, true);
    MPI_Status status;
    if (m.source == m.target) {
      if (!receives(step, m)) continue;
      MPI_Sendrecv(out->memory.data(), 1, out->layout.type(), m.target, m.tag, in->memory.data(), 1,
                   in->layout.type(), m.source, m.tag, step.comm(), &status);
      note_receive(step, *in, status);
    } else if (exchanges && (receives(step, m) || sends(step, m))) {
      const int other = sends(step, m) ? m.target : m.source;
      MPI_Sendrecv_replace(out->memory.data(), 1, out->layout.type(), other, m.tag, other, m.tag,
                           step.comm(), &status);
      note_receive(step, *out, status);
    } else if (sends(step, m)) {
      using Call = int (*)(const void*, int, MPI_Datatype, int, int, MPI_Comm);
      static constexpr std::array<Call, 3> calls{MPI_Send, MPI_Ssend, MPI_Bsend};
      calls[static_cast<std::size_t>(m.send)](out->memory.data(), 1, out->layout.type(), m.target,
                                              m.tag, step.comm());
    } else if (receives(step, m)) {
      if (probes) {
        probe_and_receive(step, m, how, *in, &status);
      } else {
        MPI_Recv(in->memory.data(), 1, in->layout.type(), m.any_source ? MPI_ANY_SOURCE : m.source,
                 m.tag, step.comm(), &status);
      }
      note_receive(step, *in, status);
    }
  }
}

/// Persistent requests, started several times.
void persistent_messages(Step& step) {
  if (step.slot.kind == Kind::Inter) return;
  const int rounds = 1 + step.dice.below(3);
  const auto how = static_cast<Completion>(step.dice.below(6));
  const std::vector<Message> all = draw_messages(step, false);
  std::vector<std::unique_ptr<Buffer>> buffers;
  std::vector<MPI_Request> requests;
  std::vector<std::size_t> received, sent;
  for (const bool sending : {false, true}) {
    for (int i = 0; i < static_cast<int>(all.size()); ++i) {
      const Message& m = all[static_cast<std::size_t>(i)];
      if (sending ? !sends(step, m) : !receives(step, m)) continue;
      (sending ? sent : received).push_back(requests.size());
      Buffer& buffer = *buffers.emplace_back(buffer_for(step, m, i, sending));
      MPI_Request* request = &requests.emplace_back();
      if (sending) {
        const auto init = m.send == Send::Synchronous ? MPI_Ssend_init : MPI_Send_init;
        init(buffer.memory.data(), 1, buffer.layout.type(), m.target, m.tag, step.comm(), request);
      } else {
        MPI_Recv_init(buffer.memory.data(), 1, buffer.layout.type(), m.source, m.tag, step.comm(),
                      request);
      }
    }
  }
  std::vector<MPI_Status> statuses(requests.size());
  for (int round = 0; round < rounds; ++round) {
    for (const std::size_t i : sent)
      for (int& value : buffers[i]->memory) value += round;
    if (!requests.empty()) MPI_Startall(static_cast<int>(requests.size()), requests.data());
    complete(how, requests, statuses);
    for (const std::size_t i : received) note_receive(step, *buffers[i], statuses[i]);
  }
  for (MPI_Request& request : requests) MPI_Request_free(&request);
}

}  // namespace fuzz
