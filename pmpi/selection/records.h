// SPDX-License-Identifier: Apache-2.0
// The records of all trials of this process: for the report, and for later runs of the program.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bamboo/plans/record_file.h"

namespace bamboo::plans::pmpi {

/// Whether both records are of the same kind of calls, so that a later run continues the trial.
bool is_of_same_calls(const Record& a, const Record& b);

/// A record that exists after its trial. Any thread may use it.
std::shared_ptr<Record> new_record();
/// Returns the latest record with an outcome of each kind of calls. Any thread may call it.
std::vector<Record> records_of_process();

/// The file of BAMBOO_PLANS_REMEMBER: in a folder, it is named after the program and the number of
/// processes.
std::string records_file(const std::string& file_or_folder, int processes);

/// The records in the file, on all processes, if they are of the same program, Bamboo, MPI and
/// hosts; else none, which the first process reports. Collective over MPI_COMM_WORLD. `hosts`: of
/// each process of MPI_COMM_WORLD.
std::vector<Record> recall_records(const std::string& file, const std::vector<int>& hosts);
/// Stores the records of this process in place of those of the same kinds in `earlier`. A record
/// with a result stays if the new one has none. One process calls it.
void remember_records(const std::string& file, const std::vector<int>& hosts,
                      const std::vector<Record>& earlier);

}  // namespace bamboo::plans::pmpi
