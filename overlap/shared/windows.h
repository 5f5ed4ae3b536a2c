// SPDX-License-Identifier: Apache-2.0
// Data that pass and run-time library share for windows: variables of the program, and numbers in
// its calls (runtime/windows/{window_site,window_trial,large_operations}.h,
// runtime/interposition/collective_form.h).
#pragma once

#include <cstdint>

/// One call in the source, a variable of the program. The library counts in it by atomic
/// operations. Where threads execute the call at the same time, their windows have one `opened_at`,
/// and the times are approximate.
struct bamboo_window_site {
  const char* call;  ///< "MPI_Allreduce"
  const char* file;
  int32_t line;
  int32_t listed;  ///< 1: the library knows it
  struct bamboo_window_site* next;
  uint64_t executions;
  uint64_t bytes;      ///< summed; of the longest buffer, where its size is a constant
  uint64_t opened_at;  ///< ns, by the monotonic clock; 0: nothing is pending
  uint64_t window_ns;  ///< from the initiation's return to the completion's call, summed
  uint64_t wait_ns;    ///< in the completion, summed
  uint64_t blocking;   ///< executions that went back to the blocking call, which have no window
  int32_t went_back;   ///< the last one did; -1: the program's own call, which cannot
};

/// The trial of one call in the source, a variable of the program, zero in the beginning. Threads
/// may execute the call at the same time and lose an execution; the results do not depend on it.
struct bamboo_window_trial {
  uint64_t opened_at;            ///< ns; 0: no window is timed
  uint64_t opened_at_processor;  ///< by the time that the thread has run
  uint64_t use_ns;               ///< of this trial's windows, while the operation was in flight
  uint64_t* summed;              ///< where a collective adds its use; null: to its own
  int32_t executions;            ///< of this trial
  int32_t turns;                 ///< before the next one: > 0 blocking, < 0 nonblocking
  int32_t period;                ///< turns behind the next trial; 0: behind the first one
};

/// How a call is carried out this time.
enum bamboo_call_form {
  bamboo_call_blocks = 0,
  bamboo_call_starts = 1,        ///< a request is completed later
  bamboo_call_starts_timed = 2,  ///< the same; the library also measures the time in flight
};

/// The compiler's knowledge about a collective, as bits.
enum bamboo_collective {
  bamboo_collective_adds_up = 1,     ///< a reduction
  bamboo_collective_has_window = 2,  ///< worth a request
};

/// The unit of an operation's count.
enum bamboo_operation_shape {
  bamboo_one_message = 0,
  bamboo_one_buffer = 1,    ///< a collective's buffer
  bamboo_each_process = 2,  ///< a collective's block for each process of the communicator
};

namespace bamboo::overlap {

/// Bytes. Open MPI's limit over TCP, below which messages leave without the receiver's answer; that
/// of UCX depends on the network.
inline constexpr uint64_t untouched_eager_bytes = 1 << 16;

/// Bytes. The messages of such a collective take longer than the polls that let them leave.
/// Shorter operations never need relief.
inline constexpr uint64_t long_collective = 128 << 10;

}  // namespace bamboo::overlap
