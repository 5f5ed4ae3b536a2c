// SPDX-License-Identifier: Apache-2.0
#include "image/private_copy.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <optional>
#include <stdexcept>

namespace bamboo::mpi {

namespace {

constexpr Elf64_Sxword ignored = DT_LOOS + 0xb00;  // no system gives it a meaning

class Copy {
 public:
  Copy(const ElfFile& library, const std::function<bool(std::string_view)>& keeps)
      : library_(library),
        keeps_(keeps),
        bytes_(library.contents().begin(), library.contents().end()) {}

  std::vector<std::byte> make() && {
    for (const Elf64_Dyn& entry : library_.dynamic()) change_entry(entry);
    change_versions();
    for (const Reference& reference : library_.references())
      change_symbol(library_.symbol(reference.symbol));
    return std::move(bytes_);
  }

 private:
  /// The corresponding place in the copy.
  template <class T>
  T& copied(const T& original) {
    const auto* place = reinterpret_cast<const std::byte*>(&original);
    return *reinterpret_cast<T*>(bytes_.data() + (place - library_.contents().data()));
  }

  template <class T>
  const T& at(std::size_t offset) const {
    if (offset + sizeof(T) > library_.contents().size()) fail_damaged();
    return *reinterpret_cast<const T*>(library_.contents().data() + offset);
  }

  void change_entry(const Elf64_Dyn& entry) {
    switch (entry.d_tag) {
      case DT_NEEDED:
        if (!keeps_(library_.string(entry.d_un.d_val)))
          copied(entry).d_tag = ignored;
        else
          kept_ = entry.d_un.d_val;
        break;
      case DT_VERNEED:
        versions_ = library_.offset_of(entry.d_un.d_ptr);
        break;
      case DT_FLAGS_1:
        copied(entry).d_un.d_val &= ~Elf64_Xword{DF_1_NODELETE};
        break;
      case DT_SONAME:
      case DT_INIT:
      case DT_INIT_ARRAY:
      case DT_INIT_ARRAYSZ:
      case DT_FINI:
      case DT_FINI_ARRAY:
      case DT_FINI_ARRAYSZ:
        copied(entry).d_tag = ignored;
        break;
      default:
        break;
    }
  }

  /// The dynamic linker needs the library of each required version.
  void change_versions() {
    if (!versions_) return;
    if (!kept_) {
      for (const Elf64_Dyn& entry : library_.dynamic())
        if (entry.d_tag == DT_VERNEED || entry.d_tag == DT_VERNEEDNUM || entry.d_tag == DT_VERSYM ||
            entry.d_tag == DT_VERDEF || entry.d_tag == DT_VERDEFNUM)
          copied(entry).d_tag = ignored;
      return;
    }
    for (std::size_t file = *versions_;;) {
      const auto& entry = at<Elf64_Verneed>(file);
      if (!keeps_(library_.string(entry.vn_file))) {
        copied(entry).vn_file = static_cast<Elf64_Word>(*kept_);
        for (std::size_t one = file + entry.vn_aux;;) {
          const auto& version = at<Elf64_Vernaux>(one);
          copied(version).vna_flags |= VER_FLG_WEAK;
          if (!version.vna_next) break;
          one += version.vna_next;
        }
      }
      if (!entry.vn_next) return;
      file += entry.vn_next;
    }
  }

  void change_symbol(const Elf64_Sym& symbol) {
    const unsigned binding = ELF64_ST_BIND(symbol.st_info), type = ELF64_ST_TYPE(symbol.st_info);
    if (symbol.st_shndx == SHN_UNDEF && binding == STB_GLOBAL)
      copied(symbol).st_info = ELF64_ST_INFO(STB_WEAK, type);
    if (binding == STB_GNU_UNIQUE)
      copied(symbol).st_info = ELF64_ST_INFO(symbol.st_shndx ? STB_GLOBAL : STB_WEAK, type);
  }

  const ElfFile& library_;
  const std::function<bool(std::string_view)>& keeps_;
  std::vector<std::byte> bytes_;
  std::optional<std::size_t> kept_, versions_;
};

}  // namespace

std::vector<std::byte> private_copy(const ElfFile& library,
                                    const std::function<bool(std::string_view)>& keeps) {
  return Copy(library, keeps).make();
}

AnonymousFile anonymous_file(const std::string& name, Bytes contents) {
  const int fd = ::memfd_create(name.c_str(), MFD_CLOEXEC);
  if (fd < 0) throw std::runtime_error("memfd_create: " + std::string(std::strerror(errno)));
  for (std::size_t done = 0; done < contents.size();) {
    const ssize_t n = ::write(fd, contents.data() + done, contents.size() - done);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) throw std::runtime_error("write: " + std::string(std::strerror(errno)));
    done += static_cast<std::size_t>(n);
  }
  return {fd, "/proc/" + std::to_string(::getpid()) + "/fd/" + std::to_string(fd)};
}

}  // namespace bamboo::mpi
