// SPDX-License-Identifier: Apache-2.0
// Natives of what every program has: Object, Throwable, Thread, Runtime, System's clock, references. There is
// one thread. Time is the run's own: it passes with the steps of the program, so that loops that wait for it
// end, and runs repeat.
#include <assert.h>
#include <stdio.h>

#include "java/runtime/native.h"
#include "java/symbolic/rope.h"

// ---- Fields by name ----

static struct java_field *field_of(const struct object *o, const char *name) {
    return java_class_field_by_name(o->class, name);
}

union word *native_field_if(const struct object *o, const char *name) {
    struct java_field *f = field_of(o, name);
    return f && !(f->access & ACC_STATIC) ? (union word *)&o->fields[f->slot] : NULL;
}

union word *native_field(const struct object *o, const char *name) {
    union word *at = native_field_if(o, name);
    assert(at);
    return at;
}

bool native_put_if(struct java_thread *t, struct object *o, const char *name, union word v) {
    struct java_field *f = field_of(o, name);
    if (!f || f->access & ACC_STATIC) return false;
    heap_put(&t->heap, o, f->slot, v, EXPR_NONE);
    return true;
}

void native_put(struct java_thread *t, struct object *o, const char *name, union word v) {
    bool has = native_put_if(t, o, name, v);
    assert(has);
    (void)has;
}

union word *native_static(struct java_thread *t, struct java_class *c, const char *name) {
    struct java_field *f = java_class_field_by_name(c, name);
    return f && f->access & ACC_STATIC ? &thread_class(t, f->class)->statics[f->slot] : NULL;
}

enum java_end native_call(struct java_thread *t, struct java_class *c, const char *name,
                          const char *descriptor, const union word *args, union word *result) {
    struct java_method *m = java_class_find(c, name, descriptor);
    if (!m) {
        struct str what = {0};
        str_addf(&what, "%s.%s%s, which this JDK does not have", symbol_text(c->name), name, descriptor);
        java_no_model(t, str_text(&what));
        str_free(&what);
        return JAVA_STOPPED;
    }
    union word ignored;
    expr_id expr, exprs[8] = {0};
    assert(m->n_params + 1 <= 8);
    return java_call(t, m, args, exprs, result ? result : &ignored, &expr);
}

NATIVE(native_nothing) {
    return GIVE_NOTHING();
}

// Methods with a body that would not get far.
NATIVE(native_unmodelled) {
    struct str what = {0};
    str_addf(&what, "%s.%s", symbol_text(m->class->name), symbol_text(m->name));
    enum native_status s = java_no_model(t, str_text(&what));
    str_free(&what);
    return s;
}

// Methods whose body is right as it is, among those that have a pattern.
NATIVE(native_decline) {
    return NATIVE_DECLINE;
}

NATIVE(native_false) {
    return GIVE_INT(0);
}

NATIVE(native_true) {
    return GIVE_INT(1);
}

NATIVE(native_zero) {
    return GIVE_LONG(0);
}

NATIVE(native_null) {
    return GIVE_REF(NULL);
}

// ---- Object ----

// A box that valueOf may have taken from its cache (natives_box.c), or one that is there.
static bool is_cached_box(const struct object *o) {
    static const char *const boxes[] = {"java/lang/Integer", "java/lang/Long", "java/lang/Short",
                                        "java/lang/Byte", "java/lang/Character"};
    bool of_cache = o->flags & (OBJECT_CACHED | OBJECT_LASTING);
    for (size_t i = 0; o->flags & (OBJECT_OPEN | OBJECT_LASTING) && i < sizeof boxes / sizeof *boxes; i++)
        if (!strcmp(symbol_text(o->class->name), boxes[i]))
            return of_cache || (o->fields[0].j >= -128 && o->fields[0].j <= 127);
    return false;
}

// Those of the cache are one where their values are.
static int32_t identity_hash(struct java_thread *t, const struct object *o) {
    bool cached = is_cached_box(o);
    if (o->flags & OBJECT_INPUT || (cached && object_expr(o, 0))) java_lost(t, "identity hash codes");
    uint64_t of = cached ? hash_mix(o->class->number, o->fields[0].bits) : o->number;
    int32_t h = (int32_t)(hash_mix(0x6A76, of) >> 13 & 0x7FFFFFFF);
    return h ? h : 1;
}

// The tables in which the JDK's locale data keeps its providers are asked by key only: in which order they
// hold them shows nowhere.
static bool is_locale_cache(const struct java_thread *t) {
    static const char provider[] = "sun/util/locale/provider/";
    for (uint32_t i = t->n_frames; i-- > 0;) {
        const char *class = symbol_text(t->frames[i].method->class->name);
        if (strcmp(class, "java/lang/Enum") != 0 &&
            strcmp(class, "java/util/concurrent/ConcurrentHashMap") != 0)
            return strncmp(class, provider, sizeof provider - 1) == 0;
    }
    return false;
}

static bool called_by_user(const struct java_thread *t) {
    return t->n_frames && t->frames[t->n_frames - 1].method->class->origin == ORIGIN_USER;
}

// What the JVM gives is another one each time.
static void loses_to(struct java_thread *t, const char *varies, const char *what) {
    t->varies = varies;
    java_lost(t, what);
}

// The JVM draws it: nothing that rests on it is proved. Where a table of the JDK's asks, that is the order in
// which it lists its keys, which has to be asked for (native_hash_order); a whole program proves nothing
// then.
NATIVE(native_object_hash_code) {
    java_outside(t);
    t->identity_hashes++;
    if ((java_is_for_all_jvms(t) && !is_locale_cache(t)) || called_by_user(t))
        loses_to(t, "an identity hash", "java/lang/Object.hashCode");
    return GIVE_INT(identity_hash(t, args[0].r));
}

NATIVE(native_system_identity_hash_code) {
    java_outside(t);
    t->identity_hashes += args[0].r != NULL;
    if ((java_is_for_all_jvms(t) || called_by_user(t)) && args[0].r)
        loses_to(t, "an identity hash", "java/lang/System.identityHashCode");
    return GIVE_INT(args[0].r ? identity_hash(t, args[0].r) : 0);
}

// Whether the hash of these is made of what they hold.
static bool is_plain_key(const struct object *key) {
    static const char *const plain[] = {"String",    "Integer", "Long",  "Short", "Byte",
                                        "Character", "Boolean", "Float", "Double"};
    const char *name = key ? symbol_text(key->class->name) : "java/lang/String", *package = "java/lang/";
    if (strncmp(name, package, strlen(package)) != 0) return false;
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        if (!strcmp(name + strlen(package), plain[i])) return true;
    return false;
}

static bool has_plain_keys(const struct object *map) {
    const struct object *table = native_field(map, "table")->r;
    uint32_t others = 0, all = 0;
    for (int32_t i = 0; table && i < table->length; i++)
        for (const struct object *node = ((struct object *const *)table->fields)[i]; node;
             node = native_field(node, "next")->r, all++)
            others += !is_plain_key(native_field(node, "key")->r);
    return !others || all == 1;
}

// A table begins to list what it holds: a HashMap is the receiver, the argument, or around the receiver.
NATIVE(native_hash_order) {
    (void)exprs, (void)result, (void)result_expr;
    if (!t->identity_hashes) return NATIVE_DECLINE;
    const union word *outer = native_field_if(args[0].r, "this$0");
    const struct object *map = m->n_params && args[1].r ? args[1].r : NULL;
    if (!strcmp(symbol_text(m->class->name), "java/util/HashMap"))
        map = args[0].r;
    else if (symbol_text(m->name)[0] != '<')
        map = outer ? outer->r : NULL;
    struct java_class *hash_map = program_class_of(t->program, "java/util/HashMap");
    if (!map || !hash_map || !java_class_is_subclass(map->class, hash_map) || !has_plain_keys(map))
        loses_to(t, "the order of hashes", "the order of hashes that the JVM draws");
    return NATIVE_DECLINE;
}

NATIVE(native_object_get_class) {
    return GIVE_MADE(java_mirror(t, args[0].r->class));
}

NATIVE(native_object_clone) {
    struct object *o = args[0].r;
    if (!o->class->element && !java_class_is_subclass(o->class, t->program->cloneable)) {
        struct str name = {0};
        java_class_name(o->class, &name);
        enum native_status s = java_throw(t, "java/lang/CloneNotSupportedException", "%s", str_text(&name));
        str_free(&name);
        return s;
    }
    rope_settle(t, o);
    struct object *copy = heap_clone(&t->heap, o);
    if (!copy) t->stop = STOP_MEMORY;
    return GIVE_MADE(copy);
}

// ---- Monitors ----

enum { THREAD_TERMINATED = 2, THREAD_RUNNABLE = 5 }; // as JVMTI has them

// What frames that are gone had entered they left: compilers see to it.
static void forget_left_frames(struct java_thread *t) {
    while (t->monitors.n && vec_last(&t->monitors).frames > t->n_frames) t->monitors.n--;
}

void java_monitor_enter(struct java_thread *t, const struct object *o) {
    forget_left_frames(t);
    vec_push(&t->monitors, (struct java_monitor){o, t->n_frames});
}

static enum native_status not_owner(struct java_thread *t) {
    return java_throw(t, "java/lang/IllegalMonitorStateException", "current thread is not owner");
}

bool java_monitor_leave(struct java_thread *t, const struct object *o) {
    uint32_t i = t->monitors.n;
    while (i > 0 && t->monitors.at[i - 1].object != o) i--;
    if (!i) {
        not_owner(t);
        return false;
    }
    for (t->monitors.n--; i - 1 < t->monitors.n; i++) t->monitors.at[i - 1] = t->monitors.at[i];
    return true;
}

bool java_owns_monitor(struct java_thread *t, const struct object *o) {
    forget_left_frames(t);
    for (uint32_t i = 0; i < t->monitors.n; i++)
        if (t->monitors.at[i].object == o) return true;
    for (uint32_t i = 0; i < t->n_frames; i++) {
        const struct java_method *m = t->frames[i].method;
        if (!(m->access & ACC_SYNCHRONIZED)) continue;
        if ((m->access & ACC_STATIC ? java_mirror(t, m->class) : t->frames[i].regs[0].r) == o) return true;
    }
    return false;
}

NATIVE(native_object_notify) { // nobody waits
    (void)m;
    (void)exprs;
    (void)result;
    (void)result_expr;
    return java_owns_monitor(t, args[0].r) ? GIVE_NOTHING() : not_owner(t);
}

// Nobody else could wake the program up.
NATIVE(native_object_wait) {
    if (exprs[1]) java_pin(t, args[1], exprs[1]);
    if (args[1].j < 0)
        return java_throw(t, "java/lang/IllegalArgumentException", "timeout value is negative");
    if (!java_owns_monitor(t, args[0].r)) return not_owner(t);
    if (args[1].j == 0) return native_wait_for_others(t, "java/lang/Object.wait");
    java_outside(t);
    t->slept += (uint64_t)args[1].j * 1000000;
    return GIVE_NOTHING();
}

// ---- Throwable and stack traces ----

NATIVE(native_throwable_fill_in) {
    java_fill_stack_trace(t, args[0].r);
    return t->stop ? NATIVE_STOP : GIVE_REF(args[0].r);
}

static bool put_string(struct java_thread *t, struct object *o, const char *field, const char *text) {
    struct object *s = text ? java_string(t, text, strlen(text)) : NULL;
    if (text && !s) return false;
    native_put(t, o, field, word_ref(s));
    return true;
}

// What StackTraceElement(..) of the JDK's VM holds: JDK classes are named with their module, whose version is
// not shown; the built-in loaders' names are not either.
static bool fill_element(struct java_thread *t, struct object *element,
                         const struct java_trace_entry *entry) {
    const struct java_class *c = entry->method->class;
    enum { BUILTIN_CLASS_LOADER = 1, JDK_NON_UPGRADEABLE_MODULE = 2 };
    bool jdk = c->origin == ORIGIN_JDK;
    struct object *name = java_class_name_string(t, c);
    if (!name) return false;
    native_put(t, element, "declaringClass", word_ref(name));
    if (!put_string(t, element, "methodName", symbol_text(entry->method->name))) return false;
    symbol source = c->file ? c->file->source_file : 0;
    if (source && !put_string(t, element, "fileName", symbol_text(source))) return false;
    if (jdk && !put_string(t, element, "moduleName", java_class_module(t, c))) return false;
    if (!jdk && !put_string(t, element, "classLoaderName", "app")) return false;
    int32_t line = entry->method->access & ACC_NATIVE ? -2 : entry->line ? (int32_t)entry->line : -1;
    native_put(t, element, "lineNumber", word_int(line));
    native_put(t, element, "format",
               word_int(jdk ? BUILTIN_CLASS_LOADER | JDK_NON_UPGRADEABLE_MODULE : BUILTIN_CLASS_LOADER));
    return true;
}

// (StackTraceElement[], Throwable) up to JDK 18; (StackTraceElement[], Object backtrace, int depth) since.
NATIVE(native_init_stack_trace_elements) {
    struct object *array = args[0].r, *throwable = args[1].r;
    if (!array || !throwable) return java_throw_plain(t, "java/lang/NullPointerException");
    const struct java_trace_entry *entries;
    uint32_t n = java_stack_trace(throwable, &entries);
    struct object **elements = array_data(array);
    for (uint32_t i = 0; i < n && i < (uint32_t)array->length; i++)
        if (!fill_element(t, elements[i], &entries[i])) return native_failed(t);
    return GIVE_NOTHING();
}

// ---- Threads ----

NATIVE(native_thread_current) {
    return GIVE_REF(t->running ? t->running : t->main_thread);
}

// The JDK's own helpers wait for garbage and never run here.
static bool is_helper(const struct object *thread) {
    static const char *const helpers[] = {"java/lang/ref/Reference$ReferenceHandler",
                                          "java/lang/ref/Finalizer$FinalizerThread",
                                          "jdk/internal/misc/InnocuousThread"};
    for (size_t i = 0; i < sizeof helpers / sizeof *helpers; i++)
        if (strcmp(symbol_text(thread->class->name), helpers[i]) == 0) return true;
    return false;
}

// Whether the frames from `first` on are in a synchronized block or method (but Thread.start, which has done
// its work) or in a class initializer: what another thread would wait for.
static bool holds_something(struct java_thread *t, uint32_t first) {
    forget_left_frames(t);
    for (uint32_t i = 0; i < t->monitors.n; i++)
        if (t->monitors.at[i].frames > first) return true;
    for (uint32_t i = first; i < t->n_frames; i++) {
        const struct java_method *m = t->frames[i].method;
        const char *class = symbol_text(m->class->name), *name = symbol_text(m->name);
        bool starts = !strcmp(class, "java/lang/Thread") && !strcmp(name, "start");
        if (!strcmp(name, "<clinit>") || (m->access & ACC_SYNCHRONIZED && !starts)) return true;
    }
    return false;
}

static enum java_end run_to_its_end(struct java_thread *t, struct object *thread) {
    struct java_method *run = java_class_find_method(thread->class, symbol_of("run"), symbol_of("()V"));
    struct java_class *own = program_class_of(t->program, "java/lang/Thread");
    union word args[2] = {word_ref(thread), {.bits = 0}};
    enum java_end end = java_call(t, run, args, NULL, NULL, NULL);
    if (end == JAVA_THROWN) {
        args[1].r = t->exception;
        t->exception = NULL;
        end = native_call(t, own, "dispatchUncaughtException", "(Ljava/lang/Throwable;)V", args, NULL);
    }
    if (end == JAVA_RETURNED) end = native_call(t, own, "exit", "()V", args, NULL);
    if (end != JAVA_RETURNED) return end;
    native_put(t, thread, "eetop", word_long(0));
    native_put(t, thread, "threadStatus", word_int(THREAD_TERMINATED));
    return JAVA_RETURNED;
}

// One order of many: a thread runs when it is started, until it ends or waits for what only others could do;
// there it stays, and who waits for it in turn has no model. So a program that fails in that order may fail,
// and none is proved.
NATIVE(native_thread_start) {
    (void)m, (void)exprs;
    enum { STARTED_MAX = 8 }; // in one another
    struct object *thread = args[0].r, *outer = t->running;
    if (is_helper(thread)) return GIVE_NOTHING();
    if (t->started == STARTED_MAX || holds_something(t, 0) ||
        !native_put_if(t, thread, "threadStatus", word_int(THREAD_RUNNABLE)))
        return java_no_model(t, "java/lang/Thread.start");
    t->threads_begun = true;
    java_lost(t, "java/lang/Thread.start: the order of threads");
    uint32_t first_frame = t->first_frame;
    t->first_frame = t->n_frames;
    native_put(t, thread, "eetop", word_long(1));
    t->running = thread;
    t->started++;
    enum java_end end = run_to_its_end(t, thread);
    if (end == JAVA_STOPPED && t->stop == STOP_WAITING) {
        t->stop = STOP_NONE;
        end = JAVA_RETURNED;
    }
    t->first_frame = first_frame;
    t->running = outer;
    t->started--;
    return (enum native_status)end;
}

enum native_status native_wait_for_others(struct java_thread *t, const char *what) {
    if (!t->started || holds_something(t, t->first_frame)) return java_no_model(t, what);
    t->stop = STOP_WAITING;
    return NATIVE_STOP;
}

NATIVE(native_thread_sleep) {
    java_outside(t);
    t->slept += (uint64_t)args[0].j * 1000000;
    return GIVE_NOTHING();
}

NATIVE(native_thread_sleep_nanos) {
    java_outside(t);
    t->slept += (uint64_t)args[0].j;
    return GIVE_NOTHING();
}

// ---- Time ----

static int64_t clock_ns(const struct java_thread *t) {
    return (int64_t)(1000000000 + t->steps * 10 + t->slept);
}

NATIVE(native_system_nano_time) {
    java_outside(t);
    loses_to(t, "a clock", "java/lang/System.nanoTime");
    return GIVE_LONG(clock_ns(t));
}

enum { START_SECONDS = 1700000000 }; // 2023-11-14 22:13:20 UTC, when every run starts

NATIVE(native_system_current_time_millis) {
    java_outside(t);
    loses_to(t, "a clock", "java/lang/System.currentTimeMillis");
    return GIVE_LONG((int64_t)START_SECONDS * 1000 + clock_ns(t) / 1000000);
}

// Nanoseconds from that second to now (-1: too far away).
NATIVE(native_vm_nano_time_adjustment) {
    java_outside(t);
    loses_to(t, "a clock", "java/time/Clock.instant");
    int64_t seconds = START_SECONDS - args[0].j;
    if (seconds < -INT32_MAX || seconds > INT32_MAX) return GIVE_LONG(-1);
    return GIVE_LONG(seconds * 1000000000 + clock_ns(t));
}

// What the JVM draws at random, or orders so: the body runs on what frisk has drawn, and it is told.
NATIVE(native_random) {
    struct str what = {0};
    str_addf(&what, "%s.%s", symbol_text(m->class->name), symbol_text(m->name));
    java_outside(t);
    loses_to(t, "what the JVM draws at random", str_text(&what));
    str_free(&what);
    return NATIVE_DECLINE;
}

// What differs between machines, JDKs, or moments (garbage collection), where the program itself asks for it:
// what the JDK's own code makes of it shows in no result, or is taken for granted in whole programs
// (doc/internals/whole-programs.md).
NATIVE(native_asked_by_user) {
    return called_by_user(t) ? native_random(t, m, args, exprs, result, result_expr) : NATIVE_DECLINE;
}

// What of the JVM's properties is that of whoever started it, and no other has: not the machine's.
static bool is_of_launcher(const char *name) {
    static const char *const names[] = {"java.class.path",
                                        "sun.java.command",
                                        "sun.java.launcher",
                                        "java.vm.compressedOopsMode",
                                        "java.vm.info",
                                        "sun.jnu.encoding",
                                        "sun.management.compiler",
                                        "user.timezone",
                                        "java.util.concurrent.ForkJoinPool.common.parallelism"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(name, names[i])) return true;
    return false;
}

// The properties and environment of this machine. The JDK's own code may read them.
NATIVE(native_system_property) {
    bool environment = strcmp(symbol_text(m->name), "getenv") == 0;
    const struct object *key = m->n_params ? args[0].r : NULL;
    if (!environment && !called_by_user(t)) return NATIVE_DECLINE;
    struct str name = {0};
    bool known = key && !java_string_is_symbolic(key) && java_string_chars(key, &name);
    bool named = known && (environment || !is_of_launcher(str_text(&name)));
    if (named && !strcmp(str_text(&name), "line.separator"))
        java_asks_machine(t, "line separator", NULL);
    else if (named || !m->n_params)
        java_asks_machine(t, environment ? "environment variable" : "system property",
                          m->n_params ? str_text(&name) : "of any name");
    str_free(&name);
    return named || !m->n_params ? NATIVE_DECLINE : native_random(t, m, args, exprs, result, result_expr);
}

// Whether it is asked for by what prints to a standard stream, which decides nothing.
static bool is_printing(struct java_thread *t) {
    for (uint32_t i = t->n_frames; i-- > 0 && t->frames[i].method->class->origin == ORIGIN_JDK;)
        if (!(t->frames[i].method->access & ACC_STATIC) && java_is_standard_stream(t, t->frames[i].regs[0].r))
            return true;
    return false;
}

// Locale.getDefault, by the program or by what it calls of the JDK (String.format, toUpperCase ..).
NATIVE(native_default_locale) {
    const struct java_surroundings *s = t->program->surroundings;
    if ((s && !is_printing(t)) || called_by_user(t))
        java_asks_machine(t, "default locale", s ? s->locale : NULL);
    return NATIVE_DECLINE;
}

NATIVE(native_default_zone) {
    const struct java_surroundings *s = t->program->surroundings;
    java_asks_machine(t, "time zone", s ? s->zone : NULL);
    return NATIVE_DECLINE;
}

// TimeZone.getSystemTimeZoneID(String)
NATIVE(native_system_zone) {
    const char *zone = t->program->surroundings ? t->program->surroundings->zone : NULL;
    return zone ? GIVE_MADE(java_string(t, zone, strlen(zone))) : GIVE_REF(NULL);
}

// UnixFileSystem.resolve(File) and UnixPath.toAbsolutePath(): relative to where the JVM was started.
NATIVE(native_working_directory) {
    const struct java_surroundings *s = t->program->surroundings;
    java_asks_machine(t, "user directory", s ? s->directory : NULL);
    return NATIVE_DECLINE;
}

NATIVE(native_jdk_version) {
    const struct java_surroundings *s = t->program->surroundings;
    if (called_by_user(t))
        java_asks_machine(t, "JDK", s ? java_surroundings_property(s, "java.version") : NULL);
    return NATIVE_DECLINE;
}

NATIVE(native_line_separator) {
    if (!is_printing(t)) java_asks_machine(t, "line separator", NULL);
    return NATIVE_DECLINE;
}

// ---- Logging ----

static bool is_of_logging(const struct java_method *m) {
    static const char *const packages[] = {"java/util/logging/", "sun/util/logging/", "jdk/internal/logger/",
                                           "java/lang/System$Logger"};
    const char *name = symbol_text(m->class->name);
    for (size_t i = 0; i < sizeof packages / sizeof *packages; i++)
        if (strncmp(name, packages[i], strlen(packages[i])) == 0) return m->class->origin == ORIGIN_JDK;
    return false;
}

static bool is_logger(const struct java_method *m) {
    static const char platform[] = "sun/util/logging/PlatformLogger";
    const char *name = symbol_text(m->class->name);
    return !strcmp(name, "java/util/logging/Logger") || !strncmp(name, platform, sizeof platform - 1);
}

// LogRecord.inferCaller(): who called the logger whose handler may be who asks.
NATIVE(native_log_caller) {
    (void)m, (void)exprs;
    bool inside = false;
    native_put(t, args[0].r, "needToInferCaller", word_int(0));
    for (uint32_t i = t->n_frames; i-- > 0;) {
        const struct java_method *caller = t->frames[i].method;
        inside |= is_logger(caller);
        if (!inside || is_of_logging(caller)) continue;
        struct str class = {0};
        java_class_name(caller->class, &class);
        struct object *name = java_string(t, class.at, class.n);
        struct object *method = java_string(t, symbol_text(caller->name), symbol_size(caller->name));
        str_free(&class);
        if (!name || !method) return NATIVE_STOP;
        native_put(t, args[0].r, "sourceClassName", word_ref(name));
        native_put(t, args[0].r, "sourceMethodName", word_ref(method));
        break;
    }
    return GIVE_NOTHING();
}

// ---- Runtime, Shutdown ----

NATIVE(native_runtime_processors) {
    java_outside(t);
    if (called_by_user(t) && t->program->surroundings) {
        char text[16];
        snprintf(text, sizeof text, "%u", t->program->surroundings->processors);
        java_asks_machine(t, "number of processors", text);
        return GIVE_INT((int32_t)t->program->surroundings->processors);
    }
    java_lost(t, "java/lang/Runtime.availableProcessors");
    return GIVE_INT(1);
}

NATIVE(native_runtime_gc) { // what it frees (references, finalizers) is not known
    java_outside(t);
    java_lost(t, "java/lang/Runtime.gc");
    return GIVE_NOTHING();
}

NATIVE(native_runtime_memory) {
    java_outside(t);
    java_lost(t, "java/lang/Runtime.freeMemory");
    return GIVE_LONG((int64_t)256 << 20);
}

NATIVE(native_shutdown_halt) {
    t->stop = STOP_EXIT;
    str_clear(&t->stop_text);
    str_addf(&t->stop_text, "exit %d", args[0].i);
    return NATIVE_STOP;
}

// ---- References: nothing is ever collected ----

NATIVE(native_reference_refers_to) {
    return GIVE_INT(native_field(args[0].r, "referent")->r == args[1].r);
}

NATIVE(native_reference_clear) {
    native_put(t, args[0].r, "referent", word_ref(NULL));
    return GIVE_NOTHING();
}
