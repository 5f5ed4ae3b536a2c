// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cxxabi.h>

#include <boost/context/detail/fcontext.hpp>
#include <cerrno>
#include <cstddef>
#include <utility>

#include "contexts/sanitizers.h"
#include "contexts/stack.h"

namespace bamboo {

/// A thread of control with its own stack (Boost.Context). A worker resumes it; it returns control
/// by calling leave() or end():
///
///     Context context(bytes, [](void* me) { …; context->leave(); …; context->end(); }, me);
///     context.resume();   // runs until leave() or end(); any thread may do it, one at a time
///
/// A context saves and restores the per-thread state that the C and C++ calling conventions assign
/// to the callee: errno, the stack of caught exceptions, the floating-point environment. Each
/// switch is announced to the sanitizers.
class Context {
 public:
  using Entry = void (*)(void* argument);

  /// `entry` must not return: it calls end() instead.
  Context(std::size_t stack_bytes, Entry entry, void* argument);
  ~Context();
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  // Inline because the processor cannot predict a return on a stack that it has just been switched
  // to: every frame between the switch and the task's code costs some twenty cycles.
  inline void resume();
  /// Switches from the context's own stack back to the resume() call that continued it.
  inline void leave();
  /// Like leave(), for the last time. The stack is not unwound.
  [[noreturn]] void end();

  const Stack& stack() const { return stack_; }
  /// Returns where the address of the saved registers is stored while the context does not run.
  void* const* saved_registers() const { return &inside_; }

 private:
  struct ExceptionState {  // what __cxa_get_globals() points to, by the Itanium C++ ABI
    void* caught = nullptr;
    unsigned uncaught = 0;
  };
  struct Start;  // the first function on the new stack

  static inline ExceptionState& exceptions_of_thread();
  inline void exchange_thread_state();
  inline void jump_out(bool for_good);

  Stack stack_;
  Entry entry_;
  void* argument_;
  void* inside_ = nullptr;   // registers of the context while it does not run
  void* outside_ = nullptr;  // registers of the worker while the context runs
  int errno_ = 0;
  ExceptionState exceptions_;

  // Used by sanitizers only.
  void* inside_shadow_ = nullptr;
  const void* outside_bottom_ = nullptr;
  std::size_t outside_bytes_ = 0;
  void* inside_fiber_ = nullptr;
  void* outside_fiber_ = nullptr;
};

/// Each switch needs this address twice, and __cxa_get_globals() takes two calls. So each thread
/// keeps the address.
inline Context::ExceptionState& Context::exceptions_of_thread() {
  [[gnu::tls_model("initial-exec")]] static constinit thread_local ExceptionState* found = nullptr;
  if (found == nullptr) found = reinterpret_cast<ExceptionState*>(abi::__cxa_get_globals());
  return *found;
}

inline void Context::exchange_thread_state() {
  std::swap(errno, errno_);
  std::swap(exceptions_of_thread(), exceptions_);
}

inline void Context::resume() {
  // Both exchanges happen here, on the worker's stack: code that runs on the context's stack may
  // have remembered the address of a thread's errno across the switch.
  exchange_thread_state();
  void* shadow = nullptr;
  sanitizer::start_switch(&shadow, stack_.bottom(), stack_.bytes());
  outside_fiber_ = sanitizer::current_fiber();
  sanitizer::switch_to_fiber(inside_fiber_);
  inside_ = boost::context::detail::jump_fcontext(inside_, this).fctx;
  sanitizer::finish_switch(shadow, nullptr, nullptr);
  exchange_thread_state();
}

inline void Context::jump_out(bool for_good) {
  sanitizer::start_switch(for_good ? nullptr : &inside_shadow_, outside_bottom_, outside_bytes_);
  sanitizer::switch_to_fiber(outside_fiber_);
  outside_ = boost::context::detail::jump_fcontext(outside_, nullptr).fctx;
  sanitizer::finish_switch(inside_shadow_, &outside_bottom_, &outside_bytes_);
}

inline void Context::leave() {
  jump_out(false);
}

}  // namespace bamboo
