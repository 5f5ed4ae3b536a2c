// SPDX-License-Identifier: Apache-2.0
// Misuse that MPI forbids and the installed MPIs accept. Bamboo accepts it as well, and warns once.
#pragma once

#include <string>

namespace bamboo::mpi {

enum class Misuse {
  MessageElements,     ///< a receive and its message name different types of elements
  CollectiveElements,  ///< two ranks of a collective do
  UnpostedReadySend,   ///< MPI_Rsend found no receive
  TextReduction,       ///< a predefined operation on MPI_CHAR
};

/// Whether it is the first misuse of this kind in the process, which is the one to report.
bool is_first(Misuse misuse);

/// Prints a warning about a misuse of world rank `rank`.
void warn_of_misuse(int rank, const std::string& text);

}  // namespace bamboo::mpi
