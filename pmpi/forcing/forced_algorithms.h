// SPDX-License-Identifier: Apache-2.0
// Makes the installed MPI serve a call by another one of its own algorithms than it would take, and
// leaves all other calls as they are. One file for each MPI.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>

#include "configuration/mpi_algorithms.h"

namespace bamboo::plans::pmpi {

/// Why the MPI takes no other algorithm in this process.
enum class Obstacle : std::uint8_t {
  Unknown,  ///< it has none of that name, or no such variable
  User,     ///< the user has set how it chooses
  Switch,   ///< Open MPI looks at the variables only if it was started so
  Refusal,  ///< its variable does not change
  Later,    ///< another communicator could be made meanwhile (later_communicators.h)
  NoRoom,   ///< Open MPI makes no further communicator
};
/// The end of "… cannot be chosen: ".
const char* text_of(Obstacle obstacle);

/// Between begin_control_variables() and end_control_variables().
std::optional<Obstacle> obstacle_to(const MpiAlgorithm& algorithm);

/// What is kept with a communicator for such calls.
class ForcedAlgorithms {
 public:
  using Call = std::function<int(MPI_Comm)>;

  ForcedAlgorithms();
  ~ForcedAlgorithms();
  ForcedAlgorithms(const ForcedAlgorithms&) = delete;
  ForcedAlgorithms& operator=(const ForcedAlgorithms&) = delete;

  /// Makes what serve() needs, unless it is there. `channel`: of the same processes as the
  /// program's communicator, without attributes of the user. Returns what prevents it, for all
  /// calls, on all processes. Collective.
  std::optional<Obstacle> prepare(const MpiAlgorithm& algorithm, MPI_Comm channel);
  /// Calls `call` with a communicator of the same processes as `program`, on which the MPI serves
  /// by the algorithm, which is prepared. Returns an MPI error code, of which the program's error
  /// handler knows. Collective.
  int serve(const MpiAlgorithm& algorithm, MPI_Comm program, const Call& call);
  /// Frees what is not needed until prepare() is called again. All processes need the same.
  /// Collective.
  void keep(const std::function<bool(const Algorithm&)>& is_needed);

 private:
  struct Kept;  // for an algorithm

  std::map<const MpiAlgorithm*, std::unique_ptr<Kept>> kept_;
};

}  // namespace bamboo::plans::pmpi
