// SPDX-License-Identifier: Apache-2.0
#include "selection/records.h"

#include <mpi.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string_view>
#include <system_error>

#include "bamboo/plans/files.h"
#include "bamboo/support/diagnostic.h"
#include "configuration/share_text.h"

namespace bamboo::plans::pmpi {
namespace {

namespace fs = std::filesystem;

/// The limit: a program may make new communicators and requests again and again.
constexpr std::size_t most_records = 1024;

struct {
  std::mutex mutex;
  std::vector<std::shared_ptr<Record>> all;
} known_records;

std::string program_name() {
  std::error_code error;
  return fs::read_symlink("/proc/self/exe", error).filename();
}

std::string mpi_name() {
  char text[MPI_MAX_LIBRARY_VERSION_STRING];
  int length = 0;
  PMPI_Get_library_version(text, &length);
  const std::string_view all(text, static_cast<std::size_t>(length));
  return std::string(all.substr(0, all.find_first_of(",\n")));
}

SavedRecords of_this_run(const std::vector<int>& hosts) {
  return {program_name(), BAMBOO_VERSION, mpi_name(), layout_text(hosts), {}};
}

/// Returns why records of an earlier run do not apply to this one; empty if they do.
std::string difference(const SavedRecords& saved, const SavedRecords& now) {
  if (saved.program != now.program) return "the program " + saved.program;
  if (saved.bamboo != now.bamboo) return "Bamboo " + saved.bamboo;
  if (saved.mpi != now.mpi) return saved.mpi;
  return saved.layout != now.layout ? "processes on other hosts" : "";
}

/// Reads the file; nothing if there is none, or if it is of another kind of run, which is reported.
std::optional<SavedRecords> read_records(const std::string& file, const SavedRecords& now) {
  if (std::error_code error; !fs::exists(file, error)) return std::nullopt;
  try {
    SavedRecords saved = records_from_json(read_text(file), file);
    const std::string other = difference(saved, now);
    std::erase_if(saved.records, [](const Record& each) { return first_difference(each); });
    if (other.empty()) return saved;
    support::print(support::Severity::Warning, "these choices are of " + other + " and not used",
                   file);
  } catch (const FileError& error) {
    support::print_line(error.what());
    support::print(support::Severity::Warning, "the choices are not used", file);
  }
  return std::nullopt;
}

}  // namespace

bool is_of_same_calls(const Record& a, const Record& b) {
  const bool is_alike = a.operation == b.operation && a.size == b.size && a.layout == b.layout &&
                        a.is_behind_requests == b.is_behind_requests &&
                        std::bit_width(a.bytes) == std::bit_width(b.bytes);
  return is_alike &&
         std::ranges::equal(a.candidates, b.candidates, {}, &Candidate::name, &Candidate::name);
}

std::shared_ptr<Record> new_record() {
  const std::lock_guard lock(known_records.mutex);
  if (known_records.all.size() >= most_records)
    std::erase_if(known_records.all, [](const auto& each) { return each.use_count() == 1; });
  return known_records.all.emplace_back(std::make_shared<Record>());
}

std::vector<Record> records_of_process() {
  const std::lock_guard lock(known_records.mutex);
  std::vector<Record> out;
  for (const auto& each : known_records.all) {
    if (each->outcomes.empty()) continue;
    std::erase_if(out, [&](const Record& old) { return is_of_same_calls(old, *each); });
    out.push_back(*each);
  }
  return out;
}

std::string records_file(const std::string& file_or_folder, int processes) {
  if (std::error_code error; !fs::is_directory(file_or_folder, error)) return file_or_folder;
  return fs::path(file_or_folder) /
         (program_name() + "-" + std::to_string(processes) + "-processes.json");
}

std::vector<Record> recall_records(const std::string& file, const std::vector<int>& hosts) {
  const auto text = share_text(MPI_COMM_WORLD, [&]() -> std::optional<std::string> {
    const auto saved = read_records(file, of_this_run(hosts));
    return saved ? std::optional(to_json(*saved)) : std::nullopt;
  });
  return text ? records_from_json(*text, file).records : std::vector<Record>();
}

void remember_records(const std::string& file, const std::vector<int>& hosts,
                      const std::vector<Record>& earlier) {
  SavedRecords saved = of_this_run(hosts);
  saved.records = earlier;
  for (const Record& each : records_of_process()) {
    const auto old = std::ranges::find_if(
        saved.records, [&](const Record& other) { return is_of_same_calls(other, each); });
    if (old == saved.records.end())
      saved.records.push_back(each);
    else if (standing(each).found || !standing(*old).found)
      *old = each;
  }
  if (saved.records.empty()) return;
  try {
    write_text(file, to_json(saved));
  } catch (const FileError& error) {
    support::print_line(error.what());
  }
}

}  // namespace bamboo::plans::pmpi
