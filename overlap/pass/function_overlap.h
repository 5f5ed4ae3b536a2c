// SPDX-License-Identifier: Apache-2.0
// The steps of the pass in one function, in order.
#pragma once

#include "effects/program_requests.h"
#include "pass/gains.h"
#include "pass/instrumentation/instrument_function.h"

namespace bamboo::overlap {

/// `has_handler`: any call of MPI may call an error handler of the program. `gains` gets what the
/// function gains. Returns true if the function has changed.
bool overlap_function(FunctionContext& context, const ProgramRequests& existing, bool has_handler,
                      Instrumentation& instrumentation, Gains& gains);

}  // namespace bamboo::overlap
