// SPDX-License-Identifier: Apache-2.0
int count(void) {
  static int calls;
  return ++calls;
}
