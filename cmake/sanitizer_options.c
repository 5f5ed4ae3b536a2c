/* SPDX-License-Identifier: Apache-2.0 */
/* Options of AddressSanitizer for tools that use LLVM. LLVM is built without sanitizers, so the marks
 * of its allocators are incomplete. Compilers free no memory at their end. A user's LD_PRELOAD
 * may load a library before the sanitizer. */
const char* __asan_default_options(void);
__attribute__((weak)) const char* __asan_default_options(void) {
  return "allow_user_poisoning=0:detect_leaks=0:detect_odr_violation=0:verify_asan_link_order=0";
}
