// SPDX-License-Identifier: Apache-2.0
// Class files read by frisk against what javap says of them, against what tests/java/Every.java holds, and
// against damage. Needs a JDK.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/mem.h"
#include "java/classfile/descriptor.h"
#include "java/classpath/jimage.h"
#include "tier.h"
#include "walk.h"

static char dir[] = "/tmp/frisk-class-XXXXXX";
static char *home;
static struct jdk *jdk;
static struct arena arena;

static int setup_all(void **state) {
    char command[600];
    struct diag d = {0};
    arena_init(&arena, 0);
    home = java_home_find(&d);
    jdk = home ? jdk_open(home, &d) : NULL;
    if (!jdk) fail_msg("%s", d.text);
    assert_non_null(mkdtemp(dir));
    snprintf(command, sizeof command,
             "%s/bin/javac -J-XX:TieredStopAtLevel=1 -J-XX:+UseSerialGC -nowarn -g -parameters -d %s "
             "tests/java/Every.java 2>&1",
             home, dir);
    assert_int_equal(system(command), 0);
    return 0;
}

static int teardown_all(void **state) {
    char command[100];
    snprintf(command, sizeof command, "rm -rf %s", dir);
    assert_int_equal(system(command), 0);
    jdk_close(jdk);
    mem_free(home);
    arena_free(&arena);
    return 0;
}

static struct str read_made(const char *name) {
    struct str bytes = {0};
    struct diag d = {0};
    char path[300];
    snprintf(path, sizeof path, "%s/shapes/%s.class", dir, name);
    if (!file_read(path, &bytes, &d)) fail_msg("%s", d.text);
    return bytes;
}

static const struct class_file *parse(const void *bytes, size_t n, const char *where) {
    const struct class_file *c = NULL;
    struct diag d = {0};
    if (!java_class_parse(bytes, n, where, &arena, &c, &d)) fail_msg("%s", d.text);
    return c;
}

static bool is(symbol s, const char *text) {
    return s && strcmp(symbol_text(s), text) == 0;
}

// ---- What Every.java holds ----

static const struct class_method *method_of(const struct class_file *c, const char *name) {
    for (uint32_t i = 0; i < c->n_methods; i++)
        if (is(c->methods[i].name, name)) return &c->methods[i];
    fail_msg("no method %s", name);
    return NULL;
}

static const struct class_field *field_of(const struct class_file *c, const char *name,
                                          const char *descriptor) {
    const struct class_field *f = java_class_field(c, symbol_of(name), symbol_of(descriptor));
    if (!f) fail_msg("no field %s", name);
    return f;
}

static void test_class(void **state) {
    struct str bytes = read_made("Every");
    const struct class_file *c = parse(bytes.at, bytes.n, "Every.class");
    assert_true(is(c->name, "shapes/Every") && is(c->super, "java/lang/Object"));
    assert_int_equal(c->access, ACC_PUBLIC | ACC_SUPER | ACC_ABSTRACT);
    assert_int_equal(c->n_interfaces, 1);
    assert_true(is(c->interfaces[0], "java/lang/Runnable"));
    assert_true(is(c->source_file, "Every.java"));
    assert_true(is(c->signature, "<T::Ljava/lang/Comparable<TT;>;>Ljava/lang/Object;Ljava/lang/Runnable;"));
    assert_int_equal(c->n_permitted, 1);
    assert_true(is(c->permitted[0], "shapes/Every$Leaf"));
    assert_int_equal(c->n_nest_members, 5);
    assert_int_equal(c->nest_host, 0);
    assert_true(c->annotations.n > 2 && java_u2(c->annotations.at) == 1);
    assert_false(c->is_record);
    assert_int_equal(c->n_bootstraps, 2);
    const struct class_constant *handle = &c->constants[c->bootstraps[1].handle];
    assert_int_equal(handle->reference_kind, REF_INVOKE_STATIC);
    assert_true(is(c->constants[handle->index].owner, "java/lang/invoke/StringConcatFactory"));
    assert_true(is(c->constants[handle->index].name, "makeConcatWithConstants"));
    assert_int_equal(c->bootstraps[1].n_arguments, 1);
    const struct class_constant *recipe = &c->constants[c->bootstraps[1].arguments[0]];
    assert_int_equal(recipe->tag, CONSTANT_STRING);
    assert_int_equal(recipe->text.n, 3);
    assert_memory_equal(recipe->text.at, "\1:\1", 3);
    str_free(&bytes);
}

static void test_fields(void **state) {
    struct str bytes = read_made("Every");
    const struct class_file *c = parse(bytes.at, bytes.n, "Every.class");
    assert_int_equal(c->constants[field_of(c, "ANSWER", "I")->constant].int_value, 42);
    assert_int_equal(c->constants[field_of(c, "BIG", "J")->constant].long_value, 1L << 40);
    assert_true(c->constants[field_of(c, "HALF", "F")->constant].float_value == 0.5f);
    assert_true(c->constants[field_of(c, "NEAR_PI", "D")->constant].double_value == 3.14);
    assert_int_equal(c->constants[field_of(c, "YES", "Z")->constant].int_value, 1);
    // 4.4.7: NUL takes two bytes, a character beyond U+FFFF two surrogates of three.
    static const char greeting[] = "gr\xC3\xBC\xC3\x9F \xC0\x80 \xED\xA0\xBD\xED\xB8\x80";
    const struct class_constant *text =
        &c->constants[field_of(c, "GREETING", "Ljava/lang/String;")->constant];
    assert_int_equal(text->text.n, sizeof greeting - 1);
    assert_memory_equal(text->text.at, greeting, sizeof greeting - 1);
    const struct class_field *items = field_of(c, "items", "Ljava/util/List;");
    assert_int_equal(items->access, ACC_PROTECTED | ACC_TRANSIENT | ACC_VOLATILE);
    assert_int_equal(items->constant, 0);
    assert_true(is(items->signature, "Ljava/util/List<TT;>;"));
    str_free(&bytes);
}

static void test_methods(void **state) {
    struct str bytes = read_made("Every");
    const struct class_file *c = parse(bytes.at, bytes.n, "Every.class");
    const struct class_method *lines = method_of(c, "lines");
    assert_true(is(lines->descriptor, "(IJ[D)I"));
    assert_int_equal(lines->argument_slots, 4);
    assert_int_equal(lines->n_arguments, 3);
    assert_int_equal(lines->return_type, 'I');
    assert_int_equal(lines->n_exceptions, 2);
    assert_true(is(lines->exceptions[0], "java/io/IOException"));
    assert_true(is(lines->exceptions[1], "java/lang/InterruptedException"));
    assert_true(is(java_method_argument_name(lines, 0), "first"));
    assert_true(is(java_method_argument_name(lines, 2), "third"));
    assert_int_equal(java_method_argument_name(lines, 3), 0);
    assert_int_equal(java_code_line(lines->code, 0), 28);
    assert_int_equal(java_code_line(lines->code, 3), 29);
    // Both types of the multi-catch, and the finally three times: for the body, the handler and itself.
    assert_int_equal(lines->code->n_handlers, 5);
    assert_true(is(lines->code->handlers[0].catch_type, "java/lang/ArithmeticException"));
    assert_true(is(lines->code->handlers[1].catch_type, "java/lang/NullPointerException"));
    assert_int_equal(lines->code->handlers[2].catch_type, 0);
    // 4.7.24: without MethodParameters the names come from the variables.
    struct class_method bare = *lines;
    bare.n_parameters = 0;
    assert_true(is(java_method_argument_name(&bare, 1), "second"));
    assert_true(is(java_method_argument_name(&bare, 2), "third"));
    const struct class_method *nothing = method_of(c, "nothing"), *many = method_of(c, "many");
    assert_null(nothing->code);
    assert_int_equal(nothing->argument_slots, 3);
    assert_true(is(java_method_argument_name(nothing, 1), "b"));
    assert_int_equal(many->argument_slots, 7);
    assert_int_equal(many->access, ACC_SYNCHRONIZED | ACC_VARARGS); // strictfp is gone since Java 17
    str_free(&bytes);
}

static void test_nested(void **state) {
    struct str bytes = read_made("Every$Point");
    const struct class_file *c = parse(bytes.at, bytes.n, "Every$Point.class");
    assert_true(c->is_record && is(c->super, "java/lang/Record") && is(c->nest_host, "shapes/Every"));
    assert_int_equal(c->n_components, 3);
    assert_true(is(c->components[1].name, "y") && is(c->components[1].descriptor, "J"));
    assert_true(is(c->components[2].signature, "Ljava/util/List<Ljava/lang/String;>;"));
    str_free(&bytes);
    bytes = read_made("Every$1Inside");
    c = parse(bytes.at, bytes.n, "Every$1Inside.class");
    assert_true(is(c->enclosing_class, "shapes/Every") && is(c->enclosing_method, "local"));
    assert_true(is(c->enclosing_descriptor, "()Ljava/lang/Object;"));
    assert_int_equal(c->n_inner, 1);
    assert_true(is(c->inner[0].name, "Inside") && c->inner[0].outer == 0);
    str_free(&bytes);
    bytes = read_made("Every$Colour");
    c = parse(bytes.at, bytes.n, "Every$Colour.class");
    assert_int_equal(c->access, ACC_FINAL | ACC_SUPER | ACC_ENUM);
    str_free(&bytes);
}

// ---- javap ----

static const char *const tags[] = {
    [CONSTANT_UTF8] = "Utf8",
    [CONSTANT_INTEGER] = "Integer",
    [CONSTANT_FLOAT] = "Float",
    [CONSTANT_LONG] = "Long",
    [CONSTANT_DOUBLE] = "Double",
    [CONSTANT_CLASS] = "Class",
    [CONSTANT_STRING] = "String",
    [CONSTANT_FIELD] = "Fieldref",
    [CONSTANT_METHOD] = "Methodref",
    [CONSTANT_INTERFACE_METHOD] = "InterfaceMethodref",
    [CONSTANT_NAME_AND_TYPE] = "NameAndType",
    [CONSTANT_METHOD_HANDLE] = "MethodHandle",
    [CONSTANT_METHOD_TYPE] = "MethodType",
    [CONSTANT_DYNAMIC] = "Dynamic",
    [CONSTANT_INVOKE_DYNAMIC] = "InvokeDynamic",
};

// frisk's reading in the few lines that both sides are brought to.
static void tell_class(const struct class_file *c, struct str *out) {
    for (uint32_t i = 1; i < c->n_constants; i++)
        if (c->constants[i].tag) str_addf(out, "#%u %s\n", i, tags[c->constants[i].tag]);
    for (uint32_t i = 0; i < c->n_methods; i++) {
        const struct class_method *m = &c->methods[i];
        str_addf(out, "descriptor %s\n", symbol_text(m->descriptor));
        if (!m->code) continue;
        str_addf(out, "stack=%u, locals=%u, args_size=%u\n", m->code->max_stack, m->code->max_locals,
                 m->n_arguments + !(m->access & ACC_STATIC)); // javap counts arguments, not slots
        const uint8_t *p = m->code->bytes;
        for (uint32_t pc = 0; pc < m->code->n_bytes; pc += java_instruction_size(p, m->code->n_bytes, pc)) {
            const bool wide = p[pc] == OP_WIDE;
            str_addf(out, "%u: %s%s\n", pc, java_opcodes[p[pc + wide]].mnemonic, wide ? "_w" : "");
        }
        for (uint32_t k = 0; k < m->code->n_handlers; k++) {
            const struct class_handler *h = &m->code->handlers[k];
            str_addf(out, "catch %u %u %u %s\n", h->start, h->end, h->target,
                     h->catch_type ? symbol_text(h->catch_type) : "any");
        }
        for (uint32_t k = 0; k < m->code->n_lines; k++)
            str_addf(out, "line %u: %u\n", m->code->lines[k].line, m->code->lines[k].pc);
    }
}

// One line of `javap -v -p`; fields' descriptors are told by what follows, so they are held back.
static void tell_javap_line(const char *line, bool *in_members, bool *in_method, struct str *out) {
    unsigned a, b, c;
    char word[40], type[600];
    int end = 0;
    if (strcmp(line, "{\n") == 0) *in_members = true;
    if (strcmp(line, "}\n") == 0) *in_members = false;
    if (line[0] == ' ' && line[1] == ' ' && line[2] != ' ') // a member's declaration: methods have arguments
        *in_method = strchr(line, '(') || strstr(line, "static {}");
    if (!*in_members) {
        if (sscanf(line, " #%u = %39[A-Za-z0-9]", &a, word) == 2) str_addf(out, "#%u %s\n", a, word);
    } else if (*in_method && sscanf(line, " descriptor: %599s", type) == 1)
        str_addf(out, "descriptor %s\n", type);
    else if (sscanf(line, " stack=%u, locals=%u, args_size=%u", &a, &b, &c) == 3)
        str_addf(out, "stack=%u, locals=%u, args_size=%u\n", a, b, c);
    else if (sscanf(line, " line %u: %u", &a, &b) == 2)
        str_addf(out, "line %u: %u\n", a, b);
    else if (sscanf(line, " %u: %n%39[a-z0-9_]", &a, &end, word) == 2 && word[0] >= 'a')
        str_addf(out, "%u: %s\n", a, word);
    else if (sscanf(line, " %u %u %u Class %599s", &a, &b, &c, type) == 4)
        str_addf(out, "catch %u %u %u %s\n", a, b, c, type);
    else if (sscanf(line, " %u %u %u %3s", &a, &b, &c, type) == 4 && strcmp(type, "any") == 0)
        str_addf(out, "catch %u %u %u any\n", a, b, c);
}

static void compare_with_javap(const struct class_file *c, const char *class) {
    struct str ours = {0}, theirs = {0};
    char command[600], *line = NULL;
    size_t size = 0;
    bool in_members = false, in_method = false;
    snprintf(command, sizeof command,
             "%s/bin/javap -J-XX:TieredStopAtLevel=1 -J-XX:+UseSerialGC -v -p -cp %s '%s'", home, dir, class);
    FILE *javap = popen(command, "r");
    assert_non_null(javap);
    while (getline(&line, &size, javap) > 0) tell_javap_line(line, &in_members, &in_method, &theirs);
    free(line);
    assert_int_equal(pclose(javap), 0);
    tell_class(c, &ours);
    const char *p = str_text(&ours), *q = str_text(&theirs);
    while (*p && *p == *q) p++, q++;
    if (*p != *q) {
        while (p > str_text(&ours) && p[-1] != '\n') p--, q--;
        fail_msg("%s: frisk: %.*s, javap: %.*s", class, (int)strcspn(p, "\n"), p, (int)strcspn(q, "\n"), q);
    }
    assert_true(ours.n > 100);
    str_free(&ours);
    str_free(&theirs);
}

static void test_javap(void **state) {
    static const char *const classes[] = {"java/lang/String",
                                          "java/util/HashMap",
                                          "java/lang/Object",
                                          "java/util/concurrent/TimeUnit",
                                          "java/util/regex/Pattern",
                                          "sun/security/util/KnownOIDs",
                                          "java/util/Formatter",
                                          "java/lang/invoke/LambdaForm",
                                          "java/util/stream/Collectors",
                                          "java/math/BigDecimal"};
    struct diag d = {0};
    size_t n = tier_is("fast") ? 3 : sizeof classes / sizeof *classes;
    for (size_t i = 0; i < n; i++) {
        const struct java_bytes b = jdk_find(jdk, classes[i], strlen(classes[i]), &d);
        assert_true(b.n > 0);
        char name[100];
        snprintf(name, sizeof name, "%s", classes[i]);
        for (char *p = name; *p; p++)
            if (*p == '/') *p = '.';
        compare_with_javap(parse(b.at, b.n, classes[i]), name);
    }
    struct str bytes = read_made("Every");
    compare_with_javap(parse(bytes.at, bytes.n, "Every.class"), "shapes.Every");
    str_free(&bytes);
}

// ---- All of the JDK ----

// 4.7.4: the depth of the operand stack that the compiler's own frames give at some pcs.
static uint32_t type_slots(const uint8_t **p) {
    const uint8_t tag = *(*p)++;
    if (tag == 7 || tag == 8) *p += 2;   // a class, or where it was made
    return tag == 3 || tag == 4 ? 2 : 1; // double, long
}

static uint32_t check_frames(const struct class_code *code, const int32_t *depths) {
    if (code->stack_map.n == 0) return 0;
    const uint8_t *p = code->stack_map.at;
    const uint32_t n = java_u2(p);
    uint32_t pc = 0, compared = 0;
    p += 2;
    for (uint32_t i = 0; i < n; i++) {
        const uint8_t tag = *p++;
        uint32_t delta, depth = 0;
        if (tag < 128)
            delta = tag & 63;
        else
            delta = java_u2((p += 2) - 2);
        if ((tag >= 64 && tag < 128) || tag == 247) depth = type_slots(&p);
        for (int k = 252; k <= tag && tag < 255; k++) type_slots(&p);
        if (tag == 255) {
            uint32_t n_locals = java_u2(p), n_stack;
            for (p += 2; n_locals > 0; n_locals--) type_slots(&p);
            for (n_stack = java_u2(p), p += 2; n_stack > 0; n_stack--) depth += type_slots(&p);
        }
        pc += delta + (i > 0);
        if (depths[pc] < 0) continue; // never executed
        assert_int_equal(depths[pc], depth);
        compared++;
    }
    return compared;
}

struct jdk_counts {
    uint32_t seen, parsed, stride, frames;
    struct walk_counts methods;
    struct arena arena;
};

static bool visit_class(void *context, const char *module, const char *name, struct java_bytes bytes) {
    struct jdk_counts *n = context;
    const struct class_file *c = NULL;
    struct diag d = {0};
    if (n->seen++ % n->stride != 0) return true;
    arena_reset(&n->arena);
    if (!java_class_parse(bytes.at, bytes.n, name, &n->arena, &c, &d)) fail_msg("%s", d.text);
    assert_true(is(c->name, name) || is(c->name, "module-info"));
    walk_class(c, &n->methods);
    for (uint32_t i = 0; i < c->n_methods; i++) {
        if (!c->methods[i].code) continue;
        int32_t *depths = mem_alloc(c->methods[i].code->n_bytes * sizeof *depths);
        if (!java_verify_method(c, &c->methods[i], depths, &d)) fail_msg("%s", d.text);
        n->frames += check_frames(c->methods[i].code, depths);
        mem_free(depths);
    }
    n->parsed++;
    return true;
}

static void test_jdk(void **state) {
    struct jdk_counts n = {.stride = tier_number(20, 3, 1)};
    struct diag d = {0};
    arena_init(&n.arena, 0);
    if (!jdk_each(jdk, visit_class, &n, &d)) fail_msg("%s", d.text);
    printf("%u of %u classes, %u methods verified, %u frames as the compiler's\n", n.parsed, n.seen,
           n.methods.verified, n.frames);
    assert_int_equal(n.methods.refused, 0);
    assert_true(n.seen > 5000 && n.parsed >= n.seen / n.stride && n.frames > n.parsed);
    arena_free(&n.arena);
}

// ---- Damage ----

// Accepted or refused with one line; the bytes end exactly where the allocation does, so that a sanitizer
// sees the first byte read too many.
static bool try_class(const void *bytes, size_t n, struct walk_counts *counts) {
    struct arena a;
    struct diag d = {0};
    const struct class_file *c = NULL;
    uint8_t *exact = mem_alloc(n ? n : 1);
    if (n) memcpy(exact, bytes, n);
    arena_init(&a, 0);
    const bool good = java_class_parse(exact, n, "damaged.class", &a, &c, &d);
    if (good)
        walk_class(c, counts);
    else
        WALK_CHECK(d.kind == DIAG_ANALYSIS && strncmp(d.text, "damaged.class: ", 15) == 0 &&
                   !strchr(d.text, '\n'));
    WALK_CHECK(arena_used(&a) < 64 * n + 10000);
    arena_free(&a);
    mem_free(exact);
    return good;
}

static void test_truncated(void **state) {
    static const char *const names[] = {"Every", "Every$Point", "Every$Colour", "Every$1"};
    for (size_t i = 0; i < 4; i++) {
        struct str bytes = read_made(names[i]);
        struct walk_counts counts = {0};
        for (size_t n = 0; n < bytes.n; n++) assert_false(try_class(bytes.at, n, &counts));
        assert_true(try_class(bytes.at, bytes.n, &counts));
        str_add_char(&bytes, 0);
        assert_false(try_class(bytes.at, bytes.n, &counts));
        str_free(&bytes);
    }
}

static uint64_t random_state = 88172645463325252u;
static uint32_t random_below(uint32_t n) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (uint32_t)(random_state >> 32) % n;
}

static void test_mutated(void **state) {
    static const uint8_t likely[] = {0, 1, 2, 0x7F, 0x80, 0xFF, 0xC4, 0xAA, 0xAB};
    struct walk_counts counts = {0};
    uint32_t accepted = 0, tried = 0;
    const char *const names[] = {"Every", "Every$Point", "Every$Colour"};
    for (size_t i = 0; i < 3; i++) {
        struct str bytes = read_made(names[i]);
        struct str changed = {0};
        for (uint32_t k = 0; k < tier_number(2000, 8000, 100000); k++, tried++) {
            str_clear(&changed);
            str_add_n(&changed, bytes.at, bytes.n);
            for (uint32_t times = 1 + random_below(3); times > 0; times--) {
                char *at = &changed.at[10 + random_below((uint32_t)bytes.n - 10)];
                if (random_below(2))
                    *at = (char)likely[random_below(sizeof likely)];
                else
                    *at ^= (char)(1 << random_below(8));
            }
            accepted += try_class(changed.at, changed.n, &counts);
        }
        str_free(&changed);
        str_free(&bytes);
    }
    printf("%u mutants: %u parsed; %u methods verified, %u refused\n", tried, accepted, counts.verified,
           counts.refused);
    assert_true(accepted > tried / 20 && accepted < tried && counts.refused > 100 && counts.verified > 100);
}

static void expect_refused(const void *bytes, size_t n, const char *message) {
    const struct class_file *c;
    struct diag d = {0};
    assert_false(java_class_parse(bytes, n, "Foo.class", &arena, &c, &d));
    assert_string_equal(d.text, message);
}

static void test_messages(void **state) {
    struct str bytes = read_made("Every$Leaf");
    expect_refused("hello, world", 12, "Foo.class: not a class file");
    expect_refused("", 0, "Foo.class: not a class file");
    bytes.at[7] = 66;
    expect_refused(bytes.at, bytes.n,
                   "Foo.class: class file version 66 (Java 22) is newer than frisk knows (65, Java 21)");
    bytes.at[7] = 44;
    expect_refused(bytes.at, bytes.n, "Foo.class: unknown class file version 44.0");
    bytes.at[7] = 61;
    expect_refused(bytes.at, 12, "Foo.class: constant pool: too short for 22 entries");
    expect_refused(bytes.at, bytes.n - 1, "Foo.class: InnerClasses: 1 bytes too short");
    bytes.at[10] = 2;
    expect_refused(bytes.at, bytes.n, "Foo.class: constant 1: unknown tag 2");
    bytes.at[10] = 10; // a Methodref once more, of class #2
    bytes.at[12] = 3;
    expect_refused(bytes.at, bytes.n, "Foo.class: constant 1: constant 3 is NameAndType, not Class");
    str_free(&bytes);
}

// ---- Descriptors ----

static void test_descriptors(void **state) {
    static const char *const good[] = {"I", "[[J", "Ljava/lang/String;", "[LA;", "La)b;"};
    static const char *const bad[] = {"",     "V",    "[",      "L;",    "LA", "II",
                                      "L/A;", "LA/;", "LA//B;", "La.b;", "[V"};
    for (size_t i = 0; i < 5; i++) assert_true(java_is_field_descriptor(good[i], strlen(good[i])));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(java_is_field_descriptor(bad[i], strlen(bad[i])));
    struct java_method_shape s;
    assert_true(java_is_method_descriptor("(IJ[DLA;)V", 10, &s));
    assert_int_equal(s.argument_slots, 5);
    assert_int_equal(s.n_arguments, 4);
    assert_int_equal(s.return_type, 'V');
    assert_string_equal(java_return_type("(La)b;I)Lc)d;"), "Lc)d;");
    assert_false(java_is_method_descriptor("(I)", 3, NULL));
    assert_false(java_is_method_descriptor("(I)VV", 5, NULL));
    assert_false(java_is_method_descriptor("(V)V", 4, NULL));
    assert_false(java_is_method_descriptor("I", 1, NULL));
    char many[300] = "(";
    memset(many + 1, 'I', 255);
    strcpy(many + 256, ")V");
    assert_true(java_is_method_descriptor(many, 258, &s)); // 4.3.3
    assert_int_equal(s.argument_slots, 255);
    many[1] = 'J';
    assert_false(java_is_method_descriptor(many, 258, NULL));
    assert_true(java_is_method_name("<init>", 6) && !java_is_method_name("<in>", 4) &&
                !java_is_method_name("", 0));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_class),       cmocka_unit_test(test_fields),  cmocka_unit_test(test_methods),
        cmocka_unit_test(test_nested),      cmocka_unit_test(test_javap),   cmocka_unit_test(test_jdk),
        cmocka_unit_test(test_truncated),   cmocka_unit_test(test_mutated), cmocka_unit_test(test_messages),
        cmocka_unit_test(test_descriptors),
    };
    return cmocka_run_group_tests(tests, setup_all, teardown_all);
}
