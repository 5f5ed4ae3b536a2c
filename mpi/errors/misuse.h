// SPDX-License-Identifier: Apache-2.0
// Misuse that MPI forbids and the installed MPIs accept. Bamboo accepts it as well, and warns once.
#pragma once

#include <string>

#include "bamboo/taskgraph/task.h"

namespace bamboo::mpi {

enum class Misuse {
  MessageElements,     ///< a receive and its message name different types of elements
  CollectiveElements,  ///< two ranks of a collective do
  UnpostedReadySend,   ///< MPI_Rsend found no receive
  TextReduction,       ///< a predefined operation on MPI_CHAR
  LogicalAddress,      ///< MPI_LAND, MPI_LOR or MPI_LXOR of addresses, offsets or counts
  InPlaceOfNothing,    ///< MPI_IN_PLACE on the wrong side, with no elements
  SharedPlace,         ///< blocks of a collective that are received into one place
  NeverFinalized,      ///< a rank ended without MPI_Finalize
  UndeclaredThread,    ///< a call on another thread than main's, for which MPI_Init has not asked
  Last = UndeclaredThread
};

/// Whether it is the first misuse of this kind in the process, which is reported.
bool is_first(Misuse misuse);

/// Prints a warning about a misuse of world rank `rank`.
void warn_of_misuse(int rank, const std::string& text);

/// Sets the value of BAMBOO_STRICT.
void set_strict(bool strict);
bool is_strict();

/// Reports misuse by the arguments of a call that has not begun. With BAMBOO_STRICT it throws an
/// MpiError of that class; otherwise it prints a warning for the first one of its kind, with the
/// text after the rank and its call.
void tolerate(Misuse misuse, int rank, const CallSite& call, int error_class,
              const std::string& text);

}  // namespace bamboo::mpi
