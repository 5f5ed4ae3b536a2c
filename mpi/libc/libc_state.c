/* SPDX-License-Identifier: Apache-2.0 */
/* Functions of the C library with hidden state, with that state in the image, so that it is per
 * rank. The reentrant forms of glibc give the same sequences as the plain ones. */
#define _GNU_SOURCE
#include <search.h>
#include <stdlib.h>
#include <string.h>

extern void bamboo_rank_exit(int code) __attribute__((noreturn));
extern void bamboo_rank_leave(int code) __attribute__((noreturn));

void exit(int code) {
  bamboo_rank_exit(code);
}
void _exit(int code) {
  bamboo_rank_leave(code);
}
void _Exit(int code) {
  bamboo_rank_leave(code);
}

static void (*quick_exit_handlers[32])(void); /* as many as the C standard asks for */
static int quick_exit_count;

int at_quick_exit(void (*handler)(void)) {
  const int most = sizeof quick_exit_handlers / sizeof *quick_exit_handlers;
  if (quick_exit_count == most) return -1;
  quick_exit_handlers[quick_exit_count++] = handler;
  return 0;
}
void quick_exit(int code) {
  while (quick_exit_count > 0) quick_exit_handlers[--quick_exit_count]();
  bamboo_rank_leave(code);
}

/* rand, random: one state, as in glibc. */
static char default_state[128];
static struct random_data generator;

static struct random_data* random_state(void) {
  if (!generator.state) initstate_r(1, default_state, sizeof default_state, &generator);
  return &generator;
}

void srandom(unsigned seed) {
  srandom_r(seed, random_state());
}
void srand(unsigned seed) {
  srandom(seed);
}

long random(void) {
  int32_t value;
  random_r(random_state(), &value);
  return value;
}
int rand(void) {
  return (int)random();
}

char* initstate(unsigned seed, char* state, size_t size) {
  char* previous = (char*)random_state()->state;
  return initstate_r(seed, state, size, random_state()) == 0 ? previous - sizeof(int32_t) : NULL;
}
char* setstate(char* state) {
  char* previous = (char*)random_state()->state;
  return setstate_r(state, random_state()) == 0 ? previous - sizeof(int32_t) : NULL;
}

/* drand48 and its family. */
static struct drand48_data drand48_state;

double drand48(void) {
  double value;
  drand48_r(&drand48_state, &value);
  return value;
}
double erand48(unsigned short x[3]) {
  double value;
  erand48_r(x, &drand48_state, &value);
  return value;
}
long lrand48(void) {
  long value;
  lrand48_r(&drand48_state, &value);
  return value;
}
long nrand48(unsigned short x[3]) {
  long value;
  nrand48_r(x, &drand48_state, &value);
  return value;
}
long mrand48(void) {
  long value;
  mrand48_r(&drand48_state, &value);
  return value;
}
long jrand48(unsigned short x[3]) {
  long value;
  jrand48_r(x, &drand48_state, &value);
  return value;
}
void srand48(long seed) {
  srand48_r(seed, &drand48_state);
}
unsigned short* seed48(unsigned short x[3]) {
  static unsigned short previous[3];
  memcpy(previous, drand48_state.__x, sizeof previous);
  seed48_r(x, &drand48_state);
  return previous;
}
void lcong48(unsigned short parameters[7]) {
  lcong48_r(parameters, &drand48_state);
}

char* strtok(char* text, const char* delimiters) {
  static char* position;
  return strtok_r(text, delimiters, &position);
}

/* hsearch and its family: one table. */
static struct hsearch_data table;

int hcreate(size_t most) {
  return hcreate_r(most, &table);
}
ENTRY* hsearch(ENTRY wanted, ACTION action) {
  ENTRY* found;
  return hsearch_r(wanted, action, &found, &table) ? found : NULL;
}
void hdestroy(void) {
  hdestroy_r(&table);
}
