/* SPDX-License-Identifier: Apache-2.0 */
static double values[50000];
double compute(void) {
  for (int k = 0; k < 10; k++)
    for (int i = 0; i < 50000; i++) values[i] = values[i] / 3 + i * k;
  return values[49999];
}
