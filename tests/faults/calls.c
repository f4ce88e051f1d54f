/* Preloaded, it stands between a program and the disk. Each of these variables turns one part on:
 *
 * CALL_LOG names a file. Every call that changes or syncs files is appended to it once it has
 * succeeded: "KIND NUMBER SIZE PATH\n", then SIZE bytes (`tests.faults.calls`). What is written to
 * standard output is in it, too: the log shows which calls had returned before.
 *
 * FAILING_DISK names a file with four numbers that whoever tests may change at any time: which calls
 * fail (1 writes, 2 syncs, 3 both), errno, how many such calls succeed first, and how many fail
 * then. FAILING_FOLDER is part of the path of the files.
 *
 * KILL_COUNTER names a file with two numbers that all processes share: calls so far, and before
 * which of them everything ends (0: never). The whole process group is killed, as a power cut would
 * end it; a call that was made has had its effect, one that comes after it has none. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

enum { WRITE = 1, SYNC = 2 };
enum { CALLS, ERRNO, FIRST, FAILING, NUMBERS };

static volatile uint32_t *counter;
static volatile int32_t *failing;
static int log_fd = -1;

static void *mapped(const char *variable, size_t size) {
    const char *name = getenv(variable);
    int fd = name == NULL ? -1 : REAL(open)(name, O_RDWR | O_CLOEXEC);
    if (fd < 0) return NULL;
    void *found = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    return found == MAP_FAILED ? NULL : found;
}

__attribute__((constructor)) static void attach(void) {
    counter = mapped("KILL_COUNTER", 2 * sizeof(uint32_t));
    failing = mapped("FAILING_DISK", NUMBERS * sizeof(int32_t));
    const char *name = getenv("CALL_LOG");
    if (name != NULL) log_fd = REAL(open)(name, O_WRONLY | O_APPEND | O_CLOEXEC);
}

static void count(void) {
    if (counter == NULL) return;
    uint32_t number = __atomic_add_fetch(&counter[0], 1, __ATOMIC_SEQ_CST);
    if (number == counter[1]) {
        kill(0, SIGKILL);
        for (;;) pause();
    }
}

static const char *path_of(int fd, char *path) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, PATH_MAX - 1);
    path[length < 0 ? 0 : length] = 0;
    return path;
}

static const char *absolute(int at, const char *name, char *path) {
    if (name[0] == '/') return name;
    if (at == AT_FDCWD) {
        if (getcwd(path, PATH_MAX) == NULL) return name;
    } else {
        path_of(at, path);
    }
    size_t length = strlen(path);
    snprintf(path + length, PATH_MAX - length, "/%s", name);
    return path;
}

static void note(const char *kind, long long number, const char *path, const void *data, size_t size) {
    char head[PATH_MAX + 100];
    int length = snprintf(head, sizeof head, "%s %lld %zu %s\n", kind, number, size, path);
    struct iovec parts[] = {{head, length}, {(void *)data, size}};
    if (writev(log_fd, parts, 2) < 0) abort();
}

static void note_entry(const char *kind, int at, const char *name) {
    char path[PATH_MAX];
    if (log_fd >= 0) note(kind, 0, absolute(at, name, path), NULL, 0);
}

static void note_rename(int from_at, const char *from, int to_at, const char *to) {
    char old[PATH_MAX], new[PATH_MAX];
    if (log_fd < 0) return;
    const char *target = absolute(to_at, to, new);
    note("rename", 0, absolute(from_at, from, old), target, strlen(target));
}

static void note_file(const char *kind, int fd, long long number, const void *data, size_t size) {
    char path[PATH_MAX];
    if (log_fd >= 0) note(fd == STDOUT_FILENO ? "said" : kind, number, path_of(fd, path), data, size);
}

/* Ends the program before the call if its turn has come; returns whether the call fails. */
static int refused(int fd, int call) {
    struct stat found;
    char path[PATH_MAX];
    if (call == SYNC || (fstat(fd, &found) == 0 && S_ISREG(found.st_mode))) count();
    if (failing == NULL || strstr(path_of(fd, path), getenv("FAILING_FOLDER")) == NULL) return 0;
    if (!(failing[CALLS] & call)) return 0;
    if (failing[FIRST] > 0) return failing[FIRST]--, 0;
    if (failing[FAILING] == 0) return 0;
    failing[FAILING]--;
    errno = failing[ERRNO];
    return 1;
}

#define ON_FILE(type, name, call, parameters, arguments, noted) \
    type name parameters {                                      \
        if (refused(fd, call)) return -1;                       \
        type done = REAL(name) arguments;                       \
        if (done >= 0) { noted; }                               \
        return done;                                            \
    }
#define ON_ENTRY(name, parameters, arguments, noted) \
    int name parameters {                            \
        count();                                     \
        int done = REAL(name) arguments;             \
        if (done == 0) { noted; }                    \
        return done;                                 \
    }
#define WRITTEN(at, data) note_file("write", fd, at, data, done)
#define HERE (lseek(fd, 0, SEEK_CUR) - done)

ON_FILE(ssize_t, write, WRITE, (int fd, const void *data, size_t size), (fd, data, size), WRITTEN(HERE, data))
ON_FILE(ssize_t, pwrite, WRITE, (int fd, const void *data, size_t size, off_t at), (fd, data, size, at), WRITTEN(at, data))
ON_FILE(ssize_t, pwrite64, WRITE, (int fd, const void *data, size_t size, off64_t at), (fd, data, size, at), WRITTEN(at, data))
/* What was copied inside the kernel is not known here. */
ON_FILE(ssize_t, copy_file_range, WRITE, (int from, off64_t *a, int fd, off64_t *b, size_t size, unsigned flags), (from, a, fd, b, size, flags), note_file("write", fd, 0, NULL, 0))
ON_FILE(ssize_t, sendfile, WRITE, (int fd, int from, off_t *at, size_t size), (fd, from, at, size), note_file("write", fd, 0, NULL, 0))
ON_FILE(ssize_t, sendfile64, WRITE, (int fd, int from, off64_t *at, size_t size), (fd, from, at, size), note_file("write", fd, 0, NULL, 0))
ON_FILE(int, ftruncate, WRITE, (int fd, off_t size), (fd, size), note_file("cut", fd, size, NULL, 0))
ON_FILE(int, ftruncate64, WRITE, (int fd, off64_t size), (fd, size), note_file("cut", fd, size, NULL, 0))
ON_FILE(int, fsync, SYNC, (int fd), (fd), note_file("sync", fd, 0, NULL, 0))
ON_FILE(int, fdatasync, SYNC, (int fd), (fd), note_file("sync", fd, 0, NULL, 0))
ON_FILE(int, syncfs, SYNC, (int fd), (fd), note_file("syncfs", fd, 0, NULL, 0))

static int opened(int at, const char *path, int flags, int is_new, int fd) {
    if (fd >= 0 && is_new) note_entry("create", at, path);
    if (fd >= 0 && !is_new && (flags & O_TRUNC)) note_file("cut", fd, 0, NULL, 0);
    return fd;
}
#define OPEN(name, parameters, at, arguments)                                     \
    int name parameters {                                                         \
        va_list rest;                                                             \
        va_start(rest, flags);                                                    \
        mode_t mode = (flags & (O_CREAT | O_TMPFILE)) ? va_arg(rest, mode_t) : 0; \
        va_end(rest);                                                             \
        if (flags & (O_CREAT | O_TRUNC)) count();                                 \
        int is_new = (flags & O_CREAT) && faccessat(at, path, F_OK, AT_SYMLINK_NOFOLLOW) != 0; \
        return opened(at, path, flags, is_new, REAL(name) arguments);             \
    }
OPEN(open, (const char *path, int flags, ...), AT_FDCWD, (path, flags, mode))
OPEN(open64, (const char *path, int flags, ...), AT_FDCWD, (path, flags, mode))
OPEN(openat, (int at, const char *path, int flags, ...), at, (at, path, flags, mode))
OPEN(openat64, (int at, const char *path, int flags, ...), at, (at, path, flags, mode))

ON_ENTRY(rename, (const char *from, const char *to), (from, to), note_rename(AT_FDCWD, from, AT_FDCWD, to))
ON_ENTRY(renameat, (int a, const char *from, int b, const char *to), (a, from, b, to), note_rename(a, from, b, to))
ON_ENTRY(renameat2, (int a, const char *from, int b, const char *to, unsigned flags), (a, from, b, to, flags), note_rename(a, from, b, to))
ON_ENTRY(link, (const char *from, const char *to), (from, to), note_entry("create", AT_FDCWD, to))
ON_ENTRY(linkat, (int a, const char *from, int b, const char *to, int flags), (a, from, b, to, flags), note_entry("create", b, to))
ON_ENTRY(symlink, (const char *target, const char *path), (target, path), note_entry("create", AT_FDCWD, path))
ON_ENTRY(symlinkat, (const char *target, int at, const char *path), (target, at, path), note_entry("create", at, path))
ON_ENTRY(unlink, (const char *path), (path), note_entry("delete", AT_FDCWD, path))
ON_ENTRY(unlinkat, (int at, const char *path, int flags), (at, path, flags), note_entry("delete", at, path))
ON_ENTRY(mkdir, (const char *path, mode_t mode), (path, mode), note_entry("folder", AT_FDCWD, path))
ON_ENTRY(mkdirat, (int at, const char *path, mode_t mode), (at, path, mode), note_entry("folder", at, path))
ON_ENTRY(rmdir, (const char *path), (path), note_entry("delete", AT_FDCWD, path))
ON_ENTRY(chmod, (const char *path, mode_t mode), (path, mode), )
ON_ENTRY(fchmod, (int fd, mode_t mode), (fd, mode), )
ON_ENTRY(fchmodat, (int at, const char *path, mode_t mode, int flags), (at, path, mode, flags), )
ON_ENTRY(utimensat, (int at, const char *path, const struct timespec times[2], int flags), (at, path, times, flags), )
ON_ENTRY(futimens, (int fd, const struct timespec times[2]), (fd, times), )
