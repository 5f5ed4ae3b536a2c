// SPDX-License-Identifier: Apache-2.0
#include "bamboo/taskgraph/layout.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

using namespace bamboo;

namespace {

std::set<TaskId> targets(const std::string& name, const std::vector<int>& dims, TaskId task,
                         const Geometry& geometry) {
  const std::vector<TaskId> list = predefined_layout(name, dims)->targets(task, geometry);
  const std::set<TaskId> result(list.begin(), list.end());
  EXPECT_EQ(result.size(), list.size()) << "each target once";
  return result;
}

std::vector<TaskId> sorted(std::vector<TaskId> tasks) {
  std::ranges::sort(tasks);
  return tasks;
}

const Geometry plane({3, 4}, {false, false});
const Geometry torus({3, 4}, {true, true});

/// The definition of each predefined layout, edge by edge, from coordinates.
bool defined_edge(const std::string& name, const std::vector<int>& dims, TaskId from, TaskId to,
                  const Geometry& g) {
  if (name == "AllToAll") return true;
  const std::vector<int> a = g.coordinates(from), b = g.coordinates(to);
  for (int d = 0; d < g.dimension(); ++d) {
    if (!dims.empty() && std::find(dims.begin(), dims.end(), d) == dims.end()) continue;
    bool same_line = true;
    for (int k = 0; k < g.dimension(); ++k) same_line = same_line && (k == d || a[k] == b[k]);
    if (!same_line) continue;
    const int n = g.extent(d);
    if (name == "OneNeighborForward" && b[d] == (a[d] + 1) % n) return true;
    if (name == "OneNeighborBackward" && a[d] == (b[d] + 1) % n) return true;
    if (name == "NearestNeighbor" || name == "NN") {
      if (a[d] + 1 == b[d] || b[d] + 1 == a[d]) return true;
      if (g.periodic(d) && (b[d] == (a[d] + 1) % n || a[d] == (b[d] + 1) % n)) return true;
    }
    if (name == "MinHeap") {
      const auto child = [](int c, int p) { return c == 2 * p + 1 || c == 2 * p + 2; };
      if (child(a[d], b[d]) || child(b[d], a[d])) return true;
    }
  }
  return false;
}

}  // namespace

TEST(Layout, NearestNeighborHasTheFaces) {
  EXPECT_EQ(targets("NearestNeighbor", {}, 5, plane), (std::set<TaskId>{1, 9, 4, 6}));
  EXPECT_EQ(targets("NearestNeighbor", {}, 0, plane), (std::set<TaskId>{1, 4}));
  EXPECT_EQ(targets("NearestNeighbor", {}, 0, torus), (std::set<TaskId>{1, 3, 4, 8}));
  EXPECT_EQ(targets("NN", {1}, 5, plane), (std::set<TaskId>{4, 6}));
}

TEST(Layout, OneNeighborAlwaysWraps) {
  EXPECT_EQ(targets("OneNeighborForward", {0}, 8, plane), (std::set<TaskId>{0}));
  EXPECT_EQ(targets("OneNeighborBackward", {0, 1}, 0, plane), (std::set<TaskId>{8, 3}));
  EXPECT_EQ(targets("OneNeighborForward", {}, 5, plane), (std::set<TaskId>{9, 6}));
}

TEST(Layout, MinHeapIsABinaryTreeBothWays) {
  const Geometry line({7}, {false});
  EXPECT_EQ(targets("MinHeap", {0}, 0, line), (std::set<TaskId>{1, 2}));
  EXPECT_EQ(targets("MinHeap", {0}, 2, line), (std::set<TaskId>{0, 5, 6}));
  EXPECT_EQ(targets("MinHeap", {0}, 6, line), (std::set<TaskId>{2}));
  EXPECT_EQ(targets("MinHeap", {1}, 4, plane), (std::set<TaskId>{5, 6}));
}

TEST(Layout, ContainsAgreesWithTargetsAndDefinition) {
  const std::vector<Geometry> geometries{plane,
                                         torus,
                                         Geometry({1}, {true}),
                                         Geometry({2, 2}, {true, false}),
                                         Geometry({5, 1, 2}, {false, true, true}),
                                         Geometry({9}, {false}),
                                         Geometry({2, 3, 4}, {true, false, true})};
  for (const Geometry& geometry : geometries) {
    for (const char* name : {"NearestNeighbor", "NN", "OneNeighborForward", "OneNeighborBackward",
                             "MinHeap", "AllToAll"}) {
      for (const std::vector<int>& dims : {std::vector<int>{}, {0}, {geometry.dimension() - 1}}) {
        const auto layout = predefined_layout(name, dims);
        for (TaskId from = 0; from < geometry.size(); ++from) {
          const std::set<TaskId> all = targets(name, dims, from, geometry);
          for (TaskId to = 0; to < geometry.size(); ++to) {
            const bool expected = defined_edge(name, dims, from, to, geometry);
            EXPECT_EQ(all.count(to) == 1, expected) << name << ' ' << from << "->" << to;
            EXPECT_EQ(layout->contains(from, to, geometry), expected)
                << name << ' ' << from << "->" << to;
          }
          EXPECT_FALSE(layout->contains(from, -1, geometry));
          EXPECT_FALSE(layout->contains(from, geometry.size(), geometry));
          EXPECT_EQ(sorted(layout->sources(from, geometry)),
                    sorted(layout->Layout::sources(from, geometry)))
              << name << ' ' << from;
        }
      }
    }
  }
}

TEST(Layout, SourcesOfUsersFunctionAreSearched) {
  const auto layout = function_layout("Next", [](int rank, int size, int* out) {
    out[0] = (rank + 1) % size;
    return 1;
  });
  EXPECT_EQ(layout->sources(0, plane), (std::vector<TaskId>{11}));
}

TEST(Layout, OnlyAllToAllJoinsAll) {
  EXPECT_TRUE(predefined_layout("AllToAll", {})->joins_all());
  EXPECT_FALSE(predefined_layout("MinHeap", {})->joins_all());
}

TEST(Layout, UnknownNamesAreNotPredefined) {
  EXPECT_EQ(predefined_layout("NearestNeighbour", {}), nullptr);
  EXPECT_EQ(predefined_layout("", {}), nullptr);
}

TEST(Layout, UsersFunctionMayListATaskTwice) {
  // A stencil in three periodic dimensions: six faces, also on four tasks.
  const auto layout = function_layout("Faces", [](int rank, int size, int* out) {
    for (int face = 0; face < 6; ++face) out[face] = (rank + (face % 2 == 0 ? 1 : size - 1)) % size;
    return 6;
  });
  const Geometry four({4, 1, 1}, {true, true, true});
  EXPECT_EQ(layout->targets(0, four), (std::vector<TaskId>{1, 3}));
  // With this order, a list that is truncated after four entries would lose the last one.
  const auto late = function_layout("Late", [](int, int size, int* out) {
    for (int i = 0; i < size + listed_beyond_size; ++i) out[i] = 1;
    out[size + listed_beyond_size - 1] = 2;
    return size + listed_beyond_size;
  });
  EXPECT_EQ(late->targets(0, four), (std::vector<TaskId>{1, 2}));
}

TEST(Layout, UsersFunctionThatListsTooManyIsAnError) {
  const auto layout = function_layout("Many", [](int, int size, int* out) {
    for (int i = 0; i <= size + listed_beyond_size; ++i) out[i] = 0;
    return size + listed_beyond_size + 1;
  });
  EXPECT_THROW(layout->targets(0, plane), std::length_error);
}

TEST(Layout, UsersFunctionListsNeighbours) {
  const auto layout = function_layout("Halves", [](int rank, int size, int* out) {
    out[0] = (rank + size / 2) % size;
    out[1] = out[0];  // twice, and one that does not exist
    out[2] = size;
    return 3;
  });
  EXPECT_EQ(layout->name(), "Halves");
  EXPECT_EQ(layout->targets(1, plane), (std::vector<TaskId>{7}));
  EXPECT_TRUE(layout->contains(7, 1, plane));
  EXPECT_FALSE(layout->contains(1, 2, plane));
}
