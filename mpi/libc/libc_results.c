/* SPDX-License-Identifier: Apache-2.0 */
/* Functions of the C library that return memory of its own, which the next call overwrites: each
 * rank has its own memory, so that its results remain valid while other ranks run. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static struct tm broken_down; /* one for both, as in glibc */

struct tm* localtime(const time_t* time) {
  tzset(); /* localtime_r need not look for another zone */
  return localtime_r(time, &broken_down);
}
struct tm* gmtime(const time_t* time) {
  return gmtime_r(time, &broken_down);
}

char* asctime(const struct tm* time) {
  static char text[26];
  return asctime_r(time, text);
}
char* ctime(const time_t* time) {
  const struct tm* parts = localtime(time);
  return parts ? asctime(parts) : NULL;
}

char* strerror(int number) {
  static char text[64];
  return strerror_r(number, text, sizeof text);
}

char* strsignal(int number) {
  static char text[32];
  const char* known = sigdescr_np(number);
  if (known) return (char*)known;
  if (number >= SIGRTMIN && number <= SIGRTMAX)
    snprintf(text, sizeof text, "Real-time signal %d", number - SIGRTMIN);
  else
    snprintf(text, sizeof text, "Unknown signal %d", number);
  return text;
}

char* inet_ntoa(struct in_addr address) {
  static char text[INET_ADDRSTRLEN];
  return (char*)inet_ntop(AF_INET, &address, text, sizeof text);
}

char* ecvt(double value, int digits, int* point, int* sign) {
  static char text[64];
  return ecvt_r(value, digits, point, sign, text, sizeof text) == 0 ? text : NULL;
}
char* fcvt(double value, int digits, int* point, int* sign) {
  static char text[400]; /* all digits of the largest number */
  return fcvt_r(value, digits, point, sign, text, sizeof text) == 0 ? text : NULL;
}

char* ttyname(int descriptor) {
  static char text[256];
  return ttyname_r(descriptor, text, sizeof text) == 0 ? text : NULL;
}
