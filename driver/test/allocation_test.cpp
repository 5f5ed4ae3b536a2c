// SPDX-License-Identifier: Apache-2.0
#include "commands/allocation.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "commands/direct_launch.h"
#include "commands/job_cores.h"

namespace bamboo::driver {
namespace {

namespace fs = std::filesystem;

const char* const variables[] = {
    "FLUX_URI",     "SLURM_JOB_CPUS_PER_NODE", "SLURM_TASKS_PER_NODE", "SLURM_MPI_TYPE",
    "PBS_NODEFILE", "LSB_MCPU_HOSTS",          "PE_HOSTFILE",          "BAMBOO_MPIRUN"};

/// Programs of batch systems that only print what a test needs, alone in PATH.
class Allocations : public testing::Test {
 protected:
  void SetUp() override {
    for (const char* name : variables) unsetenv(name);
    folder_ = testing::TempDir() + "allocations." + std::to_string(getpid());
    fs::create_directories(folder_);
    setenv("PATH", (folder_ + ":/usr/bin:/bin").c_str(), 1);
  }
  void TearDown() override {
    for (const char* name : variables) unsetenv(name);
    setenv("PATH", path_.c_str(), 1);
    fs::remove_all(folder_);
  }

  std::string file(const std::string& name, const std::string& text) const {
    fs::create_directories(fs::path(folder_ + "/" + name).parent_path());
    std::ofstream(folder_ + "/" + name) << text;
    return folder_ + "/" + name;
  }
  void program(const std::string& name, const std::string& prints) const {
    fs::permissions(file(name, "#!/bin/sh\ncat << end\n" + prints + "\nend\n"),
                    fs::perms::owner_all);
  }
  static LauncherChoice choice(MpiFamily family, const Words& options = {}) {
    return choose_launcher("", family, allocation_of_environment(), options);
  }
  static std::string command(const Launch& launch) { return quoted(direct_launch_command(launch)); }

  std::string folder_;

 private:
  const std::string path_ = std::getenv("PATH");
};

TEST_F(Allocations, AShellOutsideHasNone) {
  EXPECT_FALSE(allocation_of_environment());
  EXPECT_EQ(choice(MpiFamily::OpenMpi).launcher, Launcher::Mpirun);
}

TEST_F(Allocations, SlurmDescribesNodesInAShortForm) {
  setenv("SLURM_JOB_CPUS_PER_NODE", "16(x2),8", 1);
  setenv("SLURM_TASKS_PER_NODE", "2(x2),1", 1);
  const auto found = allocation_of_environment();
  ASSERT_TRUE(found);
  EXPECT_EQ(found->system, BatchSystem::Slurm);
  EXPECT_EQ(cores_of_nodes(*found), (std::vector{16, 16, 8}));
  EXPECT_EQ(tasks_of(*found), 5);
}

TEST_F(Allocations, AFormThatIsUnknownDescribesNothing) {
  setenv("SLURM_JOB_CPUS_PER_NODE", "16(y2)", 1);
  EXPECT_TRUE(cores_of_nodes(*allocation_of_environment()).empty());
}

TEST_F(Allocations, PbsHasALineForEachSlot) {
  setenv("PBS_NODEFILE", file("nodes", "a\na\nb\n").c_str(), 1);
  const auto found = allocation_of_environment();
  ASSERT_TRUE(found);
  EXPECT_EQ(found->system, BatchSystem::Pbs);
  EXPECT_EQ(cores_of_nodes(*found), (std::vector{2, 1}));
}

TEST_F(Allocations, LsfAndGridEngineCountSlots) {
  setenv("PE_HOSTFILE", file("hosts", "a 4 all.q UNDEFINED\nb 2 all.q UNDEFINED\n").c_str(), 1);
  EXPECT_EQ(allocation_of_environment()->system, BatchSystem::GridEngine);
  EXPECT_EQ(cores_of_nodes(*allocation_of_environment()), (std::vector{4, 2}));
  setenv("LSB_MCPU_HOSTS", "a 4 b 8", 1);
  EXPECT_EQ(allocation_of_environment()->system, BatchSystem::Lsf);
  EXPECT_EQ(cores_of_nodes(*allocation_of_environment()), (std::vector{4, 8}));
}

TEST_F(Allocations, AnInstanceOfFluxInAJobOfSlurmIsNearer) {
  setenv("SLURM_JOB_CPUS_PER_NODE", "16", 1);
  setenv("FLUX_URI", "local:///tmp/flux", 1);
  EXPECT_EQ(allocation_of_environment()->system, BatchSystem::Flux);
  EXPECT_TRUE(cores_of_nodes(*allocation_of_environment()).empty());
}

TEST_F(Allocations, SrunNeedsThePmiOfTheMpi) {
  setenv("SLURM_JOB_CPUS_PER_NODE", "4(x2)", 1);
  program("srun", "MPI plugin types are...\n\tpmi2\n\tnone");
  EXPECT_EQ(choice(MpiFamily::Mpich).launcher, Launcher::Srun);
  EXPECT_EQ(choice(MpiFamily::Mpich).pmi, "pmi2");
  EXPECT_EQ(choice(MpiFamily::OpenMpi).launcher, Launcher::Mpirun);
  EXPECT_NE(choice(MpiFamily::OpenMpi).reason.find("no pmix"), std::string::npos);
  setenv("SLURM_MPI_TYPE", "cray_shasta", 1);
  EXPECT_EQ(choice(MpiFamily::Mpich).launcher, Launcher::Srun);
  EXPECT_EQ(choice(MpiFamily::Mpich).pmi, "");
}

TEST_F(Allocations, OptionsOfMpirunMeanMpirun) {
  setenv("SLURM_JOB_CPUS_PER_NODE", "4(x2)", 1);
  program("srun", "pmix pmi2");
  EXPECT_EQ(choice(MpiFamily::Mpich).launcher, Launcher::Srun);
  EXPECT_EQ(choice(MpiFamily::Mpich, {"-ppn", "2"}).launcher, Launcher::Mpirun);
  const auto allocation = allocation_of_environment();
  EXPECT_EQ(choose_launcher("srun", MpiFamily::Mpich, allocation, {"--overcommit"}).launcher,
            Launcher::Srun);
  EXPECT_EQ(choose_launcher("mpirun", MpiFamily::Mpich, allocation, {}).launcher, Launcher::Mpirun);
  setenv("BAMBOO_MPIRUN", "mpirun", 1);
  EXPECT_EQ(choice(MpiFamily::Mpich).launcher, Launcher::Mpirun);
}

TEST_F(Allocations, EachProcessGetsItsPartOfANode) {
  setenv("SLURM_JOB_CPUS_PER_NODE", "8(x2)", 1);
  program("srun", "pmix");
  Launch launch;
  launch.allocation = allocation_of_environment();
  launch.starter = choice(MpiFamily::OpenMpi);
  launch.environment = {{"UCX_TLS", "tcp,self"}};
  launch.processes = 4;
  EXPECT_NE(command(launch).find("srun -n 4 "), std::string::npos);
  EXPECT_NE(command(launch).find(" --mpi=pmix --cpus-per-task=4 env "), std::string::npos);
  EXPECT_TRUE(command(launch).ends_with(" UCX_TLS=tcp,self"));
  launch.processes = 3;
  EXPECT_NE(command(launch).find(" --cpus-per-task=4 "), std::string::npos);
  launch.processes = 17;
  EXPECT_ANY_THROW(command(launch));
  launch.launcher_options = {"--overcommit"};
  EXPECT_NE(command(launch).find(" --cpus-per-task=1 --overcommit env "), std::string::npos);
}

TEST_F(Allocations, ProcessesOfModeTasksLoadTheMpiOfThePath) {
  setenv("SLURM_JOB_CPUS_PER_NODE", "8", 1);
  program("srun", "pmi2");
  program("mpi/bin/mpirun", "HYDRA build details");
  file("mpi/lib/libmpi.so.12", "");
  setenv("PATH", (folder_ + "/mpi/bin:" + folder_ + ":/usr/bin:/bin").c_str(), 1);
  Launch launch;
  launch.family = MpiFamily::Mpich;
  launch.starter = choice(MpiFamily::Mpich);
  launch.is_tasks = true;
  launch.environment = {{"BAMBOO_MPI", "mpich"}};
  EXPECT_TRUE(command(launch).ends_with(" BAMBOO_MPI=" + fs::canonical(folder_).string() + "/mpi"));
  launch.is_tasks = false;
  EXPECT_TRUE(command(launch).ends_with(" BAMBOO_MPI=mpich"));
}

TEST_F(Allocations, FluxStartsBothMpis) {
  setenv("FLUX_URI", "local:///tmp/flux", 1);
  program("flux", "");
  Launch launch;
  launch.allocation = allocation_of_environment();
  launch.family = MpiFamily::Mpich;
  launch.starter = choice(MpiFamily::Mpich);
  launch.processes = 4;
  launch.cores_per_process = 2;
  EXPECT_EQ(command(launch), "flux run -n 4 -c 2 env");
  launch.starter = choice(MpiFamily::OpenMpi);
  EXPECT_EQ(command(launch), "flux run -n 4 -c 2 -o pmi=pmix env");
}

TEST_F(Allocations, PalsStartsMpichInAJobOfPbs) {
  setenv("PBS_NODEFILE", file("nodes", "a\nb\n").c_str(), 1);
  EXPECT_EQ(choice(MpiFamily::Mpich).launcher, Launcher::Mpirun);
  program("opt/pals/bin/mpiexec", "");
  setenv("PATH", (folder_ + "/opt/pals/bin:/usr/bin:/bin").c_str(), 1);
  EXPECT_EQ(choice(MpiFamily::OpenMpi).launcher, Launcher::Mpirun);
  Launch launch;
  launch.allocation = allocation_of_environment();
  launch.family = MpiFamily::Mpich;
  launch.starter = choice(MpiFamily::Mpich);
  launch.processes = 8;
  launch.cores_per_process = 2;
  EXPECT_EQ(command(launch), "mpiexec -n 8 --ppn 4 --depth 2 --cpu-bind depth env");
}

TEST_F(Allocations, OpenMpiHasNoMoreSlotsThanTheJobHasTasks) {
  setenv("SLURM_JOB_CPUS_PER_NODE", "8(x2)", 1);
  setenv("SLURM_TASKS_PER_NODE", "2(x2)", 1);
  Launch launch;
  launch.allocation = allocation_of_environment();
  EXPECT_EQ(cores_of_job(launch), 4);
  launch.family = MpiFamily::Mpich;
  EXPECT_EQ(cores_of_job(launch), 16);
}

}  // namespace
}  // namespace bamboo::driver
