/* SPDX-License-Identifier: Apache-2.0 */
static int values[1000];

__attribute__((noinline)) void compute(int n) {
  for (int round = 0; round < 100; round++)
    for (int i = 0; i < 1000; i++) values[i] = i < n ? i + 1 : 0;
}

int computed(void) {
  int all = 0;
  for (int i = 0; i < 1000; i++) all += values[i];
  return all;
}
