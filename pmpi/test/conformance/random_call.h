// SPDX-License-Identifier: Apache-2.0
// One random call, made planned and own.
#pragma once

#include <mpi.h>

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "layouts.h"

namespace conformance {

inline unsigned seed;

[[noreturn]] inline void fail(const std::string& text) {
  int rank = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  std::fprintf(stderr, "conformance: rank %d, seed %u: %s\n", rank, seed, text.c_str());
  PMPI_Abort(MPI_COMM_WORLD, 1);
  std::exit(1);
}

inline int class_of(int code) {
  int error_class = 0;
  MPI_Error_class(code, &error_class);
  return error_class;
}

/// Everything that all processes must agree on is drawn from the same numbers.
struct TrialCall {
  MPI_Comm comm;
  int rank, size;
  Random& random;
  const Layouts& layouts;

  /// Often small, at times large enough for a rendezvous.
  int count() const {
    const int kind = below(random, 20);
    return kind == 0 ? below(random, 40000) : kind < 4 ? below(random, 3000) : below(random, 12);
  }
  int small_count() const { return below(random, 8) == 0 ? below(random, 2000) : below(random, 5); }
  bool sometimes() const { return below(random, 3) == 0; }
};

/// Runs `body` with numbers from 0 in so many threads, each on a communicator of its own.
inline void in_threads(int threads, const std::function<void(int thread, MPI_Comm comm)>& body) {
  std::vector<MPI_Comm> comms(threads);
  for (MPI_Comm& comm : comms) MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  std::vector<std::thread> team;
  for (int k = 0; k < threads; ++k) team.emplace_back(body, k, comms[k]);
  for (std::thread& thread : team) thread.join();
  for (MPI_Comm& comm : comms) MPI_Comm_free(&comm);
}

using Collective = std::function<int(bool own, void* send, void* receive)>;

/// Runs it planned and own, on equal memory; both sides must be equal afterwards.
inline void compare(const TrialCall& t, const std::string& what, std::size_t elements,
                    const Collective& call, bool has_result = true) {
  const auto filling = static_cast<unsigned>(t.random());
  std::vector<Arena> sent(2, Arena(elements)), received(2, Arena(elements));
  for (int own = 0; own < 2; ++own) {
    sent[own].fill(filling + t.rank);
    received[own].fill(filling + 1000 + t.rank);
    const int error = call(own == 1, sent[own].base(), received[own].base());
    if (error != MPI_SUCCESS) fail(what + " returns an error");
  }
  if (!(sent[0] == sent[1])) fail(what + " changes what it must only read");
  if (has_result && !(received[0] == received[1]))
    fail(what + " differs at byte " + std::to_string(received[0].difference(received[1])));
}

inline std::string name(const char* function, const TrialCall& t, int root = -1,
                        bool in_place = false) {
  return std::string(function) + " of " + std::to_string(t.size) +
         (root >= 0 ? ", root " + std::to_string(root) : "") + (in_place ? ", in place" : "");
}

using TrialFunction = void (*)(const TrialCall&);
std::vector<TrialFunction> movements();
std::vector<TrialFunction> reductions();

/// Inter-communicators, errors, messages of the program's own, threads. Of all processes.
void special_cases();

}  // namespace conformance

#define EITHER(function, ...) (own ? P##function(__VA_ARGS__) : function(__VA_ARGS__))
