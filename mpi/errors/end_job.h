// SPDX-License-Identifier: Apache-2.0
// How the whole job ends before its ranks have.
#pragma once

#include <string>

namespace bamboo::mpi {

/// Ends every process of the job with this exit code. Any thread.
[[noreturn]] void end_job(int exit_code);

/// Like end_job(), with a place of the program before the message: `a.c:12: bamboo: error: …`.
[[noreturn, gnu::format(printf, 2, 3)]] void end_job_at(const std::string& place,
                                                        const char* format, ...);

/// Sets a function that end_job() calls from now on. It writes the buffered output of this
/// process's ranks and ends the other processes. With null, end_job() ends this process alone.
void set_job_end(void (*end)(int exit_code));

}  // namespace bamboo::mpi
