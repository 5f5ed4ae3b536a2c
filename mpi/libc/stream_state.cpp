// SPDX-License-Identifier: Apache-2.0
// std::cout, cerr and clog of one rank. The C++ library's own objects are shared by all ranks of
// the process, and with them precision, flags and width; an image that uses them gets these
// instead.
#include <cstdio>
#include <ext/stdio_sync_filebuf.h>
#include <new>
#include <ostream>

// Defined as memory of the right size, like the library's own: constructed before, and destroyed
// after, every static of the program (that is: never destroyed).
#define BAMBOO_STREAM(name, symbol) \
  alignas(std::ostream) char name[sizeof(std::ostream)] __asm__(symbol)

extern "C++" {
BAMBOO_STREAM(bamboo_cout, "_ZSt4cout");
BAMBOO_STREAM(bamboo_cerr, "_ZSt4cerr");
BAMBOO_STREAM(bamboo_clog, "_ZSt4clog");
}

namespace {

using Buffer = __gnu_cxx::stdio_sync_filebuf<char>;
alignas(Buffer) char out_buffer[sizeof(Buffer)];
alignas(Buffer) char error_buffer[sizeof(Buffer)];

__attribute__((constructor(101))) void construct_streams() {
  static std::ios_base::Init library;  // locales and facets first
  auto* out = new (out_buffer) Buffer(stdout);
  auto* error = new (error_buffer) Buffer(stderr);
  auto* cout = new (bamboo_cout) std::ostream(out);
  auto* cerr = new (bamboo_cerr) std::ostream(error);
  new (bamboo_clog) std::ostream(error);
  cerr->setf(std::ios_base::unitbuf);
  cerr->tie(cout);
}

}  // namespace
