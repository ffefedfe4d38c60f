// SPDX-License-Identifier: Apache-2.0
#include "java/junit/ask.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "base/file.h"
#include "base/hash.h"
#include "base/mem.h"

static uint64_t mix_text(uint64_t h, const char *text) {
    return text ? hash_mix(hash_mix(h, 1), hash_bytes(text, strlen(text))) : hash_mix(h, 2);
}

static uint64_t mix_file(uint64_t h, const char *path) { // by what stat says, and where a link leads
    struct stat st;
    char *real = realpath(path, NULL);
    h = mix_text(h, real);
    free(real);
    if (stat(path, &st)) return h;
    return hash_mix(hash_mix(h, (uint64_t)st.st_size), (uint64_t)st.st_mtime);
}

static uint64_t mix_content(uint64_t h, const char *path) {
    struct str text = {0};
    struct diag ignored = {0};
    if (file_exists(path) && file_read(path, &text, &ignored)) h = hash_mix(h, hash_bytes(text.at, text.n));
    str_free(&text);
    return h;
}

// All that the JDK looks at (java_props_md.c, TimeZone_md.c, the containers' limits of HotSpot), but for the
// working directory, which is not taken from the answer.
static uint64_t question(void) {
    static const char *const variables[] = {
        "LANG", "LANGUAGE", "LC_ALL",  "LC_CTYPE", "LC_MESSAGES",     "TZ",
        "HOME", "USER",     "LOGNAME", "TMPDIR",   "LD_LIBRARY_PATH", "DISPLAY"};
    static const char *const files[] = {"/etc/localtime", "/etc/timezone", "/etc/passwd"};
    static const char *const limits[] = {"/sys/fs/cgroup/cpu.max", "/sys/fs/cgroup/cpu/cpu.cfs_quota_us",
                                         "/sys/fs/cgroup/cpu/cpu.cfs_period_us", "/proc/self/cgroup"};
    uint64_t h = 41;
    struct utsname system;
    cpu_set_t cpus;
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) h = mix_text(h, getenv(variables[i]));
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) h = mix_file(h, files[i]);
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) h = mix_content(h, limits[i]);
    if (!uname(&system)) h = mix_text(mix_text(h, system.release), system.machine);
    if (!sched_getaffinity(0, sizeof cpus, &cpus)) h = hash_mix(h, (uint64_t)CPU_COUNT(&cpus));
    return hash_mix(h, (uint64_t)getuid());
}

struct java_surroundings *java_surroundings_ask(const struct jvm_options *o) {
    struct diag ignored = {0};
    struct str text = {0};
    struct java_surroundings *s = NULL;
    struct jvm *v = jvm_open(o, &ignored);
    if (!v) return NULL;
    char *kept = o->no_cache ? NULL : jvm_kept_answer(v, question());
    if (kept && file_exists(kept) && file_read(kept, &text, &ignored)) s = java_surroundings_new(&text);
    str_clear(&text);
    if (!s && jvm_surroundings(v, &text, &ignored)) {
        if (kept) file_write(kept, str_text(&text), text.n, &ignored);
        s = java_surroundings_new(&text);
    }
    str_free(&text);
    mem_free(kept);
    jvm_close(v);
    return s;
}
