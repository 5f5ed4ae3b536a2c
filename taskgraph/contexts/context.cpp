// SPDX-License-Identifier: Apache-2.0
#include "contexts/context.h"

#include <cstdlib>

namespace bamboo {

using boost::context::detail::make_fcontext;
using boost::context::detail::transfer_t;

struct Context::Start {
  static void run(transfer_t from) {
    Context& self = *static_cast<Context*>(from.data);
    self.outside_ = from.fctx;
    sanitizer::finish_switch(nullptr, &self.outside_bottom_, &self.outside_bytes_);
    self.entry_(self.argument_);
    std::abort();
  }
};

Context::Context(std::size_t stack_bytes, Entry entry, void* argument)
    : stack_(stack_bytes), entry_(entry), argument_(argument) {
  inside_ = make_fcontext(stack_.top(), stack_.bytes(), &Start::run);
  inside_fiber_ = sanitizer::create_fiber();
}

Context::~Context() {
  sanitizer::destroy_fiber(inside_fiber_);
}

void Context::end() {
  jump_out(true);
  std::abort();
}

}  // namespace bamboo
