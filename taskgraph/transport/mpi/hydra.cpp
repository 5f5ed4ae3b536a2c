// SPDX-License-Identifier: Apache-2.0
#include "transport/mpi/hydra.h"

#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <string>
#include <thread>

namespace bamboo {

namespace {

bool is_unread_pipe(int descriptor) {
  struct stat kind{};
  int unread = 0;
  return ::fstat(descriptor, &kind) == 0 && S_ISFIFO(kind.st_mode) &&
         ::ioctl(descriptor, FIONREAD, &unread) == 0 && unread > 0;
}

}  // namespace

void wait_until_output_is_read() {
  while (is_unread_pipe(STDOUT_FILENO) || is_unread_pipe(STDERR_FILENO))
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

void end_job(int exit_code) {
  const char* connection = std::getenv("PMI_FD");
  if (!connection) return;
  const std::string command = "cmd=abort exitcode=" + std::to_string(exit_code) + "\n";
  // If the connection is closed, MPI_Abort reports that.
  [[maybe_unused]] const auto written =
      ::write(std::atoi(connection), command.data(), command.size());
}

}  // namespace bamboo
