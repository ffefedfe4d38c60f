// SPDX-License-Identifier: Apache-2.0
// What lasts from one run to the next, and what does not (java/machine/heap.h).
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "java/program/program.h"
#include "java/runtime/heap.h"

static struct java_class class = {.n_slots = 2};

static struct object *lasting(struct heap *h) {
    h->make_lasting = true;
    struct object *o = heap_object(h, &class);
    h->make_lasting = false;
    return o;
}

static void initialize(struct heap *h, struct object *o, union word v) {
    heap_begin_initializer(h);
    h->make_lasting = true;
    heap_put(h, o, 0, v, EXPR_NONE);
    heap_put(h, o, 1, word_long(7), EXPR_NONE);
    h->make_lasting = false;
}

static void writes_of_a_run_are_undone(void **state) {
    (void)state;
    struct heap h;
    heap_init(&h, 0);
    struct object *o = lasting(&h);
    o->fields[0] = word_long(3);
    for (int i = 0; i < 3; i++) heap_put(&h, o, 0, word_long(i), EXPR_NONE);
    heap_begin_run(&h);
    assert_int_equal(o->fields[0].j, 3);
    heap_free(&h);
}

static void initializers_last(void **state) {
    (void)state;
    struct heap h;
    heap_init(&h, 0);
    struct object *o = lasting(&h), *other = lasting(&h);
    initialize(&h, o, word_ref(other));
    assert_true(heap_end_initializer(&h, true));
    heap_begin_run(&h);
    assert_ptr_equal(o->fields[0].r, other);
    assert_int_equal(o->fields[1].j, 7);
    heap_free(&h);
}

static void but_not_with_objects_of_the_run(void **state) {
    (void)state;
    struct heap h;
    heap_init(&h, 0);
    struct object *o = lasting(&h);
    o->fields[1] = word_long(5);
    heap_begin_run(&h);
    heap_put(&h, o, 1, word_long(6), EXPR_NONE); // of the run, before
    initialize(&h, o, word_ref(heap_object(&h, &class)));
    assert_false(heap_end_initializer(&h, true));
    assert_non_null(o->fields[0].r); // the run itself goes on with it
    heap_begin_run(&h);
    assert_null(o->fields[0].r);
    assert_int_equal(o->fields[1].j, 5);
    heap_free(&h);
}

static void nor_when_they_stop_midway(void **state) {
    (void)state;
    struct heap h;
    heap_init(&h, 0);
    struct object *o = lasting(&h);
    initialize(&h, o, word_ref(NULL));
    assert_false(heap_end_initializer(&h, false));
    heap_begin_run(&h);
    assert_int_equal(o->fields[1].j, 0);
    heap_free(&h);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(writes_of_a_run_are_undone),
        cmocka_unit_test(initializers_last),
        cmocka_unit_test(but_not_with_objects_of_the_run),
        cmocka_unit_test(nor_when_they_stop_midway),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
