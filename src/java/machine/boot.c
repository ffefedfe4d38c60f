// SPDX-License-Identifier: Apache-2.0
// What the JVM does before it calls main (HotSpot: Threads::initialize_java_lang_classes): it initialises the
// first classes, makes the main thread and its groups, and lets System set itself up. Modules are not: the
// JDK's have stand-ins (natives_class.c). All objects made here are lasting.
#include "java/machine/interp_loop.h"
#include "java/runtime/native.h"

static bool check_layout(struct java_thread *t) {
    static const struct {
        const char *name;
        uint32_t slot;
    } fields[] = {{"value", STRING_VALUE},
                  {"coder", STRING_CODER},
                  {"hash", STRING_HASH},
                  {"hashIsZero", STRING_HASH_IS_ZERO}};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        const struct java_field *f = java_class_field_by_name(t->program->string, fields[i].name);
        if (f && !(f->access & ACC_STATIC) && f->slot == fields[i].slot) continue;
        java_no_model(t, "this JDK's java.lang.String");
        return false;
    }
    return true;
}

static enum java_end initialize(struct java_thread *t, const char *name) {
    struct java_class *c = program_class_of(t->program, name);
    return c ? java_initialize(t, c) : (enum java_end)java_no_model(t, name);
}

// A new object, made by its constructor.
static enum java_end make(struct java_thread *t, struct java_class *c, const char *descriptor,
                          union word *args, struct object **out) {
    *out = java_new_object(t, c);
    if (!*out) return JAVA_STOPPED;
    args[0] = word_ref(*out);
    return native_call(t, c, "<init>", descriptor, args, NULL);
}

// The group "system", in it "main", in it the thread "main".
static enum java_end make_main_thread(struct java_thread *t) {
    struct java_class *group = t->program->thread_group, *thread = t->program->thread;
    struct object *system, *main, *name = java_string(t, "main", 4);
    if (!name) return JAVA_STOPPED;
    union word args[3];
    enum java_end end = make(t, group, "()V", args, &system);
    if (end != JAVA_RETURNED) return end;
    t->main_thread = java_new_object(t, thread); // the constructors ask for the current thread
    if (!t->main_thread) return JAVA_STOPPED;
    native_put_if(t, t->main_thread, "priority", word_int(5)); // NORM_PRIORITY
    args[1] = word_ref(system);
    args[2] = word_ref(name);
    end = make(t, group, "(Ljava/lang/ThreadGroup;Ljava/lang/String;)V", args, &main);
    if (end != JAVA_RETURNED) return end;
    args[0] = word_ref(t->main_thread);
    args[1] = word_ref(main);
    args[2] = word_ref(name);
    end = native_call(t, thread, "<init>", "(Ljava/lang/ThreadGroup;Ljava/lang/String;)V", args, NULL);
    if (end != JAVA_RETURNED) return end;
    enum { ALIVE_AND_RUNNABLE = 5 }; // JVMTI_THREAD_STATE_ALIVE + JVMTI_THREAD_STATE_RUNNABLE
    native_put_if(t, t->main_thread, "eetop", word_long(1));
    if (!native_put_if(t, t->main_thread, "threadStatus", word_int(ALIVE_AND_RUNNABLE))) {
        struct object *holder = native_field(t->main_thread, "holder")->r; // since JDK 19
        native_put(t, holder, "threadStatus", word_int(ALIVE_AND_RUNNABLE));
    }
    return JAVA_RETURNED;
}

// What HotSpot writes into classes of the JDK itself.
static enum java_end set_constants(struct java_thread *t) {
    static const struct {
        const char *name;
        int32_t value;
    } constants[] = {{"ADDRESS_SIZE0", 8}, {"PAGE_SIZE", 4096}, {"BIG_ENDIAN", 0}, {"UNALIGNED_ACCESS", 1}};
    struct java_class *c = program_class_of(t->program, "jdk/internal/misc/UnsafeConstants");
    if (!c) return (enum java_end)java_no_model(t, "jdk/internal/misc/UnsafeConstants");
    enum java_end end = java_initialize(t, c);
    for (size_t i = 0; end == JAVA_RETURNED && i < sizeof constants / sizeof *constants; i++) {
        union word *at = native_static(t, c, constants[i].name);
        if (at) *at = word_int(constants[i].value);
    }
    return end;
}

static enum java_end start_system(struct java_thread *t) {
    enum java_end end = native_call(t, t->program->system, "initPhase1", "()V", NULL, NULL);
    if (end != JAVA_RETURNED) return end;
    struct java_class *vm = program_class_of(t->program, "jdk/internal/misc/VM");
    enum { SYSTEM_BOOTED = 4 };
    const union word level = word_int(SYSTEM_BOOTED);
    return vm ? native_call(t, vm, "initLevel", "(I)V", &level, NULL)
              : (enum java_end)java_no_model(t, "jdk/internal/misc/VM");
}

static enum java_end boot(struct java_thread *t) {
    if (!check_layout(t)) return JAVA_STOPPED;
    enum java_end end = set_constants(t);
    static const char *const first[] = {"java/lang/String", "java/lang/System", "java/lang/Class",
                                        "java/lang/ThreadGroup", "java/lang/Thread"};
    for (size_t i = 0; end == JAVA_RETURNED && i < sizeof first / sizeof *first; i++)
        end = initialize(t, first[i]);
    if (end == JAVA_RETURNED) end = make_main_thread(t);
    if (end == JAVA_RETURNED) end = initialize(t, "java/lang/reflect/Method"); // tells the JDK how to reflect
    if (end == JAVA_RETURNED) end = start_system(t);
    return end;
}

enum java_end java_thread_boot(struct java_thread *t) {
    struct trace *trace = t->trace;
    t->heap.make_lasting = true;
    t->trace = NULL;
    enum java_end end = boot(t);
    t->heap.make_lasting = false;
    t->trace = trace;
    str_clear(&t->output);
    assumed_clear(&t->assumed.texts); // what starting the JDK looks at shows in no result
    t->assumed.lost = false;
    return end;
}
