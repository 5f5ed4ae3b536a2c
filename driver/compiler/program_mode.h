// SPDX-License-Identifier: Apache-2.0
// A mode belongs to a whole program: what the inputs of a link say, and whether they agree.
#pragma once

#include "link_inputs.h"
#include "mode.h"

namespace bamboo::driver {

/// The mode of the program that a link makes. `known` is the certain part: the explicit option, or
/// Tasks because a source of this command has directives; else Auto, which is also the result if no
/// input shows a mode. Fails with the files' names if modes are mixed, if units declare different
/// dimensions, or if a tasks program would need an installed MPI.
Mode decide_program_mode(Mode known, const LinkInputs& inputs);

/// Fails, naming the files, when inputs were compiled for another installed MPI than that of the
/// link. Without one nothing is compared.
void check_installed_mpi(const LinkInputs& inputs, std::optional<MpiFamily> of_link);

}  // namespace bamboo::driver
