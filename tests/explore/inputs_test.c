// SPDX-License-Identifier: Apache-2.0
// Drawing inputs: what a text of the code tells the dictionary, and what follows from a seed.
#include "explore/tiny.h"

#include "explore/inputs/value_source.h"

static bool has_integer(const struct dictionary *d, int64_t v) {
    for (uint32_t i = 0; i < d->integers.n; i++)
        if (d->integers.at[i] == v) return true;
    return false;
}

static void add(struct dictionary *d, const char *text) {
    dictionary_add_literal(d, (const uint8_t *)text, (uint32_t)strlen(text));
}

static void numbers_of_texts(void **state) {
    (void)state;
    struct dictionary d = {0};
    add(&d, "from 12 to 345");
    add(&d, "ff");
    add(&d, "2.5");
    add(&d, "[a-z]+");
    add(&d, "caf\xC3\xA9"); // no ASCII
    add(&d, "");
    assert_true(has_integer(&d, 12) && has_integer(&d, 345) && has_integer(&d, 0xff));
    assert_false(has_integer(&d, 1));
    assert_int_equal(d.floats.n, 1);
    assert_true(d.floats.at[0] == 2.5);
    assert_int_equal(d.texts.n, 4);
    assert_int_equal(d.patterns.n, 1);
    assert_int_equal(d.patterns.at[0].n, strlen("[a-z]+"));
    dictionary_free(&d);
}

static void learned_once(void **state) {
    (void)state;
    struct dictionary d = {0};
    const uint16_t ab[] = {'a', 'b'}, ba[] = {'b', 'a'};
    dictionary_learn_text(&d, ab, 2);
    dictionary_learn_text(&d, ab, 2);
    dictionary_learn_text(&d, ba, 2);
    dictionary_learn_text(&d, ab, 1);
    assert_int_equal(d.texts.n, 3);
    dictionary_free(&d);
}

static void note(void *context, const char *text, uint32_t n, bool joined) {
    str_addf(context, "%s%.*s;", joined ? "=" : "", (int)n, text);
}

// Pieces in order; then the two texts that have some, with the text that has none between them.
static void suggestions(void **state) {
    (void)state;
    struct dictionary d = {0};
    struct str s = {0};
    add(&d, "key: val_1");
    add(&d, "=");
    add(&d, "end");
    dictionary_suggest(&d, note, &s);
    assert_string_equal(str_text(&s), "key;val_1;end;=key: val_1=end;");
    str_free(&s);
    dictionary_free(&d);
}

// ---- Sources ----

enum { VARIABLES = 12 };

static void read_all(struct unit *u, struct value_source *s, const struct model *input) {
    (void)u, (void)input;
    for (uint32_t i = 0; i < VARIABLES; i++) value_source_leaf(s, i, (struct leaf_type){LEAF_INTEGER, 8});
}

static const struct language_drawing reading = {.read = read_all};

static uint64_t draw_all(struct tiny *t, uint64_t seed) {
    struct value_source *s = value_source_new(&t->unit, seed);
    uint64_t h = 1;
    for (int n = 0; n < 20; n++) {
        const struct model *m = value_source_begin(s, VALUES_DRAWN, NULL);
        reading.read(&t->unit, s, m);
        reading.read(&t->unit, s, m); // has its value
        assert_int_equal(m->n, VARIABLES);
        for (uint32_t i = 0; i < m->n; i++) {
            int64_t v = tiny_value(&t->unit, m->at[i].value);
            assert_true(v >= INT8_MIN && v <= INT8_MAX);
            assert_int_equal(m->at[i].variable, i);
            h = hash_mix(h, (uint64_t)v);
        }
    }
    value_source_free(s);
    return h;
}

static void follows_from_the_seed(void **state) {
    (void)state;
    struct tiny t;
    tiny_init(&t, NULL, 1, 2);
    t.language.drawing = &reading;
    uint64_t first = draw_all(&t, 0);
    assert_true(first == draw_all(&t, 0));
    assert_true(first != draw_all(&t, 1));
    tiny_free(&t);
}

static void plain_and_default(void **state) {
    (void)state;
    struct tiny t;
    tiny_init(&t, NULL, 1, 2);
    t.language.drawing = &reading;
    struct value_source *s = value_source_new(&t.unit, 0);
    const struct model *m = value_source_begin(s, VALUES_DEFAULT, NULL);
    reading.read(&t.unit, s, m);
    assert_int_equal(m->n, 0);
    m = value_source_begin(s, VALUES_PLAIN, NULL);
    reading.read(&t.unit, s, m);
    for (uint32_t i = 1; i < m->n; i++) assert_int_equal(m->at[i].value, m->at[0].value);
    assert_int_equal(m->n, VARIABLES);
    value_source_free(s);
    tiny_free(&t);
}

// ---- What was concretised ----

static void counted_by_place(void **state) {
    (void)state;
    struct concretised a = {0}, b = {0};
    symbol hash = symbol_of("hash/1"), file = symbol_of("f.t");
    for (int i = 0; i < 3; i++) concretised_note(&a, hash, file, 7);
    concretised_note(&a, hash, file, 8);
    concretised_begin_run(&b);
    concretised_note(&b, hash, file, 8);
    assert_int_equal(a.in_run, 4);
    assert_int_equal(b.in_run, 1);
    for (int i = 0; i < 3; i++) concretised_add(&a, &b);
    struct lost_entry *l;
    assert_int_equal(concretised_report(&a, &l), 2);
    assert_string_equal(l[0].where, "f.t:8");
    assert_int_equal(l[0].count, 4);
    assert_int_equal(l[1].count, 3);
    concretised_entries_free(l, 2);
    concretised_free(&a);
    concretised_free(&b);
}

// Whichever runs looked at it, each is told once, in the order of the texts.
static void assumed_once(void **state) {
    (void)state;
    struct assumed a = {0}, b = {0};
    symbol zone = symbol_of("time zone UTC"), locale = symbol_of("default locale en_US");
    assumed_note(&a, zone);
    assumed_note(&a, zone);
    assumed_note(&b, locale);
    assumed_note(&b, zone);
    assumed_add(&a, &b);
    assumed_add(&a, &b);
    struct assumption *told;
    assert_int_equal(assumed_report(&a, &told), 2);
    assert_string_equal(told[0].text, "default locale en_US");
    assert_string_equal(told[1].text, "time zone UTC");
    assert_true(told[0].machine && told[1].machine);
    assumed_report_free(told, 2);
    assumed_clear(&a);
    assert_int_equal(assumed_report(&a, &told), 0);
    assumed_report_free(told, 0);
    assumed_free(&a);
    assumed_free(&b);
}

static void covered_places(void **state) {
    (void)state;
    struct covered_place places[] = {{5, COVERED_WAY, 3, true},
                                     {9, COVERED_GENERATED, 0, false},
                                     {5, COVERED_WAY, 3, false}, // the line is reached by the other
                                     {5, COVERED_NO_WAY, 2, false}};
    struct coverage_tally *t = coverage_tally_new();
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) coverage_tally_add(t, places[i]);
    struct code_coverage *c;
    uint64_t *functions;
    assert_int_equal(coverage_tally_end(t, &c, &functions), 2);
    assert_true(functions[0] == 5 && functions[1] == 9);
    assert_true(c[0].clauses.hit == 1 && c[0].clauses.of == 2);
    assert_true(c[0].lines.hit == 1 && c[0].lines.of == 2);
    assert_true(c[0].n_missed == 1 && c[0].missed[0] == 2);
    assert_true(c[1].generated.of == 1 && c[1].clauses.of == 0 && c[1].lines.of == 0);
    mem_free(functions);
    coverage_free(c, 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_of_texts),  cmocka_unit_test(learned_once),
        cmocka_unit_test(suggestions),       cmocka_unit_test(follows_from_the_seed),
        cmocka_unit_test(plain_and_default), cmocka_unit_test(counted_by_place),
        cmocka_unit_test(assumed_once),      cmocka_unit_test(covered_places),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
