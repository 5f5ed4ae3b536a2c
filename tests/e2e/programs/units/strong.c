/* SPDX-License-Identifier: Apache-2.0 */
int weak_answer(void) {
  static int asked = 41;
  return ++asked;
}
