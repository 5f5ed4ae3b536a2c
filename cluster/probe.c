/* SPDX-License-Identifier: Apache-2.0 */
/* Measures what two hosts of a cluster can do. One waits and leads, the other one connects and
 * obeys:
 *
 *   cluster-probe lead PORT RATE_BYTES MESSAGE_BYTES ROUNDS    prints what it found as JSON
 *   cluster-probe follow HOST PORT
 *   cluster-probe work SECONDS                                 prints how much can be computed
 *
 * Overlap: a message travels while both hosts compute. Both look after their socket at times, as a
 * program would that calls MPI_Test, so no hand-shake and no full buffer keeps the message back.
 * The part that even this cannot hide is the emulation's own work. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { MOST_ROUNDS = 1000, PINGS = 200, LARGEST_BUFFER = 16 << 20, CONNECT_TRIES = 500 };

static void fail(const char* what) {
  fprintf(stderr, "cluster-probe: error: %s: %s\n", what, strerror(errno));
  exit(1);
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- computing: pieces of equal work, some 20 microseconds each ---- */

static volatile double result;

static void piece(void) {
  double x = 1.0;
  for (int i = 0; i < 10000; i++) x = x * 1.0000001 + 1e-9;
  result = x;
}

static void work(double seconds) {
  struct rusage usage;
  printf("working\n");
  fflush(stdout);
  const double begin = now();
  long pieces = 0;
  while (now() - begin < seconds) {
    piece();
    pieces++;
  }
  const double wall = now() - begin;
  getrusage(RUSAGE_SELF, &usage);
  const double used = (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
                      1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
  printf("{\"pieces\": %.1f, \"part\": %.4f}\n", (double)pieces / wall, used / wall);
}

/* ---- the connection ---- */

static int line;
static char* buffer;

static void prepare_socket(int s) {
  const int yes = 1;
  const int large = LARGEST_BUFFER;
  setsockopt(s, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  /* Where this is not allowed, the sizes grow by themselves. */
  setsockopt(s, SOL_SOCKET, SO_SNDBUFFORCE, &large, sizeof large);
  setsockopt(s, SOL_SOCKET, SO_RCVBUFFORCE, &large, sizeof large);
}

static void wait_for_leader(const char* host, const char* port) {
  struct addrinfo hints = {.ai_family = AF_INET, .ai_socktype = SOCK_STREAM};
  struct addrinfo* address;
  if (getaddrinfo(host, port, &hints, &address) != 0) fail(host);
  for (int i = 0; i < CONNECT_TRIES; i++) {
    line = socket(AF_INET, SOCK_STREAM, 0);
    prepare_socket(line);
    if (connect(line, address->ai_addr, address->ai_addrlen) == 0) return;
    close(line);
    usleep(20000);
  }
  fail("connect");
}

static void wait_for_follower(const char* port) {
  const int yes = 1;
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(port))};
  const int listener = socket(AF_INET, SOCK_STREAM, 0);
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  prepare_socket(listener);
  if (bind(listener, (struct sockaddr*)&address, sizeof address) || listen(listener, 1))
    fail("listen");
  line = accept(listener, NULL, NULL);
  if (line < 0) fail("accept");
  prepare_socket(line);
  close(listener);
}

/* The bytes that are still to be moved over the line. */
typedef struct {
  size_t to_send, to_receive;
} Traffic;

/* Moves what can be moved without waiting. */
static void look_after(Traffic* t) {
  if (t->to_send > 0) {
    const size_t count = t->to_send < LARGEST_BUFFER ? t->to_send : LARGEST_BUFFER;
    const ssize_t sent = send(line, buffer, count, MSG_DONTWAIT | MSG_NOSIGNAL);
    if (sent > 0) t->to_send -= (size_t)sent;
    if (sent < 0 && errno != EAGAIN && errno != EINTR) fail("send");
  }
  if (t->to_receive > 0) {
    const size_t count = t->to_receive < LARGEST_BUFFER ? t->to_receive : LARGEST_BUFFER;
    const ssize_t got = recv(line, buffer, count, MSG_DONTWAIT);
    if (got > 0) t->to_receive -= (size_t)got;
    if (got == 0) errno = ECONNRESET;
    if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) fail("receive");
  }
}

static void finish(Traffic* t) {
  while (t->to_send > 0 || t->to_receive > 0) {
    struct pollfd p = {
        .fd = line, .events = (short)((t->to_send ? POLLOUT : 0) | (t->to_receive ? POLLIN : 0))};
    poll(&p, 1, -1);
    look_after(t);
  }
}

static void move(size_t to_send, size_t to_receive) {
  Traffic t = {to_send, to_receive};
  finish(&t);
}

/* ---- what the leader orders ---- */

typedef struct {
  uint64_t send, receive; /* bytes, seen from the follower */
  uint64_t pieces;        /* of work, meanwhile */
  uint64_t measure;       /* answer with the rate of what is received */
} Order;

static void put(const void* data, size_t count) {
  if (send(line, data, count, MSG_NOSIGNAL) != (ssize_t)count) fail("send");
}

static int get(void* data, size_t count) {
  const ssize_t got = recv(line, data, count, MSG_WAITALL);
  if (got < 0) fail("receive");
  return got == (ssize_t)count;
}

static void compute_and_move(uint64_t pieces, Traffic t) {
  look_after(&t);
  for (uint64_t i = 0; i < pieces; i++) {
    piece();
    if (i % 8 == 7) look_after(&t);
  }
  finish(&t);
}

/* Seconds until both have computed and all is moved. */
static double ordered(uint64_t send, uint64_t receive, uint64_t pieces) {
  const Order o = {.send = receive, .receive = send, .pieces = pieces};
  char done;
  const double begin = now();
  put(&o, sizeof o);
  compute_and_move(pieces, (Traffic){send, receive});
  if (!get(&done, 1)) fail("the other host has gone");
  return now() - begin;
}

static int ascending(const void* a, const void* b) {
  const double x = *(const double*)a;
  const double y = *(const double*)b;
  return (x > y) - (x < y);
}

/* The mean of the middle half: a processor share comes in periods, of which a median would see only
 * whole ones. */
static double typical(double* values, int count) {
  qsort(values, (size_t)count, sizeof *values, ascending);
  const int first = count / 4;
  const int last = count - count / 4;
  double sum = 0;
  for (int i = first; i < last; i++) sum += values[i];
  return sum / (last - first);
}

/* Mbit/s of what is received after the first quarter: TCP has to find the rate first, and a link
 * may send a burst. */
static double receiving_rate(uint64_t bytes) {
  move(0, bytes / 4);
  const double begin = now();
  const uint64_t measured = bytes - bytes / 4;
  move(0, measured);
  return (double)measured * 8e-6 / (now() - begin);
}

static void follow(void) {
  Order o;
  const char done = 'd';
  while (get(&o, sizeof o)) {
    if (o.measure) {
      const double rate = receiving_rate(o.receive);
      put(&rate, sizeof rate);
    } else {
      compute_and_move(o.pieces, (Traffic){o.send, o.receive});
    }
    put(&done, 1);
  }
}

static double rate_from_follower(uint64_t bytes) {
  const Order o = {.send = bytes};
  char done;
  put(&o, sizeof o);
  const double rate = receiving_rate(bytes);
  get(&done, 1);
  return rate;
}

static double rate_to_follower(uint64_t bytes) {
  const Order o = {.receive = bytes, .measure = 1};
  double rate;
  char done;
  put(&o, sizeof o);
  move(bytes, 0);
  get(&rate, sizeof rate);
  get(&done, 1);
  return rate;
}

static void lead(uint64_t rate_bytes, uint64_t message, int rounds) {
  static double message_time[MOST_ROUNDS], compute_time[MOST_ROUNDS], both_time[MOST_ROUNDS];
  static double ping[PINGS];
  for (int i = 0; i < PINGS; i++) ping[i] = ordered(1, 0, 0) / 2;
  const double there = rate_to_follower(rate_bytes);
  const double back = rate_from_follower(rate_bytes);
  if (rounds > 0) ordered(0, 2 * message, 0);
  for (int i = 0; i < rounds; i++) message_time[i] = ordered(0, message, 0);
  const double alone = rounds > 0 ? typical(message_time, rounds) : 0;
  /* Computing takes twice as long as the message, and many periods of a processor share. */
  const double wanted = 2 * alone > 0.04 ? 2 * alone : 0.04;
  uint64_t pieces = 100;
  if (rounds > 0) {
    ordered(0, 0, pieces);
    double took;
    while ((took = ordered(0, 0, pieces)) < wanted) pieces *= 2;
    pieces = (uint64_t)((double)pieces * wanted / took);
  }
  for (int i = 0; i < rounds; i++) { /* by turns: what disturbs, disturbs all */
    message_time[i] = ordered(0, message, 0);
    compute_time[i] = ordered(0, 0, pieces);
    both_time[i] = ordered(0, message, pieces);
  }
  printf("{\"latency_us\": %.1f, \"there\": %.2f, \"back\": %.2f", 1e6 * typical(ping, PINGS),
         there, back);
  if (rounds > 0) {
    printf(", \"message_ms\": %.3f, \"compute_ms\": %.3f, \"both_ms\": %.3f",
           1e3 * typical(message_time, rounds), 1e3 * typical(compute_time, rounds),
           1e3 * typical(both_time, rounds));
  }
  printf("}\n");
}

int main(int argc, char** argv) {
  buffer = calloc(1, LARGEST_BUFFER);
  if (!buffer) fail("memory");
  if (argc == 3 && strcmp(argv[1], "work") == 0) {
    work(atof(argv[2]));
  } else if (argc == 4 && strcmp(argv[1], "follow") == 0) {
    wait_for_leader(argv[2], argv[3]);
    follow();
  } else if (argc == 6 && strcmp(argv[1], "lead") == 0 && atoi(argv[5]) <= MOST_ROUNDS) {
    wait_for_follower(argv[2]);
    lead(strtoull(argv[3], NULL, 10), strtoull(argv[4], NULL, 10), atoi(argv[5]));
  } else {
    fprintf(stderr,
            "usage: cluster-probe lead PORT RATE_BYTES MESSAGE_BYTES ROUNDS | follow HOST PORT | "
            "work SECONDS\n");
    return 2;
  }
  return 0;
}
