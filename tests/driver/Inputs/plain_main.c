/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
int add(int a, int b);
int main(void) {
  printf("three %d\n", add(1, 2));
  return 0;
}
