// SPDX-License-Identifier: Apache-2.0
#include "bamboo/support/launcher.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <string>

#include "set_variables.h"

namespace bamboo::support {
namespace {

TEST(Launcher, NoLauncherAnnouncesNothing) {
  const SetVariables set{};
  EXPECT_FALSE(announced_tasks());
  EXPECT_TRUE(is_first_process());
}

TEST(Launcher, EachKindAnnouncesTasks) {
  for (const char* variable : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PALS_SIZE", "PALS_LOCAL_SIZE",
                               "FLUX_JOB_SIZE", "SLURM_STEP_NUM_TASKS", "SLURM_NTASKS", "PBS_NP"}) {
    const SetVariables set{{variable, "4"}};
    ASSERT_TRUE(announced_tasks()) << variable;
    EXPECT_EQ(announced_tasks()->tasks, 4) << variable;
    EXPECT_EQ(announced_tasks()->variable, variable);
  }
}

TEST(Launcher, PbsListsTasksInAFile) {
  const std::string file = testing::TempDir() + "support-nodes";
  std::ofstream(file) << "a\na\nb\n";
  const SetVariables set{{"PBS_NODEFILE", file.c_str()}};
  ASSERT_TRUE(announced_tasks());
  EXPECT_EQ(announced_tasks()->tasks, 3);
  std::remove(file.c_str());
  EXPECT_FALSE(announced_tasks());
}

TEST(Launcher, TheNearestOneDecides) {
  {
    const SetVariables mpirun_in_a_batch_job{{"SLURM_NTASKS", "8"}, {"OMPI_COMM_WORLD_SIZE", "1"}};
    EXPECT_EQ(announced_tasks()->tasks, 1);
  }
  {
    const SetVariables mpiexec_under_mpirun{{"OMPI_COMM_WORLD_SIZE", "4"}, {"PMI_SIZE", "1"}};
    EXPECT_EQ(announced_tasks()->tasks, 4);
    EXPECT_EQ(announced_tasks("PMI_SIZE")->tasks, 1);
  }
  {
    const SetVariables step_of_one{{"SLURM_NTASKS", "8"}, {"SLURM_STEP_NUM_TASKS", "1"}};
    EXPECT_EQ(announced_tasks()->tasks, 1);
  }
}

TEST(Launcher, AWordThatIsNoNumberAnnouncesNothing) {
  const SetVariables set{{"SLURM_NTASKS", "many"}};
  EXPECT_FALSE(announced_tasks());
}

TEST(Launcher, OneProcessIsTheFirst) {
  for (const char* variable :
       {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "FLUX_TASK_RANK", "SLURM_PROCID"}) {
    const SetVariables second{{variable, "1"}};
    EXPECT_FALSE(is_first_process()) << variable;
    setenv(variable, "0", 1);
    EXPECT_TRUE(is_first_process()) << variable;
  }
}

}  // namespace
}  // namespace bamboo::support
