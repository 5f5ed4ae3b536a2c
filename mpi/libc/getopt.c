/* SPDX-License-Identifier: Apache-2.0 */
/* getopt and getopt_long with their state in the image, so that every rank parses its own arguments.
 * Behaviour and messages are glibc's: arguments that are no options move to the end, unless the option
 * string starts with '+' (or POSIXLY_CORRECT is set) or '-'. */
#define _GNU_SOURCE
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *optarg;
int optind = 1, opterr = 1, optopt = '?';

static char *cluster; /* the rest of "-abc" after the option returned last */

enum order { PERMUTE, STOP_AT_FIRST, RETURN_IN_ORDER };

static enum order order_of(const char *shorts) {
  if (shorts[0] == '-') return RETURN_IN_ORDER;
  return shorts[0] == '+' || getenv("POSIXLY_CORRECT") ? STOP_AT_FIRST : PERMUTE;
}

static int is_option(const char *argument) { return argument[0] == '-' && argument[1] != '\0'; }

/* Moves argv[from] down to argv[to], to <= from. */
static void move_down(char **argv, int from, int to) {
  char *moved = argv[from];
  memmove(&argv[to + 1], &argv[to], (size_t)(from - to) * sizeof *argv);
  argv[to] = moved;
}

static int parse_short(int argc, char **argv, const char *shorts, int silent) {
  const char letter = *cluster++;
  const char *known = letter == ':' || letter == ';' ? NULL : strchr(shorts, letter);
  const int last = *cluster == '\0';
  if (last) ++optind;
  if (!known) {
    optopt = letter;
    if (opterr && !silent) fprintf(stderr, "%s: invalid option -- '%c'\n", argv[0], letter);
    return '?';
  }
  if (known[1] != ':') return letter;
  optarg = NULL;
  if (!last) { /* "-ofile" */
    optarg = cluster;
    ++optind;
  } else if (known[2] != ':') {
    if (optind >= argc) {
      optopt = letter;
      if (opterr && !silent) fprintf(stderr, "%s: option requires an argument -- '%c'\n", argv[0], letter);
      return silent ? ':' : '?';
    }
    optarg = argv[optind++];
  }
  cluster = NULL;
  return letter;
}

static int same_option(const struct option *a, const struct option *b) {
  return a->has_arg == b->has_arg && a->flag == b->flag && a->val == b->val;
}

/* Finds the long option that begins with `name` (of this `length`). Returns NULL if there is none;
 * sets *ambiguous if there are several. */
static const struct option *find_long(const char *name, size_t length, const struct option *longs, int *ambiguous) {
  const struct option *found = NULL;
  *ambiguous = 0;
  for (const struct option *o = longs; o->name; ++o) {
    if (strncmp(o->name, name, length) != 0) continue;
    if (strlen(o->name) == length) {
      *ambiguous = 0;
      return o;
    }
    if (found && !same_option(found, o)) *ambiguous = 1;
    if (!found) found = o;
  }
  return found;
}

static void say_ambiguous(const char *program, const char *dashes, const char *name, size_t length,
                          const struct option *longs) {
  fprintf(stderr, "%s: option '%s%s' is ambiguous; possibilities:", program, dashes, name);
  for (const struct option *o = longs; o->name; ++o) {
    if (strncmp(o->name, name, length) == 0) fprintf(stderr, " '%s%s'", dashes, o->name);
  }
  fputc('\n', stderr);
}

/* With `only`, a single dash may precede a long option; returns -2 if a short option may be meant.
 * */
static int parse_long(int argc, char **argv, const struct option *longs, int *index, const char *dashes, int only,
                      const char *shorts, int silent) {
  const char *name = argv[optind] + strlen(dashes);
  const size_t length = strcspn(name, "=");
  int ambiguous;
  const struct option *o = find_long(name, length, longs, &ambiguous);
  const int loud = opterr && !silent;
  if (!o && only && strchr(shorts, name[0])) return -2;
  ++optind;
  cluster = NULL;
  optopt = 0;
  if (!o || ambiguous) {
    if (loud && ambiguous) say_ambiguous(argv[0], dashes, name, length, longs);
    if (loud && !o) fprintf(stderr, "%s: unrecognized option '%s%s'\n", argv[0], dashes, name);
    return '?';
  }
  optarg = NULL;
  if (name[length] == '=') {
    if (o->has_arg == no_argument) {
      if (loud) fprintf(stderr, "%s: option '%s%s' doesn't allow an argument\n", argv[0], dashes, o->name);
      optopt = o->val;
      return '?';
    }
    optarg = (char *)name + length + 1;
  } else if (o->has_arg == required_argument) {
    if (optind >= argc) {
      if (loud) fprintf(stderr, "%s: option '%s%s' requires an argument\n", argv[0], dashes, o->name);
      optopt = o->val;
      return silent ? ':' : '?';
    }
    optarg = argv[optind++];
  }
  if (index) *index = (int)(o - longs);
  if (!o->flag) return o->val;
  *o->flag = o->val;
  return 0;
}

static int parse(int argc, char **argv, const char *shorts, const struct option *longs, int *index, int only) {
  const int silent = shorts[0] == ':';
  if (!cluster || !*cluster) {
    const char *argument = argv[optind];
    if (longs && argument[1] == '-') return parse_long(argc, argv, longs, index, "--", 0, shorts, silent);
    if (longs && only) {
      const int result = parse_long(argc, argv, longs, index, "-", 1, shorts, silent);
      if (result != -2) return result;
    }
    cluster = argv[optind] + 1;
  }
  return parse_short(argc, argv, shorts, silent);
}

static int next_option(int argc, char *const *arguments, const char *shorts, const struct option *longs, int *index,
                       int only) {
  char **argv = (char **)arguments; /* POSIX says const, GNU permutes */
  if (optind == 0) {
    optind = 1;
    cluster = NULL;
  }
  optarg = NULL;
  const enum order order = order_of(shorts);
  if (*shorts == '-' || *shorts == '+') ++shorts;
  const int first = optind; /* arguments before the next option stay here, behind what we parse now */
  if (!cluster || !*cluster) {
    while (order == PERMUTE && optind < argc && !is_option(argv[optind])) ++optind;
  } else {
    while (!is_option(argv[optind])) ++optind;
  }
  if (optind >= argc) {
    optind = first;
    return -1;
  }
  const int found = optind;
  if (!is_option(argv[found])) {
    if (order == STOP_AT_FIRST) return -1;
    optarg = argv[optind++];
    return 1;
  }
  int result = -1;
  if (strcmp(argv[found], "--") == 0) {
    ++optind;
  } else {
    result = parse(argc, argv, shorts, longs, index, only);
  }
  const int parsed = optind - found;
  for (int i = 0; i < parsed; ++i) move_down(argv, found + i, first + i);
  optind = first + parsed;
  return result;
}

int getopt(int argc, char *const argv[], const char *shorts) {
  return next_option(argc, argv, shorts, NULL, NULL, 0);
}
int getopt_long(int argc, char *const argv[], const char *shorts, const struct option *longs, int *index) {
  return next_option(argc, argv, shorts, longs, index, 0);
}
int getopt_long_only(int argc, char *const argv[], const char *shorts, const struct option *longs, int *index) {
  return next_option(argc, argv, shorts, longs, index, 1);
}
