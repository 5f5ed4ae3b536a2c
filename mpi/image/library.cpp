// SPDX-License-Identifier: Apache-2.0
#include "image/library.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <stdexcept>
#include <tuple>

namespace bamboo::mpi {

namespace {

constexpr int tasks_mode = 1;  // see bamboo/mode_note.h
constexpr std::string_view runtime = "libbamboo.so";

bool is_call_of_rank(std::string_view name) {
  return name.starts_with("bamboo_MPI_") || name.starts_with("bamboo_mpi_") ||
         name.starts_with("bamboo_pmpi_") || name.starts_with("bamboo_region_");
}

bool is_call_of_installed_mpi(std::string_view name) {
  if (name.ends_with("_is_not_supported_by_bamboo")) return false;
  if (name.starts_with("MPI_") || name.starts_with("PMPI_") || name.starts_with("ompi_mpi_"))
    return true;
  return name.size() > 5 && name.starts_with("mpi_") && name.back() == '_';
}

bool is_installed_mpi(std::string_view soname) {
  return soname.starts_with("libmpi.so") || soname.starts_with("libmpi_") ||
         soname.starts_with("libmpich") || soname.starts_with("libmpicxx.so");
}

std::string absolute(const std::string& path) {
  char resolved[PATH_MAX];
  return ::realpath(path.c_str(), resolved) ? resolved : path;
}

void replace_all(std::string& text, std::string_view variable, const std::string& value) {
  for (std::size_t at = 0; (at = text.find(variable, at)) != std::string::npos; at += value.size())
    text.replace(at, variable.size(), value);
}

}  // namespace

MappedFile::MappedFile(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return;
  struct stat status{};
  if (::fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0) {
    const auto size = static_cast<std::size_t>(status.st_size);
    void* memory = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (memory != MAP_FAILED) contents_ = {static_cast<const std::byte*>(memory), size};
  }
  ::close(fd);
}

MappedFile::~MappedFile() {
  if (!contents_.empty()) ::munmap(const_cast<std::byte*>(contents_.data()), contents_.size());
}

Library::Library(std::string its_path, Bytes contents) : path(std::move(its_path)), elf(contents) {
  for (const Reference& r : elf.references()) referred_.insert(elf.name(elf.symbol(r.symbol)));
  read_mode_notes();
  for (const std::string_view needed : elf.needed()) {
    for_ranks_ |= needed.starts_with(runtime);
    for_installed_mpi_ |= is_installed_mpi(needed);
  }
  for_installed_mpi_ |= is_installed_mpi(elf.soname());
  for (const std::string_view name : referred_) {
    for_ranks_ |= is_call_of_rank(name);
    if (is_call_of_installed_mpi(name) && !elf.definition(name))
      installed_mpi_calls_.push_back(name);
  }
  if (elf.soname().starts_with(runtime)) for_ranks_ = false;
}

std::shared_ptr<const Library> Library::read(const std::string& path) {
  using FileId = std::tuple<dev_t, ino_t, off_t, std::int64_t, std::int64_t>;
  static std::mutex mutex;
  static std::map<FileId, std::weak_ptr<const Library>> known;
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0)
    throw std::runtime_error(path + ": " + std::strerror(errno));
  const std::lock_guard lock(mutex);
  std::weak_ptr<const Library>& entry = known[{status.st_dev, status.st_ino, status.st_size,
                                               status.st_mtim.tv_sec, status.st_mtim.tv_nsec}];
  if (auto library = entry.lock()) return library;
  auto file = std::make_unique<const MappedFile>(path);
  if (file->contents().empty()) throw std::runtime_error(path + ": cannot be read");
  try {
    auto library = std::make_shared<Library>(absolute(path), file->contents());
    library->file_ = std::move(file);
    entry = library;
    return library;
  } catch (const std::runtime_error& error) {
    throw std::runtime_error(path + ": " + error.what());
  }
}

void Library::read_mode_notes() {
  struct Note {
    Elf64_Nhdr header;
    char name[8];
    int mode;
  };
  const Bytes notes = elf.section(".note.bamboo.mode");
  for (std::size_t at = 0; at + sizeof(Note) <= notes.size(); at += sizeof(Note)) {
    Note note;
    std::memcpy(&note, notes.data() + at, sizeof note);
    (note.mode == tasks_mode ? for_ranks_ : for_installed_mpi_) = true;
  }
}

std::vector<std::string> Library::run_path() const {
  std::string rest(elf.runpath().empty() ? elf.rpath() : elf.runpath());
  const std::string folder = path.substr(0, path.rfind('/'));
  replace_all(rest, "$ORIGIN", folder);
  replace_all(rest, "${ORIGIN}", folder);
  std::vector<std::string> folders;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(':'), rest.size());
    if (end > 0) folders.push_back(rest.substr(0, end));
    rest.erase(0, end + 1);
  }
  return folders;
}

bool Library::is_named(std::string_view name) const {
  return name == path || name == elf.soname() || path.ends_with("/" + std::string(name));
}

}  // namespace bamboo::mpi
