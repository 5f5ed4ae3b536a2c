// SPDX-License-Identifier: Apache-2.0
// dlopen() and its like of a rank. The caller's address says which rank, and which of its
// libraries.
#include "image/rank_functions.h"

#include <dlfcn.h>
#include <link.h>

#include <cerrno>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>

#include "bamboo/support/diagnostic.h"
#include "bamboo/taskgraph/runtime.h"
#include "image/code_owner.h"
#include "image/library_search.h"
#include "image/rank_libraries.h"

extern "C" {
[[noreturn]] void bamboo_rank_exit(int code);
[[noreturn]] void bamboo_rank_leave(int code);
ssize_t bamboo_rank_read(int descriptor, void* buffer, std::size_t size);
}

namespace bamboo::mpi {

namespace {

/// All ranks of a process open the same libraries.
void print_once(const std::string& message) {
  static std::mutex mutex;
  static std::set<std::string> printed;
  const std::lock_guard lock(mutex);
  if (printed.insert(message).second) support::error("%s", message.c_str());
}

RankLibraries* libraries_of_caller(const void* caller) {
  if (RankLibraries* libraries = libraries_of_code(caller)) return libraries;
  // After a tail call the return address is in the caller of the function that made the call.
  return libraries_of_rank(Runtime::running());
}

template <class Result, class Call>
Result guarded(const void* caller, Result failure, Call call) {
  RankLibraries* libraries = libraries_of_caller(caller);
  if (!libraries) return failure;
  try {
    return call(*libraries);
  } catch (const WrongMpi& error) {
    print_once(error.what());
    libraries->note_error(error.what());
  } catch (const std::exception& error) {
    libraries->note_error(error.what());
  }
  return failure;
}

#define BAMBOO_CALLER __builtin_return_address(0)

void* dl_open(const char* name, int mode) {
  return guarded<void*>(BAMBOO_CALLER, nullptr, [&, caller = BAMBOO_CALLER](RankLibraries& own) {
    return own.open(name, mode, caller);
  });
}

/// Each call with a new namespace opens another copy of a library.
void* dl_mopen(Lmid_t where, const char* name, int mode) {
  return guarded<void*>(BAMBOO_CALLER, nullptr, [&, caller = BAMBOO_CALLER](RankLibraries& own) {
    if (where == LM_ID_BASE) return own.open(name, mode, caller);
    const auto path = name ? find_library(name, {}) : std::nullopt;
    if (path &&
        (Library::read(*path)->is_for_ranks() || Library::read(*path)->is_for_installed_mpi()))
      throw WrongMpi(*path +
                     ": it calls MPI, so it cannot be in another namespace than the "
                     "program: open it with dlopen()");
    void* handle = ::dlmopen(where, name, mode);
    if (!handle) throw std::runtime_error(::dlerror());
    return handle;
  });
}

int dl_close(void* handle) {
  return guarded(BAMBOO_CALLER, -1, [&](RankLibraries& own) {
    own.close(handle);
    return 0;
  });
}

void* dl_sym(void* handle, const char* name) {
  return guarded<void*>(BAMBOO_CALLER, nullptr, [&, caller = BAMBOO_CALLER](RankLibraries& own) {
    return own.symbol(handle, name, nullptr, caller);
  });
}

void* dl_vsym(void* handle, const char* name, const char* version) {
  return guarded<void*>(BAMBOO_CALLER, nullptr, [&, caller = BAMBOO_CALLER](RankLibraries& own) {
    return own.symbol(handle, name, version, caller);
  });
}

char* dl_error() {
  RankLibraries* libraries = libraries_of_caller(BAMBOO_CALLER);
  char* text = libraries ? libraries->take_error() : nullptr;
  return text ? text : ::dlerror();
}

/// The linker names a copy by its anonymous file.
const char* kept(std::string path) {
  static std::mutex mutex;
  static std::map<std::string, std::unique_ptr<std::string>> paths;
  const std::lock_guard lock(mutex);
  auto& entry = paths[path];
  if (!entry) entry = std::make_unique<std::string>(std::move(path));
  return entry->c_str();
}

void name_file(const void* address, Dl_info* info) {
  if (RankLibraries* owner = libraries_of_code(address)) {
    if (std::string path = owner->path_at(address); !path.empty())
      info->dli_fname = kept(std::move(path));
  }
}

int dl_addr(const void* address, Dl_info* info) {
  const int found = ::dladdr(address, info);
  if (found) name_file(address, info);
  return found;
}

int dl_addr1(const void* address, Dl_info* info, void** more, int flags) {
  const int found = ::dladdr1(address, info, more, flags);
  if (found) name_file(address, info);
  return found;
}

int dl_info(void* handle, int request, void* result) {
  if (request == RTLD_DI_ORIGIN) {
    RankLibraries* owner = libraries_of_code(BAMBOO_CALLER);
    if (const std::string path = owner ? owner->path_of(handle) : ""; !path.empty()) {
      std::strcpy(static_cast<char*>(result), path.substr(0, path.rfind('/')).c_str());
      return 0;
    }
  }
  return ::dlinfo(handle, request, result);
}

int at_exit(void (*function)(void*), void* argument, void* library) {
  return guarded(library ? library : BAMBOO_CALLER, -1, [&](RankLibraries& own) {
    own.at_exit(function, argument, library);
    return 0;
  });
}

void finalize(void* library) {
  guarded(library ? library : BAMBOO_CALLER, 0, [&](RankLibraries& own) {
    own.finalize(library);
    return 0;
  });
}

template <class Function>
void* address_of(Function* function) {
  return reinterpret_cast<void*>(function);
}

}  // namespace

void* function_of_rank(std::string_view name) {
  static const std::map<std::string_view, void*> functions{
      {"dlopen", address_of(dl_open)},          {"dlmopen", address_of(dl_mopen)},
      {"dlclose", address_of(dl_close)},        {"dlsym", address_of(dl_sym)},
      {"dlvsym", address_of(dl_vsym)},          {"dlerror", address_of(dl_error)},
      {"dladdr", address_of(dl_addr)},          {"dladdr1", address_of(dl_addr1)},
      {"dlinfo", address_of(dl_info)},          {"__cxa_atexit", address_of(at_exit)},
      {"__cxa_finalize", address_of(finalize)}, {"exit", address_of(bamboo_rank_exit)},
      {"_exit", address_of(bamboo_rank_leave)}, {"_Exit", address_of(bamboo_rank_leave)},
      {"read", address_of(bamboo_rank_read)}};
  const auto found = functions.find(name);
  return found == functions.end() ? nullptr : found->second;
}

}  // namespace bamboo::mpi
