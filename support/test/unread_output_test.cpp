// SPDX-License-Identifier: Apache-2.0
#include "bamboo/support/unread_errors.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <thread>

using bamboo::support::wait_until_errors_are_read;

namespace {

/// The standard error is a pipe as long as this exists.
struct ErrorsInPipe {
  ErrorsInPipe() {
    EXPECT_EQ(pipe(ends.data()), 0);
    dup2(ends[1], STDERR_FILENO);
  }
  ~ErrorsInPipe() {
    dup2(before, STDERR_FILENO);
    for (const int end : {ends[0], ends[1], before}) close(end);
  }
  std::array<int, 2> ends{};
  int before = dup(STDERR_FILENO);
};

TEST(UnreadErrors, AreWaitedForUntilTheyAreRead) {
  ErrorsInPipe errors;
  ASSERT_EQ(write(STDERR_FILENO, "late", 4), 4);
  std::atomic<bool> was_read = false;
  std::thread reader([&] {
    usleep(20'000);
    was_read = true;
    char text[4];
    EXPECT_EQ(read(errors.ends[0], text, sizeof text), 4);
  });
  wait_until_errors_are_read();
  EXPECT_TRUE(was_read);
  reader.join();
}

TEST(UnreadErrors, AreNotWaitedForForever) {
  ErrorsInPipe errors;
  ASSERT_EQ(write(STDERR_FILENO, "lost", 4), 4);
  wait_until_errors_are_read();
}

TEST(UnreadErrors, NeedNoPipe) {
  ErrorsInPipe errors;
  close(STDERR_FILENO);
  wait_until_errors_are_read();
}

}  // namespace
