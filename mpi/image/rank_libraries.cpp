// SPDX-License-Identifier: Apache-2.0
#include "image/rank_libraries.h"

#include <dlfcn.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <ranges>
#include <set>
#include <stdexcept>
#include <utility>

#include "image/code_owner.h"
#include "image/rank_functions.h"

extern "C" void bamboo_rank_took_lock();
extern "C" void __cxa_finalize(void*);

namespace bamboo::mpi {

namespace {

bool contains(const std::vector<RankLibrary*>& list, const RankLibrary* library) {
  return std::ranges::find(list, library) != list.end();
}

void add_missing(std::vector<RankLibrary*>& list, const std::vector<RankLibrary*>& more) {
  for (RankLibrary* library : more)
    if (!contains(list, library)) list.push_back(library);
}

bool is_of_c_library(const RankLibrary* library) {
  const std::string_view soname = library->library->elf.soname();
  return soname.starts_with("libc.so.") || soname.starts_with("libm.so.") ||
         soname.starts_with("libpthread.so.");
}

bool binds_now(int mode) {
  const char* always = std::getenv("LD_BIND_NOW");
  return (mode & RTLD_NOW) || (always && *always);
}

}  // namespace

RankLibraries::RankLibraries(const Program& program, Task& rank)
    : program_(program), task_(rank), symbols_(program) {
  const Libraries added = take_nodes(*program.libraries);
  RankLibrary& root = *added.front();
  global_ = {&root};
  for (const std::size_t number : program.preloaded) global_.push_back(added[number]);
  add_missing(global_, with_needed(root));
  for (RankLibrary* library : added) {
    library->stays = true;
    library->root = &root;
  }
  load(added, RTLD_NOW | RTLD_LOCAL);
  bind(added, global_, Binding::Lazy);
}

RankLibraries::Libraries RankLibraries::take_nodes(const LibraryGraph& graph) {
  const auto& nodes = graph.nodes();
  const std::size_t first = libraries_.size();
  Libraries added;
  for (const LibraryGraph::Node& node : nodes | std::views::drop(first)) {
    auto library = std::make_unique<RankLibrary>();
    library->library = node.library;
    library->name = node.name;
    library->is_private = node.is_private;
    added.push_back(library.get());
    libraries_.push_back(std::move(library));
  }
  for (std::size_t i = first; i < nodes.size(); ++i) {
    libraries_[i]->loader = libraries_[nodes[i].loader].get();
    for (const std::size_t number : nodes[i].needed)
      libraries_[i]->needed.push_back(libraries_[number].get());
  }
  return added;
}

LibraryGraph RankLibraries::known_graph() const {
  LibraryGraph graph(program_.rules);
  const auto number = [&](const RankLibrary* library) -> std::size_t {
    const auto found = std::ranges::find(libraries_, library, &std::unique_ptr<RankLibrary>::get);
    return found == libraries_.end() ? 0 : found - libraries_.begin();
  };
  for (const auto& library : libraries_) {
    LibraryGraph::Node node{.library = library->library,
                            .name = library->name,
                            .loader = number(library->loader),
                            .is_private = library->is_private,
                            .needed = {}};
    for (const RankLibrary* needed : library->needed) node.needed.push_back(number(needed));
    graph.add_known(std::move(node));
  }
  return graph;
}

void RankLibraries::load(const Libraries& added, int shared_mode) {
  for (RankLibrary* library : added)
    if (!library->is_private) library->load_shared(shared_mode);
  for (RankLibrary* library : added) {
    if (!library->is_private) continue;
    const bool is_program = library->library == program_.payload;
    library->load_private(is_program ? "rank" + std::to_string(task_.id()) : "private");
    set_code_owner(library->map, *this);
  }
}

void RankLibraries::bind(const Libraries& added, const Libraries& scope, Binding binding) {
  for (RankLibrary* library : added) {
    if (!library->is_private) continue;
    const bool now = library->library->elf.is_bound_now() && library != libraries_.front().get();
    symbols_.bind(*library, scope, now ? Binding::Now : binding);
  }
}

void RankLibraries::begin(int argc, char** argv, char** environment) {
  arguments_ = {argc, argv, environment};
  RankLibrary& program = *libraries_.front();
  // The rank's environment and streams are there before its libraries use them.
  if (void* ready = symbol("bamboo_image_ready"))
    program.run_constructors(arguments_, reinterpret_cast<RankLibrary::Constructor*>(ready));
  initialise(program);
}

/// Needed libraries first.
RankLibraries::Libraries RankLibraries::order_of_initialisation(RankLibrary& root) {
  const std::lock_guard lock(mutex_);
  std::set<RankLibrary*> visited;
  Libraries order;
  const std::function<void(RankLibrary*)> visit = [&](RankLibrary* library) {
    if (!visited.insert(library).second) return;
    for (RankLibrary* needed : depends_on(*library)) visit(needed);
    order.push_back(library);
  };
  for (RankLibrary* library : with_needed(root) | std::views::reverse) visit(library);
  if (&root != libraries_.front().get()) {
    root.sorted.assign(order.rbegin(), order.rend());
  } else {
    for (RankLibrary* library : global_) visit(library);  // of LD_PRELOAD
    std::erase(order, &root);
    order.push_back(&root);
  }
  return order;
}

void RankLibraries::initialise(RankLibrary& root) {
  for (RankLibrary* library : order_of_initialisation(root)) {
    if (!begin_initialising(*library)) continue;
    if (library == libraries_.front().get()) at_exit(destroy_libraries, this, nullptr);
    library->run_constructors(arguments_);
  }
}

bool RankLibraries::begin_initialising(RankLibrary& library) {
  const std::lock_guard lock(mutex_);
  if (!library.is_private || contains(initialised_, &library)) return false;
  initialised_.push_back(&library);
  return true;
}

void* RankLibraries::open(const char* name, int mode, const void* caller) {
  std::unique_lock lock(mutex_);
  RankLibrary* program = libraries_.front().get();
  if (!name || !*name) return program->handle;
  RankLibrary* user = find_at(caller);
  LibraryGraph graph = known_graph();
  const auto user_number = std::ranges::find(libraries_, user, &std::unique_ptr<RankLibrary>::get);
  const std::size_t before = libraries_.size();
  std::size_t number = 0;
  try {
    number = graph.add(std::string(name), user ? user_number - libraries_.begin() : 0);
  } catch (const std::runtime_error&) {
    if (mode & RTLD_NOLOAD) return nullptr;  // the program only asks whether it is loaded
    throw;
  }
  if (number >= before && (mode & RTLD_NOLOAD)) return ::dlopen(name, mode);
  const Libraries added = take_nodes(graph);
  RankLibrary& root = *libraries_[number];
  try {
    const Libraries own = with_needed(root);
    Libraries scope = global_;
    if (mode & RTLD_DEEPBIND) {
      scope = own;
      std::erase_if(scope, is_of_c_library);  // the program has the rank's functions of it
      add_missing(scope, global_);
    }
    add_missing(scope, own);
    for (RankLibrary* library : added) library->root = &root;
    load(added, mode & ~(RTLD_NOLOAD | RTLD_NODELETE | RTLD_GLOBAL));
    bind(added, scope, binds_now(mode) ? Binding::Now : Binding::Lazy);
    if (!root.is_private && (mode & RTLD_GLOBAL)) ::dlopen(root.library->path.c_str(), mode);
  } catch (...) {
    for (RankLibrary* library : added) library->stays = false;
    symbols_.forget(added);
    leave(take_unused());
    throw;
  }
  ++root.opened;
  root.stays |= (mode & RTLD_NODELETE) || root.library->elf.is_never_unloaded();
  if (mode & RTLD_GLOBAL) make_global(root);
  lock.unlock();
  if (std::ranges::any_of(added, [](const RankLibrary* library) {
        return library->is_private && library->library->elf.has_thread_local_data();
      })) {
    bamboo_rank_took_lock();  // from now on the rank stays on its thread
  }
  initialise(root);
  return root.handle;
}

void RankLibraries::make_global(RankLibrary& root) {
  const Libraries opened = with_needed(root);
  add_missing(global_, opened);
  for (const auto& library : libraries_) symbols_.bind_rest(*library, global_);
}

/// Removes the libraries that neither the program nor another library uses.
std::vector<std::unique_ptr<RankLibrary>> RankLibraries::take_unused() {
  std::set<RankLibrary*> used;
  const std::function<void(RankLibrary*)> mark = [&](RankLibrary* library) {
    if (!used.insert(library).second) return;
    for (RankLibrary* other : library->needed) mark(other);
    for (RankLibrary* other : library->bound_to) mark(other);
  };
  for (const auto& library : libraries_)
    if (library->stays || library->opened > 0) mark(library.get());
  const auto is_unused = [&](const RankLibrary* library) {
    return !used.contains(const_cast<RankLibrary*>(library));
  };
  std::vector<std::unique_ptr<RankLibrary>> unused;
  for (auto& library : libraries_)
    if (is_unused(library.get())) unused.push_back(std::move(library));
  std::erase(libraries_, nullptr);
  std::erase_if(global_, is_unused);
  // The latest constructor's library is the first to be destroyed.
  std::ranges::sort(unused, std::greater<>(), [&](const auto& library) {
    return std::ranges::find(initialised_, library.get()) - initialised_.begin();
  });
  std::erase_if(initialised_, is_unused);
  for (const auto& library : libraries_) {
    if (is_unused(library->loader)) library->loader = libraries_.front().get();
    if (is_unused(library->root)) library->root = library.get();
  }
  return unused;
}

void RankLibraries::leave(const std::vector<std::unique_ptr<RankLibrary>>& unused) {
  for (const auto& library : unused)
    if (library->is_initialised) library->run_destructors();
  for (const auto& library : unused) {
    if (library->is_private && library->map) remove_code_owner(library->map);
    library->unload();
  }
}

void RankLibraries::close(void* handle) {
  std::vector<std::unique_ptr<RankLibrary>> unused;
  {
    const std::lock_guard lock(mutex_);
    RankLibrary* library = find_handle(handle);
    if (!library) {
      if (::dlclose(handle) != 0) throw std::runtime_error(::dlerror());
      return;
    }
    if (library == libraries_.front().get()) return;
    if (library->opened == 0)
      throw std::runtime_error(library->library->path + ": shared object not open");
    if (--library->opened > 0) return;
    unused = take_unused();
  }
  leave(unused);
}

void* RankLibraries::symbol(void* handle, const char* name, const char* version,
                            const void* caller) {
  const std::lock_guard lock(mutex_);
  RankLibrary* user = find_at(caller);
  if (!user) user = libraries_.front().get();
  Libraries scope;
  std::string where = user->library->path;
  if (handle == RTLD_DEFAULT) {
    scope = global_;
    add_missing(scope, with_needed(*user->root));
  } else if (handle == RTLD_NEXT) {
    const Libraries all =
        user->root == libraries_.front().get() ? global_ : with_needed(*user->root);
    const auto place = std::ranges::find(all, user);
    scope.assign(place == all.end() ? place : place + 1, all.end());
  } else if (RankLibrary* library = find_handle(handle)) {
    scope = library == libraries_.front().get() ? global_ : with_needed(*library);
    where = library->library->path;
  } else {
    return version ? ::dlvsym(handle, name, version) : ::dlsym(handle, name);
  }
  const Definition found = symbols_.find(name, version ? version : "", scope);
  if (found.owner && !found.owner->is_private) {
    if (void* function = function_of_rank(name)) return function;
  }
  if (found.owner && handle == RTLD_DEFAULT) note_use(*user, *found.owner);
  if (found.owner) return found.address();
  throw std::runtime_error(where + ": undefined symbol: " + name +
                           (version ? std::string(", version ") + version : ""));
}

void* RankLibraries::symbol(const char* name) {
  for (RankLibrary* library : global_) {
    const Elf64_Sym* found = library->library->elf.definition(name);
    if (found && library->map) return Definition{library, found}.address();
  }
  return nullptr;
}

RankLibrary* RankLibraries::find_at(const void* address) {
  dl_find_object found;
  if (::_dl_find_object(const_cast<void*>(address), &found) != 0) return nullptr;
  for (const auto& library : libraries_)
    if (library->map == found.dlfo_link_map) return library.get();
  return nullptr;
}

RankLibrary* RankLibraries::find_handle(void* handle) {
  for (const auto& library : libraries_)
    if (library->handle == handle) return library.get();
  return nullptr;
}

std::string RankLibraries::path_at(const void* address) {
  const std::lock_guard lock(mutex_);
  const RankLibrary* library = find_at(address);
  return library && library->is_private ? library->library->path : "";
}

std::string RankLibraries::path_of(void* handle) {
  const std::lock_guard lock(mutex_);
  const RankLibrary* library = find_handle(handle);
  return library && library->is_private ? library->library->path : "";
}

void RankLibraries::note_error(const std::string& text) {
  const std::lock_guard lock(mutex_);
  error_ = text;
}

char* RankLibraries::take_error() {
  const std::lock_guard lock(mutex_);
  if (error_.empty()) return nullptr;
  shown_error_ = std::exchange(error_, {});
  return shown_error_.data();
}

void RankLibraries::at_exit(void (*function)(void*), void* argument, void* library) {
  const std::lock_guard lock(mutex_);
  exit_handlers_.push_back({function, argument, library});
}

void RankLibraries::finalize(const void* library) {
  for (;;) {
    std::unique_lock lock(mutex_);
    const auto last = std::ranges::find_if(
        exit_handlers_ | std::views::reverse,
        [&](const ExitHandler& handler) { return !library || handler.library == library; });
    if (last == exit_handlers_.rend()) break;
    const ExitHandler handler = *last;
    exit_handlers_.erase(std::next(last).base());
    lock.unlock();
    handler.function(handler.argument);
  }
  if (library) ::__cxa_finalize(const_cast<void*>(library));  // pthread_atfork() is still there
}

/// Called where exit() of a process calls the dynamic linker: after handlers of the program, before
/// those of its libraries' constructors.
void RankLibraries::destroy_libraries(void* libraries) {
  auto& own = *static_cast<RankLibraries*>(libraries);
  Libraries order;
  {
    const std::lock_guard lock(own.mutex_);
    order = own.order_of_destruction();
    own.initialised_.clear();
  }
  for (const RankLibrary* library : order) library->run_destructors();
}

/// Users precede the libraries that they use. The order is that of the C library: depth first, from
/// the library that was loaded last.
RankLibraries::Libraries RankLibraries::order_of_destruction() const {
  RankLibrary* program = libraries_.front().get();
  Libraries order;
  for (const auto& library : libraries_) order.push_back(library.get());
  for (const bool follows_use : {true, false}) {
    std::set<RankLibrary*> visited;
    Libraries finished;
    const std::function<void(RankLibrary*)> visit = [&](RankLibrary* library) {
      if (!visited.insert(library).second) return;
      for (RankLibrary* needed : depends_on(*library)) visit(needed);
      if (follows_use)
        for (RankLibrary* used : library->bound_to | std::views::reverse) visit(used);
      finished.push_back(library);
    };
    for (RankLibrary* library : order | std::views::reverse) visit(library);
    std::erase(finished, program);
    finished.push_back(program);
    std::ranges::reverse(finished);
    order = std::move(finished);
  }
  std::erase_if(order,
                [&](const RankLibrary* library) { return !contains(initialised_, library); });
  return order;
}

}  // namespace bamboo::mpi
