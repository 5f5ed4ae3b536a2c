// SPDX-License-Identifier: Apache-2.0
// A job for the launchers of the installed MPIs: transport_job MODULE_FOLDER CASE. Exit code 0 when
// the case went well, 1 with a message when not; the cases about the end of a job have their own.
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "deadlock/deadlock_detector.h"
#include "messenger/messenger.h"
#include "test/support/payloads.h"

using namespace bamboo;
using namespace bamboo::test;

namespace {

#define REQUIRE(condition)                                                                 \
  do {                                                                                     \
    if (!(condition)) {                                                                    \
      std::fprintf(stderr, "process %d: %s:%d: %s\n", me, __FILE__, __LINE__, #condition); \
      messenger->transport().abort(1);                                                     \
    }                                                                                      \
  } while (false)

std::unique_ptr<Messenger> messenger;
std::deque<Message*> inbox;
int me = 0, all = 1;
constexpr std::size_t budget = 8u << 20;

Message* next_message() {
  while (inbox.empty()) {
    if (!messenger->progress()) std::this_thread::yield();
  }
  Message* message = inbox.front();
  inbox.pop_front();
  return message;
}

void wait(const PatternSink& sink) {
  while (!sink.is_done()) {
    if (!messenger->progress()) std::this_thread::yield();
  }
}

std::uint64_t seed_of(int from, int tag) {
  return static_cast<std::uint64_t>(from) * 1000003 + tag;
}

Header header_for(int to, int tag, std::uint64_t bytes) {
  return {me, to, 0, tag, bytes};
}

void put(int to, int tag, std::uint64_t bytes) {
  PatternSource source(seed_of(me, tag));
  REQUIRE(messenger->send(to, header_for(to, tag, bytes), source, SendMode::Put, nullptr));
}

void take(Message* message, int tag) {
  REQUIRE(message->header.tag == tag);
  PatternSink sink(seed_of(message->header.source, tag));
  const std::uint64_t bytes = message->header.bytes;
  message->receive(sink);
  wait(sink);
  REQUIRE(sink.bytes() == bytes && sink.wrong() == 0);
}

/// Each process with each other one, sizes around the piece size and the budget.
void ping_pong() {
  const std::size_t piece = messenger->transport().piece_bytes();
  const std::vector<std::uint64_t> sizes = {0,          1,          8,         piece - 41,
                                            piece - 40, piece - 39, piece,     10 * piece + 7,
                                            budget,     budget + 1, 3 * budget};
  int tag = 0;
  for (int distance = 1; distance < all; ++distance) {
    for (const std::uint64_t bytes : sizes) {
      put((me + distance) % all, tag, bytes);
      std::vector<Message*> early;  // of a neighbour that is already further
      Message* message = next_message();
      while (message->header.tag != tag || message->header.source != (me - distance + all) % all) {
        early.push_back(message);
        message = next_message();
      }
      inbox.insert(inbox.begin(), early.begin(), early.end());
      take(message, tag);
      ++tag;
    }
  }
}

/// Large messages both ways at the same time, with few calls in between, in all modes.
void large() {
  constexpr int rounds = 10;
  constexpr std::uint64_t bytes = 5u << 20;
  const int right = (me + 1) % all;
  for (int round = 0; round < rounds; ++round) {
    const SendMode mode = static_cast<SendMode>(round % 3);
    PatternSource source(seed_of(me, round));
    Completion sent;
    const bool now = messenger->send(right, header_for(right, round, bytes), source, mode, &sent);
    REQUIRE(!(now && mode == SendMode::Synchronous));
    usleep(2000);
    take(next_message(), round);
    while (!now && sent.times() == 0) messenger->progress();
  }
}

/// Many messages that the other side takes late, in reverse order.
void flood() {
  constexpr int count = 30000;
  if (me == 0) {
    for (int i = 0; i < count; ++i) {
      put(1, i, 8);
      if (i % 64 == 0) messenger->progress();
    }
    put(1, count, 1);
    take(next_message(), count);
  } else if (me == 1) {
    usleep(200000);
    std::vector<Message*> messages;
    messenger->detector().idle(true);  // the last one is needed first
    while (messages.empty() || messages.back()->header.tag != count) {
      messages.push_back(next_message());
    }
    messenger->detector().idle(false);
    REQUIRE(messages.size() == count + 1);
    for (int i = count; i >= 0; --i) take(messages[i], i);
    put(0, count, 1);
  }
}

/// A thread that polls, while another one sends and receives.
void threads() {
  std::atomic<bool> stop{false};
  std::mutex mutex;
  std::deque<Message*> arrived;
  messenger->set_deliver([&](Message* message) {
    const std::lock_guard guard(mutex);
    arrived.push_back(message);
  });
  std::thread service([&] {
    while (!stop) {
      if (!messenger->progress()) std::this_thread::yield();
    }
  });
  const int right = (me + 1) % all;
  for (int i = 0; i < 500; ++i) {
    put(right, i, i % 50 == 0 ? 300000 : 100);
    Message* message = nullptr;
    while (message == nullptr) {
      std::this_thread::yield();
      const std::lock_guard guard(mutex);
      if (!arrived.empty()) {
        message = arrived.front();
        arrived.pop_front();
      }
    }
    take(message, i);
  }
  stop = true;
  service.join();
}

/// No process receives; the job must end nevertheless.
void leftover() {
  const int right = (me + 1) % all;
  for (int i = 0; i < 20; ++i) put(right, i, 1u << 20);
}

[[noreturn]] void deadlock() {
  messenger->detector().watch(
      0.5, [] { return "rank " + std::to_string(me) + " waits for a message\n"; }, 9);
  messenger->detector().idle(true);
  for (;;) {
    messenger->progress();
    usleep(100);
  }
}

[[noreturn]] void abort_with_7() {
  if (me == all - 1) messenger->transport().abort(7);
  for (;;) messenger->progress();
}

[[noreturn]] void die() {
  if (me == all - 1) std::raise(SIGKILL);
  for (;;) messenger->progress();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const std::string what = argv[2];
  messenger = std::make_unique<Messenger>(load_transport(argv[1]), budget);
  messenger->set_deliver([](Message* message) { inbox.push_back(message); });
  me = messenger->transport().process();
  all = messenger->transport().processes();
  Transport& transport = messenger->transport();
  const std::string mine(me + 1, static_cast<char>('a' + me));  // of different lengths
  REQUIRE(transport.broadcast_text(mine) == "a");
  const std::vector<std::string> here = transport.allgather_texts_on_host(mine);
  REQUIRE(static_cast<int>(here.size()) == transport.local_processes());
  REQUIRE(std::count(here.begin(), here.end(), mine) == 1);
  const std::map<std::string, void (*)()> cases = {
      {"ping-pong", ping_pong}, {"large", large},       {"flood", flood},
      {"threads", threads},     {"leftover", leftover}, {"deadlock", deadlock},
      {"abort", abort_with_7},  {"die", die},
  };
  const auto found = cases.find(what);
  if (found == cases.end()) return 2;
  found->second();
  messenger->shutdown();
  if (me == 0) {
    std::printf("%s, %d processes, %d here, pieces of %zu bytes: %s went well\n",
                messenger->transport().name().c_str(), all,
                messenger->transport().local_processes(), messenger->transport().piece_bytes(),
                what.c_str());
  }
  return 0;
}
