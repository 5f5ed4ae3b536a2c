// SPDX-License-Identifier: Apache-2.0
#include "bamboo/support/unread_output.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <thread>

using bamboo::support::is_unread_pipe;
using bamboo::support::wait_until_output_is_read;

namespace {

/// A descriptor is a pipe as long as this exists.
struct OutputInPipe {
  explicit OutputInPipe(int which) : descriptor(which) {
    EXPECT_EQ(pipe(ends.data()), 0);
    dup2(ends[1], descriptor);
  }
  ~OutputInPipe() {
    dup2(before, descriptor);
    for (const int end : {ends[0], ends[1], before}) close(end);
  }
  int descriptor;
  std::array<int, 2> ends{};
  int before = dup(descriptor);
};

class UnreadOutput : public testing::TestWithParam<int> {
 protected:
  OutputInPipe output_{GetParam()};
};

TEST_P(UnreadOutput, IsWaitedForUntilItIsRead) {
  ASSERT_EQ(write(GetParam(), "late", 4), 4);
  std::atomic<bool> was_read = false;
  std::thread reader([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    was_read = true;
    char text[4];
    EXPECT_EQ(read(output_.ends[0], text, sizeof text), 4);
  });
  wait_until_output_is_read();
  EXPECT_TRUE(was_read);
  reader.join();
}

TEST_P(UnreadOutput, IsNotWaitedForForever) {
  ASSERT_EQ(write(GetParam(), "lost", 4), 4);
  wait_until_output_is_read(std::chrono::milliseconds(1));
  EXPECT_TRUE(is_unread_pipe(GetParam()));
}

TEST_P(UnreadOutput, NeedsAnOpenDescriptor) {
  close(GetParam());
  EXPECT_FALSE(is_unread_pipe(GetParam()));
  wait_until_output_is_read();
}

INSTANTIATE_TEST_SUITE_P(Both, UnreadOutput, testing::Values(STDOUT_FILENO, STDERR_FILENO));

}  // namespace
