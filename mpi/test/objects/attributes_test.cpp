// SPDX-License-Identifier: Apache-2.0
#include "objects/attributes.h"

#include <gtest/gtest.h>

#include "support/error_class.h"

namespace bamboo::mpi {
namespace {

using test::error_class;

int new_key() {
  return new_keyval<MPI_Comm>({});
}

TEST(Attributes, MayLoseTheirKeySeveralTimes) {
  const int key = new_key();
  Attributes<MPI_Comm> attributes;
  attributes.set(MPI_COMM_SELF, key, nullptr);
  for (int time = 0; time < 3; time++)
    EXPECT_EQ(error_class([&] { free_keyval<MPI_Comm>(key); }), MPI_SUCCESS);
  attributes.erase(MPI_COMM_SELF, key);
  EXPECT_EQ(error_class([&] { free_keyval<MPI_Comm>(key); }), MPI_ERR_KEYVAL);
}

TEST(Attributes, LoseTheirKeyInItsDeleteFunction) {
  int key = MPI_KEYVAL_INVALID;
  key = new_keyval<MPI_Comm>({.copy = {}, .destroy = [&](MPI_Comm, int, const AttributeValue&) {
                                free_keyval<MPI_Comm>(key);
                                return MPI_SUCCESS;
                              }});
  Attributes<MPI_Comm> first, second;
  first.set(MPI_COMM_SELF, key, nullptr);
  second.set(MPI_COMM_WORLD, key, nullptr);
  first.erase_all(MPI_COMM_SELF);
  EXPECT_EQ(error_class([&] { second.erase_all(MPI_COMM_WORLD); }), MPI_SUCCESS);
}

TEST(Attributes, AreNotSetByAKeyThatWasFreed) {
  const int key = new_key();
  Attributes<MPI_Comm> has, has_not;
  has.set(MPI_COMM_SELF, key, nullptr);
  free_keyval<MPI_Comm>(key);
  EXPECT_EQ(error_class([&] { has.set(MPI_COMM_SELF, key, nullptr); }), MPI_ERR_KEYVAL);
  EXPECT_EQ(error_class([&] { has_not.set(MPI_COMM_WORLD, key, nullptr); }), MPI_ERR_KEYVAL);
}

TEST(Attributes, NeedAKeyOfTheirKind) {
  const int key = new_key();
  EXPECT_EQ(error_class([&] { free_keyval<MPI_Datatype>(key); }), MPI_ERR_KEYVAL);
  EXPECT_EQ(error_class([&] { free_keyval<MPI_Comm>(key); }), MPI_SUCCESS);
  EXPECT_EQ(error_class([&] { free_keyval<MPI_Comm>(key); }), MPI_ERR_KEYVAL);
}

}  // namespace
}  // namespace bamboo::mpi
