// SPDX-License-Identifier: Apache-2.0
// Differential test: frisk's interpreter against the real JVM. Random arguments go to every public static
// method of the classes below, in both; what comes back, value or exception with its message, must be equal.
// A part of the calls is run once more with the arguments as symbolic inputs: the result must be the same,
// every condition on the trace must hold under the run's own model, and the expression of what came back must
// have its value.
//
// FRISK_DIFFERENTIAL_CALLS sets the number of calls (default 24000), FRISK_DIFFERENTIAL_SEED the seed,
// FRISK_DIFFERENTIAL_ONLY a Class or Class#method to look at alone.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/clock.h"
#include "base/hash.h"
#include "base/mem.h"
#include "java/classfile/opcode.h"
#include "java/input/input_ways.h"
#include "java/java.h"
#include "java/machine/interp_loop.h"
#include "java/program/code.h"
#include "java/unit/unit.h"
#include "oracles/drive.h"

static const char *const classes[] = {"diff/Texts", "diff/Numbers", "diff/Things",
                                      "diff/Ops",   "diff/Statics", "diff/Wide"};

enum { SYMBOLIC_EVERY = 4, DEPTH = 60, MAX_SHOWN = 40 };

// ---- Random values ----

static uint64_t rng_state;

static uint64_t rng_next(void) { // xorshift64*
    rng_state ^= rng_state >> 12, rng_state ^= rng_state << 25, rng_state ^= rng_state >> 27;
    return rng_state * 0x2545f4914f6cdd1dull;
}

static uint32_t rng(uint32_t n) {
    return (uint32_t)((rng_next() >> 20) % n);
}

// A value of a parameter, apart from any heap. Texts and arrays: n of at; chars are values too.
struct value {
    bool null;
    uint64_t bits; // as in union word
    uint32_t n;
    struct value *at;
};

static int64_t random_integer(unsigned width) {
    uint64_t edge = (uint64_t)1 << (width - 1), v; // unsigned: what wraps is meant to
    switch (rng(8)) {
    case 0:
    case 1:
    case 2: v = rng(16) - (uint64_t)4; break;
    case 3: v = rng(300) - (uint64_t)100; break;
    case 4: v = ((uint64_t)1 << rng(width)) + rng(3) - 1; break;
    case 5: v = edge - rng(3); break; // wraps to the smallest as well
    case 6: v = edge + rng(3); break;
    default: v = (uint64_t)((int64_t)rng_next() >> rng(width));
    }
    if (rng(4) == 0) v = 0 - v;
    return (int64_t)(v << (64 - width)) >> (64 - width);
}

static uint64_t random_double(void) {
    static const double edges[] = {0.0,
                                   -0.0,
                                   1.0,
                                   -1.0,
                                   0.1,
                                   1e-300,
                                   1e300,
                                   4.9e-324,
                                   2.2250738585072014e-308,
                                   1.7976931348623157e308,
                                   1e7,
                                   1e-3,
                                   9007199254740993.0,
                                   2147483647.5,
                                   -2147483648.0,
                                   9.2233720368547758e18,
                                   0.5,
                                   1.5,
                                   2.5,
                                   1e16,
                                   123456.789};
    switch (rng(6)) {
    case 0: return word_double(edges[rng(sizeof edges / sizeof *edges)]).bits;
    case 1: return rng(3) ? 0x7ff8000000000000ull : (uint64_t)0x7ff << 52 | (uint64_t)rng(2) << 63;
    case 2: return word_double((double)random_integer(rng(2) ? 16 : 64)).bits;
    case 3: return word_double((double)random_integer(32) / (double)(1 + rng(1000))).bits;
    case 4: return word_double((rng(2) ? 1 : -1) * (double)rng(2000) / 100).bits;
    default: {
        uint64_t bits = rng_next();
        bool nan = (bits << 1) > (uint64_t)0xffe << 52;
        return nan ? 0x7ff8000000000000ull : bits;
    }
    }
}

static uint64_t random_float(void) {
    static const float edges[] = {0.0f,          -0.0f,    1.0f,        0.1f,  1e-40f,
                                  3.4028235e38f, 1.4e-45f, 16777217.0f, 1e10f, 0.5f};
    double d = word_double(0).d;
    switch (rng(5)) {
    case 0: return word_float(edges[rng(10)]).bits;
    case 1: return rng(2) ? 0x7fc00000u : 0x7f800000u | rng(2) << 31;
    case 2: {
        uint32_t bits = (uint32_t)rng_next();
        return (bits << 1) > 0xff000000u ? 0x7fc00000u : bits;
    }
    default: d = (union word){.bits = random_double()}.d;
    }
    float f = (float)d;
    return f != f ? 0x7fc00000u : word_float(f).bits;
}

static uint16_t random_char(uint32_t alphabet) {
    static const char digits[] = "0123456789-+.eExX", words[] = "abcABCaeiou xyz,019. _-\t";
    switch (alphabet) {
    case 0: return (uint16_t)digits[rng(sizeof digits - 1)];
    case 1: return (uint16_t)words[rng(sizeof words - 1)];
    case 2: return (uint16_t)("ab01, "[rng(6)]);
    case 3: return (uint16_t)rng(128);
    case 4: return (uint16_t)rng(256);
    case 5: return (uint16_t)(0x370 + rng(0x200)); // Greek, Cyrillic, Armenian
    case 6:
        return (uint16_t)(rng(3) ? 0xd7f0 + rng(0x900)
                                 : 0x4e00 + rng(100)); // surrogates and their neighbours
    case 7:
        return (uint16_t)("*[](){}+?\\.^$|a0dxs%-5#,"[rng(24)]); // what regex and format mean something by
    default: return (uint16_t)rng(0x10000);
    }
}

static struct value random_value(struct arena *a, const char *descriptor, uint32_t depth) {
    struct value v = {0};
    if (descriptor[0] != 'L' && descriptor[0] != '[') {
        switch (descriptor[0]) {
        case 'Z': v.bits = rng(2); break;
        case 'C': v.bits = random_char(rng(9)); break;
        case 'D': v.bits = random_double(); break;
        case 'F': v.bits = random_float(); break;
        case 'B': v.bits = (uint64_t)random_integer(8); break;
        case 'S': v.bits = (uint64_t)random_integer(16); break;
        case 'J': v.bits = (uint64_t)random_integer(64); break;
        default: v.bits = (uint64_t)random_integer(32);
        }
        return v;
    }
    if (rng(25) == 0) return (struct value){.null = true};
    if (strcmp(descriptor, "Ljava/lang/Integer;") == 0)
        return (struct value){.bits = (uint64_t)random_integer(32)};
    v.n = rng(depth ? 4 : 9);
    if (rng(12) == 0) v.n = rng(30);
    v.at = ARENA_ARRAY(a, struct value, v.n + 1);
    uint32_t alphabet = rng(9);
    if (alphabet > 3 && rng(2)) alphabet -= 4; // plain ones mostly
    for (uint32_t i = 0; i < v.n; i++)
        v.at[i] = descriptor[0] == '[' ? random_value(a, descriptor + 1, depth + 1)
                                       : (struct value){.bits = random_char(alphabet)};
    return v;
}

// ---- Canonical text ----

static void add_quoted(struct str *out, const uint16_t *chars, uint32_t n) {
    str_add_char(out, '"');
    for (uint32_t i = 0; i < n; i++)
        if (chars[i] >= ' ' && chars[i] < 127 && chars[i] != '"' && chars[i] != '\\')
            str_add_char(out, (char)chars[i]);
        else
            str_addf(out, "\\u%04x", chars[i]);
    str_add_char(out, '"');
}

static void add_primitive(struct str *out, char descriptor, uint64_t bits) {
    union word w = {.bits = bits};
    if (descriptor == 'F')
        str_addf(out, w.f != w.f ? "fNaN" : "f%x", (uint32_t)bits);
    else if (descriptor == 'D')
        str_addf(out, w.d != w.d ? "dNaN" : "d%llx", (unsigned long long)bits);
    else
        str_addf(out, "%lld", (long long)w.j);
}

static void add_value(struct str *out, const struct value *v, const char *descriptor) { // an argument
    if (v->null) {
        str_add(out, "null");
    } else if (descriptor[0] == '[') {
        for (uint32_t i = 0; i < v->n; i++) {
            str_add_char(out, i ? ',' : '[');
            add_value(out, &v->at[i], descriptor + 1);
        }
        str_add(out, v->n ? "]" : "[]");
    } else if (strcmp(descriptor, "Ljava/lang/String;") == 0) {
        uint16_t chars[64];
        for (uint32_t i = 0; i < v->n; i++) chars[i] = (uint16_t)v->at[i].bits;
        add_quoted(out, chars, v->n);
    } else if (descriptor[0] == 'F') { // NaN too, for the JVM to read
        str_addf(out, "f%x", (uint32_t)v->bits);
    } else if (descriptor[0] == 'D') {
        str_addf(out, "d%llx", (unsigned long long)v->bits);
    } else {
        str_addf(out, "%lld", (long long)(int64_t)v->bits);
    }
}

static uint64_t element_bits(const struct object *a, uint32_t i) {
    const void *data = a->fields;
    switch (a->class->element_kind) {
    case JAVA_BOOLEAN:
    case JAVA_BYTE: return (uint64_t)((const int8_t *)data)[i];
    case JAVA_CHAR: return ((const uint16_t *)data)[i];
    case JAVA_SHORT: return (uint64_t)((const int16_t *)data)[i];
    case JAVA_INT: return (uint64_t)((const int32_t *)data)[i];
    case JAVA_FLOAT: return ((const uint32_t *)data)[i];
    default: return ((const uint64_t *)data)[i];
    }
}

static void add_object(struct str *out, struct java_thread *t, const struct object *o, uint32_t depth) {
    if (!o) {
        str_add(out, "null");
    } else if (o->class == t->program->string) {
        VEC(uint16_t) chars = {0};
        for (uint32_t i = 0; i < java_string_length(o); i++) vec_push(&chars, java_string_at(o, i));
        add_quoted(out, chars.at, chars.n);
        vec_free(&chars);
    } else if (class_is_array(o->class) && depth < 4) {
        str_add_char(out, '[');
        for (int32_t i = 0; i < o->length; i++) {
            uint64_t bits = element_bits(o, (uint32_t)i);
            if (i) str_add_char(out, ',');
            if (o->class->element_kind == JAVA_REF)
                add_object(out, t, (union word){.bits = bits}.r, depth + 1);
            else
                add_primitive(out, symbol_text(o->class->name)[1], bits);
        }
        str_add_char(out, ']');
    } else {
        java_class_name(o->class, out);
    }
}

static const char *return_descriptor(const struct java_method *m) {
    return strchr(symbol_text(m->descriptor), ')') + 1;
}

static void add_thrown(struct str *out, struct java_thread *t) {
    struct object *e = t->exception;
    str_add_char(out, '!');
    java_class_name(e->class, out);
    if (strcmp(symbol_text(e->class->name), "java/lang/StackOverflowError") == 0) return;
    struct java_method *m = java_class_find(t->program->throwable, "getMessage", "()Ljava/lang/String;");
    union word message = {0}, self = word_ref(e);
    m = java_class_select(e->class, m);
    t->trace = NULL;
    if (java_call(t, m, &self, NULL, &message, NULL) != JAVA_RETURNED) {
        str_add(out, " (getMessage failed)");
    } else if (message.r) {
        str_add(out, ": ");
        add_object(out, t, message.r, 0);
    }
}

static char *outcome_text(struct java_thread *t, const struct java_method *m, enum java_end end,
                          union word result) {
    struct str s = {0};
    const char *d = return_descriptor(m);
    if (end == JAVA_THROWN)
        add_thrown(&s, t);
    else if (end == JAVA_STOPPED)
        str_addf(&s, "?%s", t->stop == STOP_NO_MODEL ? str_text(&t->stop_text) : "a limit");
    else if (d[0] == 'V')
        str_add(&s, "void");
    else if (d[0] == 'L' || d[0] == '[')
        add_object(&s, t, result.r, 0);
    else
        add_primitive(&s, d[0], result.bits);
    return str_take(&s);
}

// ---- A call, concretely ----

struct call {
    struct java_method *method;
    struct value *arguments;
    char *mine; // what frisk's interpreter made of it
};

struct world {
    struct java *java;
    struct java_thread *thread, *symbolic;
    struct expr_store *exprs;
    struct eval *eval;
    struct arena arena;
    VEC(struct java_method *) methods;
    VEC(struct call) calls;
    char *dir;
    uint64_t no_model, limits, differ, symbolic_runs, conditions, expressions, inconsistent, discarded, lost;
};

static union word build(struct java_thread *t, const struct value *v, const char *descriptor) {
    if (v->null) return word_ref(NULL);
    if (strcmp(descriptor, "Ljava/lang/Integer;") == 0) {
        struct java_class *c = t->program->integer;
        union word result = {0}, arg = {.bits = v->bits};
        java_initialize(t, c);
        java_call(t, java_class_find(c, "valueOf", "(I)Ljava/lang/Integer;"), &arg, NULL, &result, NULL);
        return result;
    }
    if (descriptor[0] == 'L') {
        uint16_t chars[64];
        for (uint32_t i = 0; i < v->n; i++) chars[i] = (uint16_t)v->at[i].bits;
        return word_ref(java_string_utf16(t, chars, v->n));
    }
    if (descriptor[0] != '[') return (union word){.bits = v->bits};
    struct diag d = {0};
    struct java_class *c = program_descriptor_class(t->program, descriptor, strlen(descriptor), &d);
    struct object *a = java_new_array(t, c, v->n);
    for (uint32_t i = 0; i < v->n; i++) {
        union word w = build(t, &v->at[i], descriptor + 1);
        memcpy((char *)array_data(a) + i * java_kind_size[c->element_kind], &w.bits,
               java_kind_size[c->element_kind]);
    }
    return word_ref(a);
}

static enum java_end run_concrete(struct java_thread *t, const struct call *c, union word *result) {
    union word args[16];
    expr_id exprs[16] = {0};
    char descriptor[100];
    const char *at = symbol_text(c->method->descriptor) + 1;
    java_thread_begin_run(t);
    for (uint32_t i = 0; java_next_parameter(&at, descriptor, sizeof descriptor); i++)
        args[i] = build(t, &c->arguments[i], descriptor);
    enum java_end end = java_initialize(t, c->method->class);
    return end == JAVA_RETURNED ? java_call(t, c->method, args, exprs, result, NULL) : end;
}

static void add_call(struct str *out, const struct call *c) {
    char descriptor[100];
    const char *at = symbol_text(c->method->descriptor) + 1;
    str_add(out, symbol_text(c->method->class->name));
    for (size_t i = 0; i < out->n; i++)
        if (out->at[i] == '/') out->at[i] = '.';
    str_addf(out, "\t%s", symbol_text(c->method->name));
    for (uint32_t i = 0; java_next_parameter(&at, descriptor, sizeof descriptor); i++) {
        str_add_char(out, '\t');
        add_value(out, &c->arguments[i], descriptor);
    }
}

static void report(struct world *w, const struct call *c, const char *what, const char *mine,
                   const char *real) {
    if (w->differ + w->inconsistent > MAX_SHOWN) return;
    struct str s = {0};
    add_call(&s, c);
    fprintf(stderr, "%s: %s\n    frisk: %.600s\n    %s: %.600s\n", what, str_text(&s), mine, what, real);
    str_free(&s);
}

// ---- The same call with symbolic inputs ----

struct setting { // the model being made, by the paths of input.h
    struct inputs *in;
    struct expr_store *x;
    VEC(struct binding) bindings;
};

static void set(struct setting *s, const char *path, type_id type, expr_id value) {
    uint32_t v = inputs_variable(s->in, symbol_of(path), type, EXPR_NONE);
    vec_push(&s->bindings, (struct binding){v, value});
}

static expr_id int_term(struct setting *s, int64_t n) {
    return expr_int_term(s->x, expr_int(s->x, n));
}

static void set_value(struct setting *s, const char *path, const struct value *v, const char *descriptor) {
    char part[200];
    enum java_kind kind = java_kind_of(descriptor[0]);
    if (kind != JAVA_REF) {
        union word w = {.bits = v->bits};
        bool is_float = kind == JAVA_FLOAT || kind == JAVA_DOUBLE;
        double d = kind == JAVA_FLOAT ? (double)w.f : w.d;
        set(s, path, s->in->types[kind],
            is_float ? expr_float_term(s->x, expr_float(s->x, d)) : int_term(s, w.j));
        return;
    }
    bool is_string = descriptor[0] == 'L';
    set(s, path, s->in->reference_type, expr_atom(s->x, symbol_of(v->null ? "null" : "object")));
    if (v->null) return;
    uint16_t highest = 0;
    for (uint32_t i = 0; is_string && i < v->n; i++)
        if (v->at[i].bits > highest) highest = (uint16_t)v->at[i].bits;
    enum input_family family = highest < 128 ? FAMILY_ASCII : highest < 256 ? FAMILY_LATIN : FAMILY_UTF16;
    if (is_string) {
        snprintf(part, sizeof part, "%s.family", path);
        set(s, part, s->in->choices[FAMILY_COUNT], int_term(s, family));
    }
    snprintf(part, sizeof part, "%s.length", path);
    set(s, part, s->in->length_type, int_term(s, v->n));
    type_id types[FAMILY_COUNT] = {s->in->ascii_type, s->in->types[JAVA_CHAR], s->in->latin_type};
    for (uint32_t i = 0; i < v->n; i++) {
        snprintf(part, sizeof part, "%s%s[%u]", path,
                 is_string ? ((const char *[]){"", "u", "l"})[family] : "", i);
        if (is_string)
            set(s, part, types[family], int_term(s, (int64_t)v->at[i].bits));
        else
            set_value(s, part, &v->at[i], descriptor + 1);
    }
}

static int by_variable(const void *a, const void *b) {
    const struct binding *x = a, *y = b;
    return x->variable < y->variable ? -1 : x->variable > y->variable;
}

static void check_conditions(struct world *w, const struct call *c, const struct trace *trace) {
    for (uint32_t i = 0; i < trace->decisions.n; i++) {
        const struct decision *d = &trace->decisions.at[i];
        for (uint32_t j = 0; d->kind != DECISION_SCHEDULE && j < d->n; j++) {
            expr_id condition = trace->ways.at[d->first_way + j].condition;
            w->conditions++;
            if (eval_bool(w->eval, condition) == (j == d->taken ? TRUTH_TRUE : TRUTH_FALSE)) continue;
            w->inconsistent++;
            struct str s = {0};
            expr_print(w->exprs, condition, &s);
            report(w, c,
                   j == d->taken ? "a condition that does not hold" : "a way not taken whose condition holds",
                   "", str_text(&s));
            str_free(&s);
            return;
        }
    }
}

static void check_result(struct world *w, const struct call *c, union word result, expr_id expr) {
    char kind = return_descriptor(c->method)[0];
    if (!expr || strchr("VL[", kind)) return;
    struct expr_store *x = w->exprs;
    expr_id v = eval_value(w->eval, expr);
    int64_t n = 0;
    struct str mine = {0}, its = {0};
    w->expressions++;
    add_primitive(&mine, kind, result.bits);
    if (v && (kind == 'F' || kind == 'D')) {
        double d = expr_get_float(x, v);
        add_primitive(&its, kind, kind == 'D' ? word_double(d).bits : word_float((float)d).bits);
    } else if (v && (v == EXPR_TRUE || v == EXPR_FALSE)) {
        str_add(&its, v == EXPR_TRUE ? "1" : "0");
    } else if (v && expr_get_int64(x, v, &n)) {
        add_primitive(&its, kind, (uint64_t)n);
    }
    if (strcmp(str_text(&mine), str_text(&its)) != 0) {
        w->inconsistent++;
        struct str text = {0};
        expr_print(x, expr, &text);
        report(w, c, "the result's expression", str_text(&mine), its.n ? str_text(&its) : str_text(&text));
        str_free(&text);
    }
    str_free(&mine);
    str_free(&its);
}

// Boxes have no path of their own: a way and what it was made of.
static bool has_box(const struct java_method *m) {
    return strstr(symbol_text(m->descriptor), "Ljava/lang/Integer;") != NULL;
}

static void run_symbolic(struct world *w, const struct call *c) {
    struct java_thread *t = w->symbolic;
    struct diag d = {0};
    struct unit unit = {.name = "differential",
                        .exprs = w->exprs,
                        .variables = variables_new(),
                        .grammar = grammar_new(w->exprs)};
    struct inputs in;
    inputs_init(&in, &unit, t->program, c->method, false);
    grammar_freeze(unit.grammar);
    struct setting s = {.in = &in, .x = w->exprs};
    char path[20], descriptor[100];
    const char *at = symbol_text(c->method->descriptor) + 1;
    for (uint32_t i = 0; java_next_parameter(&at, descriptor, sizeof descriptor); i++) {
        snprintf(path, sizeof path, "a%u", i);
        set_value(&s, path, &c->arguments[i], descriptor);
    }
    if (s.bindings.n) qsort(s.bindings.at, s.bindings.n, sizeof *s.bindings.at, by_variable);
    struct model model = {s.bindings.n, s.bindings.at, unit.variables};
    struct facts *facts = facts_new(w->exprs, unit.grammar, unit.variables);
    struct trace trace;
    trace_init(&trace, w->exprs, facts, DEPTH);
    struct arena a;
    arena_init(&a, 0);
    struct input_state state;
    union word args[16], result = {0};
    expr_id exprs[16], expr = EXPR_NONE;
    java_thread_begin_run(t);
    t->trace = &trace;
    input_state_of(&in, &model, c->method, &a, &state);
    enum java_end end = input_build(&in, t, &state, args, exprs);
    if (end == JAVA_RETURNED) end = java_initialize(t, c->method->class);
    if (end == JAVA_RETURNED) end = java_call(t, c->method, args, exprs, &result, &expr);
    t->input = NULL;
    t->input_state = NULL;
    eval_begin(w->eval, &model);
    w->symbolic_runs++;
    w->lost += t->concretised.in_run > 0;
    check_conditions(w, c, &trace);
    if (end == JAVA_RETURNED) check_result(w, c, result, expr);
    char *mine = outcome_text(t, c->method, end, result);
    t->trace = NULL;
    if (strcmp(mine, c->mine) != 0 && c->mine[0] != '?') {
        w->inconsistent++;
        report(w, c, "concretely", mine, c->mine);
    }
    mem_free(mine);
    input_state_free(&state);
    arena_free(&a);
    trace_free(&trace);
    facts_free(facts);
    vec_free(&s.bindings);
    inputs_free(&in);
    grammar_free(unit.grammar);
    variables_free(unit.variables);
    (void)d;
}

// ---- Both machines ----

static char *path_in(const struct world *w, const char *name) {
    struct str s = {0};
    str_addf(&s, "%s/%s", w->dir, name);
    return str_take(&s);
}

static void compile(const char *dir) {
    char *argv[] = {"/bin/sh",
                    "-c",
                    "exec javac -J-XX:TieredStopAtLevel=1 -J-XX:+UseSerialGC -g -nowarn -d \"$1\" "
                    "tests/java/programs/diff/*.java",
                    "sh",
                    (char *)dir,
                    NULL};
    struct output o = drive_run(argv, NULL, 120);
    if (o.status != 0) fail_msg("javac: %s", o.err);
    drive_free(&o);
}

static pid_t start_jvm(char *dir, char *calls, char *results) {
    pid_t child = fork();
    if (child) return child;
    execlp("java", "java", "-ea", "-cp", dir, "-XX:-OmitStackTraceInFastThrow", "-XX:TieredStopAtLevel=1",
           "-Xss512k", "diff.Host", dir, calls, results, (char *)NULL);
    _exit(127);
}

static bool wanted(const struct java_method *m) {
    if (!(m->access & ACC_STATIC) || !(m->access & ACC_PUBLIC)) return false;
    const char *only = getenv("FRISK_DIFFERENTIAL_ONLY");
    char text[300];
    snprintf(text, sizeof text, "%s#%s", symbol_text(m->class->name) + strlen("diff/"), symbol_text(m->name));
    return !only || strncmp(text, only, strlen(only)) == 0;
}

static struct java_thread *thread_new(struct world *w, struct expr_store *x) {
    static const struct run_limits limits = {.steps = 30000000, .memory = 512u << 20};
    struct java_thread *t = java_thread_new(w->java->program, &limits);
    t->x = x;
    t->heap.make_lasting = true;
    assert_int_equal(java_thread_boot(t), JAVA_RETURNED);
    t->heap.make_lasting = false;
    return t;
}

static void open_world(struct world *w) {
    struct diag d = {0};
    *w = (struct world){.dir = drive_scratch()};
    arena_init(&w->arena, 0);
    compile(w->dir);
    w->java = java_open(&(struct java_options){.class_path = w->dir, .share_dir = "share/frisk"}, &d);
    if (!w->java) fail_msg("%s", d.text);
    w->exprs = expr_store_new();
    w->eval = eval_new(w->exprs);
    w->thread = thread_new(w, NULL);
    w->symbolic = thread_new(w, w->exprs);
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
        struct java_class *c = program_class_of(w->java->program, classes[i]);
        assert_non_null(c);
        for (uint32_t j = 0; j < c->n_methods; j++)
            if (wanted(&c->methods[j])) vec_push(&w->methods, &c->methods[j]);
    }
}

static void close_world(struct world *w) {
    for (uint32_t i = 0; i < w->calls.n; i++) mem_free(w->calls.at[i].mine);
    vec_free(&w->calls);
    vec_free(&w->methods);
    java_thread_free(w->thread);
    java_thread_free(w->symbolic);
    eval_free(w->eval);
    expr_store_free(w->exprs);
    java_close(w->java);
    arena_free(&w->arena);
    drive_remove(w->dir);
    free(w->dir);
}

static void make_calls(struct world *w, uint64_t n, const char *path) {
    struct str text = {0};
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    for (uint64_t i = 0; i < n; i++) {
        struct java_method *m = w->methods.at[i % w->methods.n];
        struct call c = {.method = m, .arguments = ARENA_ARRAY(&w->arena, struct value, m->n_params + 1)};
        char descriptor[100];
        const char *at = symbol_text(m->descriptor) + 1;
        for (uint32_t j = 0; java_next_parameter(&at, descriptor, sizeof descriptor); j++)
            c.arguments[j] = random_value(&w->arena, descriptor, 0);
        vec_push(&w->calls, c);
        str_clear(&text);
        add_call(&text, &c);
        fprintf(f, "%s\n", str_text(&text));
    }
    str_free(&text);
    fclose(f);
}

static uint64_t compare(struct world *w, const char *path) {
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    char *line = NULL;
    size_t room = 0;
    uint64_t compared = 0;
    for (uint32_t i = 0; i < w->calls.n; i++) {
        const struct call *c = &w->calls.at[i];
        ssize_t n = getline(&line, &room, f);
        if (n <= 0) fail_msg("the JVM answered %u of %u calls", i, w->calls.n);
        line[n - 1] = 0;
        if (c->mine[0] == '?') {
            bool model = strcmp(c->mine, "?a limit") != 0;
            *(model ? &w->no_model : &w->limits) += 1;
            if (w->no_model + w->limits < MAX_SHOWN) report(w, c, "the JVM", c->mine, line);
            continue;
        }
        compared++;
        if (strcmp(c->mine, line) == 0) continue;
        w->differ++;
        report(w, c, "the JVM", c->mine, line);
    }
    free(line);
    fclose(f);
    return compared;
}

// Which opcodes the code that ran consists of.
static void check_opcodes(struct world *w) {
    // No compiler of Java makes these, and jsr and ret are forbidden since version 51.
    static const uint8_t none[] = {OP_NOP, OP_SWAP, OP_JSR, OP_RET, OP_JSR_W, OP_GOTO_W};
    bool seen[256] = {0};
    for (uint32_t i = 0; i < w->java->program->classes.n; i++) {
        const struct java_class *c = w->java->program->classes.at[i];
        for (uint32_t j = 0; c->origin == ORIGIN_USER && j < c->n_methods; j++) {
            const struct java_method *m = &c->methods[j];
            if (!m->info || !m->info->code || !atomic_load(&m->code)) continue;
            const struct class_code *code = m->info->code;
            for (uint32_t pc = 0; pc < code->n_bytes;
                 pc += java_instruction_size(code->bytes, code->n_bytes, pc))
                seen[code->bytes[pc]] = true;
        }
    }
    for (size_t i = 0; i < sizeof none; i++) seen[none[i]] = true;
    uint32_t missing = 0;
    for (uint32_t op = 0; op < N_OPCODES; op++)
        if (java_opcodes[op].mnemonic && !seen[op]) {
            fprintf(stderr, "no method that ran has %s\n", java_opcodes[op].mnemonic);
            missing++;
        }
    assert_int_equal(missing, 0);
}

static void interpreter_agrees_with_the_jvm(void **state) {
    struct world w;
    const char *n = getenv("FRISK_DIFFERENTIAL_CALLS"), *seed = getenv("FRISK_DIFFERENTIAL_SEED");
    uint64_t wanted_calls = n ? strtoull(n, NULL, 10) : 24000;
    rng_state = seed ? strtoull(seed, NULL, 10) * 2 + 1 : 42;
    open_world(&w);
    assert_true(w.methods.n > 0);
    char *calls = path_in(&w, "calls"), *results = path_in(&w, "results");
    make_calls(&w, wanted_calls, calls);
    pid_t jvm = start_jvm(w.dir, calls, results);
    double start = clock_now(), symbolic = 0;
    for (uint32_t i = 0; i < w.calls.n; i++) {
        struct call *c = &w.calls.at[i];
        union word result = {0};
        enum java_end end = run_concrete(w.thread, c, &result);
        c->mine = outcome_text(w.thread, c->method, end, result);
        if (rng(SYMBOLIC_EVERY) != 0 || has_box(c->method)) continue;
        double before = clock_now();
        run_symbolic(&w, c);
        symbolic += clock_now() - before;
    }
    double mine = clock_now() - start - symbolic;
    int status = drive_wait(jvm, 600);
    assert_int_equal(status, 0);
    uint64_t compared = compare(&w, results);
    printf("differential: %llu calls to %u methods compared (%llu without a model, %llu over a limit), %llu "
           "differ; "
           "%.1f s here\n",
           (unsigned long long)compared, w.methods.n, (unsigned long long)w.no_model,
           (unsigned long long)w.limits, (unsigned long long)w.differ, mine);
    printf("symbolic: %llu runs (%llu with a loss), %llu conditions and %llu results evaluated, %llu "
           "inconsistent; "
           "%.1f s\n",
           (unsigned long long)w.symbolic_runs, (unsigned long long)w.lost, (unsigned long long)w.conditions,
           (unsigned long long)w.expressions, (unsigned long long)w.inconsistent, symbolic);
    assert_int_equal(w.differ, 0);
    assert_int_equal(w.inconsistent, 0);
    if (!getenv("FRISK_DIFFERENTIAL_ONLY")) {
        assert_true(w.methods.n >= 200);
        assert_int_equal(compared, w.calls.n); // every method runs to its end
        if (wanted_calls >= 10000) check_opcodes(&w);
    }
    mem_free(calls);
    mem_free(results);
    close_world(&w);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(interpreter_agrees_with_the_jvm)};
    return cmocka_run_group_tests_name("differential (Java)", tests, NULL, NULL);
}
