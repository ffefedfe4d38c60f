// SPDX-License-Identifier: Apache-2.0
// Exceptions that the JVM raises itself, stack traces, and new objects for natives.
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "java/machine/interp_loop.h"
#include "java/runtime/native.h"

enum { MAX_TRACE = 1024 }; // HotSpot's MaxJavaStackTraceDepth

struct object *java_new_object(struct java_thread *t, struct java_class *c) {
    assert(!(c->access & ACC_ABSTRACT)); // JVMS 6.5.new
    struct object *o = heap_object(&t->heap, c);
    if (!o) t->stop = STOP_MEMORY;
    return o;
}

struct object *java_new_array(struct java_thread *t, struct java_class *array, int64_t length) {
    assert(array->element && length <= INT32_MAX);
    if (length < 0) {
        java_throw(t, "java/lang/NegativeArraySizeException", "%lld", (long long)length);
        return NULL;
    }
    struct object *o = heap_array(&t->heap, array, (int32_t)length);
    if (!o) t->stop = STOP_MEMORY;
    return o;
}

struct object *java_new_multi_array(struct java_thread *t, struct java_class *c, const union word *lengths,
                                    uint32_t n) {
    assert(n > 0 && c->element);
    for (uint32_t k = 0; k < n; k++) // JVMS 6.5: all are checked before anything is made
        if (lengths[k].i < 0) return java_new_array(t, c, lengths[k].i);
    struct object *o = java_new_array(t, c, lengths[0].i);
    if (!o || n == 1) return o;
    for (int32_t k = 0; k < o->length; k++) { // as deep as there are dimensions: 255 at most
        struct object *inner = java_new_multi_array(t, c->element, lengths + 1, n - 1);
        if (!inner) return NULL;
        ((struct object **)array_data(o))[k] = inner;
    }
    return o;
}

// ---- Stack traces ----

static bool is_fill_in(const struct java_method *m) {
    return strcmp(symbol_text(m->name), "fillInStackTrace") == 0;
}

static bool belongs_to_creation(const struct java_frame *f, const struct object *throwable) {
    const char *name = symbol_text(f->method->name);
    if (is_fill_in(f->method)) return true;
    return strcmp(name, "<init>") == 0 && java_class_is_subclass(throwable->class, f->method->class) &&
           f->regs[0].r == throwable;
}

void java_fill_stack_trace(struct java_thread *t, struct object *throwable) {
    assert(java_class_is_subclass(throwable->class, t->program->throwable));
    uint32_t top = t->n_frames;
    while (top > 0 && belongs_to_creation(&t->frames[top - 1], throwable)) top--;
    struct java_trace_entry entries[MAX_TRACE];
    uint32_t n = 0;
    if (t->native && t->native_depth == top && !is_fill_in(t->native))
        entries[n++] = (struct java_trace_entry){t->native, 0, 0};
    for (uint32_t k = top; k-- > 0 && n < MAX_TRACE;) {
        const struct java_frame *f = &t->frames[k];
        if (f->method->hidden_frame) continue;
        uint32_t at = (uint32_t)(f->at - f->code->insns);
        entries[n++] = (struct java_trace_entry){f->method, java_code_line_of(f->code, at), f->code->pcs[at]};
    }
    _Static_assert(sizeof *entries == 16, "two longs");
    struct object *a = heap_array(&t->heap, t->program->long_array, (int32_t)(2 * n));
    if (!a) return; // without a trace; the run will end for want of memory soon
    memcpy(array_data(a), entries, n * sizeof *entries);
    heap_put(&t->heap, throwable, java_class_field_by_name(t->program->throwable, "backtrace")->slot,
             word_ref(a), EXPR_NONE);
    heap_put(&t->heap, throwable, java_class_field_by_name(t->program->throwable, "depth")->slot,
             word_int((int32_t)n), EXPR_NONE);
}

uint32_t java_stack_trace(const struct object *throwable, const struct java_trace_entry **entries) {
    struct java_class *c = throwable->class;
    const struct object *a = throwable->fields[java_class_field_by_name(c->supers[1], "backtrace")->slot]
                                 .r; // Throwable is below Object
    *entries = a ? (const struct java_trace_entry *)a->fields : NULL;
    return a ? (uint32_t)a->length / 2 : 0;
}

// ---- Throwing ----

// An exception as its constructor without a cause would leave it.
static enum native_status throw_new(struct java_thread *t, const char *class, const char *message) {
    struct java_class *c = program_class_of(t->program, class);
    struct java_message numbers =
        t->message; // of this exception, not of one that its class's initializer raises
    t->message = (struct java_message){0};
    if (!c) return java_no_model(t, class);
    if (java_initialize(t, c) != JAVA_RETURNED) return t->stop ? NATIVE_STOP : NATIVE_THROW;
    struct object *o = java_new_object(t, c);
    struct object *text = message && o ? java_string(t, message, strlen(message)) : NULL;
    if (!o || (message && !text)) return NATIVE_STOP;
    t->message = numbers;
    java_message_of(t, o);
    struct java_class *throwable = t->program->throwable;
    const struct class_state *statics = thread_class(t, throwable);
#define FIELD(name) java_class_field_by_name(throwable, name)->slot
    heap_put(&t->heap, o, FIELD("detailMessage"), word_ref(text), EXPR_NONE);
    heap_put(&t->heap, o, FIELD("cause"), word_ref(o), EXPR_NONE);
    heap_put(&t->heap, o, FIELD("stackTrace"), statics->statics[FIELD("UNASSIGNED_STACK")], EXPR_NONE);
    heap_put(&t->heap, o, FIELD("suppressedExceptions"), statics->statics[FIELD("SUPPRESSED_SENTINEL")],
             EXPR_NONE);
#undef FIELD
    java_fill_stack_trace(t, o);
    // NullPointerException: the constructor has run once, so its trace tells where it was raised.
    const struct java_field *state = java_class_field_by_name(c, "extendedMessageState");
    if (state) heap_put(&t->heap, o, state->slot, word_int(1), EXPR_NONE);
    t->exception = o;
    return NATIVE_THROW;
}

enum native_status java_throw_plain(struct java_thread *t, const char *class) {
    return throw_new(t, class, NULL);
}

enum native_status java_throw_overflow(struct java_thread *t) {
    if (!java_is_for_all_jvms(t)) return java_throw_plain(t, "java/lang/StackOverflowError");
    t->stop = STOP_STEPS;
    return NATIVE_STOP;
}

enum native_status java_throw(struct java_thread *t, const char *class, const char *message, ...) {
    char text[1000];
    va_list args;
    va_start(args, message);
    vsnprintf(text, sizeof text, message, args);
    va_end(args);
    return throw_new(t, class, text);
}

// Its message is made from the code when it is asked for (JEP 358).
void java_throw_null(struct java_thread *t, expr_id of) {
    java_throw_plain(t, "java/lang/NullPointerException");
    t->nulls.thrown = t->exception;
    t->nulls.thrown_of = of;
}

void java_throw_class_name(struct java_thread *t, const char *class, struct java_class *name) {
    struct str s = {0};
    java_class_name(name, &s);
    java_throw(t, class, "%s", s.at);
    str_free(&s);
}

static void add_home(const struct java_thread *t, struct str *s, const struct java_class *c) {
    while (c->element) c = c->element;
    const char *module = java_class_module(t, c);
    if (module)
        str_addf(s, "in module %s of loader 'bootstrap'", module);
    else
        str_add(s, "in unnamed module of loader 'app'");
}

// The message is HotSpot's, with where the classes come from.
void java_throw_cast(struct java_thread *t, struct java_class *from, struct java_class *to) {
    struct str a = {0}, b = {0}, home = {0}, other = {0};
    java_class_name(from, &a);
    java_class_name(to, &b);
    add_home(t, &home, from);
    add_home(t, &other, to);
    if (strcmp(home.at, other.at) == 0)
        java_throw(t, "java/lang/ClassCastException",
                   "class %s cannot be cast to class %s (%s and %s are %s)", a.at, b.at, a.at, b.at, home.at);
    else
        java_throw(t, "java/lang/ClassCastException",
                   "class %s cannot be cast to class %s (%s is %s; %s is %s)", a.at, b.at, a.at, home.at,
                   b.at, other.at);
    str_free(&a);
    str_free(&b);
    str_free(&home);
    str_free(&other);
}

// Its cause tells what the initializer threw, as the JVM does since 17: by a message and the stack trace.
void java_throw_uninitialized(struct java_thread *t, const struct java_class *c,
                              const struct object *failure) {
    struct str name = {0}, text = {0}, message = {0};
    struct java_class *throwable = t->program->throwable;
    const struct object *said = failure->fields[java_class_field_by_name(throwable, "detailMessage")->slot].r;
    java_class_name(failure->class, &text);
    for (uint32_t i = 0; i < t->messages.n; i++)
        if (t->messages.at[i].throwable == failure)
            java_lost(t, "the message of an exception in an initializer");
    if (said && java_string_is_symbolic(said)) java_lost(t, "the message of an exception in an initializer");
    if (said) java_string_chars(said, &message);
    java_throw(t, "java/lang/ExceptionInInitializerError", "Exception %s%s %s%s[in thread \"main\"]", text.at,
               said ? ":" : "", str_text(&message), said ? " " : "");
    struct object *cause = t->stop ? NULL : t->exception;
    java_class_name(c, &name);
    if (cause) java_throw(t, "java/lang/NoClassDefFoundError", "Could not initialize class %s", name.at);
    if (!t->stop) {
        static const char *const taken[] = {"backtrace", "depth"};
        for (int i = 0; i < 2; i++) {
            uint32_t slot = java_class_field_by_name(throwable, taken[i])->slot;
            heap_put(&t->heap, cause, slot, failure->fields[slot], EXPR_NONE);
        }
        uint32_t slot = java_class_field_by_name(throwable, "cause")->slot;
        heap_put(&t->heap, cause, slot, word_ref(NULL), EXPR_NONE);
        heap_put(&t->heap, t->exception, slot, word_ref(cause), EXPR_NONE);
    }
    str_free(&name);
    str_free(&text);
    str_free(&message);
}
