// SPDX-License-Identifier: Apache-2.0
#include "core/source_location.h"

#include <dlfcn.h>
#include <elfutils/libdwfl.h>
#include <fcntl.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>

namespace bamboo::mpi {

namespace {

/// File and line of an address in a loaded library, "" when unknown.
std::string line_of(const Dl_info& library, Dwarf_Addr address) {
  static const Dwfl_Callbacks callbacks = {.find_elf = dwfl_build_id_find_elf,
                                           .find_debuginfo = dwfl_standard_find_debuginfo,
                                           .section_address = nullptr,
                                           .debuginfo_path = nullptr};
  Dwfl* dwfl = dwfl_begin(&callbacks);
  if (!dwfl) return "";
  std::string text;
  dwfl_report_begin(dwfl);
  const int fd = ::open(library.dli_fname, O_RDONLY | O_CLOEXEC);
  // On success the file descriptor belongs to dwfl.
  Dwfl_Module* module = dwfl_report_elf(dwfl, "image", library.dli_fname, fd,
                                        reinterpret_cast<GElf_Addr>(library.dli_fbase), false);
  if (!module && fd >= 0) ::close(fd);
  dwfl_report_end(dwfl, nullptr, nullptr);
  if (Dwfl_Line* line = module ? dwfl_module_getsrc(module, address) : nullptr) {
    int number = 0;
    if (const char* file = dwfl_lineinfo(line, nullptr, &number, nullptr, nullptr, nullptr)) {
      text = std::string(file) + ":" + std::to_string(number);
    }
  }
  dwfl_end(dwfl);
  return text;
}

}  // namespace

std::string describe_call_site(void* return_address) {
  if (!return_address) return "unknown place";
  // The call is the instruction before the one it returns to.
  auto* address = static_cast<char*>(return_address) - 1;
  Dl_info library{};
  if (::dladdr(address, &library) == 0) {
    char text[32];
    std::snprintf(text, sizeof text, "%p", return_address);
    return text;
  }
  const auto numeric = reinterpret_cast<Dwarf_Addr>(address);
  if (std::string line = line_of(library, numeric); !line.empty()) return line;
  char offset[32];
  if (library.dli_sname) {
    std::snprintf(offset, sizeof offset, "+0x%zx",
                  static_cast<std::size_t>(address + 1 - static_cast<char*>(library.dli_saddr)));
    return std::string(library.dli_sname) + offset;
  }
  std::snprintf(offset, sizeof offset, "+0x%zx",
                static_cast<std::size_t>(address + 1 - static_cast<char*>(library.dli_fbase)));
  return std::string("the program") + offset;
}

}  // namespace bamboo::mpi
