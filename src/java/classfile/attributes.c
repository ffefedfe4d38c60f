// SPDX-License-Identifier: Apache-2.0
// Attributes of classes, fields, methods and code (JVMS 4.7). Unknown ones are skipped, as 4.7.1 demands.
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "java/classfile/class_reader.h"

// X(NAME, places where it counts, at most once there). Places: C class, F field, M method, O code, R record
// component.
#define ATTRIBUTES(X)                                                                                        \
    X(AnnotationDefault, "M", true)                                                                          \
    X(BootstrapMethods, "C", true)                                                                           \
    X(Code, "M", true)                                                                                       \
    X(ConstantValue, "F", true)                                                                              \
    X(EnclosingMethod, "C", true)                                                                            \
    X(Exceptions, "M", true)                                                                                 \
    X(InnerClasses, "C", true)                                                                               \
    X(LineNumberTable, "O", false)                                                                           \
    X(LocalVariableTable, "O", false)                                                                        \
    X(MethodParameters, "M", true)                                                                           \
    X(NestHost, "C", true)                                                                                   \
    X(NestMembers, "C", true)                                                                                \
    X(PermittedSubclasses, "C", true)                                                                        \
    X(Record, "C", true)                                                                                     \
    X(RuntimeInvisibleAnnotations, "CFM", true)                                                              \
    X(RuntimeInvisibleParameterAnnotations, "M", true)                                                       \
    X(RuntimeInvisibleTypeAnnotations, "FM", true)                                                           \
    X(RuntimeVisibleAnnotations, "CFM", true)                                                                \
    X(RuntimeVisibleParameterAnnotations, "M", true)                                                         \
    X(RuntimeVisibleTypeAnnotations, "FM", true)                                                             \
    X(Signature, "CFMR", true)                                                                               \
    X(SourceFile, "C", true)                                                                                 \
    X(StackMapTable, "O", true)

enum class_attribute {
#define X(name, places, once) ATTRIBUTE_##name,
    ATTRIBUTES(X)
#undef X
        ATTRIBUTE_OTHER,
};

static const struct {
    const char *name, *places;
    bool once;
} attributes[] = {
#define X(name, places, once) {#name, places, once},
    ATTRIBUTES(X)
#undef X
};

static enum class_attribute find_attribute(const struct java_bytes *name) {
    for (uint32_t i = 0; i < ATTRIBUTE_OTHER; i++)
        if (strlen(attributes[i].name) == name->n && memcmp(attributes[i].name, name->at, name->n) == 0)
            return i;
    return ATTRIBUTE_OTHER;
}

// One attribute's limits: while it is read, the cursor ends where it does.
struct scope {
    const uint8_t *end;    // of what encloses it
    const char *attribute; // the enclosing one's name
};

static enum class_attribute open_attribute(struct class_reader *r, char place, uint32_t *seen,
                                           struct scope *s) {
    enum class_attribute kind = ATTRIBUTE_OTHER;
    const uint16_t index = class_u2(r);
    const struct class_constant *name = class_constant_of(r, index, CONSTANT_UTF8);
    if (name) {
        if (!r->texts[index].attribute)
            r->texts[index].attribute = (uint8_t)(1 + find_attribute(&name->text));
        kind = (enum class_attribute)(r->texts[index].attribute - 1);
    }
    if (kind != ATTRIBUTE_OTHER && !strchr(attributes[kind].places, place)) kind = ATTRIBUTE_OTHER;
    *s = (struct scope){r->end, r->attribute};
    if (kind != ATTRIBUTE_OTHER) {
        r->attribute = attributes[kind].name;
        if (*seen >> kind & 1 && attributes[kind].once) class_fail(r, "twice");
        *seen |= 1u << kind;
    }
    const uint32_t n = class_u4(r);
    const struct java_bytes body = class_bytes(r, n);
    if (!r->failed) {
        r->at = body.at;
        r->end = body.at + n;
    }
    return r->failed ? ATTRIBUTE_OTHER : kind;
}

static void close_attribute(struct class_reader *r, enum class_attribute kind, const struct scope *s) {
    if (!r->failed && kind == ATTRIBUTE_OTHER) r->at = r->end;
    if (!r->failed && r->at != r->end) class_fail(r, "%zu bytes too many", (size_t)(r->end - r->at));
    if (r->failed) r->at = s->end;
    r->end = s->end;
    r->attribute = s->attribute;
}

static struct java_bytes rest(struct class_reader *r) {
    return class_bytes(r, (uint32_t)(r->end - r->at));
}

// ---- Fields ----

// 4.7.2, table 4.7.2-A: the constant's kind is the field's.
static void read_constant_value(struct class_reader *r, struct class_field *f) {
    const uint16_t index = class_u2(r);
    if (!(f->access & ACC_STATIC)) return;
    const char *type = symbol_text(f->descriptor);
    enum class_constant_tag tag;
    switch (*type) {
    case 'J': tag = CONSTANT_LONG; break;
    case 'F': tag = CONSTANT_FLOAT; break;
    case 'D': tag = CONSTANT_DOUBLE; break;
    case 'L':
    case '[':
        if (strcmp(type, "Ljava/lang/String;") != 0) {
            class_fail(r, "a constant of type %.100s", type);
            return;
        }
        tag = CONSTANT_STRING;
        break;
    default: tag = CONSTANT_INTEGER;
    }
    if (class_constant_of(r, index, tag)) f->constant = index;
}

void class_read_field_attributes(struct class_reader *r, struct class_field *f) {
    const uint16_t n = class_u2(r);
    uint32_t seen = 0;
    for (uint32_t i = 0; i < n && !r->failed; i++) {
        struct scope s;
        const enum class_attribute kind = open_attribute(r, 'F', &seen, &s);
        if (kind == ATTRIBUTE_ConstantValue)
            read_constant_value(r, f);
        else if (kind == ATTRIBUTE_Signature)
            f->signature = class_text_at(r, class_u2(r), TEXT_ANY);
        else if (kind == ATTRIBUTE_RuntimeVisibleAnnotations)
            f->annotations = rest(r);
        else if (kind == ATTRIBUTE_RuntimeVisibleTypeAnnotations)
            f->type_annotations = rest(r);
        else if (kind == ATTRIBUTE_RuntimeInvisibleAnnotations)
            f->hidden_annotations = rest(r);
        else if (kind == ATTRIBUTE_RuntimeInvisibleTypeAnnotations)
            f->hidden_type_annotations = rest(r);
        close_attribute(r, kind, &s);
    }
}

// ---- Code ----

// Tables of which a Code attribute may have several, until all are there.
struct code_tables {
    VEC(struct class_line) lines;
    VEC(struct class_local) locals;
};

enum { MAX_TABLE = UINT16_MAX };

static void read_lines(struct class_reader *r, struct code_tables *t) {
    const uint16_t n = class_u2(r);
    for (uint32_t i = 0; i < n && !r->failed; i++) {
        const uint16_t pc = class_u2(r), line = class_u2(r);
        if (t->lines.n < MAX_TABLE && !r->failed) vec_push(&t->lines, (struct class_line){pc, line});
    }
}

static void read_locals(struct class_reader *r, struct code_tables *t) {
    const uint16_t n = class_u2(r);
    for (uint32_t i = 0; i < n && !r->failed; i++) {
        struct class_local local = {.start = class_u2(r)};
        local.length = class_u2(r);
        local.name = class_text_at(r, class_u2(r), TEXT_UNQUALIFIED);
        local.descriptor = class_text_at(r, class_u2(r), TEXT_FIELD_TYPE);
        local.slot = class_u2(r);
        if (t->locals.n < MAX_TABLE && !r->failed) vec_push(&t->locals, local);
    }
}

static int compare_lines(const void *a, const void *b) {
    return ((const struct class_line *)a)->pc - ((const struct class_line *)b)->pc;
}

static void keep_tables(struct class_reader *r, struct class_code *code, const struct code_tables *t) {
    bool sorted = true;
    for (uint32_t i = 0; i < t->lines.n; i++) {
        if (t->lines.at[i].pc >= code->n_bytes)
            class_fail(r, "line of pc %u, after the code", t->lines.at[i].pc);
        if (i > 0 && t->lines.at[i - 1].pc > t->lines.at[i].pc) sorted = false;
    }
    for (uint32_t i = 0; i < t->locals.n; i++) {
        const struct class_local *local = &t->locals.at[i];
        if ((uint32_t)local->start + local->length > code->n_bytes || local->slot >= code->max_locals)
            class_fail(r, "local %u of pc %u to %u lies outside the code", local->slot, local->start,
                       local->start + local->length);
    }
    if (r->failed) return;
    if (!sorted) qsort(t->lines.at, t->lines.n, sizeof *t->lines.at, compare_lines);
    code->n_lines = (uint16_t)t->lines.n;
    code->n_locals = (uint16_t)t->locals.n;
    if (t->lines.n) code->lines = arena_copy(r->arena, t->lines.at, t->lines.n * sizeof *t->lines.at);
    if (t->locals.n) code->locals = arena_copy(r->arena, t->locals.at, t->locals.n * sizeof *t->locals.at);
}

static void read_code_attributes(struct class_reader *r, struct class_code *code) {
    struct code_tables tables = {0};
    const uint16_t n = class_u2(r);
    uint32_t seen = 0;
    for (uint32_t i = 0; i < n && !r->failed; i++) {
        struct scope s;
        const enum class_attribute kind = open_attribute(r, 'O', &seen, &s);
        if (kind == ATTRIBUTE_LineNumberTable)
            read_lines(r, &tables);
        else if (kind == ATTRIBUTE_LocalVariableTable)
            read_locals(r, &tables);
        else if (kind == ATTRIBUTE_StackMapTable)
            code->stack_map = rest(r);
        close_attribute(r, kind, &s);
    }
    if (!r->failed) keep_tables(r, code, &tables);
    vec_free(&tables.lines);
    vec_free(&tables.locals);
}

static void read_handlers(struct class_reader *r, struct class_code *code) {
    const uint16_t n = class_u2(r);
    struct class_handler *handlers = CLASS_ARRAY(r, struct class_handler, n, 8);
    for (uint32_t i = 0; i < n && !r->failed; i++) {
        struct class_handler *h = &handlers[i];
        h->start = class_u2(r);
        h->end = class_u2(r);
        h->target = class_u2(r);
        h->catch_type_index = class_u2(r);
        h->catch_type = class_optional_name(r, h->catch_type_index);
        if (!r->failed && (h->start >= h->end || h->end > code->n_bytes || h->target >= code->n_bytes))
            class_fail(r, "handler %u of pc %u to %u at %u lies outside the code", i, h->start, h->end,
                       h->target);
    }
    code->handlers = handlers;
    code->n_handlers = n;
}

static void read_code(struct class_reader *r, struct class_method *m) {
    struct class_code *code = ARENA_NEW(r->arena, struct class_code);
    // Before version 45.3 the sizes were shorter.
    const bool old = r->c->major == 45 && r->c->minor <= 2;
    code->max_stack = old ? class_u1(r) : class_u2(r);
    code->max_locals = old ? class_u1(r) : class_u2(r);
    code->n_bytes = old ? class_u2(r) : class_u4(r);
    if (!r->failed && (code->n_bytes == 0 || code->n_bytes > 65535)) // 4.7.3
        class_fail(r, "%u bytes of code (1 to 65535 are allowed)", code->n_bytes);
    if (code->max_locals < m->argument_slots)
        class_fail(r, "%u locals cannot hold %u slots of arguments", code->max_locals, m->argument_slots);
    code->bytes = class_bytes(r, r->failed ? 0 : code->n_bytes).at;
    read_handlers(r, code);
    read_code_attributes(r, code);
    m->code = code;
}

// ---- Methods ----

static void read_exceptions(struct class_reader *r, struct class_method *m) {
    const uint16_t n = class_u2(r);
    symbol *exceptions = CLASS_ARRAY(r, symbol, n, 2);
    for (uint32_t i = 0; i < n && !r->failed; i++) exceptions[i] = class_name_at(r, class_u2(r));
    m->exceptions = exceptions;
    m->n_exceptions = n;
}

static void read_parameters(struct class_reader *r, struct class_method *m) {
    const uint8_t n = class_u1(r);
    struct class_parameter *parameters = CLASS_ARRAY(r, struct class_parameter, n, 4);
    for (uint32_t i = 0; i < n && !r->failed; i++) {
        parameters[i].name = class_optional_text(r, class_u2(r));
        parameters[i].access = class_u2(r);
    }
    m->parameters = parameters;
    m->n_parameters = n;
}

void class_read_method_attributes(struct class_reader *r, struct class_method *m) {
    const uint16_t n = class_u2(r);
    uint32_t seen = 0;
    for (uint32_t i = 0; i < n && !r->failed; i++) {
        struct scope s;
        const enum class_attribute kind = open_attribute(r, 'M', &seen, &s);
        switch ((int)kind) {
        case ATTRIBUTE_Code: read_code(r, m); break;
        case ATTRIBUTE_Exceptions: read_exceptions(r, m); break;
        case ATTRIBUTE_MethodParameters: read_parameters(r, m); break;
        case ATTRIBUTE_Signature: m->signature = class_text_at(r, class_u2(r), TEXT_ANY); break;
        case ATTRIBUTE_AnnotationDefault: m->annotation_default = rest(r); break;
        case ATTRIBUTE_RuntimeVisibleAnnotations: m->annotations = rest(r); break;
        case ATTRIBUTE_RuntimeVisibleParameterAnnotations: m->parameter_annotations = rest(r); break;
        case ATTRIBUTE_RuntimeVisibleTypeAnnotations: m->type_annotations = rest(r); break;
        case ATTRIBUTE_RuntimeInvisibleAnnotations: m->hidden_annotations = rest(r); break;
        case ATTRIBUTE_RuntimeInvisibleParameterAnnotations: m->hidden_parameter_annotations = rest(r); break;
        case ATTRIBUTE_RuntimeInvisibleTypeAnnotations: m->hidden_type_annotations = rest(r); break;
        default: break;
        }
        close_attribute(r, kind, &s);
    }
}

// ---- Classes ----

// 4.7.23
static void read_bootstraps(struct class_reader *r, struct class_file *c) {
    const uint16_t n = class_u2(r);
    struct class_bootstrap *bootstraps = CLASS_ARRAY(r, struct class_bootstrap, n, 4);
    for (uint32_t i = 0; i < n && !r->failed; i++) {
        bootstraps[i].handle = class_u2(r);
        class_constant_of(r, bootstraps[i].handle, CONSTANT_METHOD_HANDLE);
        const uint16_t n_arguments = class_u2(r);
        uint16_t *arguments = CLASS_ARRAY(r, uint16_t, n_arguments, 2);
        for (uint32_t k = 0; k < n_arguments && !r->failed; k++) {
            arguments[k] = class_u2(r);
            if (!r->failed &&
                (arguments[k] >= c->n_constants || !class_is_loadable(&c->constants[arguments[k]])))
                class_fail(r, "method %u: argument %u, constant %u, cannot be loaded", i, k, arguments[k]);
        }
        bootstraps[i].n_arguments = n_arguments;
        bootstraps[i].arguments = arguments;
    }
    c->bootstraps = bootstraps;
    c->n_bootstraps = n;
}

static void read_inner(struct class_reader *r, struct class_file *c) {
    const uint16_t n = class_u2(r);
    struct class_inner *inner = CLASS_ARRAY(r, struct class_inner, n, 8);
    for (uint32_t i = 0; i < n && !r->failed; i++) {
        inner[i].inner = class_name_at(r, class_u2(r));
        inner[i].outer = class_optional_name(r, class_u2(r));
        inner[i].name = class_optional_text(r, class_u2(r));
        inner[i].access = class_u2(r);
    }
    c->inner = inner;
    c->n_inner = n;
}

static void read_enclosing(struct class_reader *r, struct class_file *c) {
    c->enclosing_class = class_name_at(r, class_u2(r));
    const uint16_t index = class_u2(r);
    const struct class_constant *method = index ? class_constant_of(r, index, CONSTANT_NAME_AND_TYPE) : NULL;
    if (!method) return;
    c->enclosing_method = method->name;
    c->enclosing_descriptor = method->descriptor;
}

static const symbol *read_classes(struct class_reader *r, uint16_t *n_out) {
    const uint16_t n = class_u2(r);
    symbol *names = CLASS_ARRAY(r, symbol, n, 2);
    for (uint32_t i = 0; i < n && !r->failed; i++) names[i] = class_name_at(r, class_u2(r));
    *n_out = n;
    return names;
}

// 4.7.30
static void read_record(struct class_reader *r, struct class_file *c) {
    const uint16_t n = class_u2(r);
    struct class_component *components = CLASS_ARRAY(r, struct class_component, n, 6);
    for (uint32_t i = 0; i < n && !r->failed; i++) {
        components[i].name = class_text_at(r, class_u2(r), TEXT_UNQUALIFIED);
        components[i].descriptor = class_text_at(r, class_u2(r), TEXT_FIELD_TYPE);
        const uint16_t n_attributes = class_u2(r);
        uint32_t seen = 0;
        for (uint32_t k = 0; k < n_attributes && !r->failed; k++) {
            struct scope s;
            const enum class_attribute kind = open_attribute(r, 'R', &seen, &s);
            if (kind == ATTRIBUTE_Signature)
                components[i].signature = class_text_at(r, class_u2(r), TEXT_ANY);
            close_attribute(r, kind, &s);
        }
    }
    c->is_record = true;
    c->components = components;
    c->n_components = n;
}

static void read_class_attribute(struct class_reader *r, struct class_file *c, enum class_attribute kind) {
    switch ((int)kind) {
    case ATTRIBUTE_BootstrapMethods: read_bootstraps(r, c); break;
    case ATTRIBUTE_EnclosingMethod: read_enclosing(r, c); break;
    case ATTRIBUTE_InnerClasses: read_inner(r, c); break;
    case ATTRIBUTE_NestHost: c->nest_host = class_name_at(r, class_u2(r)); break;
    case ATTRIBUTE_NestMembers: c->nest_members = read_classes(r, &c->n_nest_members); break;
    case ATTRIBUTE_PermittedSubclasses: c->permitted = read_classes(r, &c->n_permitted); break;
    case ATTRIBUTE_Record: read_record(r, c); break;
    case ATTRIBUTE_RuntimeInvisibleAnnotations: c->hidden_annotations = rest(r); break;
    case ATTRIBUTE_RuntimeVisibleAnnotations: c->annotations = rest(r); break;
    case ATTRIBUTE_Signature: c->signature = class_text_at(r, class_u2(r), TEXT_ANY); break;
    case ATTRIBUTE_SourceFile: c->source_file = class_text_at(r, class_u2(r), TEXT_ANY); break;
    default: break;
    }
}

void class_read_class_attributes(struct class_reader *r) {
    const uint16_t n = class_u2(r);
    uint32_t seen = 0;
    for (uint32_t i = 0; i < n && !r->failed; i++) {
        struct scope s;
        const enum class_attribute kind = open_attribute(r, 'C', &seen, &s);
        read_class_attribute(r, r->c, kind);
        close_attribute(r, kind, &s);
    }
}
