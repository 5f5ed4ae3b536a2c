// SPDX-License-Identifier: Apache-2.0
// Options that must have the same value in every process. A launcher passes its environment to
// other hosts only if it is asked to.
#pragma once

#include <string>

namespace bamboo {

class Transport;

/// Ends the job with a message where this process's value of a variable differs from process 0's.
/// Collective, before anything depends on it.
void require_same(Transport& transport, const std::string& variable, const std::string& value);

}  // namespace bamboo
