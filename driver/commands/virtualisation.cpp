// SPDX-License-Identifier: Apache-2.0
#include "virtualisation.h"

#include <filesystem>

#include "../diagnostic.h"

namespace bamboo::driver {
namespace {

std::string divisors(int number) {
  std::string text;
  for (int i = 1; i <= number; ++i)
    if (number % i == 0) text += (text.empty() ? "" : ", ") + std::to_string(i);
  return text;
}

/// Only tasks programs have several ranks in a process. If another program may start one, the user
/// has to give the number of processes.
void require_tasks(const VfRequest& request, const ProgramKind& kind, const Words& words) {
  const std::string vf = request.origin + std::to_string(request.vf);
  const std::string& program = words[0];
  if (kind.is_plain) {
    fail(
        "{} is not possible with '{}': it is plain MPI (mode off), where a process is one rank\n"
        "compile and link it with bamboocc --bamboo-mode=tasks",
        vf, program);
  }
  const bool exists = std::filesystem::exists(program_file(program));
  if (exists && request.ranks > 0 && !names_tasks_program(words)) {
    fail(
        "{} is not possible with '{}': it is no program in mode tasks\n"
        "if it starts one, give --processes P instead of -n",
        vf, program);
  }
}

}  // namespace

int requested_vf(const VfRequest& request, const ProgramKind& kind, const Words& program) {
  if (request.vf > 1) require_tasks(request, kind, program);
  if (request.ranks % request.vf != 0) {
    bad_usage("{}{} does not divide -n {}; possible are {}", request.origin, request.vf,
              request.ranks, divisors(request.ranks));
  }
  return request.vf;
}

int vf_for_room(int ranks, int room) {
  const int on_a_core = (ranks + room - 1) / room;
  return ranks % on_a_core == 0 ? on_a_core : 1;
}

}  // namespace bamboo::driver
