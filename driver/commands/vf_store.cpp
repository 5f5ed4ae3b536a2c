// SPDX-License-Identifier: Apache-2.0
#include "vf_store.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <fstream>

#include "../cache_folder.h"
#include "../contents_of.h"
#include "../diagnostic.h"
#include "bamboo/support/fnv.h"
#include "program_kind.h"

namespace bamboo::driver {
namespace {

namespace fs = std::filesystem;

/// Each word ends with a zero byte, so that "a b" is not "ab".
std::uint64_t hash_of(const Words& words, std::uint64_t hash) {
  for (const std::string& word : words)
    hash = support::fnv1a({word.c_str(), word.size() + 1}, hash);
  return hash;
}

std::uint64_t key_of(const VfJob& job) {
  std::uint64_t hash = support::fnv1a(contents_of(program_file(job.program[0])));
  for (const Words& words : {job.program, job.surroundings}) hash = hash_of(words, hash);
  return hash_of({std::to_string(job.processes)}, hash);
}

/// Arguments may hold line breaks.
std::string line_of(const VfJob& job) {
  std::string line = fmt::format("{}; {} processes", quoted(job.program), job.processes);
  std::ranges::replace_if(line, [](unsigned char c) { return c < ' '; }, ' ');
  return line;
}

}  // namespace

std::optional<VfStore> VfStore::of(const VfJob& job) {
  const auto cache = cache_folder();
  if (!cache) return std::nullopt;
  const std::string name = fs::path(job.program[0]).filename();
  return VfStore(*cache / "vf" / fmt::format("{}-{:016x}", name, key_of(job)), line_of(job));
}

VfRecord VfStore::read() const {
  return parse_vf_record(contents_of(file_)).value_or(VfRecord{});
}

void VfStore::report_malformed() const {
  std::error_code ignored;
  if (!fs::exists(file_, ignored) || parse_vf_record(contents_of(file_))) return;
  print_note(fmt::format("'{}' is no record of runs that this version reads; a new one begins",
                         file_.string()));
}

bool VfStore::write(const VfRecord& record) const {
  std::error_code error;
  fs::create_directories(file_.parent_path(), error);
  const fs::path aside = fmt::format("{}.{}", file_.string(), getpid());
  std::ofstream stream(aside);
  stream << text_of(record, job_);
  stream.close();
  if (!stream)
    error = std::error_code(errno, std::generic_category());
  else
    fs::rename(aside, file_, error);
  if (!error) return true;
  std::error_code ignored;
  fs::remove(aside, ignored);
  print_note(fmt::format(
      "cannot write '{}': {}; later runs do not know of this one (BAMBOO_CHOOSE_VF=off chooses no "
      "VF)",
      file_.string(), error.message()));
  return false;
}

}  // namespace bamboo::driver
