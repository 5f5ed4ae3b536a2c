// SPDX-License-Identifier: Apache-2.0
#include "errors/user_errors.h"

#include <gtest/gtest.h>
#include <mpi.h>

#include "errors/errors.h"

namespace bamboo::mpi {
namespace {

TEST(UserErrors, ACodeBelongsToItsClass) {
  UserErrors errors;
  const int its_class = errors.add_class(), code = errors.add_code(its_class);
  EXPECT_GT(its_class, MPI_ERR_LASTCODE);
  EXPECT_EQ(errors.class_of(code), its_class);
  EXPECT_EQ(errors.class_of(its_class), its_class);
  EXPECT_EQ(errors.class_of(errors.add_code(MPI_ERR_ARG)), MPI_ERR_ARG);
  EXPECT_EQ(errors.class_of(MPI_ERR_TAG), MPI_ERR_TAG);
  EXPECT_THROW(errors.add_code(code), MpiError) << "a code is no class";
}

TEST(UserErrors, TextsAreTheProgramsOwn) {
  UserErrors errors;
  const int code = errors.add_class();
  EXPECT_EQ(errors.text_of(code), "");
  errors.set_text(code, "first");
  errors.set_text(code, "second");
  EXPECT_EQ(errors.text_of(code), "second");
  errors.remove_text(code);
  EXPECT_EQ(errors.text_of(code), "");
  EXPECT_THROW(errors.remove_text(code), MpiError);
  EXPECT_THROW(errors.set_text(MPI_ERR_TAG, "mine"), MpiError);
  EXPECT_THROW(errors.set_text(code, std::string(MPI_MAX_ERROR_STRING, 'x').c_str()), MpiError);
}

TEST(UserErrors, AClassGoesAfterItsCodes) {
  UserErrors errors;
  const int its_class = errors.add_class(), code = errors.add_code(its_class);
  EXPECT_THROW(errors.remove_class(its_class), MpiError);
  EXPECT_THROW(errors.remove_class(code), MpiError);
  EXPECT_THROW(errors.remove_code(its_class), MpiError);
  errors.remove_code(code);
  errors.remove_class(its_class);
  EXPECT_THROW(errors.class_of(its_class), MpiError);
  EXPECT_THROW(errors.remove_class(its_class), MpiError);
}

TEST(UserErrors, TheLastCodeUsedNeverDecreases) {
  UserErrors errors;
  EXPECT_EQ(errors.last_used(), MPI_ERR_LASTCODE);
  const int code = errors.add_class();
  errors.remove_class(code);
  EXPECT_EQ(errors.last_used(), code);
  EXPECT_GT(errors.add_class(), code);
}

}  // namespace
}  // namespace bamboo::mpi
