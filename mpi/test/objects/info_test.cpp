// SPDX-License-Identifier: Apache-2.0
#include "objects/info.h"

#include <gtest/gtest.h>

#include "support/error_class.h"

namespace bamboo::mpi {
namespace {

using test::error_class;

TEST(Info, KeepsKeysInTheOrderOfSetting) {
  Info info;
  info.set("b", "1");
  info.set("a", "2");
  info.set("b", "3");
  ASSERT_EQ(info.size(), 2);
  EXPECT_EQ(info.key(0), "b");
  EXPECT_EQ(*info.get("b"), "3");
  EXPECT_EQ(info.get("c"), nullptr);
  info.erase("b");
  EXPECT_EQ(info.key(0), "a");
}

TEST(Info, RefusesWhatIsTooLongOrMissing) {
  Info info;
  EXPECT_EQ(error_class([&] { info.set("", "x"); }), MPI_ERR_INFO_KEY);
  EXPECT_EQ(error_class([&] { info.set(std::string(MPI_MAX_INFO_KEY, 'k'), "x"); }),
            MPI_ERR_INFO_KEY);
  EXPECT_EQ(error_class([&] { info.set(std::string(MPI_MAX_INFO_KEY - 1, 'k'), "x"); }),
            MPI_SUCCESS);
  EXPECT_EQ(error_class([&] { info.set("k", std::string(MPI_MAX_INFO_VAL, 'v')); }),
            MPI_ERR_INFO_VALUE);
  EXPECT_EQ(error_class([&] { info.erase("none"); }), MPI_ERR_INFO_NOKEY);
}

TEST(Info, Handles) {
  EXPECT_EQ(error_class([] { info_ref(MPI_INFO_NULL); }), MPI_ERR_INFO);
  EXPECT_EQ(hints(MPI_INFO_NULL), nullptr);
  const MPI_Info handle = new_handle(std::make_shared<Info>());
  info_ref(handle)->set("k", "v");
  EXPECT_EQ(*hints(handle)->get("k"), "v");
  free_handle(handle);
  EXPECT_EQ(error_class([&] { info_ref(handle); }), MPI_ERR_INFO);
}

}  // namespace
}  // namespace bamboo::mpi
