// SPDX-License-Identifier: Apache-2.0
// Has undefined behaviour, and ends with status 0 unless a finding of UBSan ends it.
#include <climits>

int main(int argc, char**) {
  const int sum = INT_MAX + argc;
  return sum == 0 ? 1 : 0;
}
