// SPDX-License-Identifier: Apache-2.0
#include "configuration/mpi_algorithms.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "configuration/rules.h"

namespace bamboo::plans::pmpi {
namespace {

const MpiAlgorithm& named(const std::string& name) {
  for (const MpiAlgorithm& each : mpi_algorithms())
    if (each.algorithm.name == name) return each;
  ADD_FAILURE() << name;
  return mpi_algorithms()[0];
}

TEST(MpiAlgorithms, HaveANameOfTheirOwnAndAnMpi) {
  std::set<std::string> names;
  for (const MpiAlgorithm& each : mpi_algorithms()) {
    const std::string operation = name_of(each.algorithm.operation);
    EXPECT_EQ(each.algorithm.name, operation + "/mpi-" + std::string(each.item()));
    EXPECT_TRUE(names.insert(each.algorithm.name).second) << each.algorithm.name;
    EXPECT_TRUE(each.is_in(Mpi::OpenMpi) || each.is_in(Mpi::Mpich)) << each.algorithm.name;
    EXPECT_EQ(find(each.algorithm.name), nullptr) << each.algorithm.name;
  }
}

TEST(MpiAlgorithms, MayBeForcedByName) {
  const auto rules = parse_rules("alltoall:64K-:mpi-pairwise;bcast:mpi-pipeline");
  ASSERT_EQ(rules.size(), 2u);
  EXPECT_EQ(as_mpi_algorithm(rules[0].algorithm), &named("alltoall/mpi-pairwise"));
  EXPECT_EQ(as_mpi_algorithm(rules[1].algorithm), &named("bcast/mpi-pipeline"));
  EXPECT_EQ(to_text(rules[0]), "alltoall:65536-:mpi-pairwise");
}

TEST(MpiAlgorithms, SuitSomeNumbersOfProcesses) {
  EXPECT_TRUE(named("allgather/mpi-ring").suits(3));
  EXPECT_FALSE(named("allgather/mpi-neighbor").suits(3));
  EXPECT_TRUE(named("allgather/mpi-neighbor").suits(6));
  EXPECT_FALSE(named("allgather/mpi-recursive_doubling").suits(6));
  EXPECT_TRUE(named("allgather/mpi-recursive_doubling").suits(8));
}

TEST(MpiAlgorithms, AreShownWithTheirMpi) {
  EXPECT_EQ(shown_name(named("alltoall/mpi-pairwise").algorithm, Mpi::OpenMpi),
            "Open MPI's pairwise");
  EXPECT_EQ(shown_name(named("alltoall/mpi-pairwise").algorithm, Mpi::Mpich), "MPICH's pairwise");
  EXPECT_EQ(shown_name(*find("alltoall/pairwise"), Mpi::Mpich), "alltoall/pairwise");
  EXPECT_EQ(as_mpi_algorithm(find("alltoall/pairwise")), nullptr);
  EXPECT_EQ(as_mpi_algorithm(nullptr), nullptr);
}

TEST(MpiAlgorithms, FormSets) {
  MpiAlgorithmSet set;
  set.add(named("allreduce/mpi-ring"));
  EXPECT_TRUE(set.contains(named("allreduce/mpi-ring")));
  EXPECT_FALSE(set.contains(named("allgather/mpi-ring")));
  EXPECT_TRUE(MpiAlgorithmSet(set.bits()).contains(named("allreduce/mpi-ring")));
}

}  // namespace
}  // namespace bamboo::plans::pmpi
