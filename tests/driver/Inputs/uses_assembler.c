/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
int seven(void), eight(void);
int main(void) {
  printf("%d %d\n", seven(), eight());
  return 0;
}
