// SPDX-License-Identifier: Apache-2.0
// bamboo plan replay: the choices of a run, made once more from their records.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <string>

#include "bamboo/plans/files.h"
#include "bamboo/plans/record_file.h"
#include "commands.h"

namespace bamboo::plans::command {
namespace {

/// Returns whether this version makes the same choices as the run.
bool print_replay(const Record& record) {
  std::printf("%s", to_text(record).c_str());
  const auto differs = first_difference(record);
  if (differs)
    std::printf("  but the run continued with: %s\n",
                name_of(record.outcomes[*differs].verdict.purpose));
  return !differs;
}

int replay_file(const std::string& file) {
  const SavedRecords saved = records_from_json(read_text(file), file);
  std::printf("%s, %s, Bamboo %s, processes on hosts %s\n", saved.program.c_str(),
              saved.mpi.c_str(), saved.bamboo.c_str(), saved.layout.c_str());
  bool is_alike = true;
  for (const Record& record : saved.records) is_alike = print_replay(record) && is_alike;
  return is_alike ? 0 : 1;
}

}  // namespace

Run replay_command(CLI::App& app) {
  const auto file = std::make_shared<std::string>();
  app.add_option("FILE", *file, "of 'bamboo run --remember'")->required();
  return [file] { return replay_file(*file); };
}

}  // namespace bamboo::plans::command
