/* SPDX-License-Identifier: Apache-2.0 */
/* The entry of an image, which the runtime calls. Always linked in (-u bamboo_image_main). */
extern int main(int argc, char** argv, char** environment);
extern void __cxa_finalize(void* dso_handle);
extern void* __dso_handle __attribute__((visibility("hidden")));

int bamboo_image_main(int argc, char** argv, char** environment) {
  return main(argc, argv, environment);
}

/* atexit handlers and destructors of statics of this image, latest first. */
void bamboo_image_finish(void) {
  __cxa_finalize(&__dso_handle);
}
