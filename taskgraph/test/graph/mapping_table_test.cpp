// SPDX-License-Identifier: Apache-2.0
#include "graph/mapping_table.h"

#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <memory>
#include <thread>
#include <vector>

#include "test/support/tasks.h"

using namespace bamboo;
using namespace bamboo::test;

namespace {

Task* no_task(TaskId) {
  return nullptr;
}

std::size_t bytes_with_nearest_neighbor(int tasks_per_side, int processes_per_side) {
  const Geometry geometry({tasks_per_side, tasks_per_side}, {true, true});
  MappingTable table(Placement::blocks(geometry, processes_per_side * processes_per_side), 0,
                     no_task);
  table.prebuild(*predefined_layout("NearestNeighbor", {}), geometry);
  return table.bytes();
}

}  // namespace

TEST(MappingTable, KnowsProcessAndLocalTask) {
  const Placement placement = Placement::ranges(10, 3);
  FunctionTask local(no_owner(), 5, [](FunctionTask&) {});
  MappingTable table(placement, 1, [&](TaskId id) { return id == 5 ? &local : nullptr; });
  for (TaskId task = 0; task < 10; ++task) {
    for (int again = 0; again < 2; ++again) {
      const Channel channel = table.channel(task);
      EXPECT_EQ(channel.task, task);
      EXPECT_EQ(channel.process, placement.process_of(task));
      EXPECT_EQ(channel.local, task == 5 ? &local : nullptr);
    }
  }
  EXPECT_EQ(table.entries(), 10u);
}

TEST(MappingTable, HasTheEdgesOfLocalTasksFromTheStart) {
  const Geometry geometry({8}, {false});
  MappingTable table(Placement::ranges(8, 4), 1, no_task);  // tasks 2 and 3
  table.prebuild(*predefined_layout("NearestNeighbor", {}), geometry);
  EXPECT_EQ(table.entries(), 4u);  // 1, 2, 3, 4
  table.channel(3);
  EXPECT_EQ(table.entries(), 4u);
  table.channel(7);
  EXPECT_EQ(table.entries(), 5u);
}

TEST(MappingTable, WithNearestNeighborDoesNotGrowWithTheJob) {
  // 16 tasks in each process, in jobs of 64 and of 16384 tasks.
  const std::size_t small = bytes_with_nearest_neighbor(8, 2);
  const std::size_t large = bytes_with_nearest_neighbor(128, 32);
  EXPECT_EQ(large, small);
  EXPECT_LE(large / 16, 200u) << "bytes per task";
}

TEST(MappingTable, WithAllToAllEntriesAppearOnFirstUse) {
  const Geometry geometry({1000}, {false});
  MappingTable table(Placement::ranges(1000, 10), 0, no_task);
  const std::size_t empty = table.bytes();
  table.prebuild(*predefined_layout("AllToAll", {}), geometry);
  EXPECT_EQ(table.entries(), 0u);
  EXPECT_EQ(table.bytes(), empty);
  for (TaskId task = 0; task < 1000; ++task) table.channel(task);
  EXPECT_EQ(table.entries(), 1000u);
  EXPECT_LE(table.bytes(), 1000 * 80u);
}

TEST(MappingTable, GrowsUnderItsReaders) {
  constexpr int tasks = 5000, threads = 4;
  const Placement placement = Placement::ranges(tasks, 7);
  MappingTable table(placement, 0, no_task);
  std::atomic<int> wrong{0};
  std::vector<std::thread> readers;
  for (int t = 0; t < threads; ++t) {
    readers.emplace_back([&, t] {
      for (int i = 0; i < tasks; ++i) {
        const TaskId task = (i * (2 * t + 1) + t * 1000) % tasks;
        const Channel channel = table.channel(task);
        wrong += channel.task != task || channel.process != placement.process_of(task);
      }
    });
  }
  for (auto& reader : readers) reader.join();
  EXPECT_EQ(wrong.load(), 0);
  EXPECT_LE(table.entries(), static_cast<std::size_t>(tasks));
}
