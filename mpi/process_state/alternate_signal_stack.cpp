// SPDX-License-Identifier: Apache-2.0
#include "process_state/alternate_signal_stack.h"

#include <signal.h>

#include <cstddef>
#include <memory>

namespace bamboo::mpi {

namespace {

constexpr std::size_t handler_stack_bytes = 256 * 1024;  // libdw needs much

}  // namespace

void use_alternate_signal_stack() {
  struct HandlerStack {
    std::unique_ptr<char[]> memory = std::make_unique<char[]>(handler_stack_bytes);
    HandlerStack() {
      const stack_t stack{.ss_sp = memory.get(), .ss_flags = 0, .ss_size = handler_stack_bytes};
      ::sigaltstack(&stack, nullptr);
    }
    ~HandlerStack() {
      const stack_t none{.ss_sp = nullptr, .ss_flags = SS_DISABLE, .ss_size = 0};
      ::sigaltstack(&none, nullptr);
    }
  };
  static thread_local HandlerStack stack;
  (void)stack;
}

}  // namespace bamboo::mpi
