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

/// The number where there is room for so many processes: as many ranks as would have to share a
/// core if each were a process. 1 where that does not divide the ranks: seven in one process on two
/// cores would leave a core without work.
int vf_for_room(int ranks, int room);

}  // namespace bamboo::driver
