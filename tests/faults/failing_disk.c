/* A disk that fails: preloaded, it lets writes and syncs of the files in one folder fail.
 *
 * FAILING_DISK names a file with five numbers that whoever tests may change at any time: which calls
 * fail (1 writes, 2 syncs, 3 both), errno, how many such calls succeed first, how many fail then,
 * and how many syncs there were (counted here). FAILING_FOLDER is part of the path of the files.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <unistd.h>

enum { CALLS, ERRNO, FIRST, FAILING, SYNCS, NUMBERS };
enum { WRITE = 1, SYNC = 2 };

static int32_t *control;

__attribute__((constructor)) static void attach(void) {
    int fd = open(getenv("FAILING_DISK"), O_RDWR);
    void *at = mmap(NULL, NUMBERS * sizeof(int32_t), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    control = at == MAP_FAILED ? NULL : at;
}

static int fails(int fd, int call) {
    char link[64], path[4096];
    if (control == NULL) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    if (strstr(path, getenv("FAILING_FOLDER")) == NULL) return 0;
    if (call == SYNC) control[SYNCS]++;
    if (!(control[CALLS] & call)) return 0;
    if (control[FIRST] > 0) return control[FIRST]--, 0;
    if (control[FAILING] == 0) return 0;
    control[FAILING]--;
    errno = control[ERRNO];
    return 1;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

ssize_t write(int fd, const void *data, size_t size) {
    return fails(fd, WRITE) ? -1 : REAL(write)(fd, data, size);
}
ssize_t pwrite(int fd, const void *data, size_t size, off_t at) {
    return fails(fd, WRITE) ? -1 : REAL(pwrite)(fd, data, size, at);
}
ssize_t pwrite64(int fd, const void *data, size_t size, off64_t at) {
    return fails(fd, WRITE) ? -1 : REAL(pwrite64)(fd, data, size, at);
}
int ftruncate(int fd, off_t size) { return fails(fd, WRITE) ? -1 : REAL(ftruncate)(fd, size); }
int ftruncate64(int fd, off64_t size) { return fails(fd, WRITE) ? -1 : REAL(ftruncate64)(fd, size); }
int fsync(int fd) { return fails(fd, SYNC) ? -1 : REAL(fsync)(fd); }
int fdatasync(int fd) { return fails(fd, SYNC) ? -1 : REAL(fdatasync)(fd); }
