// SPDX-License-Identifier: Apache-2.0
// How many virtual ranks a process has.
#pragma once

#include <string>

#include "../process.h"
#include "program_kind.h"

namespace bamboo::driver {

/// The user's request.
struct VfRequest {
  int ranks = 0;       ///< 0: not given
  int vf = 0;          ///< 0: not given
  std::string origin;  ///< as the user has written it: "--vf ", "BAMBOO_VF="
};

/// The user's number; fails where the program or the number of ranks does not allow it.
int requested_vf(const VfRequest& request, const ProgramKind& kind, const Words& program);

/// Returns the VF for a given number of processes: as many ranks in each process as would share a
/// core if each rank were a process. Returns 1 if that number does not divide the ranks: with seven
/// ranks in one process, for example, one of two cores would be idle.
int vf_for_room(int ranks, int room);

}  // namespace bamboo::driver
