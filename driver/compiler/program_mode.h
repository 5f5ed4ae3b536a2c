// SPDX-License-Identifier: Apache-2.0
// A mode belongs to a whole program: what the inputs of a link say, and whether they agree.
#pragma once

#include "link_inputs.h"
#include "mode.h"

namespace bamboo::driver {

/// The mode of the program that a link makes. `known` is what is already certain: the explicit
/// option, or Tasks because a source of this very command has directives; else Auto, which is also
/// the answer when no input says anything. Fails, naming the files, when modes mix, when units
/// declare different dimensions, or when a tasks program would need an installed MPI.
Mode decide_program_mode(Mode known, const LinkInputs& inputs);

}  // namespace bamboo::driver
