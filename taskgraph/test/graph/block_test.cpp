// SPDX-License-Identifier: Apache-2.0
#include "bamboo/taskgraph/block.h"

#include <gtest/gtest.h>

#include <map>
#include <stdexcept>
#include <string>
#include <vector>

using namespace bamboo;

namespace {

Geometry grid(std::vector<int> extents, bool periodic = false) {
  const std::vector<bool> periods(extents.size(), periodic);
  return Geometry(std::move(extents), periods);
}

/// All blocks of a mesh, whose cells hold their number in the mesh; ghost cells hold -1.
template <int D>
std::vector<Block<int, D>> numbered(const Decomposition<D>& mesh) {
  std::vector<Block<int, D>> blocks;
  for (TaskId task = 0; task < mesh.geometry().size(); ++task) {
    blocks.push_back(mesh.template block<int>(task));
    blocks.back().fill([](auto...) { return -1; });
    blocks.back().for_each([&](auto... index) {
      int number = 0, d = 0;
      for (const int at : {index...}) {
        number = number * mesh.cells()[d] + blocks.back().range().first[d] + at;
        ++d;
      }
      blocks.back()(index...) = number;
    });
  }
  return blocks;
}

/// Each block sends its faces to all targets of the layout.
template <int D>
void exchange(const Decomposition<D>& mesh, std::vector<Block<int, D>>& blocks) {
  for (TaskId from = 0; from < mesh.geometry().size(); ++from) {
    for (const TaskId to : mesh.layout()->targets(from, mesh.geometry())) {
      const Buffer face = blocks[from].face(to);
      blocks[to].set_ghosts(from, face.as<int>());
    }
  }
}

/// The expected value of a ghost cell after the exchange.
template <int D>
int expected_ghost(const Decomposition<D>& mesh, Neighbours kind, const CellRange<D>& own,
                   std::array<int, D> at) {
  int number = 0, axes = 0;
  for (int d = 0; d < D; ++d) {
    axes += at[d] < 0 || at[d] >= own.length[d];
    int place = at[d] + own.first[d];
    if (mesh.geometry().periodic(d)) place = (place + mesh.cells()[d]) % mesh.cells()[d];
    if (place < 0 || place >= mesh.cells()[d]) return -1;
    number = number * mesh.cells()[d] + place;
  }
  return axes <= 1 || kind == Neighbours::Corners ? number : -1;
}

template <int D>
void expect_ghosts(const std::array<int, D>& cells, const Geometry& geometry, int ghosts,
                   Neighbours kind) {
  const Decomposition<D> mesh(cells, geometry, ghosts, kind);
  auto blocks = numbered(mesh);
  exchange(mesh, blocks);
  for (auto& block : blocks) {
    std::array<int, D> first, length = block.range().length;
    for (int d = 0; d < D; ++d) first[d] = -ghosts, length[d] += 2 * ghosts;
    const auto all = block.view().part(first, length);
    all.for_each([&](auto... index) {
      std::array<int, D> at{index...};
      for (int& one : at) one -= ghosts;
      EXPECT_EQ(all(index...), (expected_ghost<D>(mesh, kind, block.range(), at)));
    });
  }
}

}  // namespace

TEST(Decomposition, CoversTheMeshEvenly) {
  const Decomposition<2> mesh({7, 5}, grid({3, 2}), 1);
  std::vector<int> seen(35);
  for (TaskId task = 0; task < 6; ++task) {
    const CellRange<2> own = mesh.cells_of(task);
    EXPECT_GE(own.length[0], 2);
    EXPECT_LE(own.length[0], 3);
    for (int x = 0; x < own.length[0]; ++x)
      for (int y = 0; y < own.length[1]; ++y) ++seen[(own.first[0] + x) * 5 + own.first[1] + y];
  }
  EXPECT_EQ(seen, std::vector<int>(35, 1));
}

TEST(Decomposition, RefusesWhatDoesNotFit) {
  EXPECT_THROW(Decomposition<2>({8, 8}, grid({4})), std::invalid_argument);
  EXPECT_THROW(Decomposition<2>({8, 3}, grid({4, 4}), 0), std::invalid_argument);
  EXPECT_THROW(Decomposition<1>({8}, grid({4}), 3), std::invalid_argument);
  EXPECT_THROW(Decomposition<1>({8}, grid({4}), -1), std::invalid_argument);
}

TEST(Decomposition, LayoutHasTheNeighbours) {
  const Geometry plane = grid({3, 3});
  const auto faces = Decomposition<2>({9, 9}, plane).layout();
  EXPECT_EQ(faces->targets(4, plane), (std::vector<TaskId>{1, 3, 5, 7}));
  EXPECT_EQ(faces->sources(0, plane), (std::vector<TaskId>{1, 3}));
  EXPECT_FALSE(faces->contains(0, 4, plane));
  const auto corners = Decomposition<2>({9, 9}, plane, 1, Neighbours::Corners).layout();
  EXPECT_EQ(corners->targets(0, plane), (std::vector<TaskId>{1, 3, 4}));
  const auto none = Decomposition<2>({9, 9}, plane, 0).layout();
  EXPECT_TRUE(none->targets(4, plane).empty());
}

TEST(Block, GhostCellsAreTheNeighboursCells) {
  for (const bool periodic : {false, true}) {
    for (const Neighbours kind : {Neighbours::Faces, Neighbours::Corners}) {
      for (const int ghosts : {1, 2}) {
        expect_ghosts<1>({11}, grid({3}, periodic), ghosts, kind);
        expect_ghosts<1>({4}, grid({1}, periodic), ghosts, kind);
        expect_ghosts<2>({7, 5}, grid({2, 2}, periodic), ghosts, kind);
        expect_ghosts<2>({6, 4}, grid({3, 1}, periodic), ghosts, kind);
        expect_ghosts<3>({5, 6, 7}, grid({2, 3, 2}, periodic), ghosts, kind);
      }
    }
  }
}

TEST(Block, RefusesStrangersAndWrongNumbers) {
  const Decomposition<2> mesh({9, 9}, grid({3, 3}));
  auto block = mesh.block<double>(0);
  EXPECT_THROW(static_cast<void>(block.face(4)), std::invalid_argument);
  EXPECT_THROW(block.set_ghosts(8, {}), std::invalid_argument);
  const std::vector<double> four(4);
  EXPECT_THROW(block.set_ghosts(1, four), std::invalid_argument);
}

TEST(Block, FillsByPlacesInTheMesh) {
  const Decomposition<2> open({4, 6}, grid({2, 3}));
  auto last = open.block<int>(5);
  last.fill([](int x, int y) { return 100 * x + y; });
  EXPECT_EQ(last(0, 0), 204);
  EXPECT_EQ(last(-1, 1), 105);
  EXPECT_EQ(last(2, 2), 406) << "beyond the mesh";
  const Decomposition<2> round({4, 6}, grid({2, 3}, true));
  auto wrapped = round.block<int>(5);
  wrapped.fill([](int x, int y) { return 100 * x + y; });
  EXPECT_EQ(wrapped(2, 2), 0);
}

TEST(Block, VisitsItsOwnCellsInTheOrderOfMemory) {
  const Decomposition<3> mesh({2, 3, 4}, grid({1, 1, 2}));
  auto block = mesh.block<double>(1);
  block.fill([](int, int, int) { return 1000.0; });
  std::vector<double*> visited;
  block.for_each([&](int x, int y, int z) {
    visited.push_back(&block(x, y, z));
    block(x, y, z) = x + 0.5 * y + 0.25 * z;
  });
  EXPECT_EQ(visited.size(), 12u);
  EXPECT_TRUE(std::ranges::is_sorted(visited));
  EXPECT_EQ(block.sum(), 2 * 3 * 2 * (0.5 + 0.5 + 0.125));
  EXPECT_EQ(block.row(1, 2).size(), 2u);
  EXPECT_EQ(block.row(1, 2)[1], 1 + 1 + 0.25);
  EXPECT_EQ(block.length(2), 2);
}

TEST(Block, CopiesAndSwapsWithItsCells) {
  const Decomposition<1> mesh({4}, grid({1}));
  auto a = mesh.block<int>(0);
  a.fill([](int x) { return x; });
  auto b = a;
  b(0) = 50;
  EXPECT_EQ(a(0), 0);
  const int* memory = &a(0);
  std::swap(a, b);
  EXPECT_EQ(a(0), 50);
  EXPECT_EQ(&b(0), memory);
  EXPECT_EQ(b(3), 3);
}

TEST(Block, SheetsAndPencilsShareBoxes) {
  // The transposition of an FFT: sheets along the first dimension, pencils along the others.
  const Decomposition<3> sheets({4, 6, 8}, grid({4, 1, 1}), 0),
      pencils({4, 6, 8}, grid({1, 2, 2}), 0);
  auto from = numbered(sheets);
  std::vector<Block<int, 3>> to;
  for (TaskId task = 0; task < 4; ++task) to.push_back(pencils.block<int>(task));
  for (auto& sheet : from) {
    for (auto& pencil : to) {
      std::vector<int> travels(sheet.part(pencil.range()).size());
      EXPECT_EQ(travels.size(), 12u);
      const Block<int, 3>& read = sheet;
      EXPECT_EQ(pack(read.part(pencil.range()), travels.data()), travels.data() + travels.size());
      unpack<int>(travels.data(), pencil.part(sheet.range()));
    }
  }
  const auto expected = numbered(pencils);
  for (TaskId task = 0; task < 4; ++task) {
    expected[task].for_each(
        [&](int x, int y, int z) { EXPECT_EQ(to[task](x, y, z), expected[task](x, y, z)); });
  }
  EXPECT_TRUE(from[0].range().intersection(from[1].range()).empty());
}

TEST(Block, MatrixBlocksAreContiguous) {
  const Decomposition<2> matrix({6, 8}, grid({2, 2}), 0);
  auto block = matrix.block<double>(3);
  EXPECT_EQ(block.view().stride(0), 4);
  EXPECT_EQ(block.view().stride(1), 1);
  const View<double, 2> panel = block.view().part({0, 2}, {3, 2});
  EXPECT_EQ(&panel(1, 0), &block(1, 2));
  EXPECT_EQ(panel.size(), 6u);
}
