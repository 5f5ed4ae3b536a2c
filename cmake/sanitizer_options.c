/* SPDX-License-Identifier: Apache-2.0 */
/* Options of AddressSanitizer for tools that use LLVM: it is built without sanitizers, so the marks of its allocators
 * are incomplete; and compilers leave memory to the end of the process. */
const char* __asan_default_options(void);
__attribute__((weak)) const char* __asan_default_options(void) {
  return "allow_user_poisoning=0:detect_leaks=0:detect_odr_violation=0";
}
