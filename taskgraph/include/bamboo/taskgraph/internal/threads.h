// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace bamboo {

/// How many threads of this process run tasks or poll. Decided once (ThreadPlan), before the first
/// lock of a task, a queue or a message is made.
enum class Threads : unsigned char { One, Several };

}  // namespace bamboo
