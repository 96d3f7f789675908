/*
 * Preloaded into ralph (LD_PRELOAD): counts the calls of all its threads that write below some folders,
 * and lets one of them fail, or be the last one.
 *
 * FAULT_BELOW  the folders, separated by ':'
 * FAULT_LOG    a file elsewhere: a line for each call
 * FAULT_AT     the number of the call, from 1; 0 for none
 * FAULT_KIND   the number of an error, or 'kill': SIGKILL after the call
 *
 * Children do not inherit it.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static char below[4 * PATH_MAX];
static atomic_int calls;
static int at, kind, kills, log_fd = -1;
static pid_t owner;

__attribute__((constructor)) static void begin(void) {
  const char *folders = getenv("FAULT_BELOW"), *path = getenv("FAULT_LOG");
  const char *number = getenv("FAULT_AT"), *what = getenv("FAULT_KIND");
  if (folders == NULL || path == NULL) return;
  snprintf(below, sizeof below, "%s", folders);
  at = number == NULL ? 0 : atoi(number);
  kills = what != NULL && strcmp(what, "kill") == 0;
  kind = what == NULL || kills ? 0 : atoi(what);
  log_fd = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  owner = getpid();
  unsetenv("LD_PRELOAD");
  unsetenv("FAULT_BELOW");
  unsetenv("FAULT_LOG");
  unsetenv("FAULT_AT");
  unsetenv("FAULT_KIND");
}

static int is_below(const char *path) {
  char folders[sizeof below];
  memcpy(folders, below, sizeof folders);
  char *rest = NULL;
  for (char *one = strtok_r(folders, ":", &rest); one != NULL; one = strtok_r(NULL, ":", &rest)) {
    size_t length = strlen(one);
    if (strncmp(path, one, length) == 0 && (path[length] == '/' || path[length] == 0)) return 1;
  }
  return 0;
}

static void name_of(int fd, char *name) {
  char link[64];
  if (fd == AT_FDCWD) snprintf(link, sizeof link, "/proc/self/cwd");
  else snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, name, PATH_MAX - 1);
  name[length < 0 ? 0 : length] = 0;
}

/* 0: leave it alone; 1: it fails with errno; 2: it is the last one. */
static int judge(const char *call, int fd, const char *path) {
  if (log_fd < 0 || getpid() != owner) return 0;
  int before = errno;
  char name[2 * PATH_MAX] = "";
  if (path != NULL && path[0] == '/') snprintf(name, sizeof name, "%s", path);
  else {
    name_of(fd, name);
    if (path != NULL) {
      strncat(name, "/", sizeof name - strlen(name) - 1);
      strncat(name, path, sizeof name - strlen(name) - 1);
    }
  }
  errno = before;
  if (!is_below(name)) return 0;
  int number = atomic_fetch_add(&calls, 1) + 1;
  dprintf(log_fd, "%d %s %s\n", number, call, name);
  errno = before;
  if (number != at) return 0;
  if (kills) return 2;
  errno = kind;
  return 1;
}

#define REAL(type, name, ...) \
  static type (*real)(__VA_ARGS__); \
  if (real == NULL) real = (type(*)(__VA_ARGS__))dlsym(RTLD_NEXT, #name);
#define DO(type, verdict, call) \
  do { \
    int v = (verdict); \
    if (v == 1) return -1; \
    type result = (call); \
    if (v == 2) kill(getpid(), SIGKILL); \
    return result; \
  } while (0)

static int writes(int flags) { return (flags & O_ACCMODE) != O_RDONLY || (flags & (O_CREAT | O_TRUNC)); }

#define OPEN(name) \
  int name(const char *path, int flags, ...) { \
    REAL(int, name, const char *, int, ...) \
    va_list list; \
    va_start(list, flags); \
    mode_t mode = va_arg(list, mode_t); \
    va_end(list); \
    DO(int, writes(flags) ? judge("open", AT_FDCWD, path) : 0, real(path, flags, mode)); \
  }
#define OPENAT(name) \
  int name(int fd, const char *path, int flags, ...) { \
    REAL(int, name, int, const char *, int, ...) \
    va_list list; \
    va_start(list, flags); \
    mode_t mode = va_arg(list, mode_t); \
    va_end(list); \
    DO(int, writes(flags) ? judge("open", fd, path) : 0, real(fd, path, flags, mode)); \
  }
OPEN(open)
OPEN(open64)
OPENAT(openat)
OPENAT(openat64)

ssize_t write(int fd, const void *bytes, size_t count) {
  REAL(ssize_t, write, int, const void *, size_t)
  DO(ssize_t, judge("write", fd, NULL), real(fd, bytes, count));
}
ssize_t writev(int fd, const struct iovec *parts, int count) {
  REAL(ssize_t, writev, int, const struct iovec *, int)
  DO(ssize_t, judge("write", fd, NULL), real(fd, parts, count));
}
#define PWRITE(name, offset_type) \
  ssize_t name(int fd, const void *bytes, size_t count, offset_type offset) { \
    REAL(ssize_t, name, int, const void *, size_t, offset_type) \
    DO(ssize_t, judge("write", fd, NULL), real(fd, bytes, count, offset)); \
  }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

#define BY_FD(name) \
  int name(int fd) { \
    REAL(int, name, int) \
    DO(int, judge(#name, fd, NULL), real(fd)); \
  }
BY_FD(fsync)
BY_FD(fdatasync)

#define TRUNCATE(name, offset_type) \
  int name(int fd, offset_type length) { \
    REAL(int, name, int, offset_type) \
    DO(int, judge("ftruncate", fd, NULL), real(fd, length)); \
  }
TRUNCATE(ftruncate, off_t)
TRUNCATE(ftruncate64, off64_t)

int fchmod(int fd, mode_t mode) {
  REAL(int, fchmod, int, mode_t)
  DO(int, judge("fchmod", fd, NULL), real(fd, mode));
}
int chmod(const char *path, mode_t mode) {
  REAL(int, chmod, const char *, mode_t)
  DO(int, judge("chmod", AT_FDCWD, path), real(path, mode));
}
int mkdir(const char *path, mode_t mode) {
  REAL(int, mkdir, const char *, mode_t)
  DO(int, judge("mkdir", AT_FDCWD, path), real(path, mode));
}
int rmdir(const char *path) {
  REAL(int, rmdir, const char *)
  DO(int, judge("rmdir", AT_FDCWD, path), real(path));
}
int unlink(const char *path) {
  REAL(int, unlink, const char *)
  DO(int, judge("unlink", AT_FDCWD, path), real(path));
}
int unlinkat(int fd, const char *path, int flags) {
  REAL(int, unlinkat, int, const char *, int)
  DO(int, judge("unlink", fd, path), real(fd, path, flags));
}
int rename(const char *from, const char *to) {
  REAL(int, rename, const char *, const char *)
  DO(int, judge("rename", AT_FDCWD, to), real(from, to));
}
int renameat(int from_fd, const char *from, int to_fd, const char *to) {
  REAL(int, renameat, int, const char *, int, const char *)
  DO(int, judge("rename", to_fd, to), real(from_fd, from, to_fd, to));
}
int link(const char *from, const char *to) {
  REAL(int, link, const char *, const char *)
  DO(int, judge("link", AT_FDCWD, to), real(from, to));
}
int linkat(int from_fd, const char *from, int to_fd, const char *to, int flags) {
  REAL(int, linkat, int, const char *, int, const char *, int)
  DO(int, judge("link", to_fd, to), real(from_fd, from, to_fd, to, flags));
}
int symlink(const char *to, const char *path) {
  REAL(int, symlink, const char *, const char *)
  DO(int, judge("symlink", AT_FDCWD, path), real(to, path));
}
ssize_t copy_file_range(int from, off64_t *from_at, int to, off64_t *to_at, size_t count, unsigned flags) {
  REAL(ssize_t, copy_file_range, int, off64_t *, int, off64_t *, size_t, unsigned)
  DO(ssize_t, judge("copy", to, NULL), real(from, from_at, to, to_at, count, flags));
}
