// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdlib>

#include "transport/loopback_transport.h"
#include "transport/transport.h"

using namespace bamboo;

namespace {

std::string reason() {
  return why_not_alone(LoopbackTransport()).value_or("");
}

}  // namespace

TEST(WhyNotAlone, NoVariableAnnouncesMoreTasks) {
  EXPECT_EQ(reason(), "");
  setenv("SLURM_NTASKS", "1", 1);
  EXPECT_EQ(reason(), "");
  unsetenv("SLURM_NTASKS");
}

TEST(WhyNotAlone, ABatchSystemSpeaksOfFour) {
  setenv("SLURM_NTASKS", "4", 1);
  EXPECT_NE(reason().find("SLURM speaks of 4 tasks (SLURM_NTASKS)"), std::string::npos);
  EXPECT_NE(reason().find("bamboo run -n 4"), std::string::npos);
  // `bamboo run -n 1` in a batch script.
  setenv("OMPI_COMM_WORLD_SIZE", "1", 1);
  EXPECT_EQ(reason(), "");
  unsetenv("OMPI_COMM_WORLD_SIZE");
  unsetenv("SLURM_NTASKS");
}
