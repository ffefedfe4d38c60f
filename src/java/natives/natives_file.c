// SPDX-License-Identifier: Apache-2.0
// What of the file system the JDK's own code needs: files of the JDK itself (tzdb.dat), random bytes. The
// user's files are no matter of a run: they have no model.
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "java/input/standard_input.h"
#include "java/runtime/native.h"
#include "java/symbolic/symbolic.h"

enum {
    RANDOM_DESCRIPTOR = 999,
    FIRST_DESCRIPTOR = 1000, // so that it is no standard one
    MAX_FILES = 100,
};

// Each is read once.
static struct {
    pthread_mutex_t lock;
    struct {
        char *name;
        struct str bytes;
    } at[MAX_FILES];
    uint32_t n;
} files = {.lock = PTHREAD_MUTEX_INITIALIZER};

// One of the JDK's settings may be a link to elsewhere: the name ends as it does in conf/.
static bool is_setting(const char *home, const char *name) {
    const char *tail = name + strlen(name);
    for (int parts = 0; parts < 2 && tail > name; parts++) {
        do tail--;
        while (tail > name && *tail != '/');
        struct str path = {0};
        str_addf(&path, "%s/conf%s", home, tail);
        char *real = realpath(str_text(&path), NULL);
        bool same = real && !strcmp(real, name);
        free(real);
        str_free(&path);
        if (same) return true;
    }
    return false;
}

static bool is_jdk_file(const struct java_thread *t, const char *name) {
    const char *home = jdk_home(java_classpath_jdk(t->program->path));
    size_t n = strlen(home);
    bool below = strncmp(name, home, n) == 0 && (name[n] == '/' || !name[n]) && !strstr(name, "/..");
    return below || is_setting(home, name);
}

// It is there everywhere, and the JDK's providers of security read it.
static bool is_random(const char *name) {
    return !strcmp(name, "/dev/random") || !strcmp(name, "/dev/urandom");
}

// Its number; -1: it cannot be read.
static int32_t open_file(const char *name) {
    struct diag ignored = {0};
    int32_t found = -1;
    pthread_mutex_lock(&files.lock);
    for (uint32_t i = 0; i < files.n && found < 0; i++)
        if (!strcmp(files.at[i].name, name)) found = (int32_t)i;
    if (found < 0 && files.n < MAX_FILES && file_read(name, &files.at[files.n].bytes, &ignored)) {
        files.at[files.n].name = mem_strdup(name);
        found = (int32_t)files.n++;
    }
    pthread_mutex_unlock(&files.lock);
    return found;
}

static char *path_of(const struct object *string) {
    struct str s = {0};
    if (string) java_string_chars(string, &s);
    return str_take(&s);
}

// ---- Files of the user's: which there are is the machine's, what they hold is not known ----

static enum native_status no_file_model(struct java_thread *t, const char *name) {
    struct str what = {0};
    str_addf(&what, "the file %s", name);
    enum native_status s = java_no_model(t, str_text(&what));
    str_free(&what);
    return s;
}

static void note_file(struct java_thread *t, const char *name, const char *how) {
    struct str what = {0};
    bool given = !t->trace || t->trace->closed; // perhaps by an input, which may be anything
    str_addf(&what, given ? "which files there are" : "file %s", name);
    java_asks_machine(t, str_text(&what), given ? NULL : how);
    str_free(&what);
}

static bool is_unknown_name(const struct object *string) {
    return string && java_string_is_symbolic(string);
}

// To read it. Where it cannot be opened the JVM says why.
static enum native_status open_users_file(struct java_thread *t, const struct object *path,
                                          const char *name) {
    struct stat st;
    if (is_unknown_name(path)) return java_no_model(t, "a file of unknown name");
    bool there = stat(name, &st) == 0;
    int why = !there ? errno : S_ISDIR(st.st_mode) ? EISDIR : access(name, R_OK) ? errno : 0;
    if (!why) return no_file_model(t, name);
    note_file(t, name, why == ENOENT ? "(absent)" : "");
    return java_throw(t, "java/io/FileNotFoundException", "%s (%s)", name, strerror(why));
}

// FileInputStream.open0(String)
NATIVE(native_file_open) {
    (void)m, (void)exprs, (void)result, (void)result_expr;
    char *name = path_of(args[1].r);
    struct object *fd = native_field(args[0].r, "fd")->r;
    enum native_status status = NATIVE_DONE;
    int32_t file = -1;
    if (fd && name && is_random(name))
        native_put(t, fd, "fd", word_int(RANDOM_DESCRIPTOR));
    else if (!fd || !name)
        status = java_no_model(t, "java/io/FileInputStream: files");
    else if (!is_jdk_file(t, name))
        status = open_users_file(t, args[1].r, name);
    else if ((file = open_file(name)) < 0)
        status = java_throw(t, "java/io/FileNotFoundException", "%s (No such file or directory)", name);
    if (file >= 0) {
        native_put(t, fd, "fd", word_int(FIRST_DESCRIPTOR + file));
        native_put(t, fd, "handle", word_long(0)); // the position: nothing else uses it here
    }
    mem_free(name);
    return status;
}

struct open_file {
    const uint8_t *bytes;
    size_t n, position;
    struct object *descriptor;
};

// ---- Standard input ----

static bool is_standard_input(const struct java_thread *t, const struct object *stream) {
    const struct object *fd = t->standard_input ? native_field(stream, "fd")->r : NULL;
    return fd && native_field(fd, "fd")->i == 0;
}

// Who reads characters through a buffer does not tell whether all bytes come at once or one by one. One by
// one, no more is decided than what is looked at.
static bool is_buffered(const struct java_thread *t) {
    for (uint32_t i = t->n_frames; i-- > 0 && t->frames[i].method->class->origin == ORIGIN_JDK;) {
        const struct java_method *m = t->frames[i].method;
        const char *class = symbol_text(m->class->name), *name = symbol_text(m->name);
        if (!strcmp(class, "java/io/BufferedReader") && !strcmp(name, "fill")) return true;
        if (!strcmp(class, "java/util/Scanner") && !strcmp(name, "readInput")) return true;
    }
    return false;
}

// System.in is a BufferedInputStream, which asks again as long as more is there and wanted.
static bool asks_again(const struct java_thread *t) {
    for (uint32_t i = t->n_frames; i-- > 0;) {
        const char *class = symbol_text(t->frames[i].method->class->name);
        if (strcmp(class, "java/io/FileInputStream") != 0)
            return !strcmp(class, "java/io/BufferedInputStream");
    }
    return false;
}

// Into b from `at` on.
static enum native_status read_standard_input(struct java_thread *t, struct object *b, int64_t at,
                                              int64_t wanted, int32_t *got) {
    uint32_t n = 1;
    bool one = asks_again(t);
    enum native_status s = one ? NATIVE_DONE : standard_input_rest(t, wanted, &n);
    for (uint32_t i = 0; s == NATIVE_DONE && i < n; i++) {
        int32_t byte;
        expr_id e;
        s = standard_input_next(t, &byte, &e);
        if (s != NATIVE_DONE) break;
        if (e && t->trace && !t->trace->closed) { // its sign is what decoders ask for first
            symbolic_branch(t, expr_int_lt(t->x, e, expr_int(t->x, 128)), byte < 128);
            if (byte >= 128) e = expr_arith(t->x, EXPR_SUB_OP, e, expr_int(t->x, 256));
        } else if (e) {
            e = java_signed_byte(t->x, e);
        }
        java_array_put(t, b, (uint32_t)at + i, word_int((int8_t)byte), e);
    }
    *got = s == NATIVE_DECLINE || n == 0 ? -1 : (int32_t)n;
    return s == NATIVE_DECLINE ? NATIVE_DONE : s;
}

// ---- Open files ----

// Whose stream is none of a file of the JDK.
static bool find_file(struct java_thread *t, const struct object *stream, struct open_file *out) {
    static const uint8_t nothing;
    java_outside(t);
    struct object *fd = native_field(stream, "fd")->r;
    int32_t number = fd ? native_field(fd, "fd")->i : -1, n = number - FIRST_DESCRIPTOR;
    *out = (struct open_file){&nothing, 0, 0, fd};
    if (number == 0) {
        java_lost(t, "java/lang/System.in");
        return true;
    }
    pthread_mutex_lock(&files.lock);
    bool open = n >= 0 && (uint32_t)n < files.n;
    if (open)
        *out = (struct open_file){(const uint8_t *)str_text(&files.at[n].bytes), files.at[n].bytes.n,
                                  (size_t)native_field(fd, "handle")->j, fd};
    pthread_mutex_unlock(&files.lock);
    if (!open) java_no_model(t, "java/io/FileInputStream: files");
    return open;
}

// What is read from it is drawn from how far the run has come, so that it repeats.
static uint8_t random_byte(const struct java_thread *t, uint32_t i) {
    return (uint8_t)(hash_mix(hash_mix(1, t->steps), i) >> 32);
}

static bool is_random_stream(struct java_thread *t, const struct object *stream) {
    const struct object *fd = native_field(stream, "fd")->r;
    if (!fd || native_field(fd, "fd")->i != RANDOM_DESCRIPTOR) return false;
    java_outside(t);
    java_lost(t, "/dev/random");
    return true;
}

static size_t left(const struct open_file *f) {
    return f->position < f->n ? f->n - f->position : 0;
}

static void advance(struct java_thread *t, const struct open_file *f, size_t n) {
    if (n) native_put(t, f->descriptor, "handle", word_long((int64_t)(f->position + n)));
}

NATIVE(native_file_read) {
    (void)m, (void)exprs;
    struct open_file f;
    if (is_random_stream(t, args[0].r)) return GIVE_INT(random_byte(t, 0));
    if (is_standard_input(t, args[0].r)) {
        int32_t byte;
        expr_id e;
        enum native_status s = standard_input_next(t, &byte, &e);
        return s == NATIVE_DONE ? GIVE(word_int(byte), e) : s == NATIVE_DECLINE ? GIVE_INT(-1) : s;
    }
    if (!find_file(t, args[0].r, &f)) return NATIVE_STOP;
    if (!left(&f)) return GIVE_INT(-1);
    advance(t, &f, 1);
    return GIVE_INT(f.bytes[f.position]);
}

// (byte[] b, int off, int len)
NATIVE(native_file_read_bytes) {
    (void)m, (void)exprs;
    struct open_file f;
    struct object *b = args[1].r;
    bool random = is_random_stream(t, args[0].r), standard = is_standard_input(t, args[0].r);
    if (!random && !standard && !find_file(t, args[0].r, &f)) return NATIVE_STOP;
    if (!b) return java_throw_plain(t, "java/lang/NullPointerException");
    int64_t at = args[2].i, wanted = args[3].i;
    if (at < 0 || wanted < 0 || at + wanted > b->length)
        return java_throw_plain(t, "java/lang/IndexOutOfBoundsException");
    if (standard && wanted) {
        int32_t got;
        enum native_status s = read_standard_input(t, b, at, wanted, &got);
        return s == NATIVE_DONE ? GIVE_INT(got) : s;
    }
    if (standard) return GIVE_INT(0);
    for (uint32_t i = 0; random && i < (uint32_t)wanted; i++)
        java_array_put(t, b, (uint32_t)at + i, word_int((int8_t)random_byte(t, i)), EXPR_NONE);
    if (random) return GIVE_INT((int32_t)wanted);
    size_t n = left(&f) < (size_t)wanted ? left(&f) : (size_t)wanted;
    if (!wanted || !n) return GIVE_INT(wanted ? -1 : 0);
    for (size_t i = 0; i < n; i++)
        java_array_put(t, b, (uint32_t)at + (uint32_t)i, word_int((int8_t)f.bytes[f.position + i]),
                       EXPR_NONE);
    advance(t, &f, n);
    return GIVE_INT((int32_t)n);
}

NATIVE(native_file_available) {
    (void)m, (void)exprs;
    struct open_file f;
    if (is_standard_input(t, args[0].r)) {
        int32_t n = 0;
        expr_id e = EXPR_NONE;
        if (is_buffered(t)) return GIVE_INT(0);
        return standard_input_left(t, &n, &e) == NATIVE_DONE ? GIVE(word_int(n), e) : NATIVE_STOP;
    }
    return find_file(t, args[0].r, &f) ? GIVE_INT((int32_t)left(&f)) : NATIVE_STOP;
}

// (long n)
NATIVE(native_file_skip) {
    (void)m, (void)exprs;
    struct open_file f;
    if (is_standard_input(t, args[0].r)) {
        uint32_t n;
        java_pin(t, args[1], exprs[1]);
        if (standard_input_rest(t, args[1].j < 0 ? 0 : args[1].j, &n) != NATIVE_DONE) return NATIVE_STOP;
        t->standard_input->position += n;
        return GIVE_LONG(n);
    }
    if (!find_file(t, args[0].r, &f)) return NATIVE_STOP;
    int64_t n = args[1].j < 0 ? 0 : args[1].j;
    if ((uint64_t)n > left(&f)) n = (int64_t)left(&f);
    advance(t, &f, (size_t)n);
    return GIVE_LONG(n);
}

NATIVE(native_file_length) {
    (void)m, (void)exprs;
    struct open_file f;
    return find_file(t, args[0].r, &f) ? GIVE_LONG((int64_t)f.n) : NATIVE_STOP;
}

NATIVE(native_file_position) {
    (void)m, (void)exprs;
    struct open_file f;
    return find_file(t, args[0].r, &f) ? GIVE_LONG((int64_t)f.position) : NATIVE_STOP;
}

// The path of a File whose file is looked at: noted, if it is the user's. NULL: it is not known; t->stop says
// so.
static char *looked_at(struct java_thread *t, const struct object *file) {
    const struct object *path = file ? native_field(file, "path")->r : NULL;
    char *name = path ? path_of(path) : NULL;
    if (!name || is_unknown_name(path)) {
        java_no_model(t, "a file of unknown name");
        mem_free(name);
        return NULL;
    }
    if (!is_random(name) && !is_jdk_file(t, name)) note_file(t, name, access(name, F_OK) ? "(absent)" : "");
    return name;
}

// UnixFileSystem.getBooleanAttributes0(File): BA_EXISTS 1, BA_REGULAR 2, BA_DIRECTORY 4
NATIVE(native_file_attributes) {
    (void)m, (void)exprs;
    struct stat st;
    char *name = looked_at(t, args[1].r);
    if (!name) return NATIVE_STOP;
    int32_t found = is_random(name);
    if (!found && stat(name, &st) == 0)
        found = 1 | (S_ISREG(st.st_mode) ? 2 : 0) | (S_ISDIR(st.st_mode) ? 4 : 0);
    mem_free(name);
    return GIVE_INT(found);
}

// UnixFileSystem.checkAccess(File, int): ACCESS_READ 4, ACCESS_WRITE 2, ACCESS_EXECUTE 1, as access(2) has
// them
NATIVE(native_file_access) {
    (void)m, (void)exprs;
    char *name = looked_at(t, args[1].r);
    if (!name) return NATIVE_STOP;
    bool may = is_random(name) || access(name, args[2].i) == 0;
    mem_free(name);
    return GIVE_INT(may);
}

// UnixFileSystem.canonicalize0(String)
NATIVE(native_file_canonicalize) {
    (void)m, (void)exprs;
    char *name = path_of(args[1].r);
    bool own = name && (is_random(name) || is_jdk_file(t, name));
    char *real = own ? realpath(name, NULL) : NULL;
    const char *path = real ? real : name;
    enum native_status s =
        own ? GIVE_MADE(java_string(t, path, strlen(path))) : java_no_model(t, "java/io/File: files");
    free(real);
    mem_free(name);
    return s;
}

// ---- java.nio.file: paths alone; what looks at files has no model ----

NATIVE(native_nio_init) { // UnixNativeDispatcher.init(): what the system can do
    (void)t, (void)m, (void)args, (void)exprs;
    return GIVE_INT(0);
}

// The working directory as the properties have it (natives_io.c).
NATIVE(native_nio_working_directory) {
    (void)m, (void)args, (void)exprs;
    const char *directory = t->program->surroundings ? t->program->surroundings->directory : "/";
    struct object *o = java_new_array(t, t->program->byte_array, (int64_t)strlen(directory));
    if (o) memcpy(o->fields, directory, strlen(directory));
    return GIVE_MADE(o);
}

// ---- The network ----

NATIVE(native_network) {
    (void)args, (void)exprs, (void)result, (void)result_expr;
    struct str what = {0}, class = {0};
    java_class_name(m->class, &class);
    str_addf(&what, "the network: %s", str_text(&class));
    if (symbol_text(m->name)[0] != '<') str_addf(&what, ".%s", symbol_text(m->name));
    enum native_status s = java_no_model(t, str_text(&what));
    str_free(&what);
    str_free(&class);
    return s;
}

// InetAddressImplFactory.isIPv6Supported(), as the JDK finds it out
NATIVE(native_has_ipv6) {
    (void)t, (void)m, (void)args, (void)exprs;
    return GIVE_INT(access("/proc/net/if_inet6", F_OK) == 0);
}
