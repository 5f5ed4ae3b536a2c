// SPDX-License-Identifier: Apache-2.0
#include "bamboo/support/fnv.h"

#include <gtest/gtest.h>

namespace bamboo::support {
namespace {

TEST(Fnv, HasThePublishedValues) {
  EXPECT_EQ(fnv1a(""), 0xcbf29ce484222325);
  EXPECT_EQ(fnv1a("a"), 0xaf63dc4c8601ec8c);
  EXPECT_EQ(fnv1a("foobar"), 0x85944171f73967e8);
}

TEST(Fnv, TakesATextInParts) {
  EXPECT_EQ(fnv1a("bar", fnv1a("foo")), fnv1a("foobar"));
}

}  // namespace
}  // namespace bamboo::support
