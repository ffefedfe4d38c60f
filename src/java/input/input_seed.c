// SPDX-License-Identifier: Apache-2.0
// What input.c reads from a model is chosen here so that it reads the call: the same paths in the same order,
// and where there are several ways, the first that comes to the end.
#include "java/input/input_seed.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/some_of.h"
#include "java/input/input_reader.h"
#include "java/input/input_types.h"
#include "java/input/input_ways.h"
#include "java/machine/boxes.h"
#include "java/machine/interp_loop.h"

struct seeder {
    struct inputs *in;
    struct arena *a;
    VEC(struct binding) out;
};

static bool value(struct seeder *s, symbol path, const char *type, uint32_t depth, const struct java_node *n);

static void bind(struct seeder *s, uint32_t variable, expr_id v) {
    vec_push(&s->out, (struct binding){variable, v});
}

static expr_id number(const struct seeder *s, int64_t v) {
    return expr_int_term(s->in->unit->exprs, expr_int(s->in->unit->exprs, v));
}

static bool choose(struct seeder *s, symbol path, uint32_t n, uint32_t taken) {
    if (n <= 1) return taken == 0;
    bind(s, inputs_variable(s->in, path, s->in->choices[n], number(s, 0)), number(s, taken));
    return true;
}

// ---- Names ----

bool java_source_name_is(const char *name, const struct java_class *c) {
    const char *own = symbol_text(c->name);
    size_t n = strlen(name), m = strlen(own);
    if (n > m || (n < m && own[m - n - 1] != '/' && own[m - n - 1] != '$')) return false;
    for (size_t i = 0; i < n; i++) {
        char here = own[m - n + i];
        if (name[i] != (here == '/' || here == '$' ? '.' : here)) return false;
    }
    return true;
}

// "Color.GREEN": the part before the last dot names the class.
static const char *member_of(struct seeder *s, const char *name, const struct java_class *c) {
    const char *dot = strrchr(name, '.');
    if (!dot) return NULL;
    char *owner = arena_strdup(s->a, name);
    owner[dot - name] = 0;
    return java_source_name_is(owner, c) ? dot + 1 : NULL;
}

// ---- Primitive values ----

static bool constant(const char *name, double *out) {
    static const struct {
        const char *name;
        double value;
    } known[] = {
        {"Integer.MIN_VALUE", INT32_MIN},       {"Integer.MAX_VALUE", INT32_MAX},        {"Double.NaN", NAN},
        {"Double.POSITIVE_INFINITY", INFINITY}, {"Double.NEGATIVE_INFINITY", -INFINITY}, {"Float.NaN", NAN},
        {"Float.POSITIVE_INFINITY", INFINITY},  {"Float.NEGATIVE_INFINITY", -INFINITY}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(name, known[i].name) == 0) {
            *out = known[i].value;
            return true;
        }
    return false;
}

static bool floating(const struct java_node *n, double *out) {
    if (n->kind == NODE_INTEGER) *out = (double)n->bits;
    if (n->kind == NODE_FLOAT) *out = n->number;
    return n->kind == NODE_INTEGER || n->kind == NODE_FLOAT ||
           (n->kind == NODE_NAME && constant(n->name, out));
}

static bool integral(const struct java_node *n, int64_t *out) {
    double v = 0;
    *out = n->bits;
    if (n->kind != NODE_NAME) return n->kind == NODE_INTEGER;
    bool least = strcmp(n->name, "Long.MIN_VALUE") == 0, most = strcmp(n->name, "Long.MAX_VALUE") == 0;
    bool known = least || most || (constant(n->name, &v) && isfinite(v));
    *out = least ? INT64_MIN : most ? INT64_MAX : (int64_t)v;
    return known;
}

static bool fits(enum java_kind kind, int64_t v) {
    switch (SOME_OF(kind)) {
    case JAVA_BOOLEAN: return v == 0 || v == 1;
    case JAVA_BYTE: return v == (int8_t)v;
    case JAVA_SHORT: return v == (int16_t)v;
    case JAVA_CHAR: return v == (uint16_t)v;
    case JAVA_INT: return v == (int32_t)v;
    default: return true;
    }
}

static bool primitive(struct seeder *s, uint32_t variable, enum java_kind kind, const struct java_node *n) {
    struct expr_store *x = s->in->unit->exprs;
    int64_t v;
    double d;
    if (kind == JAVA_FLOAT || kind == JAVA_DOUBLE) {
        if (!floating(n, &d)) return false;
        bind(s, variable, expr_float_term(x, expr_float(x, kind == JAVA_FLOAT ? (double)(float)d : d)));
        return true;
    }
    if (!integral(n, &v) || !fits(kind, v)) return false;
    bind(s, variable, number(s, v));
    return true;
}

// ---- Texts and arrays ----

static void length(struct seeder *s, symbol path, uint32_t n) {
    symbol own = reader_path("%s.length", symbol_text(path));
    bind(s, inputs_variable(s->in, own, s->in->length_type, EXPR_NONE), number(s, n));
}

static bool string(struct seeder *s, symbol path, const struct java_node *n) {
    if (n->kind != NODE_STRING || n->n > INPUT_MAX_LENGTH) return false;
    enum input_family family = input_family_of(n->chars, n->n);
    choose(s, reader_path("%s.family", symbol_text(path)), FAMILY_COUNT, family);
    length(s, path, n->n);
    for (uint32_t i = 0; i < n->n; i++)
        bind(s, input_char_variable(s->in, path, family, i), number(s, n->chars[i]));
    return true;
}

static bool array(struct seeder *s, symbol path, const char *type, uint32_t depth,
                  const struct java_node *n) {
    if (n->kind != NODE_ARRAY || n->n > INPUT_MAX_LENGTH) return false;
    enum java_kind kind = java_kind_of(type[1]);
    length(s, path, n->n);
    for (uint32_t i = 0; i < n->n && n->parts; i++) { // else zeros, as they are by default
        bool good =
            kind == JAVA_REF
                ? value(s, reader_path("%s[%u]", symbol_text(path), i), type + 1, depth + 1, n->parts[i])
                : primitive(s, input_element_variable(s->in, path, kind, i), kind, n->parts[i]);
        if (!good) return false;
    }
    return true;
}

// ---- Objects ----

static bool instance(struct seeder *s, symbol path, const char *type, uint32_t depth, bool may_be_null,
                     const struct java_node *n);

static bool arguments(struct seeder *s, symbol path, const char *what, const struct java_method *m,
                      const char *owner, uint32_t depth, const struct java_node *n) {
    if (n->n != m->n_params || java_takes_outer(m)) return false;
    const char *const *types = java_parameter_types(m, owner, s->a);
    for (uint32_t i = 0; i < n->n; i++)
        if (!value(s, reader_path("%s.%s%u", symbol_text(path), what, i), types[i], depth + 1, n->parts[i]))
            return false;
    return true;
}

struct changes { // what is called on an object
    symbol path;
    const char *type;
    uint32_t depth;
    const struct java_class *class;
    struct java_methods mutators;
};

// Call i of the path with the arguments of that node.
static bool change(struct seeder *s, const struct changes *c, uint32_t i, uint32_t again, uint32_t which,
                   const struct java_node *n) {
    const struct java_method *m = c->mutators.at[which];
    char what[32];
    snprintf(what, sizeof what, again ? "m%u.again%u." : "m%u.", m->number, again);
    symbol call = reader_path("%s.call%u", symbol_text(c->path), i);
    if (strcmp(symbol_text(m->name), n->name) != 0) return false;
    if (!again) {
        uint32_t most = c->mutators.n > INPUT_MAX_WAYS ? INPUT_MAX_WAYS : c->mutators.n;
        choose(s, reader_path("%s.c%u.way", symbol_text(call), c->class->number), most, which);
    }
    return arguments(s, call, what, m, c->type, c->depth, n);
}

// The first `times` calls are the same method's, the others one each.
static bool changes_in(struct seeder *s, const struct changes *c, const struct java_node *n, uint32_t times) {
    uint32_t at = 0;
    for (uint32_t i = 0; at < n->n_calls; i++) {
        bool good = false;
        for (uint32_t which = 0; which < c->mutators.n && which < INPUT_MAX_WAYS && !good; which++) {
            uint32_t kept = s->out.n, repeated = i ? 1 : times;
            good = true;
            for (uint32_t k = 0; k < repeated && good; k++)
                good = change(s, c, i, k, which, n->calls[at + k]);
            if (!good) s->out.n = kept;
        }
        if (!good) return false;
        at += i ? 1 : times;
    }
    return true;
}

static bool changes(struct seeder *s, symbol path, struct java_class *class, const char *type, uint32_t depth,
                    const struct java_node *n) {
    static const uint8_t times[] = {1, 4, 8, 10, 16};
    if (!n->n_calls) return true;
    struct changes c = {path, type, depth, class, java_mutators(s->in, class, s->a)};
    for (uint32_t k = 0; k < sizeof times; k++) {
        uint32_t kept = s->out.n, calls = n->n_calls - times[k] + 1;
        if (n->n_calls < times[k] || calls > INPUT_MAX_CALLS) continue;
        choose(s, reader_path("%s.calls", symbol_text(path)), INPUT_MAX_CALLS + 1, calls);
        choose(s, reader_path("%s.times", symbol_text(path)), sizeof times, k);
        if (changes_in(s, &c, n, times[k])) return true;
        s->out.n = kept;
    }
    return false;
}

static bool by_maker(struct seeder *s, symbol path, const char *what, const struct java_method *m,
                     uint32_t depth, const struct java_node *n) {
    struct str type = {0};
    str_addf(&type, "L%s;", symbol_text(m->class->name));
    const char *owner = arena_strdup(s->a, str_text(&type));
    str_free(&type);
    symbol maker = reader_path("%s.%smaker", symbol_text(path), what);
    return strcmp(symbol_text(m->name), n->name) == 0 && instance(s, maker, owner, depth + 1, false, n->on) &&
           arguments(s, path, what, m, owner, depth, n);
}

static bool result(struct seeder *s, symbol path, const struct java_method *m, const char *type,
                   uint32_t depth, const struct java_node *n) {
    if (m->return_kind == JAVA_VOID || !n->n) return m->return_kind == JAVA_VOID && !n->n;
    return value(s, reader_path("%s.result", symbol_text(path)),
                 java_parameter_types(m, type, s->a)[m->n_params], depth + 1, n->parts[0]);
}

// "Integer.valueOf(7)", or 7 by itself.
static bool boxed(struct seeder *s, symbol path, const char *what, const struct java_method *m,
                  const char *type, uint32_t depth, const struct java_node *n) {
    struct java_node *literal = (struct java_node *)(uintptr_t)n;
    const struct java_node whole = {.parts = &literal, .n = 1};
    bool is = n->kind == NODE_INTEGER || n->kind == NODE_FLOAT;
    return is && java_source_name_is(n->name, m->class) && m->n_params == 1 &&
           m->param_kinds[0] == java_box_kind(m->class) && arguments(s, path, what, m, type, depth, &whole);
}

static bool is_of_class(const struct java_node *n, const struct java_method *m) {
    return n->kind == NODE_CALL && n->on->kind == NODE_NAME && java_source_name_is(n->on->name, m->class) &&
           strcmp(symbol_text(m->name), n->name) == 0;
}

static bool made_by(struct seeder *s, symbol path, const struct input_way *w, uint32_t way, const char *type,
                    uint32_t depth, const struct java_node *n) {
    char what[16];
    const char *member;
    const struct java_method *m = w->method;
    snprintf(what, sizeof what, "new%u.", way);
    switch (SOME_OF(w->kind)) {
    case WAY_STRING: return string(s, path, n);
    case WAY_CONSTANT:
        member = n->kind == NODE_NAME ? member_of(s, n->name, w->field->class) : NULL;
        return member && strcmp(member, symbol_text(w->field->name)) == 0;
    case WAY_CONSTRUCTOR:
        if (n->kind != NODE_NEW || !java_source_name_is(n->name, w->class) ||
            !arguments(s, path, what, m, type, depth, n))
            return false;
        break;
    case WAY_MAKER:
        if (n->kind != NODE_CALL || n->on->kind == NODE_NAME || !by_maker(s, path, what, m, depth, n))
            return false;
        break;
    case WAY_LAMBDA: return n->kind == NODE_LAMBDA && result(s, path, m, type, depth, n);
    case WAY_FACTORY:
        if (!is_of_class(n, m) || !arguments(s, path, what, m, type, depth, n)) return false;
        break;
    case WAY_BOX:
        return is_of_class(n, m) ? arguments(s, path, what, m, type, depth, n)
                                 : boxed(s, path, what, m, type, depth, n);
    default: return false;
    }
    return changes(s, path, w->class, type, depth, n);
}

// "List.of(1, 2)" and its like, as a collection that is filled.
static const struct java_node *as_filled(struct seeder *s, const struct java_node *n) {
    static const struct {
        const char *class, *method, *made, *fill;
        uint32_t by; // arguments at once
    } known[] = {{"List", "of", "ArrayList", "add", 1},
                 {"Arrays", "asList", "ArrayList", "add", 1},
                 {"Set", "of", "HashSet", "add", 1},
                 {"Map", "of", "HashMap", "put", 2}};
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        if (n->kind != NODE_CALL || n->on->kind != NODE_NAME) return NULL;
        const char *dot = strrchr(n->on->name, '.'), *simple = dot ? dot + 1 : n->on->name;
        if (strcmp(simple, known[k].class) != 0 || strcmp(n->name, known[k].method) != 0 ||
            n->n % known[k].by)
            continue;
        struct java_node *made = ARENA_NEW(s->a, struct java_node);
        *made = (struct java_node){.kind = NODE_NEW, .name = known[k].made};
        made->calls = ARENA_ARRAY(s->a, struct java_node *, n->n + 1);
        for (uint32_t i = 0; i < n->n; i += known[k].by) {
            struct java_node *call = made->calls[made->n_calls++] = ARENA_NEW(s->a, struct java_node);
            *call = (struct java_node){.kind = NODE_CALL,
                                       .on = made,
                                       .name = known[k].fill,
                                       .parts = n->parts + i,
                                       .n = known[k].by};
        }
        return made;
    }
    return NULL;
}

static bool instance(struct seeder *s, symbol path, const char *type, uint32_t depth, bool may_be_null,
                     const struct java_node *n) {
    const struct input_class *c = java_input_class(s->in, java_erased_type(type, s->a));
    uint32_t ways = c ? c->n_ways : 0;
    may_be_null &= !s->in->no_null;
    if (ways > INPUT_MAX_WAYS - 1) ways = INPUT_MAX_WAYS - 1;
    if (!ways || depth > INPUT_MAX_DEPTH) return n->kind == NODE_NULL && may_be_null;
    symbol choice = reader_path("%s.way", symbol_text(path));
    if (n->kind == NODE_NULL) return may_be_null && choose(s, choice, ways + 1, 0);
    for (uint32_t way = 0; way < ways; way++) {
        uint32_t kept = s->out.n;
        choose(s, choice, ways + may_be_null, way + may_be_null);
        if (made_by(s, path, &c->ways[way], way, type, depth, n)) return true;
        s->out.n = kept;
    }
    const struct java_node *filled = as_filled(s, n);
    return filled && instance(s, path, type, depth, may_be_null, filled);
}

static bool value(struct seeder *s, symbol path, const char *type, uint32_t depth,
                  const struct java_node *n) {
    enum java_kind kind = java_kind_of(type[0]);
    if (kind != JAVA_REF)
        return primitive(s, inputs_variable(s->in, path, s->in->types[kind], EXPR_NONE), kind, n);
    bool is_string = strcmp(type, "Ljava/lang/String;") == 0;
    if (!is_string && type[0] != '[') return instance(s, path, type, depth, true, n);
    bool is_null = n->kind == NODE_NULL;
    if ((is_null && s->in->no_null) || (!is_null && depth > INPUT_MAX_DEPTH)) return false;
    bind(s, inputs_variable(s->in, path, s->in->reference_type, EXPR_NONE),
         expr_atom(s->in->unit->exprs, symbol_of(is_null ? "null" : "object")));
    return is_null || (is_string ? string(s, path, n) : array(s, path, type, depth, n));
}

// ---- The call ----

static bool call_of_unit(struct seeder *s, const struct java_node *n) {
    const struct java_method *m = s->in->method;
    bool constructor = strcmp(symbol_text(m->name), "<init>") == 0, is_static = m->access & ACC_STATIC;
    if ((n->kind == NODE_NEW) != constructor || n->n != m->n_params || java_takes_outer(m)) return false;
    if (!constructor && strcmp(symbol_text(m->name), n->name) != 0) return false;
    const char *const *types = java_parameter_types(m, NULL, s->a);
    if (!constructor && !is_static) {
        struct str own = {0};
        str_addf(&own, "L%s;", symbol_text(m->class->name));
        const char *type = arena_strdup(s->a, str_text(&own));
        str_free(&own);
        if (!instance(s, symbol_of("this"), type, 0, false, n->on)) return false;
    }
    for (uint32_t i = 0; i < n->n; i++)
        if (!value(s, reader_path("a%u", i), types[i], 0, n->parts[i])) return false;
    return true;
}

static int by_variable(const void *a, const void *b) {
    const struct binding *p = a, *q = b;
    return (p->variable > q->variable) - (p->variable < q->variable);
}

bool input_seed(struct inputs *in, const struct java_node *call, struct arena *a, struct model *out) {
    struct seeder s = {.in = in, .a = a};
    bool good = call_of_unit(&s, call);
    if (good && s.out.n) qsort(s.out.at, s.out.n, sizeof *s.out.at, by_variable);
    if (good)
        *out = (struct model){s.out.n,
                              arena_copy(a, s.out.at ? s.out.at : (void *)out, s.out.n * sizeof *s.out.at),
                              in->unit->variables};
    vec_free(&s.out);
    return good;
}
