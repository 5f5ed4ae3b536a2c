// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "errors/errors.h"
#include "one_sided/window.h"

namespace bamboo::mpi {

/// Calls the window's error handler, see comm/error_action.h.
int call_errhandler(const Window& window, const char* function, int code, const char* text);
int handle_error(const Window& window, const char* function, const MpiError& error);

}  // namespace bamboo::mpi
