// SPDX-License-Identifier: Apache-2.0
// The program's surroundings: properties, standard streams, environment, what the JDK asks of its VM when it
// starts. They are the same in every run, and those of the JVM that proves its failures (surroundings.h);
// where they are not known, those of a machine like any other.
#include <assert.h>
#include <unistd.h>

#include "java/runtime/native.h"

// ---- Properties ----

struct property {
    const char *name, *value;
};

// Of the platform, by the names that SystemProps.Raw has for their places: _os_name_NDX and so on.
static const struct property platform[] = {
    {"_display_country_NDX", "US"},
    {"_display_language_NDX", "en"},
    {"_file_encoding_NDX", "UTF-8"},
    {"_file_separator_NDX", "/"},
    {"_java_io_tmpdir_NDX", "/tmp"},
    {"_line_separator_NDX", "\n"},
    {"_native_encoding_NDX", "UTF-8"},
    {"_os_arch_NDX", "amd64"},
    {"_os_name_NDX", "Linux"},
    {"_os_version_NDX", "6"},
    {"_path_separator_NDX", ":"},
    {"_stderr_encoding_NDX", "UTF-8"},
    {"_stdout_encoding_NDX", "UTF-8"},
    {"_sun_arch_data_model_NDX", "64"},
    {"_sun_cpu_endian_NDX", "little"},
    {"_sun_io_unicode_encoding_NDX", "UnicodeLittle"},
    {"_sun_jnu_encoding_NDX", "UTF-8"},
    {"_user_dir_NDX", "/"},
    {"_user_home_NDX", "/"},
    {"_user_name_NDX", "user"},
};

// Of the VM, as if given with -D.
static const struct property vm[] = {
    {"java.vm.specification.name", "Java Virtual Machine Specification"},
    {"java.vm.specification.vendor", "Oracle Corporation"},
    {"java.vm.name", "OpenJDK 64-Bit Server VM"},
    {"java.vm.info", "mixed mode"},
    {"java.class.path", ""},
    {"java.library.path", ""},
    {"sun.boot.library.path", "/"},
    {"user.timezone", "UTC"},
    {"java.util.concurrent.ForkJoinPool.common.parallelism", "0"}, // who waits for tasks runs them
};

static bool put_string(struct java_thread *t, struct object *array, uint32_t i, const char *text) {
    struct object *s = java_string(t, text, strlen(text));
    if (s) java_array_put(t, array, i, word_ref(s), EXPR_NONE);
    return s;
}

static struct object *string_array(struct java_thread *t, uint32_t n) {
    return java_new_array(t, program_array_of(t->program, t->program->string), n);
}

// Constants of the class are read from its class file: their numbers differ between releases.
static int32_t constant_of(const struct java_class *c, const char *name) {
    symbol wanted = symbol_of(name);
    for (uint32_t i = 0; i < c->n_fields; i++) {
        const struct java_field *f = &c->fields[i];
        if (f->name == wanted && f->info && f->info->constant)
            return c->file->constants[f->info->constant].int_value;
    }
    return -1;
}

NATIVE(native_platform_properties) {
    int32_t n = constant_of(m->class, "FIXED_LENGTH");
    struct object *array = string_array(t, n < 0 ? 0 : (uint32_t)n);
    for (size_t i = 0; array && i < sizeof platform / sizeof *platform; i++) {
        int32_t at = constant_of(m->class, platform[i].name);
        // What the JVM does not have of a locale (a country, say) is not there either.
        if (t->program->surroundings && strncmp(platform[i].name, "_display", 8) == 0) continue;
        if (at >= 0 && at < n && !put_string(t, array, (uint32_t)at, platform[i].value))
            return native_failed(t);
    }
    return GIVE_MADE(array);
}

// What the JVM has, and a few of frisk's own, for native_vm_properties.
static enum native_status known_properties(struct java_thread *t, const struct java_surroundings *s,
                                           union word *result, expr_id *result_expr) {
    static const struct property own[] = {
        {"java.util.concurrent.ForkJoinPool.common.parallelism", "0"}, // who waits for tasks runs them
    };
    uint32_t n = s->properties.n, n_own = sizeof own / sizeof *own;
    struct object *array = string_array(t, 2 * (n + n_own) + 1);
    for (uint32_t i = 0; array && i < n + n_own; i++) {
        const char *name = i < n ? s->properties.at[i].name : own[i - n].name,
                   *value = i < n ? s->properties.at[i].value : own[i - n].value;
        if (!put_string(t, array, 2 * i, name) || !put_string(t, array, 2 * i + 1, value))
            return native_failed(t);
    }
    return GIVE_MADE(array);
}

// {name, value, name, value, .., null}
NATIVE(native_vm_properties) {
    if (t->program->surroundings) return known_properties(t, t->program->surroundings, result, result_expr);
    uint32_t n = sizeof vm / sizeof *vm;
    struct object *array = string_array(t, 2 * n + 3);
    const char *home = jdk_home(java_classpath_jdk(t->program->path));
    if (array && (!put_string(t, array, 2 * n, "java.home") || !put_string(t, array, 2 * n + 1, home)))
        return native_failed(t);
    for (uint32_t i = 0; array && i < n; i++)
        if (!put_string(t, array, 2 * i, vm[i].name) || !put_string(t, array, 2 * i + 1, vm[i].value))
            return native_failed(t);
    return GIVE_MADE(array);
}

NATIVE(native_no_strings) {
    return GIVE_MADE(string_array(t, 0));
}

static struct object *byte_array(struct java_thread *t, const char *bytes, size_t n) {
    struct object *o = java_new_array(t, t->program->byte_array, (int64_t)n);
    if (o && n) memcpy(o->fields, bytes, n);
    return o;
}

// Of an entry of the environment as the JDK's C takes it. 0: it has none, or the JVM that proves does not get
// it.
static size_t name_length(const char *entry) {
    const char *equals = entry[0] ? strchr(entry + 1, '=') : NULL;
    size_t n = equals ? (size_t)(equals - entry) : 0;
    for (const char *const *u = java_jdk_unset; *u; u++)
        if (strlen(*u) == n && !strncmp(*u, entry, n)) return 0;
    return n;
}

// ProcessEnvironment.environ(): byte[][] of names and values, those of this process.
NATIVE(native_environment) {
    uint32_t n = 0, at = 0;
    char **entries = t->program->surroundings ? environ : NULL;
    for (uint32_t i = 0; entries && entries[i]; i++) n += name_length(entries[i]) > 0;
    struct object *array =
        java_new_array(t, program_array_of(t->program, t->program->byte_array), 2 * (int64_t)n);
    for (uint32_t i = 0; array && at < 2 * n; i++) {
        size_t size = name_length(entries[i]);
        if (!size) continue;
        const char *text = entries[i] + size + 1;
        struct object *name = byte_array(t, entries[i], size),
                      *value = name ? byte_array(t, text, strlen(text)) : NULL;
        if (!value) return native_failed(t);
        java_array_put(t, array, at++, word_ref(name), EXPR_NONE);
        java_array_put(t, array, at++, word_ref(value), EXPR_NONE);
    }
    return GIVE_MADE(array);
}

NATIVE(native_map_library_name) {
    struct str s = {0};
    if (!args[0].r) return java_throw_plain(t, "java/lang/NullPointerException");
    str_add(&s, "lib");
    java_string_chars(args[0].r, &s);
    str_add(&s, ".so");
    struct object *name = java_string(t, s.at, s.n);
    str_free(&s);
    return GIVE_MADE(name);
}

// ---- System ----

static enum native_status set_static(struct java_thread *t, const struct java_method *m, const char *name,
                                     union word v) {
    union word *at = native_static(t, m->class, name);
    assert(at);
    if (thread_class(t, m->class)->lasting) heap_log(&t->heap, at, 8);
    *at = v;
    return NATIVE_DONE;
}

NATIVE(native_system_set_in) {
    return set_static(t, m, "in", args[0]);
}

NATIVE(native_system_set_out) {
    return set_static(t, m, "out", args[0]);
}

NATIVE(native_system_set_err) {
    return set_static(t, m, "err", args[0]);
}

// ---- Standard streams ----

enum { OUTPUT_MAX = 64 << 10 };

static void add_output(struct java_thread *t, const uint8_t *bytes, size_t n) {
    if (t->output.n > OUTPUT_MAX) return;
    size_t room = OUTPUT_MAX - t->output.n;
    str_add_n(&t->output, (const char *)bytes, n < room ? n : room);
    if (n > room) str_add(&t->output, "...");
}

// Number of the open file of a FileInputStream or FileOutputStream: 0, 1 or 2; -1: no standard one.
static int32_t descriptor_of(const struct object *stream) {
    const struct object *fd = native_field(stream, "fd")->r;
    int32_t n = fd ? native_field(fd, "fd")->i : -1;
    return n >= 0 && n <= 2 ? n : -1;
}

static bool is_output(struct java_thread *t, const struct object *stream) {
    if (descriptor_of(stream) > 0) return true;
    java_no_model(t, "java/io/FileOutputStream: files");
    return false;
}

// (byte[] b, int off, int len, boolean append)
NATIVE(native_output_write_bytes) {
    if (!is_output(t, args[0].r)) return NATIVE_STOP;
    const struct object *b = args[1].r;
    if (!b) return java_throw_plain(t, "java/lang/NullPointerException");
    int64_t at = args[2].i, n = args[3].i;
    if (at < 0 || n < 0 || at + n > b->length)
        return java_throw_plain(t, "java/lang/IndexOutOfBoundsException");
    add_output(t, (const uint8_t *)b->fields + at, (size_t)n);
    return GIVE_NOTHING();
}

NATIVE(native_output_write) {
    if (!is_output(t, args[0].r)) return NATIVE_STOP;
    uint8_t byte = (uint8_t)args[1].i;
    add_output(t, &byte, 1);
    return GIVE_NOTHING();
}

bool java_is_standard_stream(struct java_thread *t, const struct object *stream) {
    if (!stream || stream->class != program_class_of(t->program, "java/io/PrintStream")) return false;
    const struct object *buffer = native_field(stream, "out")->r, *file = NULL;
    if (buffer && buffer->class == program_class_of(t->program, "java/io/BufferedOutputStream"))
        file = native_field(buffer, "out")->r;
    return file && file->class == program_class_of(t->program, "java/io/FileOutputStream") &&
           descriptor_of(file) >= 1;
}

// What is printed decides nothing in a whole program, so nothing is decided about it: not how long a text of
// the input is, nor how its characters are encoded.
static bool print_as_it_is(struct java_thread *t, const struct object *stream, const struct object *string) {
    if (!java_wants_cases(t) || !string || !java_is_standard_stream(t, stream) ||
        !java_string_is_symbolic(string))
        return false;
    struct str text = {0};
    java_string_chars(string, &text);
    add_output(t, (const uint8_t *)str_text(&text), text.n);
    str_free(&text);
    return true;
}

// PrintStream.write(String) and writeln(String)
NATIVE(native_print_string) {
    (void)exprs, (void)result, (void)result_expr;
    if (!print_as_it_is(t, args[0].r, args[1].r)) return NATIVE_DECLINE;
    if (strcmp(symbol_text(m->name), "writeln") == 0) add_output(t, (const uint8_t *)"\n", 1);
    return GIVE_NOTHING();
}

NATIVE(native_minus_one) {
    return GIVE_LONG(-1);
}
