// SPDX-License-Identifier: Apache-2.0
#include "bamboo/support/diagnostic.h"

#include <gtest/gtest.h>

namespace bamboo::support {
namespace {

TEST(Diagnostic, HasTheFormOfACompilersMessage) {
  testing::internal::CaptureStderr();
  error("rank %d: %s", 3, "gone");
  warning("100 %%");
  print(Severity::Note, "as it is: %d", "bamboo run");
  EXPECT_EQ(
      testing::internal::GetCapturedStderr(),
      "bamboo: error: rank 3: gone\nbamboo: warning: 100 %\nbamboo run: note: as it is: %d\n");
}

}  // namespace
}  // namespace bamboo::support
