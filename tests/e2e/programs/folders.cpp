// SPDX-License-Identifier: Apache-2.0
// Each rank has its own working directory and file mode mask, for C, C++ and the processes that it
// starts.
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "check.h"

static std::string folder_name() {
  char path[4096];
  CHECK(getcwd(path, sizeof path));
  return std::string(path).substr(std::string(path).rfind('/') + 1);
}

static std::string contents(const char* name) {
  std::ifstream file(name);
  std::string text;
  std::getline(file, text);
  return text;
}

static unsigned mode_of_new(const char* name) {
  struct stat status;
  std::remove(name);
  std::fclose(std::fopen(name, "w"));
  CHECK(stat(name, &status) == 0);
  return status.st_mode & 0777;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank();
  const std::string start = folder_name(), mine = "rank" + std::to_string(rank);
  CHECK(mkdir(mine.c_str(), 0777) == 0);
  CHECK(chdir(mine.c_str()) == 0);
  const mode_t before = umask(rank % 2 ? 077 : 022);
  for (int step = 0; step < 20; step++) {
    MPI_Barrier(MPI_COMM_WORLD);
    std::ofstream("data.txt") << rank * 100 + step << "\n";
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(contents("data.txt") == std::to_string(rank * 100 + step));
    CHECK(folder_name() == mine);
    CHECK(mode_of_new("new.txt") == (rank % 2 ? 0600u : 0644u));
  }
  std::printf("rank %d: in %s: %s\n", rank, folder_name().c_str(), contents("data.txt").c_str());
  // Another file name for the same folder, and one deeper, by the C++ library.
  std::filesystem::create_directory("deeper");
  std::filesystem::current_path("deeper");
  MPI_Barrier(MPI_COMM_WORLD);
  std::printf("rank %d: in %s\n", rank, std::filesystem::current_path().filename().c_str());
  std::fflush(stdout);
  CHECK(std::system("echo from a process > shell.txt") == 0);
  MPI_Barrier(MPI_COMM_WORLD);
  std::printf("rank %d: %s, no other: %d\n", rank, contents("shell.txt").c_str(),
              access("../shell.txt", F_OK));
  // Rank 0 changes back; this does not affect the others.
  if (rank == 0) CHECK(chdir("../..") == 0);
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(folder_name() == (rank == 0 ? start : "deeper"));
  CHECK(chdir("nowhere") == -1);
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(umask(before) == (rank % 2 ? 077u : 022u));
  MPI_Finalize();
  return 0;
}
