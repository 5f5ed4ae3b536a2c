// SPDX-License-Identifier: Apache-2.0
#include "errors/call_sites.h"

#include <dlfcn.h>
#include <unistd.h>

#include "errors/source_location.h"

namespace bamboo::mpi {

namespace {

/// The ranks' images are anonymous files "rank0", "rank1", …, which all hold the same program.
std::string program_or(const std::string& file) {
  char target[64] = "";
  const bool anonymous = ::readlink(file.c_str(), target, sizeof target - 1) > 0;
  const std::string prefix = "/memfd:rank";
  return anonymous && std::string(target).rfind(prefix, 0) == 0 ? "the program" : file;
}

}  // namespace

std::string CallSites::describe(void* return_address) {
  Dl_info library{};
  if (::dladdr(return_address, &library) == 0 || !library.dli_fname)
    return describe_call_site(return_address);
  const auto offset = static_cast<std::size_t>(static_cast<char*>(return_address) -
                                               static_cast<char*>(library.dli_fbase));
  std::string& text = known_[{program_or(library.dli_fname), offset}];
  if (text.empty()) text = describe_call_site(return_address);
  return text;
}

}  // namespace bamboo::mpi
