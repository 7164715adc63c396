// Makes every second call that the package makes to `open`, `pread`, `pwrite` and `ftruncate` fail with EINTR, and
// libcurl's every second wait in `poll`. The other calls to `pread` and `pwrite` transfer half of the bytes.
//
// It is loaded into the tests by LD_PRELOAD, since Linux's own file systems do not interrupt these calls; network file
// systems and FUSE do. Foundation's calls do not fail. The numbers of failed calls are appended to the file that the
// environment variable FAILURES names.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum call { OPEN, PREAD, PWRITE, FTRUNCATE, POLL, CALL_COUNT };

static const char *const names[CALL_COUNT] = {"open", "pread", "pwrite", "ftruncate", "poll"};
static atomic_ulong failures[CALL_COUNT];
static _Thread_local bool has_failed[CALL_COUNT];

static bool is_in(void *caller, const char *file) {
    Dl_info info;
    return dladdr(caller, &info) && strstr(info.dli_fname, file);
}

// Whether the call fails. It succeeds if the thread's previous one failed, so that a repeated call succeeds.
static bool fails(enum call call, void *caller, const char *file) {
    if (!is_in(caller, file)) return false;
    has_failed[call] = !has_failed[call];
    if (!has_failed[call]) return false;
    failures[call]++;
    errno = EINTR;
    return true;
}

#define NEXT(name) ((typeof(&name))dlsym(RTLD_NEXT, #name))
#define FAILS(call, file) fails(call, __builtin_return_address(0), file)
#define TESTS "PackageTests.xctest"

// The overlay of Swift jumps to `open`, which therefore returns to the overlay's caller.
int open(const char *path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    int mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(arguments, int) : 0;
    va_end(arguments);
    // The tests' own calls are without O_CLOEXEC.
    if (flags & O_CLOEXEC && FAILS(OPEN, TESTS)) return -1;
    return NEXT(open)(path, flags, mode);
}

static size_t part(size_t count) { return count > 1 ? count / 2 : count; }

ssize_t pread(int descriptor, void *bytes, size_t count, off_t offset) {
    if (FAILS(PREAD, TESTS)) return -1;
    if (is_in(__builtin_return_address(0), TESTS)) count = part(count);
    return NEXT(pread)(descriptor, bytes, count, offset);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
    if (FAILS(PWRITE, TESTS)) return -1;
    if (is_in(__builtin_return_address(0), TESTS)) count = part(count);
    return NEXT(pwrite)(descriptor, bytes, count, offset);
}

int ftruncate(int descriptor, off_t length) {
    return FAILS(FTRUNCATE, TESTS) ? -1 : NEXT(ftruncate)(descriptor, length);
}

int poll(struct pollfd *descriptors, nfds_t count, int milliseconds) {
    // A call that does not wait is not interrupted. libcurl makes one between two that wait.
    if (milliseconds != 0 && FAILS(POLL, "libcurl.so")) return -1;
    return NEXT(poll)(descriptors, count, milliseconds);
}

__attribute__((destructor)) static void report(void) {
    const char *path = getenv("FAILURES");
    FILE *file = path ? fopen(path, "a") : NULL;
    if (!file) return;
    for (int call = 0; call < CALL_COUNT; call++)
        if (failures[call]) fprintf(file, "%s %lu\n", names[call], failures[call]);
    fclose(file);
}
