// SPDX-License-Identifier: Apache-2.0
#include "configuration/settings.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <stdexcept>

namespace bamboo::plans::pmpi {
namespace {

TEST(Settings, ComeFromTheEnvironment) {
  setenv("BAMBOO_PLANS", "always,report", 1);
  const Settings settings = read_settings();
  EXPECT_TRUE(settings.on && settings.always && settings.report);
  EXPECT_FALSE(settings.fixed || settings.verify || settings.same_bits);
  setenv("BAMBOO_PLANS", "report,same-bits", 1);
  EXPECT_TRUE(read_settings().same_bits);
  setenv("BAMBOO_PLANS", "sometimes", 1);
  EXPECT_THROW(read_settings(), std::invalid_argument);
  unsetenv("BAMBOO_PLANS");
  setenv("BAMBOO_PLANS_VERIFY", "yes", 1);
  EXPECT_THROW(read_settings(), std::invalid_argument);
  unsetenv("BAMBOO_PLANS_VERIFY");
}

TEST(Settings, ThatChooseDifferentlyHaveDifferentFingerprints) {
  Settings a, b;
  EXPECT_EQ(a.fingerprint(), b.fingerprint());
  b.forced = parse_rules("bcast:chain");
  EXPECT_NE(a.fingerprint(), b.fingerprint());
  Settings exact;
  exact.same_bits = true;
  EXPECT_NE(a.fingerprint(), exact.fingerprint());
}

}  // namespace
}  // namespace bamboo::plans::pmpi
