// SPDX-License-Identifier: Apache-2.0
#include "one_sided/epoch.h"

#include <gtest/gtest.h>

#include "errors/errors.h"

namespace bamboo::mpi {
namespace {

template <class Call>
void expect_refused(Call&& call) {
  try {
    call();
    ADD_FAILURE() << "not refused";
  } catch (const MpiError& error) {
    EXPECT_EQ(error.error_class, MPI_ERR_RMA_SYNC);
  }
}

TEST(Epoch, AnAccessNeedsOne) {
  Epoch epoch;
  expect_refused([&] { epoch.use(0, false); });
  epoch.fence(0);
  epoch.use(0, false);
  epoch.fence(MPI_MODE_NOSUCCEED);
  expect_refused([&] { epoch.use(0, false); });
}

TEST(Epoch, AFenceWithoutAccessesOpensNoEpoch) {
  Epoch epoch;
  epoch.fence(0);
  epoch.lock();
  epoch.use(3, true);
  expect_refused([&] { epoch.use(4, false); });
  expect_refused([&] { epoch.fence(0); });
  expect_refused([&] { epoch.lock_all(0); });
  epoch.unlock();
  epoch.fence(0);
  epoch.use(3, false);
  expect_refused([&] { epoch.lock(); });
  expect_refused([&] { epoch.start(Group::world(2)); });
}

TEST(Epoch, StartedOnesReachTheirGroupAlone) {
  Epoch epoch;
  expect_refused([&] { epoch.complete(); });
  epoch.start(Group::of({1, 5}));
  epoch.use(5, false);
  expect_refused([&] { epoch.use(2, false); });
  expect_refused([&] { epoch.flush(); });
  expect_refused([&] { epoch.free(); });
  epoch.complete();
  epoch.free();
}

TEST(Epoch, AnExposureEndsBeforeTheNext) {
  Epoch epoch;
  expect_refused([&] { epoch.wait(); });
  epoch.post(Group::world(2));
  expect_refused([&] { epoch.post(Group::world(2)); });
  expect_refused([&] { epoch.fence(0); });
  expect_refused([&] { epoch.free(); });
  epoch.lock();  // this rank may be an origin meanwhile
  epoch.unlock();
  epoch.wait();
  epoch.end_exposure();
  epoch.free();
}

TEST(Epoch, LocksOfAllEndAtOnce) {
  Epoch epoch;
  expect_refused([&] { epoch.unlock_all(); });
  epoch.lock_all(0);
  epoch.use(7, false);
  epoch.flush();
  expect_refused([&] { epoch.lock(); });
  epoch.unlock_all();
  expect_refused([&] { epoch.flush(); });
}

}  // namespace
}  // namespace bamboo::mpi
