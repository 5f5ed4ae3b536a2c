/* SPDX-License-Identifier: Apache-2.0 */
/* The entry of an image, which the runtime calls. Always linked in (-u bamboo_image_main). */
extern int main(int argc, char** argv, char** environment);

/* For unwinders the calling function is the outermost one, as _start is in a plain program: an
 * exception that the program does not catch leads to std::terminate(), with the stack as it is. */
#if defined __x86_64__
#define OUTERMOST_FUNCTION() __asm__ volatile(".cfi_undefined rip")
#elif defined __aarch64__
#define OUTERMOST_FUNCTION() __asm__ volatile(".cfi_undefined x30")
#endif

int bamboo_image_main(int argc, char** argv, char** environment) {
  OUTERMOST_FUNCTION();
  const int code = main(argc, argv, environment);
  __asm__ volatile(""); /* main() gets a frame of its own */
  return code;
}

/* The constructors of this archive have lower priorities. They run before those of the rank's
 * libraries. */
__attribute__((constructor(103))) void bamboo_image_ready(void) {}
