/* Ends everything in the middle: before the N-th call that changes files, counted over all
 * processes that have this library preloaded and share the file that KILL_COUNTER names.
 *
 * KILL_AT=0 counts only. The counter file holds two 32-bit numbers: calls so far, and at which to
 * kill. The whole process group is killed, as a power cut would end it; a call that was made has
 * had its effect, one that comes after it has none. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

static volatile uint32_t *shared;

__attribute__((constructor)) static void attach(void) {
    const char *name = getenv("KILL_COUNTER");
    int (*real_open)(const char *, int, ...) = dlsym(RTLD_NEXT, "open");
    if (name == NULL || real_open == NULL) return;
    int fd = real_open(name, O_RDWR | O_CLOEXEC);
    if (fd < 0) return;
    void *found = mmap(NULL, 8, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    if (found != MAP_FAILED) shared = found;
}

static void count(void) {
    if (shared == NULL) return;
    uint32_t number = __atomic_add_fetch(&shared[0], 1, __ATOMIC_SEQ_CST);
    if (number == shared[1]) {
        kill(0, SIGKILL);
        for (;;) pause();
    }
}

#define REAL(type, name, ...) ((type (*)(__VA_ARGS__))dlsym(RTLD_NEXT, #name))

#define OPEN(name)                                                        \
    int name(const char *path, int flags, ...) {                          \
        va_list rest;                                                     \
        va_start(rest, flags);                                            \
        mode_t mode = (flags & (O_CREAT | O_TMPFILE)) ? va_arg(rest, mode_t) : 0; \
        va_end(rest);                                                     \
        if (flags & (O_CREAT | O_TRUNC)) count();                         \
        return REAL(int, name, const char *, int, ...)(path, flags, mode); \
    }
#define OPENAT(name)                                                      \
    int name(int at, const char *path, int flags, ...) {                  \
        va_list rest;                                                     \
        va_start(rest, flags);                                            \
        mode_t mode = (flags & (O_CREAT | O_TMPFILE)) ? va_arg(rest, mode_t) : 0; \
        va_end(rest);                                                     \
        if (flags & (O_CREAT | O_TRUNC)) count();                         \
        return REAL(int, name, int, const char *, int, ...)(at, path, flags, mode); \
    }
OPEN(open)
OPEN(open64)
OPENAT(openat)
OPENAT(openat64)

#define CALL(type, name, parameters, arguments)                           \
    type name parameters {                                                \
        count();                                                          \
        type (*real) parameters = (type (*) parameters)dlsym(RTLD_NEXT, #name); \
        return real arguments;                                            \
    }
#define TO_FILE(type, name, parameters, arguments)                        \
    type name parameters {                                                \
        struct stat found;                                                \
        if (fstat(fd, &found) == 0 && S_ISREG(found.st_mode)) count();    \
        type (*real) parameters = (type (*) parameters)dlsym(RTLD_NEXT, #name); \
        return real arguments;                                            \
    }
TO_FILE(ssize_t, write, (int fd, const void *data, size_t size), (fd, data, size))
TO_FILE(ssize_t, pwrite64, (int fd, const void *data, size_t size, off64_t at), (fd, data, size, at))
TO_FILE(int, ftruncate, (int fd, off_t size), (fd, size))
TO_FILE(int, ftruncate64, (int fd, off64_t size), (fd, size))
TO_FILE(ssize_t, copy_file_range, (int from, off64_t *a, int fd, off64_t *b, size_t size, unsigned flags), (from, a, fd, b, size, flags))
TO_FILE(ssize_t, sendfile, (int fd, int from, off_t *at, size_t size), (fd, from, at, size))
TO_FILE(ssize_t, sendfile64, (int fd, int from, off64_t *at, size_t size), (fd, from, at, size))
CALL(int, fsync, (int fd), (fd))
CALL(int, fdatasync, (int fd), (fd))
CALL(int, rename, (const char *from, const char *to), (from, to))
CALL(int, renameat, (int a, const char *from, int b, const char *to), (a, from, b, to))
CALL(int, renameat2, (int a, const char *from, int b, const char *to, unsigned flags), (a, from, b, to, flags))
CALL(int, link, (const char *from, const char *to), (from, to))
CALL(int, linkat, (int a, const char *from, int b, const char *to, int flags), (a, from, b, to, flags))
CALL(int, symlink, (const char *target, const char *path), (target, path))
CALL(int, symlinkat, (const char *target, int at, const char *path), (target, at, path))
CALL(int, unlink, (const char *path), (path))
CALL(int, unlinkat, (int at, const char *path, int flags), (at, path, flags))
CALL(int, mkdir, (const char *path, mode_t mode), (path, mode))
CALL(int, mkdirat, (int at, const char *path, mode_t mode), (at, path, mode))
CALL(int, rmdir, (const char *path), (path))
CALL(int, chmod, (const char *path, mode_t mode), (path, mode))
CALL(int, fchmod, (int fd, mode_t mode), (fd, mode))
CALL(int, fchmodat, (int at, const char *path, mode_t mode, int flags), (at, path, mode, flags))
CALL(int, utimensat, (int at, const char *path, const struct timespec times[2], int flags), (at, path, times, flags))
CALL(int, futimens, (int fd, const struct timespec times[2]), (fd, times))
