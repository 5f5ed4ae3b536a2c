/* SPDX-License-Identifier: Apache-2.0 */
#include "counter.h"

static int count;
static _Thread_local int count_of_thread = 5;

int next_number(void) {
  return ++count;
}

int* next_of_thread(void) {
  ++count_of_thread;
  return &count_of_thread;
}
