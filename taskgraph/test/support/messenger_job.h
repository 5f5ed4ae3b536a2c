// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <deque>
#include <memory>
#include <mutex>
#include <vector>

#include "messenger/messenger.h"
#include "test/support/memory_network.h"
#include "test/support/payloads.h"

namespace bamboo::test {

/// A job of several messengers over a network in memory. Each process has an inbox.
class Job {
 public:
  Job(int processes, std::size_t piece_bytes, std::size_t budget, unsigned seed = 1,
      const Now& now = std::chrono::steady_clock::now, std::vector<PeerMemory> memory_of = {})
      : network(processes, piece_bytes, seed), inboxes_(processes) {
    memory_of.resize(processes);
    for (int process = 0; process < processes; ++process) {
      messengers_.push_back(std::make_unique<Messenger>(network.transport(process), budget,
                                                        Threads::Several,
                                                        std::move(memory_of[process]), now));
      messengers_.back()->set_deliver([this, process](Message* message) {
        Inbox& inbox = inboxes_[process];
        const std::lock_guard guard(inbox.mutex);
        inbox.messages.push_back(message);
      });
    }
  }

  Messenger& operator[](int process) { return *messengers_[process]; }
  int processes() const { return static_cast<int>(messengers_.size()); }

  bool send(int from, int to, int tag, std::uint64_t bytes, SendMode mode, PayloadSource& source,
            SendCompletion* completion = nullptr, bool pooled = true) {
    return (*this)[from].send(to, {from, to, 0, tag, bytes}, source, mode, completion, pooled);
  }

  /// A Put whose payload's seed is its tag.
  void put(int from, int to, int tag, std::uint64_t bytes, bool pooled = true) {
    PatternSource source(tag);
    EXPECT_TRUE(send(from, to, tag, bytes, SendMode::Put, source, nullptr, pooled));
    EXPECT_EQ(source.bytes_read(), bytes);
  }

  void poll() {
    for (auto& messenger : messengers_) messenger->progress();
  }

  /// Polls everybody until `condition`; false after a while that is long for everything here.
  template <typename Condition>
  bool poll_until(Condition condition) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (!condition()) {
      if (std::chrono::steady_clock::now() > end) return false;
      poll();
    }
    return true;
  }

  /// Polls until the network is empty and stays so.
  void settle() {
    for (int quiet = 0; quiet < 20; quiet = network.on_the_way() == 0 ? quiet + 1 : 0) poll();
  }

  std::size_t waiting(int process) {
    const std::lock_guard guard(inboxes_[process].mutex);
    return inboxes_[process].messages.size();
  }

  Message* take(int process) {
    Inbox& inbox = inboxes_[process];
    const std::lock_guard guard(inbox.mutex);
    if (inbox.messages.empty()) return nullptr;
    Message* message = inbox.messages.front();
    inbox.messages.pop_front();
    return message;
  }

  Message* next(int process) {
    Message* message = nullptr;
    EXPECT_TRUE(poll_until([&] { return (message = take(process)) != nullptr; }));
    return message;
  }

  /// Receives the next message, whose payload's seed is its tag.
  void receive(int process, int tag, std::uint64_t bytes) {
    Message* message = next(process);
    ASSERT_NE(message, nullptr);
    EXPECT_EQ(message->header.tag, tag);
    EXPECT_EQ(message->header.bytes, bytes);
    PatternSink sink(tag);
    message->receive(sink);
    EXPECT_TRUE(poll_until([&] { return sink.is_done(); }));
    EXPECT_EQ(sink.bytes(), bytes);
    EXPECT_EQ(sink.wrong(), 0u);
    EXPECT_EQ(sink.times_done(), 1);
  }

  MemoryNetwork network;

 private:
  struct Inbox {
    std::mutex mutex;
    std::deque<Message*> messages;
  };
  std::vector<Inbox> inboxes_;
  std::vector<std::unique_ptr<Messenger>> messengers_;
};

}  // namespace bamboo::test
