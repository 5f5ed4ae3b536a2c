// SPDX-License-Identifier: Apache-2.0
// Plans with multicasts and messages, run by an installed MPI. Skipped
// (77) where multicasts do not arrive.
#include <gtest/gtest.h>
#include <mpi.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "execution/multicast.h"
#include "execution/run.h"

namespace bamboo::plans::pmpi {
namespace {

constexpr int skipped = 77;

MulticastGroup* group = nullptr;
MPI_Comm channel = MPI_COMM_NULL;

int rank() {
  int out = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &out);
  return out;
}
int size() {
  int out = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &out);
  return out;
}

Place scratch(std::size_t offset) {
  return {Place::Buffer::Scratch, offset};
}
Place input(std::size_t offset) {
  return {Place::Buffer::Input, offset};
}
Place output(std::size_t offset) {
  return {Place::Buffer::Output, offset};
}

/// A multicast step of `count` bytes.
Step multicast(int sender, Place from, Place to, std::size_t count,
               std::vector<std::uint32_t> after = {}) {
  const bool sends = sender == rank();
  return {Step::Kind::Multicast, sender, sends ? from : Place{},
          sends ? Place{} : to,  count,  std::move(after)};
}

std::byte value(int of, std::size_t at) {
  return static_cast<std::byte>(of * 31 + static_cast<int>(at * 7 + at / 251));
}

/// This rank's input, of `bytes`, and room for all inputs.
struct Memory {
  explicit Memory(std::size_t bytes) : input(bytes), output(bytes * size(), std::byte{0xee}) {
    for (std::size_t i = 0; i < bytes; ++i) input[i] = value(rank(), i);
    work.problem.rank = rank();
    work.problem.size = size();
    work.input = Buffer(bytes_at(input.data(), 1));
    work.output = Buffer(bytes_at(output.data(), 1));
  }
  void expect_all_but(int own) const {
    const std::size_t bytes = input.size();
    for (int of = 0; of < size(); ++of)
      for (std::size_t i = 0; i < bytes; ++i)
        if (of != own) {
          ASSERT_EQ(output[of * bytes + i], value(of, i)) << "of rank " << of << " at " << i;
        }
  }

  std::vector<std::byte> input, output;
  PreparedCall work;
};

int run(const Plan& plan, PreparedCall& work, bool polls) {
  const Schedule schedule(plan);
  Run one(channel, 0, schedule, work, group);
  if (!polls) return one.wait();
  while (!one.progress()) {
  }
  return one.error();
}

Plan empty_plan() {
  return {"test", rank(), size(), 0, {}};
}

// All to all by multicast, and each one's block once more by messages to the next rank: neither
// waits for the other.
TEST(MulticastRun, GoesBesideMessages) {
  for (const std::size_t bytes : {std::size_t{1}, std::size_t{5'000}, std::size_t{300'000}})
    for (const bool polls : {false, true}) {
      Memory memory(bytes);
      Plan plan = empty_plan();
      plan.scratch = bytes;
      const int next = (rank() + 1) % size(), before = (rank() + size() - 1) % size();
      plan.steps.push_back({Step::Kind::Receive, before, {}, scratch(0), bytes, {}});
      for (int sender = 0; sender < size(); ++sender)
        plan.steps.push_back(multicast(sender, input(0), output(sender * bytes), bytes));
      plan.steps.push_back({Step::Kind::Send, next, input(0), {}, bytes, {}});
      // The bytes of the message go where this rank's own block would be.
      plan.steps.push_back({Step::Kind::Copy, -1, scratch(0), output(rank() * bytes), bytes, {0}});
      ASSERT_EQ(run(plan, memory.work, polls), MPI_SUCCESS);
      memory.expect_all_but(rank());
      for (std::size_t i = 0; i < bytes; ++i)
        ASSERT_EQ(memory.output[rank() * bytes + i], value(before, i));
    }
}

// A multicast of what a message has brought, and a message of what a multicast has brought.
TEST(MulticastRun, PassesOnWhatHasCome) {
  const int last = size() - 1;
  const std::size_t bytes = 20'000;
  for (int turn = 0; turn < 20; ++turn) {
    Memory memory(bytes);
    Plan plan = empty_plan();
    plan.scratch = bytes;
    if (rank() == 0) plan.steps.push_back({Step::Kind::Send, last, input(0), {}, bytes, {}});
    if (rank() == last) plan.steps.push_back({Step::Kind::Receive, 0, {}, scratch(0), bytes, {}});
    std::vector<std::uint32_t> after;
    if (rank() == last) after = {0};
    plan.steps.push_back(multicast(last, scratch(0), output(0), bytes, after));
    const auto multicast_step = static_cast<std::uint32_t>(plan.steps.size()) - 1;
    if (rank() == 0)
      plan.steps.push_back({Step::Kind::Send, last, output(0), {}, bytes, {multicast_step}});
    if (rank() == last) plan.steps.push_back({Step::Kind::Receive, 0, {}, output(0), bytes, {}});
    ASSERT_EQ(run(plan, memory.work, turn % 2 == 0), MPI_SUCCESS);
    for (std::size_t i = 0; i < bytes; ++i) ASSERT_EQ(memory.output[i], value(0, i)) << i;
  }
}

// Each rank's part of the last one's data, by each way to share the parts.
TEST(MulticastRun, GivesParts) {
  const int sender = size() - 1;
  for (const Step::Share share : {Step::Share::Known, Step::Share::Sent, Step::Share::SentToFew})
    for (const std::size_t most : {std::size_t{3}, std::size_t{70'000}}) {
      std::vector<std::size_t> parts;
      std::size_t all = 0, own = 0;
      for (int to = 0; to < size(); ++to) {
        parts.push_back(to % 2 == 0 ? most - to : 0);  // some get nothing
        if (to < rank()) own += parts.back();
        all += parts.back();
      }
      Memory memory(std::max(all, std::size_t{1}));
      Plan plan = empty_plan();
      Step step = multicast(sender, input(0), output(0), rank() == sender ? all : parts[rank()]);
      step.share = share;
      if (rank() == sender || share == Step::Share::Known) step.parts = parts;
      plan.steps.push_back(std::move(step));
      ASSERT_EQ(run(plan, memory.work, false), MPI_SUCCESS);
      for (std::size_t i = 0; rank() != sender && i < parts[rank()]; ++i)
        ASSERT_EQ(memory.output[i], value(sender, own + i));
      ASSERT_EQ(memory.output[rank() == sender ? 0 : parts[rank()]], std::byte{0xee})
          << "nothing else is written";
    }
}

}  // namespace
}  // namespace bamboo::plans::pmpi

int main(int argc, char** argv) {
  using namespace bamboo::plans::pmpi;
  MPI_Init(&argc, &argv);
  testing::InitGoogleTest(&argc, argv);
  MPI_Comm_dup(MPI_COMM_WORLD, &channel);
  int status = skipped;
  if (start_multicast()) {
    MPI_Group world;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    {
      MulticastGroup opened;
      group = &opened;
      status = opened.open_in_world(channel, world) == MPI_SUCCESS ? RUN_ALL_TESTS() : 1;
      MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Group_free(&world);
  } else if (rank() == 0) {
    std::puts("SKIPPED: multicast does not work here");
  }
  end_multicast();
  MPI_Comm_free(&channel);
  free_self_channel();
  MPI_Finalize();
  return status;
}
