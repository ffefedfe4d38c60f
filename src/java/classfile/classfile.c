// SPDX-License-Identifier: Apache-2.0
// The class file itself (JVMS 4.1), its fields and methods (4.5, 4.6), and the questions asked of them later.
#include "java/classfile/classfile.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/hash.h"
#include "base/mem.h"
#include "java/classfile/class_reader.h"
#include "java/classfile/descriptor.h"

// ---- The cursor ----

// A message is one line, whatever the names in the file hold.
static void make_one_line(char *text) {
    for (; *text; text++)
        if ((unsigned char)*text < 0x20 || *text == 0x7F) *text = '?';
}

void class_fail(struct class_reader *r, const char *format, ...) {
    if (r->failed) return;
    r->failed = true;
    r->at = r->end;
    char what[400], member[260] = "", attribute[60] = "";
    va_list ap;
    va_start(ap, format);
    vsnprintf(what, sizeof what, format, ap);
    va_end(ap);
    if (r->member_kind && r->member)
        snprintf(member, sizeof member, "%s %.100s%s%.100s: ", r->member_kind, symbol_text(r->member),
                 strcmp(r->member_kind, "field") == 0 ? " " : "",
                 r->member_descriptor ? symbol_text(r->member_descriptor) : "");
    else if (r->member_kind)
        snprintf(member, sizeof member, "%s: ", r->member_kind);
    if (r->constant)
        snprintf(attribute, sizeof attribute, "constant %u: ", r->constant);
    else if (r->attribute)
        snprintf(attribute, sizeof attribute, "%s: ", r->attribute);
    diag_set(r->d, DIAG_ANALYSIS, "%.250s: %s%s%s", r->c->where, member, attribute, what);
    make_one_line(r->d->text);
}

struct java_bytes class_bytes(struct class_reader *r, uint32_t n) {
    if ((size_t)(r->end - r->at) < n) {
        class_fail(r, "%u bytes too short", n - (uint32_t)(r->end - r->at));
        return (struct java_bytes){0};
    }
    struct java_bytes b = {r->at, n};
    r->at += n;
    return b;
}

uint8_t class_u1(struct class_reader *r) {
    const uint8_t *p = class_bytes(r, 1).at;
    return p ? p[0] : 0;
}

uint16_t class_u2(struct class_reader *r) {
    const uint8_t *p = class_bytes(r, 2).at;
    return p ? (uint16_t)(p[0] << 8 | p[1]) : 0;
}

uint32_t class_u4(struct class_reader *r) {
    uint32_t high = class_u2(r);
    return high << 16 | class_u2(r);
}

void *class_array(struct class_reader *r, uint32_t n, uint32_t least, size_t size) {
    if ((size_t)(r->end - r->at) / least < n) {
        class_fail(r, "too short for %u entries", n);
        n = 0;
    }
    return n ? arena_zalloc(r->arena, n * size) : NULL;
}

// ---- Members ----

static int count_bits(uint16_t flags) {
    return __builtin_popcount(flags);
}

// 4.5
static void check_field_access(struct class_reader *r, uint16_t access) {
    if (count_bits(access & (ACC_PUBLIC | ACC_PRIVATE | ACC_PROTECTED)) > 1)
        class_fail(r, "more than one of public, private, protected");
    if ((access & (ACC_FINAL | ACC_VOLATILE)) == (ACC_FINAL | ACC_VOLATILE))
        class_fail(r, "both final and volatile");
    const uint16_t in_interface = ACC_PUBLIC | ACC_STATIC | ACC_FINAL;
    if (r->c->access & ACC_INTERFACE && (access & in_interface) != in_interface)
        class_fail(r, "a field of an interface must be public static final");
}

// 4.6, table 4.6-A
static void check_method_access(struct class_reader *r, const struct class_method *m, bool init) {
    const uint16_t access = m->access, visible = access & (ACC_PUBLIC | ACC_PRIVATE | ACC_PROTECTED);
    if (count_bits(visible) > 1) class_fail(r, "more than one of public, private, protected");
    if (r->c->access & ACC_INTERFACE) {
        if (access & (ACC_PROTECTED | ACC_FINAL | ACC_SYNCHRONIZED | ACC_NATIVE))
            class_fail(r, "protected, final, synchronized or native in an interface");
        if (r->c->major < 52 && (access & (ACC_PUBLIC | ACC_ABSTRACT)) != (ACC_PUBLIC | ACC_ABSTRACT))
            class_fail(r, "must be public and abstract in an interface of version %u", r->c->major);
        if (!(visible & (ACC_PUBLIC | ACC_PRIVATE)))
            class_fail(r, "neither public nor private in an interface");
    }
    if (access & ACC_ABSTRACT &&
        access & (ACC_PRIVATE | ACC_STATIC | ACC_FINAL | ACC_SYNCHRONIZED | ACC_NATIVE))
        class_fail(r, "abstract, and private, static, final, synchronized or native");
    if (!init) return;
    if (access & (ACC_STATIC | ACC_FINAL | ACC_SYNCHRONIZED | ACC_NATIVE | ACC_ABSTRACT | ACC_BRIDGE))
        class_fail(r, "static, final, synchronized, native, abstract or bridge");
    if (r->c->access & ACC_INTERFACE) class_fail(r, "a constructor in an interface");
    if (m->return_type != 'V') class_fail(r, "a constructor that returns something"); // 2.9.1
}

static void read_field(struct class_reader *r, struct class_field *f) {
    r->member = r->member_descriptor = 0;
    f->access = class_u2(r);
    r->member = f->name = class_text_at(r, class_u2(r), TEXT_UNQUALIFIED);
    r->member_descriptor = f->descriptor = class_text_at(r, class_u2(r), TEXT_FIELD_TYPE);
    if (r->failed) return;
    check_field_access(r, f->access);
    class_read_field_attributes(r, f);
}

static void read_method(struct class_reader *r, struct class_method *m) {
    r->member = r->member_descriptor = 0;
    m->access = class_u2(r);
    r->member = m->name = class_text_at(r, class_u2(r), TEXT_METHOD_NAME);
    r->member_descriptor = m->descriptor = class_text_at(r, class_u2(r), TEXT_METHOD_TYPE);
    if (r->failed) return;
    const char *name = symbol_text(m->name);
    struct java_method_shape shape = {0};
    java_is_method_descriptor(symbol_text(m->descriptor), symbol_size(m->descriptor), &shape);
    m->n_arguments = shape.n_arguments;
    m->return_type = shape.return_type;
    // 2.9.2: from version 51 on only a static <clinit> without arguments initialises the class; its other
    // flags mean nothing (4.6).
    const bool clinit = strcmp(name, "<clinit>") == 0;
    if (clinit && r->c->major < 51) m->access |= ACC_STATIC;
    if (clinit && !(m->access & ACC_STATIC)) class_fail(r, "not static");
    if (clinit && (shape.argument_slots || shape.return_type != 'V'))
        class_fail(r, "a class initialiser with arguments or a result");
    if (clinit)
        m->access &= ACC_STATIC | ACC_STRICT;
    else
        check_method_access(r, m, strcmp(name, "<init>") == 0);
    const uint32_t slots = shape.argument_slots + (m->access & ACC_STATIC ? 0u : 1u);
    if (slots > 255) class_fail(r, "more than 255 argument slots"); // 4.3.3
    m->argument_slots = (uint8_t)slots;
    class_read_method_attributes(r, m);
    const bool bare = m->access & (ACC_ABSTRACT | ACC_NATIVE);
    if (!r->failed && bare && m->code) class_fail(r, "abstract or native, and has code"); // 4.7.3
    if (!r->failed && !bare && !m->code) class_fail(r, "has no code");
}

// 4.5, 4.6: no two members of the same name and descriptor.
static void check_unique(struct class_reader *r, struct hash_map *seen, symbol name, symbol descriptor) {
    uint32_t unused;
    const uint64_t key = (uint64_t)name << 32 | descriptor;
    if (r->failed) return;
    if (hash_map_get(seen, key, &unused))
        class_fail(r, "declared twice");
    else
        hash_map_put(seen, key, 0);
}

static void read_fields(struct class_reader *r, struct class_file *c) {
    struct hash_map seen = {0};
    const uint16_t n = class_u2(r);
    struct class_field *fields = CLASS_ARRAY(r, struct class_field, n, 8);
    r->member_kind = "field";
    for (uint32_t i = 0; i < n && !r->failed; i++) {
        read_field(r, &fields[i]);
        check_unique(r, &seen, fields[i].name, fields[i].descriptor);
    }
    c->fields = fields;
    c->n_fields = n;
    r->member_kind = NULL;
    hash_map_free(&seen);
}

static void read_methods(struct class_reader *r, struct class_file *c) {
    struct hash_map seen = {0};
    const uint16_t n = class_u2(r);
    struct class_method *methods = CLASS_ARRAY(r, struct class_method, n, 8);
    r->member_kind = "method";
    for (uint32_t i = 0; i < n && !r->failed; i++) {
        read_method(r, &methods[i]);
        check_unique(r, &seen, methods[i].name, methods[i].descriptor);
    }
    c->methods = methods;
    c->n_methods = n;
    r->member_kind = NULL;
    hash_map_free(&seen);
}

// ---- The class ----

static void read_version(struct class_reader *r, struct class_file *c) {
    if (r->end - r->at < 10 || class_u4(r) != 0xCAFEBABE) {
        class_fail(r, "not a class file");
        return;
    }
    c->minor = class_u2(r);
    c->major = class_u2(r);
    if (c->major < CLASS_MAJOR_MIN) class_fail(r, "unknown class file version %u.%u", c->major, c->minor);
    // 4.1: 45 is Java 1.1, 49 is Java 5, 65 is Java 21.
    if (c->major > CLASS_MAJOR_MAX)
        class_fail(r, "class file version %u (Java %d) is newer than frisk knows (%d, Java %d)", c->major,
                   c->major - 44, CLASS_MAJOR_MAX, CLASS_MAJOR_MAX - 44);
    if (c->major >= 56 && c->minor != 0 && c->minor != 65535)
        class_fail(r, "unknown class file version %u.%u", c->major, c->minor);
}

// 4.1, table 4.1-B
static void check_class_access(struct class_reader *r, struct class_file *c) {
    if (c->access & ACC_MODULE) return; // 4.1: module-info, nothing else counts
    if (c->access & ACC_INTERFACE) {
        if (c->major < 50) c->access |= ACC_ABSTRACT; // early compilers left it out
        if (!(c->access & ACC_ABSTRACT)) class_fail(r, "an interface that is not abstract");
        if (c->access & (ACC_FINAL | ACC_ENUM)) class_fail(r, "an interface that is final or an enum");
        if (c->super && strcmp(symbol_text(c->super), "java/lang/Object") != 0)
            class_fail(r, "an interface whose superclass is not java/lang/Object");
    } else if ((c->access & (ACC_FINAL | ACC_ABSTRACT)) == (ACC_FINAL | ACC_ABSTRACT))
        class_fail(r, "both final and abstract");
    if (!c->super && strcmp(symbol_text(c->name), "java/lang/Object") != 0)
        class_fail(r, "no superclass, and not java/lang/Object");
}

static symbol plain_class_at(struct class_reader *r, uint16_t index) {
    symbol name = class_name_at(r, index);
    if (name && symbol_text(name)[0] == '[') class_fail(r, "constant %u is an array class", index);
    return r->failed ? 0 : name;
}

static void read_supers(struct class_reader *r, struct class_file *c) {
    c->access = class_u2(r);
    c->name = plain_class_at(r, class_u2(r));
    const uint16_t super = class_u2(r);
    if (super) c->super = plain_class_at(r, super);
    const uint16_t n = class_u2(r);
    symbol *interfaces = CLASS_ARRAY(r, symbol, n, 2);
    for (uint32_t i = 0; i < n && !r->failed; i++) interfaces[i] = plain_class_at(r, class_u2(r));
    c->interfaces = interfaces;
    c->n_interfaces = n;
    if (!r->failed) check_class_access(r, c);
    if (c->super && c->super == c->name) class_fail(r, "its own superclass");
}

static void read_class(struct class_reader *r, struct class_file *c) {
    read_version(r, c);
    if (!r->failed) class_read_constants(r);
    if (!r->failed) read_supers(r, c);
    if (!r->failed) read_fields(r, c);
    if (!r->failed) read_methods(r, c);
    if (!r->failed) class_read_class_attributes(r);
    if (!r->failed) class_check_dynamic(r);
    if (!r->failed && r->at != r->end) class_fail(r, "%zu bytes too many", (size_t)(r->end - r->at));
}

bool java_class_parse(const void *bytes, size_t n, const char *where, struct arena *a,
                      const struct class_file **out, struct diag *d) {
    struct class_file *c = ARENA_NEW(a, struct class_file);
    // No well-formed class comes near 4 GiB; sizes are 32 bits from here on.
    const size_t limit = n < UINT32_MAX ? n : UINT32_MAX;
    struct class_reader r = {.at = bytes, .end = (const uint8_t *)bytes + limit, .arena = a, .d = d, .c = c};
    c->where = where;
    read_class(&r, c);
    mem_free(r.texts);
    if (r.failed) return false;
    *out = c;
    return true;
}

// ---- Questions ----

const struct class_method *java_class_method(const struct class_file *c, symbol name, symbol descriptor) {
    for (uint32_t i = 0; i < c->n_methods; i++)
        if (c->methods[i].name == name && c->methods[i].descriptor == descriptor) return &c->methods[i];
    return NULL;
}

const struct class_field *java_class_field(const struct class_file *c, symbol name, symbol descriptor) {
    for (uint32_t i = 0; i < c->n_fields; i++)
        if (c->fields[i].name == name && c->fields[i].descriptor == descriptor) return &c->fields[i];
    return NULL;
}

int java_code_line(const struct class_code *code, uint32_t pc) {
    uint32_t low = 0, high = code->n_lines; // lines[0 .. low) begin at or before pc
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (code->lines[middle].pc <= pc)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0) return 0;
    // Of several entries for the very pc the JVM takes the first, else the last before it.
    uint32_t at = low - 1;
    if (code->lines[at].pc == pc)
        while (at > 0 && code->lines[at - 1].pc == pc) at--;
    return code->lines[at].line;
}

// 4.7.24: MethodParameters may begin with parameters that the source does not write, but then has one entry
// for each of the descriptor.
symbol java_method_argument_name(const struct class_method *m, uint32_t k) {
    if (k >= m->n_arguments) return 0;
    if (m->n_parameters == m->n_arguments && m->parameters[k].name) return m->parameters[k].name;
    if (!m->code) return 0;
    uint32_t slot = !(m->access & ACC_STATIC);
    const char *types = symbol_text(m->descriptor);
    size_t length;
    for (uint32_t i = 0; i < k; i++) slot += 1u + java_is_wide(*java_next_type(&types, &length));
    for (uint32_t i = 0; i < m->code->n_locals; i++) {
        const struct class_local *local = &m->code->locals[i];
        if (local->start == 0 && local->slot == slot) return local->name;
    }
    return 0;
}
