// SPDX-License-Identifier: Apache-2.0
// What is said of built-in functions, at and beyond the ends of small integers, of 64 bits and of floats,
// with the real VM as referee (limits_cases.escript calls all of them there): where a signature
// (signature.def, transfer.c) says that a call cannot fail, it does not; it gives what the signature says,
// and fails with the only reason that one names; and frisk's own function does what the VM's does.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/str.h"
#include "base/vec.h"
#include "erlang/analysis/signature.h"
#include "erlang/term/atoms.h"
#include "erlang/term/bits.h"
#include "erlang/term/map.h"
#include "tier.h"

enum { EARLIER = 4, MOST_ARGUMENTS = 3, SHOWN = 40 };

// A call that the VM made: what is kept of it to be put together with later ones.
struct seen {
    shape args[MOST_ARGUMENTS], value;
    bool exact;  // the value is just that shape's
    term raised; // the reason; TERM_NONE: it returned
};

struct fixture {
    struct shapes *shapes;
    struct signatures *signatures;
    struct arena heap;
    const struct bif *bif; // of the calls before
    struct seen earlier[EARLIER];
    uint32_t n_earlier;
    unsigned calls, safe, compared, wrong;
};

// ---- Which functions ----

static bool is_listed(const struct bif *b) {
    static const char *const modules[] = {"erlang", "lists", "maps", "binary", "math", "unicode", "string"};
    static const char *const effects[] = {"put",
                                          "get",
                                          "erase",
                                          "get_keys",
                                          "self",
                                          "node",
                                          "make_ref",
                                          "unique_integer",
                                          "now",
                                          "date",
                                          "time",
                                          "timestamp",
                                          "display",
                                          "yield",
                                          "statistics",
                                          "is_alive",
                                          "group_leader",
                                          "display_string",
                                          "display_nl",
                                          "bump_reductions",
                                          "system_time",
                                          "time_offset",
                                          "monotonic_time",
                                          "localtime",
                                          "universaltime",
                                          "is_builtin",
                                          "list_to_atom",
                                          "binary_to_atom",
                                          "fun_to_list",
                                          "garbage_collect",
                                          "pid_to_list",
                                          "port_to_list",
                                          "ref_to_list",
                                          "phash",
                                          "compile_pattern",
                                          "external_size",
                                          "binary_to_term",
                                          "convert_time_unit",
                                          "referenced_byte_size",
                                          "universaltime_to_localtime",
                                          "localtime_to_universaltime"};
    bool listed = false;
    for (size_t i = 0; i < sizeof modules / sizeof *modules; i++) listed |= !strcmp(b->module, modules[i]);
    for (size_t i = 0; i < sizeof effects / sizeof *effects; i++) listed &= strcmp(b->name, effects[i]) != 0;
    return listed && b->concrete && b->rule != RULE_PROCESS && b->arity >= 1 && b->arity <= MOST_ARGUMENTS;
}

static char *write_list(void) {
    char *path = strdup("/tmp/frisk-limits-XXXXXX");
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    FILE *f = fdopen(fd, "w");
    for (uint32_t i = 0; i < bif_count; i++)
        if (is_listed(&bif_table[i]))
            fprintf(f, "%s %s %u\n", bif_table[i].module, bif_table[i].name, bif_table[i].arity);
    fclose(f);
    return path;
}

// ---- One call ----

static void complain(struct fixture *f, const char *what, term call, term said) {
    if (f->wrong++ >= SHOWN) return;
    struct str text = {0};
    term_print(&text, call, 400);
    print_error("%s: %s\n", what, str_text(&text));
    str_clear(&text);
    if (said != TERM_NONE) {
        term_print(&text, said, 200);
        print_error("    frisk: %s\n", str_text(&text));
    }
    str_free(&text);
}

// The VM refuses for want of room; of that the signatures speak for shifts alone.
static bool is_out_of_size(const struct bif *b, term reason) {
    return reason == term_atom(symbol_of("system_limit")) && strcmp(b->name, "bsl") != 0 &&
           strcmp(b->name, "bsr") != 0;
}

// Whether a shape says exactly which term this is: integers beyond 64 bits are known by their sign only.
static bool is_told_apart(term t) {
    VEC(term) todo = {0};
    bool exact = true;
    int64_t v;
    vec_push(&todo, t);
    while (todo.n && exact) {
        t = vec_pop(&todo);
        if (term_is_integer(t)) exact = term_get_int64(t, &v) && v > INT64_MIN + 1 && v < INT64_MAX - 1;
        if (term_is_tuple(t))
            for (uint64_t i = 0; i < term_tuple(t)->n; i++) vec_push(&todo, term_tuple(t)->at[i]);
        if (!term_is_cons(t)) continue;
        vec_push(&todo, term_tl(t));
        vec_push(&todo, term_hd(t));
    }
    vec_free(&todo);
    return exact;
}

// What is said of arguments among which are those of the call.
static void check_claim(struct fixture *f, const shape *args, const struct seen *real, term call) {
    struct signature_answer a = signature_apply(f->signatures, f->bif, args);
    f->safe += !a.fails;
    if (real->raised != TERM_NONE) {
        if (!a.fails && !is_out_of_size(f->bif, real->raised))
            complain(f, "said not to fail", call, TERM_NONE);
        if (a.fails && a.reason != TERM_NONE && a.reason != real->raised &&
            !is_out_of_size(f->bif, real->raised))
            complain(f, "fails otherwise than said", call, a.reason);
    } else if (real->value != SHAPE_ANY &&
               (real->exact ? !shape_subset(f->shapes, real->value, a.result)
                            : shape_meet(f->shapes, real->value, a.result) == SHAPE_NONE)) {
        struct str text = {0};
        shape_print(f->shapes, a.result, &text);
        print_error("    said to give %s\n", str_text(&text));
        str_free(&text);
        complain(f, "gives what is not said", call, TERM_NONE);
    }
}

static void check_claims(struct fixture *f, const struct seen *now, term call) {
    shape args[MOST_ARGUMENTS];
    check_claim(f, now->args, now, call);
    for (uint32_t i = 0; i < f->bif->arity; i++) args[i] = shape_blur(f->shapes, now->args[i]);
    check_claim(f, args, now, call);
    for (uint32_t k = 0; k < f->n_earlier; k++) {
        for (uint32_t i = 0; i < f->bif->arity; i++)
            args[i] = shape_union(f->shapes, now->args[i], f->earlier[k].args[i]);
        check_claim(f, args, now, call);
        check_claim(f, args, &f->earlier[k], call);
    }
    f->earlier[f->n_earlier < EARLIER ? f->n_earlier++ : f->calls % EARLIER] = *now;
}

static void check_concrete(struct fixture *f, const term *args, term outcome, term call) {
    struct process p = {.heap = &f->heap, .dictionary = map_empty};
    term value = TERM_NONE, tag = term_tuple(outcome)->at[0], real = term_tuple(outcome)->at[1];
    bool good = f->bif->concrete(&p, args, &value);
    if (!good && p.no_model) return;
    f->compared++;
    if (good != (tag == term_atom(symbol_of("ok"))))
        complain(f, good ? "frisk returns, the VM fails" : "frisk fails, the VM returns", call,
                 good ? value : p.reason);
    else if (!term_equal(good ? value : p.reason, real))
        complain(f, "frisk differs", call, good ? value : p.reason);
}

static void begin(struct fixture *f, const struct bif *b) {
    if (f->signatures) signatures_free(f->signatures);
    if (f->shapes) shapes_free(f->shapes);
    f->shapes = shapes_new(NULL, NULL);
    f->signatures = signatures_new(f->shapes);
    f->bif = b;
    f->n_earlier = 0;
}

static void check_call(struct fixture *f, term call) {
    const struct tuple *t = term_tuple(call);
    term args[MOST_ARGUMENTS], list = t->at[2], outcome = t->at[3];
    struct seen now = {.raised = TERM_NONE};
    uint32_t n = 0;
    for (; term_is_cons(list); list = term_tl(list)) args[n++] = term_hd(list);
    const struct bif *b = bif_find(term_symbol(t->at[0]), term_symbol(t->at[1]), n);
    assert_non_null(b);
    if (b != f->bif) begin(f, b);
    for (uint32_t i = 0; i < n; i++) now.args[i] = shape_from_term(f->shapes, args[i]);
    now.exact = is_told_apart(term_tuple(outcome)->at[1]);
    if (term_tuple(outcome)->at[0] == term_atom(symbol_of("ok")))
        now.value = shape_from_term(f->shapes, term_tuple(outcome)->at[1]);
    else
        now.raised = term_tuple(outcome)->at[1];
    f->calls++;
    check_claims(f, &now, call);
    check_concrete(f, args, outcome, call);
}

// ---- All of them ----

static term decode(struct arena *heap, const char *text) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    uint8_t *bytes = malloc(strlen(text) + 1);
    size_t n = 0;
    uint32_t word = 0, bits = 0;
    for (; *text && *text != '=' && *text != '\n'; text++) {
        word = word << 6 | (uint32_t)(strchr(digits, *text) - digits);
        bits += 6;
        if (bits < 8) continue;
        bits -= 8;
        bytes[n++] = (uint8_t)(word >> bits);
    }
    struct process p = {.heap = heap, .dictionary = map_empty};
    term external = term_bits(heap, bytes, n * 8), t = TERM_NONE;
    free(bytes);
    const struct bif *b = bif_find(symbol_of("erlang"), symbol_of("binary_to_term"), 1);
    return b->concrete(&p, &external, &t) ? t : TERM_NONE;
}

static void as_the_vm(void **state) {
    char command[4096], *list = write_list();
    snprintf(command, sizeof command, "escript %.*s/limits_cases.escript %s %u",
             (int)(strrchr(__FILE__, '/') - __FILE__), __FILE__, list, tier_number(6, 40, 100));
    FILE *from = popen(command, "r");
    assert_non_null(from);
    struct fixture f = {0};
    arena_init(&f.heap, 0);
    char *line = NULL;
    size_t cap = 0;
    while (getline(&line, &cap, from) > 0) {
        term call = decode(&f.heap, line);
        if (call != TERM_NONE) check_call(&f, call); // a reference is nothing that it reads
        arena_reset(&f.heap);
    }
    free(line);
    assert_int_equal(pclose(from), 0);
    unlink(list);
    free(list);
    arena_free(&f.heap);
    signatures_free(f.signatures);
    shapes_free(f.shapes);
    print_message("%u calls, %u times said not to fail, %u compared with frisk's own, %u wrong\n", f.calls,
                  f.safe, f.compared, f.wrong);
    assert_true(f.calls > 40000 && f.safe > 50000 && f.compared > f.calls / 2);
    assert_int_equal(f.wrong, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(as_the_vm)};
    return cmocka_run_group_tests_name("limits", tests, NULL, NULL);
}
