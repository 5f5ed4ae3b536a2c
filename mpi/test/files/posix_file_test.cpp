// SPDX-License-Identifier: Apache-2.0
#include "files/posix_file.h"

#include <fcntl.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

#include "errors/errors.h"
#include "files/shared_pointer.h"
#include "files/temporary_folder.h"

namespace bamboo::mpi::test {
namespace {

int class_of_opening(const std::string& path, int flags) {
  try {
    const PosixFile file(path, flags);
  } catch (const MpiError& error) {
    return error.error_class;
  }
  return MPI_SUCCESS;
}

TEST(PosixFile, SaysWithMpisClassWhyItDoesNotOpen) {
  const TemporaryFolder folder;
  const std::string file = folder.path() + "/file";
  EXPECT_EQ(class_of_opening(file, O_RDONLY), MPI_ERR_NO_SUCH_FILE);
  EXPECT_EQ(class_of_opening(file, O_RDWR | O_CREAT | O_EXCL), MPI_SUCCESS);
  EXPECT_EQ(class_of_opening(file, O_RDWR | O_CREAT | O_EXCL), MPI_ERR_FILE_EXISTS);
  EXPECT_EQ(class_of_opening(folder.path(), O_RDONLY), MPI_ERR_BAD_FILE);
  EXPECT_EQ(class_of_opening(file + "/below", O_RDONLY), MPI_ERR_BAD_FILE);
  EXPECT_EQ(class_of_opening(folder.path() + "/" + std::string(300, 'x'), O_RDONLY),
            MPI_ERR_BAD_FILE);
}

TEST(SharedPointer, GivesEachPlaceToOneOfManyThreads) {
  const TemporaryFolder folder;
  std::mutex lock;
  std::multiset<MPI_Offset> places;
  std::vector<std::jthread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      SharedPointer pointer(folder.path() + "/pointer", 10);
      for (int i = 0; i < 100; ++i) {
        const MPI_Offset place = pointer.advance(1);
        const std::scoped_lock guard(lock);
        places.insert(place);
      }
    });
  threads.clear();
  ASSERT_EQ(places.size(), 400u);
  MPI_Offset expected = 10;
  for (const MPI_Offset place : places) ASSERT_EQ(place, expected++);
}

TEST(SharedPointer, MakesItsFileAtTheFirstUse) {
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/pointer";
  SharedPointer pointer(path, 10);
  pointer.restart(true);
  EXPECT_FALSE(std::filesystem::exists(path));
  EXPECT_EQ(pointer.get(), 0);
  pointer.set(5);
  EXPECT_EQ(pointer.advance(3), 5);
  EXPECT_EQ(pointer.get(), 8);
  pointer.restart(true);
  EXPECT_EQ(pointer.get(), 0);
  pointer.remove();
  EXPECT_FALSE(std::filesystem::exists(path));
}

}  // namespace
}  // namespace bamboo::mpi::test
