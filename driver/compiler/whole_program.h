// SPDX-License-Identifier: Apache-2.0
// A link in mode overlap that shows all files to the pass at once.
#pragma once

#include "link_inputs.h"
#include "session.h"

namespace bamboo::driver {

/// Links the program from the bitcode of its files, where the pass gains more by that than by each
/// file alone, and returns whether it did. Else the program is to be linked from the files' own
/// code. `words`: the inputs and options of the user's link. `made`: the objects of its sources.
bool link_whole_program(Session& session, const Words& words, const LinkInputs& inputs,
                        const Words& made);

}  // namespace bamboo::driver
