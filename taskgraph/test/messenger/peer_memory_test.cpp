// SPDX-License-Identifier: Apache-2.0
// Payloads that the receiver reads from the sender's memory.
#include "messenger/peer_memory.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <deque>
#include <thread>

#include "deadlock/deadlock_detector.h"
#include "test/support/messenger_job.h"
#include "test/support/still_clock.h"

namespace bamboo::test {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t piece = 1024, budget = 1u << 20, least = 4096;
constexpr std::uint64_t large = 100'000;

std::vector<std::byte> patterned(int tag, std::uint64_t bytes) {
  std::vector<std::byte> result(bytes);
  for (std::uint64_t i = 0; i < bytes; ++i) result[i] = pattern(tag, i);
  return result;
}

class MemorySource final : public PayloadSource {
 public:
  MemorySource(int tag, std::uint64_t size) : bytes(patterned(tag, size)) {}
  void read(std::byte* out, std::size_t n) override {
    std::copy_n(bytes.data() + at, n, out);
    at += n;
  }
  const std::byte* memory() const override { return bytes.data(); }

  std::vector<std::byte> bytes;
  std::size_t at = 0;
};

class MemorySink final : public PayloadSink {
 public:
  explicit MemorySink(std::uint64_t size) : bytes(size) {}
  void write(const std::byte* in, std::size_t n) override {
    for (std::size_t i = 0; i < n; ++i, ++at)
      if (at < bytes.size()) bytes[at] = in[i];
  }
  std::span<std::byte> memory() override { return bytes; }
  void done() override { done_.store(true); }
  bool is_done() const { return done_.load(); }

  std::vector<std::byte> bytes;
  std::size_t at = 0;

 private:
  std::atomic<bool> done_{false};
};

/// The number of a process that has ended.
pid_t ended_process() {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(0);
  ::waitpid(child, nullptr, 0);
  return child;
}

std::vector<PeerMemory> memory_of_two(pid_t as_seen_by_1 = ::getpid()) {
  return {PeerMemory({{0, false}, {::getpid(), true}}, least),
          PeerMemory({{as_seen_by_1, true}, {0, false}}, least)};
}

/// Process 0 sends process 1 messages.
class PeerMemoryTest : public testing::Test {
 protected:
  explicit PeerMemoryTest(std::vector<PeerMemory> memory = memory_of_two())
      : job(2, piece, budget, 1, clock.now(), std::move(memory)) {}

  MemorySource& send(int tag, std::uint64_t size, SendMode mode = SendMode::Standard) {
    MemorySource& source = sources_.emplace_back(tag, size);
    job.send(0, 1, tag, size, mode, source, &completion);
    return source;
  }
  void receive(int tag, std::uint64_t size) {
    Message* message = job.next(1);
    ASSERT_NE(message, nullptr);
    EXPECT_EQ(message->header.tag, tag);
    MemorySink sink(size);
    message->receive(sink);
    ASSERT_TRUE(job.poll_until([&] { return sink.is_done(); }));
    EXPECT_EQ(sink.bytes, patterned(tag, size));
  }
  std::uint64_t messages_read() { return job[1].statistics().messages_read; }

  StillClock clock;
  Job job;
  Completion completion;

 private:
  std::deque<MemorySource> sources_;
};

TEST_F(PeerMemoryTest, HoldsTheSendUntilTheReceiverHasRead) {
  const MemorySource& source = send(7, large);
  job.settle();
  EXPECT_EQ(completion.times(), 0);
  receive(7, large);
  job.settle();
  EXPECT_EQ(completion.times(), 1);
  EXPECT_EQ(source.at, 0u) << "it was read by the sender";
  EXPECT_EQ(job[0].statistics().pieces_sent, 1u);
  EXPECT_EQ(messages_read(), 1u);
  EXPECT_EQ(job[1].statistics().bytes_read, large);
  EXPECT_FALSE(job[0].needs_polling());
  EXPECT_FALSE(job[1].needs_polling());
}

TEST_F(PeerMemoryTest, IsReadAfterThePollThatBringsTheOffer) {
  MemorySink sink(large);
  job[1].set_deliver([&](Message* message) { message->receive(sink); });
  send(7, large);
  ASSERT_TRUE(job.poll_until([&] { return sink.is_done(); }));
  job.settle();
  EXPECT_EQ(sink.bytes, patterned(7, large));
  EXPECT_EQ(completion.times(), 1);
  EXPECT_EQ(messages_read(), 1u);
}

TEST_F(PeerMemoryTest, IsLeftAloneBySmallMessagesAndBufferedOnes) {
  send(1, least - 1);
  EXPECT_EQ(send(2, large, SendMode::Put).at, large);
  receive(1, least - 1);
  receive(2, large);
  EXPECT_EQ(messages_read(), 0u);
}

TEST_F(PeerMemoryTest, ServesSynchronousSends) {
  send(3, large, SendMode::Synchronous);
  job.settle();
  EXPECT_EQ(completion.times(), 0);
  receive(3, large);
  job.settle();
  EXPECT_EQ(completion.times(), 1);
  EXPECT_EQ(messages_read(), 1u);
}

TEST_F(PeerMemoryTest, KeepsTheOrderOfAllSizes) {
  const std::uint64_t sizes[] = {10, large, least, least - 1, large, 0, 3 * piece, large};
  for (int tag = 0; tag < 8; ++tag) send(tag, sizes[tag]);
  for (int tag = 0; tag < 8; ++tag) receive(tag, sizes[tag]);
  EXPECT_EQ(messages_read(), 4u);
}

TEST_F(PeerMemoryTest, FillsAShorterBuffer) {
  send(4, large);
  MemorySink sink(1000);
  job.next(1)->receive(sink);
  EXPECT_TRUE(sink.is_done());
  EXPECT_EQ(sink.bytes, patterned(4, 1000));
  job.settle();
  EXPECT_EQ(completion.times(), 1);
}

TEST_F(PeerMemoryTest, IsPulledIntoASinkWithoutMemory) {
  send(5, large);
  job.receive(1, 5, large);
  job.settle();
  EXPECT_EQ(completion.times(), 1);
  EXPECT_EQ(messages_read(), 0u);
}

TEST_F(PeerMemoryTest, IsReleasedByADiscardedMessage) {
  send(6, large);
  job.next(1)->discard();
  job.settle();
  EXPECT_EQ(completion.times(), 1);
  EXPECT_FALSE(job[0].needs_polling());
}

TEST_F(PeerMemoryTest, IsNotCompletedByALoan) {
  static_assert(large / 2 <= standard_copy_bytes);
  send(8, large / 2);
  job.settle();
  job[1].detector().idle(true);
  for (int n = 0; n < 10; ++n) {
    clock.advance(64ms);
    job.settle();
  }
  EXPECT_EQ(completion.times(), 0);
  receive(8, large / 2);
}

class RefusedPeerMemory : public PeerMemoryTest {
 protected:
  RefusedPeerMemory() : PeerMemoryTest(memory_of_two(ended_process())) {}
};

TEST_F(RefusedPeerMemory, IsPulledInPieces) {
  for (const SendMode mode : {SendMode::Standard, SendMode::Synchronous}) {
    send(1, large, mode);
    receive(1, large);
  }
  job.settle();
  EXPECT_EQ(completion.times(), 2);
  EXPECT_EQ(messages_read(), 0u);
}

TEST(PeerMemory, CannotBeReadWhenItsProcessIsKilled) {
  const std::vector<std::byte> here = patterned(1, large);
  const pid_t child = ::fork();
  if (child == 0) {
    ::pause();
    ::_exit(0);
  }
  const PeerMemory memory({{child, true}}, least);
  std::vector<std::byte> copy(large);
  const auto address = reinterpret_cast<std::uintptr_t>(here.data());
  EXPECT_TRUE(memory.read(0, address, copy));
  EXPECT_EQ(copy, here);
  EXPECT_FALSE(memory.read(0, 16, copy)) << "nothing is there";
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  EXPECT_FALSE(memory.read(0, address, copy));
}

TEST(PeerMemory, OfOtherHostsIsUnknown) {
  MemoryNetwork network(2, piece, 1);  // each process is alone on its host
  const PeerMemory memory = PeerMemory::find(*network.transport(0), least);
  EXPECT_FALSE(memory.is_wanted(1, large));
  EXPECT_EQ(memory.refusal(), "");
}

/// Several threads of both processes poll, send and receive.
TEST(PeerMemory, IsReadByAnyThread) {
  constexpr int messages = 200;
  Job job(2, piece, budget, 1, std::chrono::steady_clock::now, memory_of_two());
  std::deque<MemorySource> sources;
  std::deque<Completion> completions(messages);
  for (int tag = 0; tag < messages; ++tag) sources.emplace_back(tag, least + 100 * (tag % 50));
  std::atomic<int> received{0};
  const auto all_done = [&] {
    return received == messages &&
           std::ranges::all_of(completions, [](const Completion& c) { return c.times() == 1; });
  };
  const auto poll = [&](int process) {
    while (!all_done()) job[process].progress();
  };
  const auto take = [&] {
    while (received < messages) {
      Message* message = job.take(1);
      if (message == nullptr) {
        std::this_thread::yield();
        continue;
      }
      const Header header = message->header;
      MemorySink sink(header.bytes);
      message->receive(sink);
      while (!sink.is_done()) std::this_thread::yield();
      EXPECT_EQ(sink.bytes, patterned(header.tag, header.bytes));
      ++received;
    }
  };
  std::vector<std::jthread> threads;
  for (const int process : {0, 1, 1}) threads.emplace_back(poll, process);
  for (int n = 0; n < 2; ++n) threads.emplace_back(take);
  for (int tag = 0; tag < messages; ++tag) {
    const std::uint64_t bytes = sources[tag].bytes.size();
    job.send(0, 1, tag, bytes, tag % 3 == 0 ? SendMode::Synchronous : SendMode::Standard,
             sources[tag], &completions[tag]);
  }
  threads.clear();
  EXPECT_GT(job[1].statistics().messages_read, 0u);
}

}  // namespace
}  // namespace bamboo::test
