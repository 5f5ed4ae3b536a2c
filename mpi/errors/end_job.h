// SPDX-License-Identifier: Apache-2.0
// How the whole job ends before its ranks have.
#pragma once

#include <string>

namespace bamboo::mpi {

/// Ends every process of the job with this exit code. Any thread.
[[noreturn]] void end_job(int exit_code);

/// The same behind an error at a place of the program: `a.c:12: bamboo: error: …`.
[[noreturn, gnu::format(printf, 2, 3)]] void end_job_at(const std::string& place,
                                                        const char* format, ...);

/// From now on end_job() calls `end`, which writes out what the ranks of this process have printed
/// and ends the other processes. Null: end_job() ends this process alone.
void set_job_end(void (*end)(int exit_code));

}  // namespace bamboo::mpi
