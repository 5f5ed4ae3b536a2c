/* SPDX-License-Identifier: Apache-2.0 */
/* The list of environment variables of a program that looks at it directly: the rank's own. */
char** environ;
extern char** __environ __attribute__((alias("environ")));
extern char** _environ __attribute__((alias("environ")));

extern void bamboo_rank_keep_environment(char*** variable);

__attribute__((constructor(101))) static void keep_environment(void) {
  bamboo_rank_keep_environment(&environ);
}
