// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "session.h"

namespace bamboo::driver {

/// The command line ends in a link: decides the program's mode, compiles the sources in it, links.
int link_program(Session& session);

}  // namespace bamboo::driver
