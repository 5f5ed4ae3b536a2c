// SPDX-License-Identifier: Apache-2.0
#include "run_and_report.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "../diagnostic.h"
#include "analysis.h"

namespace bamboo::driver {
namespace {

namespace fs = std::filesystem;

/// The names that the runtime uses: FILE, or FILE.0, FILE.1 … before the extension.
Words trace_files(const std::string& trace, int processes) {
  if (processes == 1) return {trace};
  const fs::path path = trace;
  Words files;
  for (int process = 0; process < processes; ++process) {
    files.push_back(path.parent_path() / fmt::format("{}.{}{}", path.stem().string(), process,
                                                     path.extension().string()));
  }
  return files;
}

bool is_there(const std::string& file) {
  return fs::exists(file);
}

}  // namespace

int run_and_report(const Words& job, const std::string& trace, int processes, Traces traces) {
  const Words files = trace_files(trace, processes);
  for (const std::string& file : files) {
    std::error_code ignored;
    // A file of an earlier run must not be read as a file of this one.
    fs::remove(file, ignored);
  }
  const int status = run(job);
  if (status != 0) {
    print_error(fmt::format("there is no report: the program ended with exit status {}", status));
    return status;
  }
  if (traces == Traces::Possible && std::ranges::none_of(files, is_there)) return 0;
  std::fflush(stdout);
  const Captured report = run_captured(analysis_script("report", files), Capture::Output);
  fmt::print(stderr, "\n{}", report.output);
  return report.status;
}

}  // namespace bamboo::driver
