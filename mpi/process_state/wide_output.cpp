// SPDX-License-Identifier: Apache-2.0
// Wide characters on stdout. The C library allows only bytes on a stream that is not a file, such
// as the stream that gives each rank its lines, so wide text is converted first. These functions
// replace the C library's for programs and all of their libraries (std::wcout calls them).
#include <climits>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cwchar>
#include <memory>

#include "process_state/libc_function.h"
#include "process_state/output.h"
#include "process_state/process_state.h"

namespace bamboo::mpi {

namespace {

bool is_ours(FILE* stream) {
  return ProcessState::current() && Output::is_stdout(stream);
}

struct Free {
  void operator()(void* memory) const { std::free(memory); }
};

/// Returns -1 if a character has no bytes in this locale; the text before it is written.
int put_text(const wchar_t* text) {
  std::mbstate_t state{};
  char bytes[MB_LEN_MAX];
  for (; *text; ++text) {
    const std::size_t n = std::wcrtomb(bytes, *text, &state);
    if (n == static_cast<std::size_t>(-1)) return -1;
    if (std::fwrite(bytes, 1, n, stdout) != n) return -1;
  }
  return 1;
}

wint_t put_character(wchar_t character) {
  const wchar_t text[] = {character, L'\0'};
  if (character == L'\0') return std::fwrite("", 1, 1, stdout) == 1 ? 0 : WEOF;
  return put_text(text) < 0 ? WEOF : static_cast<wint_t>(character);
}

using PrintWide = int(FILE*, const wchar_t*, va_list);

int print(FILE* stream, const wchar_t* format, va_list arguments) {
  static PrintWide* const real = libc_function<PrintWide>("vfwprintf");
  if (!is_ours(stream)) return real(stream, format, arguments);
  wchar_t* text = nullptr;
  std::size_t length = 0;
  FILE* memory = ::open_wmemstream(&text, &length);
  if (!memory) return -1;
  const int printed = real(memory, format, arguments);
  std::fclose(memory);
  const std::unique_ptr<wchar_t, Free> owner(text);
  return printed < 0 || put_text(text) < 0 ? -1 : printed;
}

int put(const wchar_t* text, FILE* stream, const char* name) {
  return is_ours(stream) ? put_text(text)
                         : libc_function<int(const wchar_t*, FILE*)>(name)(text, stream);
}

wint_t put(wchar_t character, FILE* stream, const char* name) {
  return is_ours(stream) ? put_character(character)
                         : libc_function<wint_t(wchar_t, FILE*)>(name)(character, stream);
}

}  // namespace

// Names of their own, because the C library's headers have inline functions of these names.
#define BAMBOO_IN_PLACE_OF(name) __asm__(#name) __attribute__((visibility("default")))

extern "C" {

int bamboo_vfwprintf(FILE*, const wchar_t*, va_list) BAMBOO_IN_PLACE_OF(vfwprintf);
int bamboo_vwprintf(const wchar_t*, va_list) BAMBOO_IN_PLACE_OF(vwprintf);
int bamboo_fwprintf(FILE*, const wchar_t*, ...) BAMBOO_IN_PLACE_OF(fwprintf);
int bamboo_wprintf(const wchar_t*, ...) BAMBOO_IN_PLACE_OF(wprintf);
int bamboo_vfwprintf_chk(FILE*, int, const wchar_t*, va_list) BAMBOO_IN_PLACE_OF(__vfwprintf_chk);
int bamboo_vwprintf_chk(int, const wchar_t*, va_list) BAMBOO_IN_PLACE_OF(__vwprintf_chk);
int bamboo_fwprintf_chk(FILE*, int, const wchar_t*, ...) BAMBOO_IN_PLACE_OF(__fwprintf_chk);
int bamboo_wprintf_chk(int, const wchar_t*, ...) BAMBOO_IN_PLACE_OF(__wprintf_chk);
int bamboo_fputws(const wchar_t*, FILE*) BAMBOO_IN_PLACE_OF(fputws);
int bamboo_fputws_unlocked(const wchar_t*, FILE*) BAMBOO_IN_PLACE_OF(fputws_unlocked);
wint_t bamboo_fputwc(wchar_t, FILE*) BAMBOO_IN_PLACE_OF(fputwc);
wint_t bamboo_fputwc_unlocked(wchar_t, FILE*) BAMBOO_IN_PLACE_OF(fputwc_unlocked);
wint_t bamboo_putwc(wchar_t, FILE*) BAMBOO_IN_PLACE_OF(putwc);
wint_t bamboo_putwc_unlocked(wchar_t, FILE*) BAMBOO_IN_PLACE_OF(putwc_unlocked);
wint_t bamboo_putwchar(wchar_t) BAMBOO_IN_PLACE_OF(putwchar);
wint_t bamboo_putwchar_unlocked(wchar_t) BAMBOO_IN_PLACE_OF(putwchar_unlocked);
int bamboo_fwide(FILE*, int) BAMBOO_IN_PLACE_OF(fwide);

int bamboo_vfwprintf(FILE* stream, const wchar_t* format, va_list arguments) {
  return print(stream, format, arguments);
}
int bamboo_vwprintf(const wchar_t* format, va_list arguments) {
  return print(stdout, format, arguments);
}
// The checks of _FORTIFY_SOURCE are not made.
int bamboo_vfwprintf_chk(FILE* stream, int, const wchar_t* format, va_list arguments) {
  return print(stream, format, arguments);
}
int bamboo_vwprintf_chk(int, const wchar_t* format, va_list arguments) {
  return print(stdout, format, arguments);
}

#define BAMBOO_PRINT(stream)                           \
  va_list arguments;                                   \
  va_start(arguments, format);                         \
  const int result = print(stream, format, arguments); \
  va_end(arguments);                                   \
  return result

int bamboo_fwprintf(FILE* stream, const wchar_t* format, ...) {
  BAMBOO_PRINT(stream);
}
int bamboo_wprintf(const wchar_t* format, ...) {
  BAMBOO_PRINT(stdout);
}
int bamboo_fwprintf_chk(FILE* stream, int, const wchar_t* format, ...) {
  BAMBOO_PRINT(stream);
}
int bamboo_wprintf_chk(int, const wchar_t* format, ...) {
  BAMBOO_PRINT(stdout);
}

int bamboo_fputws(const wchar_t* text, FILE* stream) {
  return put(text, stream, "fputws");
}
int bamboo_fputws_unlocked(const wchar_t* text, FILE* stream) {
  return put(text, stream, "fputws_unlocked");
}
wint_t bamboo_fputwc(wchar_t character, FILE* stream) {
  return put(character, stream, "fputwc");
}
wint_t bamboo_fputwc_unlocked(wchar_t character, FILE* stream) {
  return put(character, stream, "fputwc_unlocked");
}
wint_t bamboo_putwc(wchar_t character, FILE* stream) {
  return put(character, stream, "putwc");
}
wint_t bamboo_putwc_unlocked(wchar_t character, FILE* stream) {
  return put(character, stream, "putwc_unlocked");
}
wint_t bamboo_putwchar(wchar_t character) {
  return put(character, stdout, "putwc");
}
wint_t bamboo_putwchar_unlocked(wchar_t character) {
  return put(character, stdout, "putwc_unlocked");
}

int bamboo_fwide(FILE* stream, int mode) {
  return is_ours(stream) ? mode : libc_function<int(FILE*, int)>("fwide")(stream, mode);
}
}

}  // namespace bamboo::mpi
