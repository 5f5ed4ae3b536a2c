// SPDX-License-Identifier: Apache-2.0
// A library that uses a function of other.cpp, and a variable of which a rank has one.
int other();

inline int& number() {
  static int value = 40;
  return value;
}

extern "C" int count() {
  return number() + other();
}
