/* SPDX-License-Identifier: Apache-2.0 */
/* The entry of an image, which the runtime calls. Always linked in (-u bamboo_image_main). */
extern int main(int argc, char** argv, char** environment);

int bamboo_image_main(int argc, char** argv, char** environment) {
  return main(argc, argv, environment);
}

/* The constructors of this archive have lower priorities. They run before those of the rank's
 * libraries. */
__attribute__((constructor(103))) void bamboo_image_ready(void) {}
