// SPDX-License-Identifier: Apache-2.0
// The program's surroundings: properties, standard streams, environment, what the JDK asks of its VM when it
// starts. They are the same in every run and on every machine; the replaying JVM is told the same ones.
#include <assert.h>

#include "java/natives/natives.h"

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
        if (at >= 0 && at < n && !put_string(t, array, (uint32_t)at, platform[i].value))
            return native_failed(t);
    }
    return GIVE_MADE(array);
}

// {name, value, name, value, .., null}
NATIVE(native_vm_properties) {
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

// ProcessEnvironment.environ(): byte[][] of names and values; none.
NATIVE(native_environment) {
    return GIVE_MADE(java_new_array(t, program_array_of(t->program, t->program->byte_array), 0));
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

// What is printed decides nothing in a whole program, so nothing is decided about it: not how long a text of
// the input is, nor how its characters are encoded.
static bool print_as_it_is(struct java_thread *t, const struct object *stream, const struct object *string) {
    if (!t->main || !string || stream->class != program_class_of(t->program, "java/io/PrintStream"))
        return false;
    const struct object *buffer = native_field(stream, "out")->r, *file = NULL;
    if (buffer && buffer->class == program_class_of(t->program, "java/io/BufferedOutputStream"))
        file = native_field(buffer, "out")->r;
    if (!file || file->class != program_class_of(t->program, "java/io/FileOutputStream")) return false;
    if (descriptor_of(file) < 1 || !java_string_is_symbolic(string)) return false;
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
