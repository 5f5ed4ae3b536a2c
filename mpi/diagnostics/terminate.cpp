// SPDX-License-Identifier: Apache-2.0
#include "diagnostics/terminate.h"

#include <cxxabi.h>
#include <dlfcn.h>
#include <unwind.h>

#include <csignal>
#include <cstdlib>
#include <exception>
#include <memory>
#include <string>

#include "bamboo/support/diagnostic.h"
#include "errors/end_job.h"
#include "image/code_owner.h"
#include "rank/rank.h"

namespace bamboo::mpi {

namespace {

/// The rank that the calling thread runs, or, on a thread that a rank has started, the one whose
/// copy of the program is on the stack.
Rank* rank_on_stack() {
  if (Rank* rank = Rank::current_or_null()) return rank;
  Task* owner = nullptr;
  _Unwind_Backtrace(
      [](_Unwind_Context* frame, void* found) {
        Task*& result = *static_cast<Task**>(found);
        result = code_owner(reinterpret_cast<void*>(_Unwind_GetIP(frame)));
        return result ? _URC_END_OF_STACK : _URC_NO_REASON;
      },
      static_cast<void*>(&owner));
  return static_cast<Rank*>(owner);
}

std::string describe_current_exception() {
  const std::type_info* type = abi::__cxa_current_exception_type();
  if (!type) return "std::terminate(), without an exception";
  try {
    throw;
  } catch (const std::exception& error) {
    return std::string("an exception: ") + error.what();
  } catch (...) {
    const std::unique_ptr<char, void (*)(void*)> name(
        abi::__cxa_demangle(type->name(), nullptr, nullptr, nullptr), std::free);
    return std::string("an exception of type ") + (name ? name.get() : type->name());
  }
}

/// The handler for a rank that has not set one.
[[noreturn]] void report() {
  const Rank* rank = rank_on_stack();
  if (!rank || rank->process.in_forked_child()) {
    __gnu_cxx::__verbose_terminate_handler();
    std::abort();
  }
  support::error("rank %d: terminated by %s", rank->id(), describe_current_exception().c_str());
  end_job(128 + SIGABRT);
}

[[noreturn]] void on_terminate() {
  const Rank* rank = rank_on_stack();
  const std::terminate_handler own = rank ? rank->process.terminate_handler : nullptr;
  own ? own() : report();
  std::abort();
}

using Set = std::terminate_handler(std::terminate_handler);

/// The handler of the C++ library.
std::terminate_handler set_of_process(std::terminate_handler handler) {
  static auto* const set = reinterpret_cast<Set*>(::dlsym(RTLD_NEXT, "_ZSt13set_terminatePFvvE"));
  return set(handler);
}

}  // namespace

void install_terminate_handler() {
  set_of_process(on_terminate);
}

// These replace functions of the C++ library for programs and all of their libraries.
extern "C" {

__attribute__((visibility("default"))) std::terminate_handler bamboo_get_terminate() noexcept
    __asm__("_ZSt13get_terminatev");
__attribute__((visibility("default"))) std::terminate_handler bamboo_set_terminate(
    std::terminate_handler handler) noexcept __asm__("_ZSt13set_terminatePFvvE");

std::terminate_handler bamboo_get_terminate() noexcept {
  const Rank* rank = rank_on_stack();
  return rank && rank->process.terminate_handler ? rank->process.terminate_handler : report;
}

std::terminate_handler bamboo_set_terminate(std::terminate_handler handler) noexcept {
  Rank* rank = rank_on_stack();
  if (!rank) return set_of_process(handler);
  const std::terminate_handler before = bamboo_get_terminate();
  rank->process.terminate_handler = handler;
  return before;
}
}

}  // namespace bamboo::mpi
