// SPDX-License-Identifier: Apache-2.0
/// \file
/// The steps of the pass in one function, in order.
#pragma once

#include "effects/program_requests.h"
#include "pass/instrumentation/instrument_function.h"

namespace bamboo::overlap {

/// `has_handler`: an error handler of the program's own may be called by any call of MPI. True when
/// the function has changed.
bool overlap_function(FunctionContext& context, const ProgramRequests& existing, bool has_handler,
                      Instrumentation& instrumentation);

}  // namespace bamboo::overlap
