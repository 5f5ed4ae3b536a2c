// SPDX-License-Identifier: Apache-2.0
// The records of a run as a file.
#pragma once

#include <string>
#include <vector>

#include "bamboo/plans/choice.h"

namespace bamboo::plans {

struct SavedRecords {
  std::string program;  ///< its name without folders
  std::string bamboo;   ///< its version
  std::string mpi;      ///< the installed MPI and its version
  std::string layout;   ///< the host of each process: layout_text()
  std::vector<Record> records;
};
std::string to_json(const SavedRecords& saved);
/// Throws FileError. `file`: the name shown in errors.
SavedRecords records_from_json(const std::string& text, const std::string& file = "records");

/// "4x0 4x1": four processes on the first host, then four on the second.
std::string layout_text(const std::vector<int>& hosts);

}  // namespace bamboo::plans
