// SPDX-License-Identifier: Apache-2.0
#include "configuration/share_text.h"

#include <exception>
#include <stdexcept>

namespace bamboo::plans::pmpi {

std::optional<std::string> share_text(MPI_Comm comm,
                                      const std::function<std::optional<std::string>()>& make) {
  enum Kind : int { Nothing, Text, Exception };
  int rank = 0;
  PMPI_Comm_rank(comm, &rank);
  std::string text;
  int head[2] = {Nothing, 0};  // kind, length
  if (rank == 0) {
    try {
      const std::optional<std::string> made = make();
      head[0] = made ? Text : Nothing;
      text = made.value_or("");
    } catch (const std::exception& error) {
      head[0] = Exception;
      text = error.what();
    }
    head[1] = static_cast<int>(text.size());
  }
  PMPI_Bcast(head, 2, MPI_INT, 0, comm);
  text.resize(head[1]);
  if (head[1] > 0) PMPI_Bcast(text.data(), head[1], MPI_CHAR, 0, comm);
  if (head[0] == Exception) throw std::invalid_argument(text);
  return head[0] == Text ? std::optional(text) : std::nullopt;
}

}  // namespace bamboo::plans::pmpi
