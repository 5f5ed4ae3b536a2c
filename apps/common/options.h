/* SPDX-License-Identifier: Apache-2.0 */
/* The programs' command lines: a table of options, and one function that reads them. */
#ifndef BAMBOO_APPS_OPTIONS_H
#define BAMBOO_APPS_OPTIONS_H

#include <getopt.h>
#include <limits.h>
#include <string.h>

#include "program.h"

enum { MOST_CHOICES = 12 };

/* How the text of an option becomes values. */
enum reading {
  READ_NUMBER, /* from `least` to `most` */
  READ_SIZES,  /* three numbers above 0: "4,5,6", or "4" for all */
  READ_GRID,   /* three numbers above 0: "4x5x6" */
  READ_PAIR,   /* two numbers above 0: "4x5" */
  READ_WORD,   /* the place of one of `words`: "tree|mpi" */
  READ_NO_TEXT /* the value becomes 0 */
};

/* An option besides --help. A variant whose value is below 0 does not have the option; `missing`
 * says so. */
struct choice {
  const char* name;
  int letter;
  enum reading reading;
  int* value;
  int least, most;
  const char *words, *missing;
};

static inline int are_positive(const int* values, int count) {
  for (int i = 0; i < count; i++)
    if (values[i] < 1) return 0;
  return 1;
}

static inline int place_of_word(const char* text, const char* words) {
  for (int place = 0;; place++, words++) {
    const size_t length = strcspn(words, "|");
    if (strlen(text) == length && strncmp(text, words, length) == 0) return place;
    words += length;
    if (!*words) return -1;
  }
}

/* Checks that the whole text has the form that the row requires. */
static inline int read_choice(const struct choice* c, const char* text) {
  int end = 0, *v = c->value;
  switch (c->reading) {
    case READ_NUMBER:
      return sscanf(text, "%d%n", v, &end) == 1 && !text[end] && *v >= c->least && *v <= c->most;
    case READ_SIZES:
      if (sscanf(text, "%d%n", v, &end) == 1 && !text[end])
        v[1] = v[2] = v[0];
      else if (sscanf(text, "%d,%d,%d%n", &v[0], &v[1], &v[2], &end) != 3 || text[end])
        return 0;
      return are_positive(v, 3);
    case READ_GRID:
      return sscanf(text, "%dx%dx%d%n", &v[0], &v[1], &v[2], &end) == 3 && !text[end] &&
             are_positive(v, 3);
    case READ_PAIR:
      return sscanf(text, "%dx%d%n", &v[0], &v[1], &end) == 2 && !text[end] && are_positive(v, 2);
    case READ_WORD:
      *v = place_of_word(text, c->words);
      return *v >= 0;
    default:
      *v = 0;
      return 1;
  }
}

static inline int refuse_choice(const struct choice* c, const char* text) {
  static const char* const wanted[] = {"", "NX or NX,NY,NZ", "PXxPYxPZ", "AxB"};
  if (c->reading == READ_WORD) return refuse("--%s: give %s, not '%s'", c->name, c->words, text);
  if (c->reading != READ_NUMBER)
    return refuse("--%s: give %s, not '%s'", c->name, wanted[c->reading], text);
  if (c->most < INT_MAX)
    return refuse("--%s: give %d ... %d, not '%s'", c->name, c->least, c->most, text);
  if (c->least > 0)
    return refuse("--%s: give a number from %d on, not '%s'", c->name, c->least, text);
  return refuse("--%s: give a number, not '%s'", c->name, text);
}

/* Reads the command line. Returns -1 to continue, else the exit code. */
static inline int read_choices(int argc, char** argv, const struct choice* choices, int count,
                               void (*usage)(FILE*)) {
  struct option names[MOST_CHOICES + 2] = {{"help", 0, 0, 'h'}};
  char letters[2 * MOST_CHOICES + 2] = "h", *letter = letters + 1;
  for (int i = 0; i < count; i++) {
    struct option* name = &names[i + 1];
    name->name = choices[i].name;
    name->has_arg = choices[i].reading != READ_NO_TEXT;
    name->val = choices[i].letter;
    *letter++ = (char)choices[i].letter;
    if (name->has_arg) *letter++ = ':';
  }
  opterr = program.rank == 0;
  for (int c; (c = getopt_long(argc, argv, letters, names, NULL)) != -1;) {
    const struct choice* chosen = choices;
    while (chosen < choices + count && chosen->letter != c) chosen++;
    if (chosen == choices + count) { /* -h, or what getopt has complained about */
      if (program.rank == 0) usage(c == 'h' ? stdout : stderr);
      return c == 'h' ? 0 : 2;
    }
    if (chosen->missing && *chosen->value < 0)
      return refuse("--%s: %s", chosen->name, chosen->missing);
    if (!read_choice(chosen, optarg)) return refuse_choice(chosen, optarg);
  }
  return optind < argc ? refuse("unexpected argument %s", argv[optind]) : -1;
}

#define READ_CHOICES(argc, argv, choices, usage) \
  read_choices(argc, argv, choices, (int)(sizeof(choices) / sizeof *(choices)), usage)

#endif
