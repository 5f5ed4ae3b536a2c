// SPDX-License-Identifier: Apache-2.0
#include "bamboo/support/host_watch.h"

#include <gtest/gtest.h>

namespace bamboo::support {
namespace {

using namespace std::chrono_literals;

TEST(HostWatchPlace, IsReadAsItIsWritten) {
  HostWatchPlace place;
  place.host = "node7";
  place.port = 40123;
  place.seconds = 2;
  place.key = "00ff";
  place.addresses = {"10.0.0.1", "192.168.3.4"};
  const auto read = HostWatchPlace::of(place.text());
  ASSERT_TRUE(read);
  EXPECT_EQ(read->host, "node7");
  EXPECT_EQ(read->port, 40123);
  EXPECT_EQ(read->seconds, 2);
  EXPECT_EQ(read->key, "00ff");
  EXPECT_EQ(read->addresses, place.addresses);
}

TEST(HostWatchPlace, RefusesOtherTexts) {
  for (const char* text :
       {"", "a", "a/1/2/k", "a/x/2/k/10.0.0.1", "a/1/x/k/10.0.0.1", "a/99999/2/k/10.0.0.1"})
    EXPECT_FALSE(HostWatchPlace::of(text)) << text;
  EXPECT_TRUE(HostWatchPlace::of("a/1/2/k/")->addresses.empty());
}

class Silence : public ::testing::Test {
 protected:
  /// So long after the look before.
  bool is_over_after(std::chrono::milliseconds pause, bool answered) {
    now_ += pause;
    silence_.count(answered, now_);
    return silence_.is_over(2);
  }

 private:
  ConnectionSilence silence_;
  ConnectionSilence::Clock::time_point now_{};
};

TEST_F(Silence, IsOverWhenNothingIsAcknowledgedForSoLong) {
  EXPECT_FALSE(is_over_after(250ms, true));
  for (int i = 0; i < 7; ++i) EXPECT_FALSE(is_over_after(250ms, false));
  EXPECT_TRUE(is_over_after(250ms, false));
}

TEST_F(Silence, EndsWithEachAcknowledgement) {
  EXPECT_FALSE(is_over_after(250ms, false));
  for (int i = 0; i < 40; ++i) EXPECT_FALSE(is_over_after(1900ms, i % 2 == 0));
}

TEST_F(Silence, IsNotThatOfAProcessThatDidNotRunItself) {
  EXPECT_FALSE(is_over_after(250ms, true));
  EXPECT_FALSE(is_over_after(1h, false));
  EXPECT_FALSE(is_over_after(250ms, false));
  EXPECT_FALSE(is_over_after(250ms, true));
}

}  // namespace
}  // namespace bamboo::support
