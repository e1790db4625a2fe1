// The load for the relay measures: TCP source and sink, UDP flood and echo, and small messages back and forth. In C, so that it
// takes as little as it can of the processors that it shares with what is measured. Each mode is called by relay-load.ts.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define BATCH 32
#define DATAGRAM 2048
#define CHUNK (1 << 20)

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + t.tv_nsec / 1e9;
}

static struct sockaddr_in loopback(int port) {
  struct sockaddr_in a = {.sin_family = AF_INET, .sin_port = htons(port)};
  a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return a;
}

static int open_socket(int type, int port, int listens) {
  int s = socket(AF_INET, type, 0), yes = 1, room = 4 << 20;
  struct sockaddr_in a = loopback(port);
  if (s < 0) fail("socket");
  setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  if (type == SOCK_STREAM) setsockopt(s, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  if (type == SOCK_DGRAM) {
    setsockopt(s, SOL_SOCKET, SO_RCVBUF, &room, sizeof room);
    setsockopt(s, SOL_SOCKET, SO_SNDBUF, &room, sizeof room);
  }
  if ((listens ? bind : connect)(s, (struct sockaddr *)&a, sizeof a) < 0) fail(listens ? "bind" : "connect");
  if (listens && type == SOCK_STREAM && listen(s, 128) < 0) fail("listen");
  return s;
}

static void say_port(int s) {
  struct sockaddr_in a;
  socklen_t length = sizeof a;
  getsockname(s, (struct sockaddr *)&a, &length);
  printf("%d\n", ntohs(a.sin_port));
  fflush(stdout);
}

// Takes what comes without looking at it, and answers how much it was when the connection ends.
static void take(int s) {
  long total = 0;
  ssize_t length;
  while ((length = recv(s, NULL, 1 << 30, MSG_TRUNC)) > 0) total += length;
  send(s, &total, sizeof total, MSG_NOSIGNAL);
  exit(length < 0);
}

// Sends back what comes.
static void answer(int s) {
  char bytes[4096];
  ssize_t length;
  int yes = 1;
  setsockopt(s, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  while ((length = recv(s, bytes, sizeof bytes, 0)) > 0) send(s, bytes, length, MSG_NOSIGNAL);
  exit(0);
}

static void serve_tcp(void (*serve)(int)) {
  int s = open_socket(SOCK_STREAM, 0, 1);
  say_port(s);
  for (;;) {
    int c = accept(s, NULL, NULL);
    if (c < 0) fail("accept");
    if (fork() == 0) serve(c);
    close(c);
  }
}

// Sends the pages of one file in memory, so nothing is copied on this side.
static void send_all(int port, long bytes) {
  int s = open_socket(SOCK_STREAM, port, 0), file = memfd_create("load", 0);
  long left = bytes, taken = 0;
  if (ftruncate(file, CHUNK) < 0) fail("ftruncate");
  while (left > 0) {
    off_t at = 0;
    ssize_t sent = sendfile(s, file, &at, left < CHUNK ? left : CHUNK);
    if (sent <= 0) fail("sendfile");
    left -= sent;
  }
  shutdown(s, SHUT_WR);
  if (recv(s, &taken, sizeof taken, MSG_WAITALL) != sizeof taken) fail("no answer from the sink");
  if (taken != bytes) {
    fprintf(stderr, "%ld bytes were sent and %ld arrived\n", bytes, taken);
    exit(1);
  }
  close(s);
}

static int wait_for_children(int count) {
  int status, bad = 0;
  for (int i = 0; i < count; i++) {
    wait(&status);
    bad |= status;
  }
  return bad;
}

static void source(int port, int lanes, long bytes) {
  double start = now();
  for (int i = 0; i < lanes; i++)
    if (fork() == 0) {
      send_all(port, bytes / lanes);
      exit(0);
    }
  if (wait_for_children(lanes)) exit(1);
  printf("{\"seconds\":%.6f}\n", now() - start);
}

struct batch {
  struct mmsghdr heads[BATCH];
  struct iovec vectors[BATCH];
  struct sockaddr_in names[BATCH];
  char bytes[BATCH][DATAGRAM];
};

static void prepare(struct batch *b, int length, int named) {
  memset(b->heads, 0, sizeof b->heads);
  for (int i = 0; i < BATCH; i++) {
    b->vectors[i] = (struct iovec){b->bytes[i], length};
    b->heads[i].msg_hdr.msg_iov = &b->vectors[i];
    b->heads[i].msg_hdr.msg_iovlen = 1;
    if (named) b->heads[i].msg_hdr.msg_name = &b->names[i];
    b->heads[i].msg_hdr.msg_namelen = named ? sizeof b->names[i] : 0;
  }
}

static void udp_echo(void) {
  static struct batch b;
  int s = open_socket(SOCK_DGRAM, 0, 1);
  say_port(s);
  for (;;) {
    prepare(&b, DATAGRAM, 1);
    int count = recvmmsg(s, b.heads, BATCH, MSG_WAITFORONE, NULL);
    for (int i = 0; i < count; i++) b.vectors[i].iov_len = b.heads[i].msg_len;
    for (int sent = 0; sent < count;) {
      int n = sendmmsg(s, b.heads + sent, count - sent, 0);
      sent += n > 0 ? n : 1;
    }
  }
}

// Each client keeps up to `window` datagrams on their way. What is lost is given up after a tenth of a second of silence.
static void udp_flood(int port, int clients, int window, double seconds, int size) {
  static struct batch out, in;
  struct pollfd polls[256];
  int on_way[256] = {0};
  long back = 0, lost = 0;
  for (int i = 0; i < clients; i++) polls[i] = (struct pollfd){open_socket(SOCK_DGRAM, port, 0), POLLIN, 0};
  prepare(&out, size, 0);
  prepare(&in, DATAGRAM, 0);
  double start = now(), end = start + seconds;
  while (now() < end) {
    for (int i = 0; i < clients; i++)
      while (on_way[i] < window) {
        int want = window - on_way[i] < BATCH ? window - on_way[i] : BATCH;
        int n = sendmmsg(polls[i].fd, out.heads, want, 0);
        if (n <= 0) break;
        on_way[i] += n;
      }
    if (poll(polls, clients, 100) == 0)
      for (int i = 0; i < clients; i++) {
        lost += on_way[i];
        on_way[i] = 0;
      }
    for (int i = 0; i < clients; i++) {
      int n;
      if (!(polls[i].revents & POLLIN)) continue;
      while ((n = recvmmsg(polls[i].fd, in.heads, BATCH, MSG_DONTWAIT, NULL)) > 0) {
        back += n;
        on_way[i] = on_way[i] > n ? on_way[i] - n : 0;
        if (n < BATCH) break;
      }
    }
  }
  printf("{\"seconds\":%.6f,\"back\":%ld,\"lost\":%ld}\n", now() - start, back, lost);
}

static int by_size(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

// One small message at a time, with a pause between, as a game sends them.
static void ping(int type, int port, int count, int pause_us) {
  int s = open_socket(type, port, 0);
  double *times = malloc(count * sizeof *times);
  struct timeval limit = {1, 0};
  char bytes[64] = {0};
  setsockopt(s, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
  for (int i = 0; i < count; i++) {
    double start = now();
    if (send(s, bytes, sizeof bytes, 0) != sizeof bytes || recv(s, bytes, sizeof bytes, 0) <= 0) fail("ping");
    times[i] = now() - start;
    if (pause_us) usleep(pause_us);
  }
  qsort(times, count, sizeof *times, by_size);
  printf("{\"p50\":%.2f,\"p99\":%.2f}\n", times[count / 2] * 1e6, times[count * 99 / 100] * 1e6);
}

int main(int count, char **words) {
  signal(SIGCHLD, SIG_DFL);
  const char *mode = count > 1 ? words[1] : "";
  int port = count > 2 ? atoi(words[2]) : 0;
  if (!strcmp(mode, "tcp-sink")) serve_tcp(take);
  if (!strcmp(mode, "tcp-echo")) serve_tcp(answer);
  if (!strcmp(mode, "udp-echo")) udp_echo();
  if (!strcmp(mode, "tcp-source") && count == 5) source(port, atoi(words[3]), atol(words[4]));
  else if (!strcmp(mode, "udp-flood") && count == 7)
    udp_flood(port, atoi(words[3]), atoi(words[4]), atof(words[5]), atoi(words[6]));
  else if (!strcmp(mode, "tcp-ping") && count == 5) ping(SOCK_STREAM, port, atoi(words[3]), atoi(words[4]));
  else if (!strcmp(mode, "udp-ping") && count == 5) ping(SOCK_DGRAM, port, atoi(words[3]), atoi(words[4]));
  else return 2;
  return 0;
}
