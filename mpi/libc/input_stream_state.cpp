// SPDX-License-Identifier: Apache-2.0
// std::cin and std::wcin of one rank, on its own stdin; see stream_state.cpp.
#include <cstdio>
#include <ext/stdio_sync_filebuf.h>
#include <iostream>
#include <istream>
#include <new>

#define BAMBOO_STREAM(type, name, symbol) alignas(type) char name[sizeof(type)] __asm__(symbol)

extern "C++" {
BAMBOO_STREAM(std::istream, bamboo_cin, "_ZSt3cin");
BAMBOO_STREAM(std::wistream, bamboo_wcin, "_ZSt4wcin");
}

extern "C" std::FILE* bamboo_rank_stdin();

namespace {

using Buffer = __gnu_cxx::stdio_sync_filebuf<char>;
using WideBuffer = __gnu_cxx::stdio_sync_filebuf<wchar_t>;
alignas(Buffer) char buffer[sizeof(Buffer)];
alignas(WideBuffer) char wide_buffer[sizeof(WideBuffer)];

// Constructed after std::cout.
__attribute__((constructor(102))) void construct_streams() {
  static std::ios_base::Init library;  // locales and facets first
  std::FILE* file = bamboo_rank_stdin();
  auto* in = new (bamboo_cin) std::istream(new (buffer) Buffer(file));
  auto* wide = new (bamboo_wcin) std::wistream(new (wide_buffer) WideBuffer(file));
  in->tie(&std::cout);
  wide->tie(&std::wcout);
}

}  // namespace
