// SPDX-License-Identifier: Apache-2.0
// Exit codes of a job that the runtime ended.
#pragma once

namespace bamboo {

inline constexpr int exit_task_failed = 1;  ///< an exception left a task's body
inline constexpr int exit_usage = 2;        ///< a malformed option
inline constexpr int exit_deadlock = 125;   ///< no task of the job could ever run again

}  // namespace bamboo
