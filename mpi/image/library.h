// SPDX-License-Identifier: Apache-2.0
// The file of a shared library, which a process reads once.
#pragma once

#include <sys/stat.h>

#include <memory>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "image/elf_file.h"

namespace bamboo::mpi {

/// A file mapped into memory; empty when it cannot be read.
class MappedFile {
 public:
  explicit MappedFile(const std::string& path);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  Bytes contents() const { return contents_; }

 private:
  Bytes contents_;
};

class Library {
 public:
  /// Returns one object for each file as long as it is in use. Throws std::runtime_error.
  static std::shared_ptr<const Library> read(const std::string& path);
  /// Uses bytes that the caller keeps.
  Library(std::string its_path, Bytes contents);
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;

  const std::string path;  ///< absolute, without symbolic links
  const ElfFile elf;
  /// It was compiled or linked in mode tasks, or calls MPI as such a program does.
  bool is_for_ranks() const { return for_ranks_; }
  /// It was compiled for an installed MPI, is a part of one, or needs one.
  bool is_for_installed_mpi() const { return for_installed_mpi_; }
  /// The functions of an installed MPI that it refers to, and does not define.
  const std::vector<std::string_view>& installed_mpi_calls() const { return installed_mpi_calls_; }
  /// Whether the library refers to that symbol.
  bool refers_to(std::string_view name) const { return referred_.contains(name); }
  /// The folders in which its needed libraries are searched, from DT_RUNPATH, else DT_RPATH.
  std::vector<std::string> run_path() const;
  bool is_named(std::string_view name) const;

 private:
  void read_mode_notes();

  std::unique_ptr<const MappedFile> file_;
  std::unordered_set<std::string_view> referred_;
  std::vector<std::string_view> installed_mpi_calls_;
  bool for_ranks_ = false;
  bool for_installed_mpi_ = false;
};

}  // namespace bamboo::mpi
