// SPDX-License-Identifier: Apache-2.0
// Verifies a receive that starts later than in the program, by following all ways from its place in
// the program. It does not use the motion's analyses of structures.
#pragma once

#include <llvm/ADT/ArrayRef.h>

#include "effects/dependence.h"
#include "effects/program_requests.h"
#include "pass/operations/late_receive.h"
#include "refusals/defect.h"

namespace bamboo::overlap {

/// Returns nothing if each way from the receive's place in the program reaches the receive once,
/// each way to the receive comes from there, and nothing in between touches the request, leaves the
/// function, or calls MPI, except to start sends that do not block, and late receives that the
/// program starts in front of it (`earlier`).
std::optional<Defect> verify_late_receive(const LateReceive& late,
                                          llvm::ArrayRef<LateReceive> earlier,
                                          const ProgramRequests& existing,
                                          const Dependence& dependence, const Summaries& summaries);

}  // namespace bamboo::overlap
