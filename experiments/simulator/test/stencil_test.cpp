// SPDX-License-Identifier: Apache-2.0
#include "stencil.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace simulator {
namespace {

Job job_of(Form form, Triple mesh, int ranks) {
  Job job;
  job.form = form;
  job.mesh = mesh;
  job.ranks = ranks;
  return job;
}

}  // namespace

TEST(Stencil, BalancedGeometriesAreThoseOfMpiDimsCreate) {
  EXPECT_EQ(balanced(1), (Triple{1, 1, 1}));
  EXPECT_EQ(balanced(12), (Triple{3, 2, 2}));
  EXPECT_EQ(balanced(98304), (Triple{64, 48, 32}));
}

TEST(Stencil, ARankHasItsShareOfTheMesh) {
  const Stencil stencil(job_of(Form::Base, {10, 4, 6}, 12));  // 3 x 2 x 2
  EXPECT_EQ(stencil.points(0), 3 * 2 * 3);
  EXPECT_EQ(stencil.points(11), 4 * 2 * 3);
  double points = 0;
  for (int task = 0; task < stencil.tasks(); ++task) points += stencil.points(task);
  EXPECT_EQ(points, 10 * 4 * 6);
}

TEST(Stencil, FacesLeadToTheNeighboursAndHaveTheirBytes) {
  const Stencil stencil(job_of(Form::Base, {8, 8, 8}, 8));
  const std::vector<Face> faces_of_first = stencil.faces_of(0);
  ASSERT_EQ(faces_of_first.size(), 3);
  EXPECT_EQ(faces_of_first[0].peer, 4);
  EXPECT_EQ(faces_of_first[1].peer, 2);
  EXPECT_EQ(faces_of_first[2].peer, 1);
  for (const Face& face : faces_of_first) {
    EXPECT_EQ(face.bytes, 4 * 4 * 8);
    EXPECT_EQ(face.messages, 1);
  }
}

TEST(Stencil, AHalfSendsHalfOfEachFaceInTwoMessages) {
  const Stencil stencil(job_of(Form::Overlapped, {8, 8, 8}, 8));
  EXPECT_EQ(stencil.tasks(), 16);
  EXPECT_EQ(stencil.points(1), 32);
  const Face face = stencil.faces_of(1).front();
  EXPECT_EQ(face.peer, 9);
  EXPECT_EQ(face.bytes, 4 * 4 * 8 / 2);
  EXPECT_EQ(face.messages, 2);
}

TEST(Stencil, RefusesAGeometryOfOtherRanks) {
  Job job = job_of(Form::Base, {8, 8, 8}, 8);
  job.geometry = Triple{2, 2, 3};
  EXPECT_THROW(Stencil{job}, std::invalid_argument);
}

TEST(Placement, RanksFollowEachOtherOnANode) {
  const Stencil stencil(job_of(Form::Base, {8, 8, 8}, 8));
  Machine machine;
  machine.nodes = 2;
  machine.cores = 4;
  const Placement placement(stencil, machine, Form::Base);
  EXPECT_EQ(placement.tasks_by_node()[1], (std::vector<int>{4, 5, 6, 7}));
}

TEST(Placement, TasksFormCompactBlocks) {
  const Stencil stencil(job_of(Form::Tasks, {64, 64, 64}, 64));  // 4 x 4 x 4
  Machine machine;
  machine.nodes = 8;
  const Placement placement(stencil, machine, Form::Tasks);
  EXPECT_EQ(placement.tasks_by_node()[0], (std::vector<int>{0, 1, 4, 5, 16, 17, 20, 21}));
}

TEST(Placement, TasksThatNoGridDividesAreSpreadEvenly) {
  const Stencil stencil(job_of(Form::Tasks, {64, 64, 64}, 128));
  Machine machine;
  machine.nodes = 3;
  for (const auto& tasks : Placement(stencil, machine, Form::Tasks).tasks_by_node()) {
    EXPECT_GE(tasks.size(), 42);
    EXPECT_LE(tasks.size(), 43);
  }
}

}  // namespace simulator
