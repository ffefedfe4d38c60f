// SPDX-License-Identifier: Apache-2.0
#include "java/program/uses.h"

#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "java/classfile/opcode.h"
#include "java/program/uses_jdk.h"

enum {
    MOST_CELLS = 1 << 20, // of the frames of a method: beyond, it is not followed
    MOST_ROOTS = 2000,
    MOST_NESTING = 4, // calls of helpers that are followed
    EVERY_USE = USE_CHANGES | USE_ESCAPES | USE_HOLDS,
    USE_RETURNED = 8,
    USE_DEEP = 16, // it holds objects that can be changed
};

// A value of a local or on the stack: 0 is a number, null, or an object that nothing can change; WORLD is an
// object that anybody may know; others are roots, of which those that are or may be one object, or hold one
// another, are one set.
typedef uint16_t value;
enum { NOTHING, WORLD, FIRST_ROOT };

struct root {
    value parent;
    uint8_t flags;
    struct java_field *field; // a static one; NULL: none
    int32_t param;            // the local it comes in; -1: none
    uint32_t pc;              // of the instruction that made it
    bool sealed;              // a collection that cannot be changed, of what `wraps` holds
    bool copies;              // it has its own copy of that
    bool iterates;            // an iterator over it
    value wraps;
};

struct frame { // before an instruction
    uint16_t depth;
    value at[]; // locals, stack
};

struct flow {
    struct java_program *p;
    const struct java_method *method;
    const struct class_code *code;
    const struct class_file *file;
    VEC(struct root) roots;
    struct frame **frames; // by pc; NULL: not reached
    VEC(uint32_t) open;
    struct frame *now;
    struct arena arena;
    uint32_t nesting;
    bool failed;
};

static void follow(struct java_program *p, const struct java_method *m, uint32_t nesting,
                   struct method_effect *effect, field_uses *out);

// ---- Roots ----

static value find(struct flow *w, value v) {
    while (v > NOTHING && w->roots.at[v].parent != v) v = w->roots.at[v].parent;
    return v;
}

static void flag(struct flow *w, value v, uint8_t flags) {
    if (v != NOTHING) w->roots.at[find(w, v)].flags |= flags;
}

static value unite(struct flow *w, value a, value b) {
    if (a == NOTHING || b == NOTHING) return a ? a : b;
    a = find(w, a), b = find(w, b);
    if (a == b) return a;
    value low = a < b ? a : b, high = a < b ? b : a; // WORLD stays what it is
    w->roots.at[high].parent = low;
    w->roots.at[low].flags |= w->roots.at[high].flags;
    return low;
}

static value add_root(struct flow *w, struct root r) {
    if (w->roots.n >= MOST_ROOTS) {
        w->failed = true;
        return WORLD;
    }
    r.parent = (value)w->roots.n;
    vec_push(&w->roots, r);
    return r.parent;
}

static value made_here(struct flow *w, uint32_t pc) {
    for (uint32_t i = FIRST_ROOT; i < w->roots.n; i++)
        if (w->roots.at[i].pc == pc && !w->roots.at[i].field && w->roots.at[i].param < 0) return (value)i;
    return add_root(w, (struct root){.pc = pc, .param = -1});
}

// A collection that cannot be changed; of elements that cannot either it is a constant. WORLD: of what
// anybody may know.
static value sealed(struct flow *w, uint32_t pc, value of, bool copies) {
    if (of == NOTHING) return NOTHING;
    value v = made_here(w, pc);
    if (v == WORLD) return v;
    struct root *r = &w->roots.at[v];
    if (r->sealed) of = unite(w, of, r->wraps);
    r = &w->roots.at[v];
    r->sealed = true;
    r->wraps = of;
    r->copies = copies;
    return v;
}

static value root_of_field(struct flow *w, struct java_field *f) {
    for (uint32_t i = FIRST_ROOT; i < w->roots.n; i++)
        if (w->roots.at[i].field == f) return (value)i;
    return add_root(w, (struct root){.field = f, .param = -1, .pc = UINT32_MAX});
}

// ---- Types ----

// A number or a constant object.
static bool is_constant_type(struct flow *w, const char *descriptor) {
    if (*descriptor == '[') return false;
    if (*descriptor != 'L') return true;
    size_t n = strcspn(descriptor, ";");
    symbol name = symbol_intern(descriptor + 1, n - 1);
    struct java_class *c = program_class_of(w->p, symbol_text(name));
    return c && java_type_is_constant(w->p, c);
}

// What an element of an array that v stands for is: where all its fields are arrays of constants, nothing
// that can change.
static value element_of(struct flow *w, value array) {
    bool constant = array > WORLD && find(w, array) > WORLD;
    for (uint32_t i = FIRST_ROOT; constant && i < w->roots.n; i++) {
        if (find(w, (value)i) != find(w, array)) continue;
        const struct java_field *f = w->roots.at[i].field;
        if (!f) continue;
        const char *d = symbol_text(f->descriptor);
        constant = d[0] == '[' && d[1] != '[' && is_constant_type(w, d + 1);
        if (!constant) return array;
    }
    const struct root *r = &w->roots.at[find(w, array)];
    return constant && r->field ? NOTHING : array;
}

// ---- The stack ----

static void push(struct flow *w, value v) {
    if (w->now->depth >= w->code->max_stack)
        w->failed = true;
    else
        w->now->at[w->code->max_locals + w->now->depth++] = v;
}

static void push_nothing(struct flow *w, uint32_t slots) {
    while (slots--) push(w, NOTHING);
}

static value pop(struct flow *w) {
    if (w->now->depth) return w->now->at[w->code->max_locals + --w->now->depth];
    w->failed = true;
    return NOTHING;
}

static void drop(struct flow *w, uint32_t slots) {
    while (slots-- && !w->failed) pop(w);
}

static uint32_t slots_of(const char *kinds) { // of opcode.def
    uint32_t n = 0;
    for (; *kinds; kinds++) n += *kinds == 'J' || *kinds == 'D' ? 2 : 1;
    return n;
}

static uint32_t type_slots(char first) {
    return first == 'V' ? 0 : first == 'J' || first == 'D' ? 2 : 1;
}

static const char *next_type(const char *d) {
    while (*d == '[') d++;
    return *d == 'L' ? d + strcspn(d, ";") + 1 : d + 1;
}

// What a value of that type is that came from somewhere.
static value of_type(struct flow *w, const char *descriptor, value otherwise) {
    return is_constant_type(w, descriptor) ? NOTHING : otherwise;
}

static void push_typed(struct flow *w, const char *descriptor, value v) {
    uint32_t slots = type_slots(*descriptor);
    if (slots == 1)
        push(w, v == NOTHING ? NOTHING : of_type(w, descriptor, v));
    else
        push_nothing(w, slots);
}

static value *local(struct flow *w, uint32_t n) {
    static value none;
    if (n < w->code->max_locals) return &w->now->at[n];
    w->failed = true;
    return &none;
}

// ---- Calls ----

struct call {
    uint8_t op;
    const char *owner, *name, *descriptor, *result;
    value receiver;
    value args[256];
    uint32_t n;
    bool has_receiver;
};

static bool begins(const char *name, const char *with) {
    return strncmp(name, with, strlen(with)) == 0;
}

static bool is_jdk_name(const char *owner) {
    return begins(owner, "java/") || begins(owner, "javax/") || begins(owner, "jdk/") || owner[0] == '[';
}

static value unite_arguments(struct flow *w, const struct call *c, value with) {
    for (uint32_t i = 0; i < c->n; i++) with = unite(w, with, c->args[i]);
    return with;
}

static void flag_arguments(struct flow *w, const struct call *c, uint8_t flags) {
    for (uint32_t i = 0; i < c->n; i++) flag(w, c->args[i], flags);
}

// What the iterators among the objects that v may be go over; NOTHING: there is none.
static value iterated(struct flow *w, value v) {
    value over = NOTHING;
    for (uint32_t i = FIRST_ROOT; v > WORLD && i < w->roots.n; i++)
        if (w->roots.at[i].iterates && find(w, (value)i) == find(w, v))
            over = unite(w, over, w->roots.at[i].wraps);
    return over;
}

static value iterator_of(struct flow *w, value over, uint32_t pc) {
    value v = over == NOTHING ? NOTHING : made_here(w, pc);
    if (v <= WORLD) return v;
    if (w->roots.at[v].iterates) over = unite(w, over, w->roots.at[v].wraps);
    w->roots.at[v].iterates = true;
    w->roots.at[v].wraps = over;
    return v;
}

// Methods that change the iterator, and may change what it goes over.
static value call_iterator(struct flow *w, const struct call *c, bool *done) {
    static const char *const steps[] = {"next", "previous", "nextElement", NULL};
    value over = iterated(w, c->receiver);
    *done = true;
    if (uses_one_of(c->name, steps)) {
        flag(w, c->receiver, USE_CHANGES);
        return over ? over : c->receiver;
    }
    *done = over && uses_jdk_adds(c->name);
    if (!*done) return NOTHING;
    bool deep = unite_arguments(w, c, NOTHING) != NOTHING;
    flag(w, unite_arguments(w, c, over), deep ? USE_CHANGES | USE_DEEP : USE_CHANGES);
    return WORLD;
}

static value call_jdk_object(struct flow *w, const struct call *c, uint32_t pc) {
    bool copies = c->owner[0] == '[' && !strcmp(c->name, "clone");
    if (copies && element_of(w, c->receiver) == NOTHING) return made_here(w, pc);
    bool of_values = begins(c->owner, "java/util/") || begins(c->owner, "java/lang/");
    bool done;
    value stepped = call_iterator(w, c, &done);
    if (done) return stepped;
    if (of_values && (!strcmp(c->name, "iterator") || !strcmp(c->name, "listIterator")))
        return iterator_of(w, c->receiver, pc);
    if (of_values && !strcmp(c->name, "toArray")) flag_arguments(w, c, USE_CHANGES | USE_ESCAPES);
    if (c->owner[0] == '[' || (of_values && uses_jdk_reads(c->name))) return c->receiver;
    if (of_values && uses_jdk_adds(c->name)) {
        bool deep = unite_arguments(w, c, NOTHING) != NOTHING;
        value all = unite_arguments(w, c, c->receiver);
        flag(w, all, deep ? USE_CHANGES | USE_DEEP : USE_CHANGES);
        return all;
    }
    flag(w, c->receiver, USE_CHANGES | USE_ESCAPES);
    flag_arguments(w, c, USE_CHANGES | USE_ESCAPES);
    return WORLD;
}

static value call_jdk_static(struct flow *w, const struct call *c, uint32_t pc) {
    static const char *const makers[] = {"java/util/List", "java/util/Set", "java/util/Map",
                                         "java/util/EnumSet", NULL};
    static const char *const values[] = {"java/lang/String",
                                         "java/lang/Integer",
                                         "java/lang/Long",
                                         "java/lang/Boolean",
                                         "java/lang/Double",
                                         "java/lang/Character",
                                         "java/lang/Math",
                                         "java/lang/Short",
                                         "java/lang/Byte",
                                         "java/lang/Float",
                                         NULL};
    static const char *const changing[] = {"fill",           "sort",           "setAll", "parallelSort",
                                           "parallelSetAll", "parallelPrefix", NULL};
    if (uses_one_of(c->owner, makers)) {
        bool constant = strcmp(c->owner, "java/util/EnumSet") != 0;
        value elements = unite_arguments(w, c, NOTHING);
        bool array = c->n == 1 && c->descriptor[1] == '[';
        if (elements != NOTHING && !array) flag(w, elements, USE_DEEP);
        return constant ? sealed(w, pc, elements, array) : unite(w, elements, made_here(w, pc));
    }
    if (uses_one_of(c->owner, values)) return WORLD; // the rest of the text or number is its own
    if (!strcmp(c->owner, "java/util/Arrays")) {
        if (begins(c->name, "copyOf") && c->n && element_of(w, c->args[0]) == NOTHING)
            return made_here(w, pc);
        if (uses_one_of(c->name, changing)) flag_arguments(w, c, USE_CHANGES);
        return unite_arguments(w, c, made_here(w, pc));
    }
    bool of_collections = !strcmp(c->owner, "java/util/Collections");
    if (of_collections && begins(c->name, "unmodifiable"))
        return sealed(w, pc, unite_arguments(w, c, NOTHING), false);
    if (of_collections && (begins(c->name, "singleton") || begins(c->name, "empty"))) {
        flag(w, unite_arguments(w, c, NOTHING), USE_DEEP);
        return sealed(w, pc, unite_arguments(w, c, NOTHING), false);
    }
    if (of_collections && !strcmp(c->name, "addAll")) {
        value all = unite_arguments(w, c, NOTHING);
        flag(w, all, USE_CHANGES);
        return all;
    }
    if (!strcmp(c->owner, "java/util/Objects") && !strcmp(c->name, "requireNonNull"))
        return unite_arguments(w, c, NOTHING);
    if (!strcmp(c->owner, "java/lang/System") && !strcmp(c->name, "arraycopy") && c->n == 5) {
        flag(w, c->args[2], USE_CHANGES);
        unite(w, c->args[0], c->args[2]);
        return NOTHING;
    }
    flag_arguments(w, c, USE_CHANGES | USE_ESCAPES);
    return WORLD;
}

// A constructor of the JDK: its object holds what it is handed. Those that are followed are of collections.
static value construct_jdk(struct flow *w, const struct call *c) {
    bool plain = !strcmp(c->owner, "java/lang/Object") || begins(c->owner, "java/lang/StringBu") ||
                 !strcmp(c->owner, "java/lang/String") || begins(c->owner, "java/util/");
    value all = !strcmp(c->owner, "java/lang/String") ? c->receiver : unite_arguments(w, c, c->receiver);
    if (!plain) flag(w, all, USE_CHANGES | USE_ESCAPES);
    return NOTHING;
}

// A method of the nest that no other can stand in for is followed.
static struct java_method *helper_of(struct flow *w, const struct call *c) {
    if (w->nesting >= MOST_NESTING || c->op == OP_INVOKEINTERFACE) return NULL;
    struct java_class *owner = program_class_of(w->p, c->owner);
    if (!owner || owner->origin != ORIGIN_USER) return NULL;
    struct java_method *m = java_class_find_declared(owner, symbol_of(c->name), symbol_of(c->descriptor));
    if (!m || !m->info || !m->info->code) return NULL;
    bool fixed = m->access & (ACC_STATIC | ACC_PRIVATE | ACC_FINAL) || owner->access & ACC_FINAL;
    return fixed ? m : NULL;
}

// Of a method, once; while it is followed, and where it calls itself, the worst is taken for true.
static const struct method_effect *effect_of(struct java_program *p, const struct java_method *m,
                                             uint32_t nesting) {
    struct java_statics *s = p->statics;
    uint32_t at;
    if (hash_map_get(&s->effects, m->number, &at)) return s->effect_list.at[at];
    struct method_effect *e = ARENA_NEW(&s->arena, struct method_effect);
    memset(e->params, USE_CHANGES | USE_ESCAPES, sizeof e->params);
    e->makes_result = false;
    hash_map_put(&s->effects, m->number, s->effect_list.n);
    vec_push(&s->effect_list, e);
    struct method_effect found;
    follow(p, m, nesting, &found, NULL);
    *e = found;
    return e;
}

static value call_user(struct flow *w, const struct call *c, uint32_t pc) {
    struct java_method *m = helper_of(w, c);
    if (!m) {
        flag(w, c->receiver, USE_CHANGES | USE_ESCAPES);
        flag_arguments(w, c, USE_CHANGES | USE_ESCAPES);
        return WORLD;
    }
    const struct method_effect *effect = effect_of(w->p, m, w->nesting + 1);
    uint32_t at = 0;
    if (c->has_receiver) flag(w, c->receiver, effect->params[at++]);
    const char *d = c->descriptor + 1;
    for (uint32_t i = 0; i < c->n && at < 256; i++, d = next_type(d)) {
        flag(w, c->args[i], effect->params[at]);
        at += type_slots(*d);
    }
    return effect->makes_result ? made_here(w, pc) : WORLD;
}

static void invoke(struct flow *w, uint32_t pc, const struct class_constant *k) {
    struct call c = {.op = w->code->bytes[pc],
                     .owner = k->tag == CONSTANT_INVOKE_DYNAMIC ? "" : symbol_text(k->owner),
                     .name = symbol_text(k->name),
                     .descriptor = symbol_text(k->descriptor)};
    const char *d = c.descriptor + 1;
    for (; *d != ')' && c.n < 255; d = next_type(d)) c.n++;
    c.result = strrchr(c.descriptor, ')') + 1;
    uint32_t slots = 0, n = c.n;
    for (d = c.descriptor + 1; *d != ')'; d = next_type(d)) slots += type_slots(*d);
    if (slots > w->now->depth) {
        w->failed = true;
        return;
    }
    uint32_t at = w->code->max_locals + w->now->depth - slots;
    for (uint32_t i = 0; i < n; i++) {
        c.args[i] = w->now->at[at];
        if (i == 0) d = c.descriptor + 1;
        at += type_slots(*d);
        d = next_type(d);
    }
    drop(w, slots);
    c.has_receiver = c.op != OP_INVOKESTATIC && c.op != OP_INVOKEDYNAMIC;
    if (c.has_receiver) c.receiver = pop(w);
    value result = WORLD;
    if (c.op == OP_INVOKEDYNAMIC) {
        bool text = !strcmp(c.result, "Ljava/lang/String;"), any = false;
        for (uint32_t i = 0; i < c.n; i++) any |= c.args[i] != NOTHING;
        if (!text) flag_arguments(w, &c, USE_CHANGES | USE_ESCAPES);
        result = text || !any ? NOTHING : WORLD;
    } else if (!is_jdk_name(c.owner)) {
        result = call_user(w, &c, pc);
    } else if (!strcmp(c.name, "<init>")) {
        result = construct_jdk(w, &c);
    } else {
        result = c.has_receiver ? call_jdk_object(w, &c, pc) : call_jdk_static(w, &c, pc);
    }
    push_typed(w, c.result, result);
}

// ---- Instructions ----

static void access_field(struct flow *w, uint8_t op, const struct class_constant *k) {
    const char *type = symbol_text(k->descriptor);
    bool is_reference = *type == 'L' || *type == '[';
    if (op == OP_GETFIELD) {
        value from = pop(w);
        push_typed(w, type, from == NOTHING ? WORLD : from);
        return;
    }
    if (op == OP_PUTFIELD) {
        value v = NOTHING;
        if (is_reference)
            v = pop(w);
        else
            drop(w, type_slots(*type));
        const value o = pop(w);
        flag(w, o, v ? USE_CHANGES | USE_DEEP : USE_CHANGES);
        unite(w, v, o == NOTHING ? WORLD : o);
        return;
    }
    struct java_class *c =
        is_jdk_name(symbol_text(k->owner)) ? NULL : program_class_of(w->p, symbol_text(k->owner));
    struct java_field *f = c ? java_class_find_field(c, k->name, k->descriptor) : NULL;
    value own = f && f->class->origin == ORIGIN_USER && is_reference && !is_constant_type(w, type)
                    ? root_of_field(w, f)
                    : WORLD;
    if (op == OP_GETSTATIC)
        push_typed(w, type, own);
    else if (is_reference)
        unite(w, pop(w), own);
    else
        drop(w, type_slots(*type));
}

static void store_element(struct flow *w, uint8_t op) {
    value v = NOTHING;
    if (op == OP_AASTORE)
        v = pop(w);
    else
        drop(w, op == OP_LASTORE || op == OP_DASTORE ? 2 : 1);
    pop(w);
    value array = pop(w);
    flag(w, array, v ? USE_CHANGES | USE_DEEP : USE_CHANGES);
    if (v) unite(w, v, array == NOTHING ? WORLD : array);
}

// dup, dup2 and their like: `taken` slots from the top are put again below the `under` slots beneath.
static void duplicate(struct flow *w, uint32_t taken, uint32_t under) {
    value top[2], below[2];
    for (uint32_t i = taken; i-- > 0;) top[i] = pop(w);
    for (uint32_t i = under; i-- > 0;) below[i] = pop(w);
    for (uint32_t i = 0; i < taken; i++) push(w, top[i]);
    for (uint32_t i = 0; i < under; i++) push(w, below[i]);
    for (uint32_t i = 0; i < taken; i++) push(w, top[i]);
}

static bool stack_instruction(struct flow *w, uint8_t op) {
    switch (op) {
    case OP_POP: drop(w, 1); return true;
    case OP_POP2: drop(w, 2); return true;
    case OP_DUP: duplicate(w, 1, 0); return true;
    case OP_DUP_X1: duplicate(w, 1, 1); return true;
    case OP_DUP_X2: duplicate(w, 1, 2); return true;
    case OP_DUP2: duplicate(w, 2, 0); return true;
    case OP_DUP2_X1: duplicate(w, 2, 1); return true;
    case OP_DUP2_X2: duplicate(w, 2, 2); return true;
    case OP_SWAP: {
        value a = pop(w), b = pop(w);
        push(w, a);
        push(w, b);
        return true;
    }
    default: return false;
    }
}

static void store_local(struct flow *w, uint8_t kind, uint32_t n) { // kind: 0 int, 1 long, .. 4 reference
    bool wide = kind == 1 || kind == 3;
    value v = pop(w);
    if (wide) pop(w);
    *local(w, n) = kind == 4 ? v : NOTHING;
    if (wide) *local(w, n + 1) = NOTHING;
}

static void load_local(struct flow *w, uint8_t kind, uint32_t n) {
    if (kind == 4)
        push(w, *local(w, n));
    else
        push_nothing(w, kind == 1 || kind == 3 ? 2 : 1);
}

static bool local_instruction(struct flow *w, const uint8_t *at) {
    uint8_t op = at[0];
    bool wide = op == OP_WIDE;
    if (wide) op = at[1];
    uint32_t n = wide ? java_u2(at + 2) : at[1];
    if (op >= OP_ILOAD && op <= OP_ALOAD)
        load_local(w, (uint8_t)(op - OP_ILOAD), n);
    else if (op >= OP_ILOAD_0 && op <= OP_ALOAD_3)
        load_local(w, (uint8_t)((op - OP_ILOAD_0) / 4), (uint32_t)(op - OP_ILOAD_0) % 4);
    else if (op >= OP_ISTORE && op <= OP_ASTORE)
        store_local(w, (uint8_t)(op - OP_ISTORE), n);
    else if (op >= OP_ISTORE_0 && op <= OP_ASTORE_3)
        store_local(w, (uint8_t)((op - OP_ISTORE_0) / 4), (uint32_t)(op - OP_ISTORE_0) % 4);
    else
        return wide && op == OP_IINC;
    return true;
}

static const struct class_constant *constant_at(const struct flow *w, uint32_t pc) {
    uint32_t index = java_u2(w->code->bytes + pc + 1);
    return &w->file->constants[index];
}

static void make_object(struct flow *w, uint32_t pc, const char *class) {
    struct str type = {0};
    str_addf(&type, "L%s;", class);
    push(w, of_type(w, type.at, made_here(w, pc)));
    str_free(&type);
}

static void other_instruction(struct flow *w, uint8_t op) {
    if (op == OP_JSR || op == OP_JSR_W || op == OP_RET || strchr(java_opcodes[op].pops, '?') ||
        strchr(java_opcodes[op].pushes, '?')) {
        w->failed = true;
        return;
    }
    drop(w, slots_of(java_opcodes[op].pops));
    push_nothing(w, slots_of(java_opcodes[op].pushes));
}

static void execute(struct flow *w, uint32_t pc) {
    const uint8_t *at = w->code->bytes + pc;
    uint8_t op = at[0];
    if (stack_instruction(w, op) || local_instruction(w, at)) return;
    switch (op) {
    case OP_LDC:
    case OP_LDC_W: push(w, NOTHING); break;
    case OP_LDC2_W: push_nothing(w, 2); break;
    case OP_AALOAD: {
        pop(w);
        push(w, element_of(w, pop(w)));
        break;
    }
    case OP_IASTORE:
    case OP_LASTORE:
    case OP_FASTORE:
    case OP_DASTORE:
    case OP_AASTORE:
    case OP_BASTORE:
    case OP_CASTORE:
    case OP_SASTORE: store_element(w, op); break;
    case OP_GETSTATIC:
    case OP_PUTSTATIC:
    case OP_GETFIELD:
    case OP_PUTFIELD: access_field(w, op, constant_at(w, pc)); break;
    case OP_INVOKEVIRTUAL:
    case OP_INVOKESPECIAL:
    case OP_INVOKESTATIC:
    case OP_INVOKEINTERFACE:
    case OP_INVOKEDYNAMIC: invoke(w, pc, constant_at(w, pc)); break;
    case OP_NEW: make_object(w, pc, symbol_text(constant_at(w, pc)->name)); break;
    case OP_NEWARRAY:
    case OP_ANEWARRAY:
        pop(w);
        push(w, made_here(w, pc));
        break;
    case OP_MULTIANEWARRAY:
        drop(w, at[3]);
        push(w, made_here(w, pc));
        break;
    case OP_CHECKCAST: {
        const char *name = symbol_text(constant_at(w, pc)->name);
        value v = pop(w);
        struct java_class *c = name[0] == '[' ? NULL : program_class_of(w->p, name);
        push(w, c && java_type_is_constant(w->p, c) ? NOTHING : v);
        break;
    }
    case OP_ARETURN: flag(w, pop(w), USE_RETURNED); break;
    case OP_ATHROW: flag(w, pop(w), USE_ESCAPES); break;
    default: other_instruction(w, op);
    }
}

// ---- The walk ----

// What is known before an instruction: what it was, or what comes now.
static void flow_to(struct flow *w, int64_t pc, uint32_t depth) {
    uint32_t n = (uint32_t)w->code->max_locals + depth;
    if (pc < 0 || pc >= w->code->n_bytes) {
        w->failed = true;
        return;
    }
    struct frame *to = w->frames[pc];
    bool news = !to;
    if (news) {
        uint32_t most = (uint32_t)w->code->max_locals + w->code->max_stack + 1u;
        to = w->frames[pc] = arena_zalloc(&w->arena, sizeof *to + most * sizeof *to->at);
        to->depth = (uint16_t)depth;
        memcpy(to->at, w->now->at, n * sizeof *to->at);
    } else if (to->depth != depth) {
        w->failed = true;
        return;
    }
    for (uint32_t i = 0; i < n; i++) {
        value merged = unite(w, to->at[i], w->now->at[i]);
        // Which root of a set stands there makes no difference, but whether one does.
        news |= (merged != NOTHING) != (to->at[i] != NOTHING);
        to->at[i] = merged;
    }
    if (news) vec_push(&w->open, (uint32_t)pc);
}

static void flow_to_handlers(struct flow *w, uint32_t pc) {
    for (uint32_t i = 0; i < w->code->n_handlers; i++) {
        const struct class_handler *h = &w->code->handlers[i];
        if (pc < h->start || pc >= h->end) continue;
        uint16_t depth = w->now->depth;
        value *stack = &w->now->at[w->code->max_locals], first = stack[0];
        if (!w->code->max_stack) return;
        stack[0] = WORLD;
        flow_to(w, h->target, 1);
        stack[0] = first;
        w->now->depth = depth;
    }
}

static void flow_to_cases(struct flow *w, uint32_t pc) {
    const uint8_t *code = w->code->bytes, *at = code + (pc / 4 + 1) * 4;
    bool table = code[pc] == OP_TABLESWITCH;
    int64_t n = table ? (int64_t)java_s4(at + 8) - java_s4(at + 4) + 1 : java_s4(at + 4);
    flow_to(w, (int64_t)pc + java_s4(at), w->now->depth);
    for (int64_t i = 0; i < n && !w->failed; i++)
        flow_to(w, (int64_t)pc + java_s4(at + (table ? 12 + 4 * i : 12 + 8 * i)), w->now->depth);
}

static void step(struct flow *w, uint32_t pc) {
    const uint8_t *at = w->code->bytes + pc;
    uint32_t size = java_instruction_size(w->code->bytes, w->code->n_bytes, pc);
    uint32_t n = (uint32_t)w->code->max_locals + w->code->max_stack + 1u;
    if (!size) {
        w->failed = true;
        return;
    }
    memcpy(w->now, w->frames[pc], sizeof *w->now + n * sizeof *w->now->at);
    flow_to_handlers(w, pc);
    execute(w, pc);
    if (w->failed) return;
    uint8_t op = at[0], operands = java_opcodes[op].operands;
    if (op == OP_TABLESWITCH || op == OP_LOOKUPSWITCH) {
        flow_to_cases(w, pc);
        return;
    }
    if (operands == OPERANDS_BRANCH2) flow_to(w, (int64_t)pc + java_s2(at + 1), w->now->depth);
    if (operands == OPERANDS_BRANCH4) flow_to(w, (int64_t)pc + java_s4(at + 1), w->now->depth);
    bool ends = op == OP_GOTO || op == OP_GOTO_W || op == OP_ATHROW || (op >= OP_IRETURN && op <= OP_RETURN);
    if (!ends) flow_to(w, (int64_t)pc + size, w->now->depth);
}

static void begin(struct flow *w) {
    uint32_t n = (uint32_t)w->code->max_locals + w->code->max_stack + 1u;
    w->failed = (uint64_t)n * w->code->n_bytes > MOST_CELLS;
    w->frames = mem_zalloc((w->code->n_bytes + 1) * sizeof *w->frames);
    w->now = arena_zalloc(&w->arena, sizeof *w->now + n * sizeof *w->now->at);
    vec_push(&w->roots, (struct root){.param = -1});
    vec_push(&w->roots, (struct root){.parent = WORLD, .flags = USE_CHANGES | USE_ESCAPES, .param = -1});
    uint32_t at = 0;
    if (!(w->method->access & ACC_STATIC))
        *local(w, at) = add_root(w, (struct root){.param = (int32_t)at, .pc = UINT32_MAX}), at++;
    const char *d = symbol_text(w->method->descriptor) + 1;
    for (; *d != ')' && !w->failed; d = next_type(d)) {
        if ((*d == 'L' || *d == '[') && !is_constant_type(w, d))
            *local(w, at) = add_root(w, (struct root){.param = (int32_t)at, .pc = UINT32_MAX});
        at += type_slots(*d);
    }
    if (!w->failed) flow_to(w, 0, 0);
}

static bool is_named(const struct root *r) {
    return r->field || r->param >= 0;
}

static bool has_name(struct flow *w, value set) {
    for (uint32_t k = FIRST_ROOT; k < w->roots.n; k++)
        if (find(w, (value)k) == set && is_named(&w->roots.at[k])) return true;
    return false;
}

// Whether root r stands for an object that cannot be changed, with all that it holds.
static bool is_constant_root(struct flow *w, const struct root *r) {
    if (!r->sealed || r->wraps == WORLD) return false;
    value of = find(w, r->wraps);
    uint8_t flags = w->roots.at[of].flags;
    if (of == WORLD || flags & USE_DEEP) return false;
    return r->copies || (!(flags & (USE_ESCAPES | USE_RETURNED)) && !has_name(w, of));
}

static bool holds_other(struct flow *w, value set) {
    for (uint32_t k = FIRST_ROOT; k < w->roots.n; k++)
        if (find(w, (value)k) == set && !is_named(&w->roots.at[k]) && !is_constant_root(w, &w->roots.at[k]))
            return true;
    return set == WORLD;
}

// An iterator that others know lets them change what it goes over.
static void pass_on(struct flow *w) {
    for (bool more = true; more;) {
        more = false;
        for (uint32_t i = FIRST_ROOT; i < w->roots.n; i++) {
            if (!w->roots.at[i].iterates) continue;
            value set = find(w, (value)i), over = find(w, w->roots.at[i].wraps);
            bool known = w->roots.at[set].flags & (USE_ESCAPES | USE_RETURNED) || has_name(w, set);
            uint8_t missing = (USE_CHANGES | USE_ESCAPES) & (uint8_t)~w->roots.at[over].flags;
            if (!known || !missing) continue;
            flag(w, over, missing);
            more = true;
        }
    }
}

// A field or parameter that may be, or hold, another one is known by that name as well.
static uint8_t flags_of(struct flow *w, uint32_t i) {
    value set = find(w, (value)i);
    uint32_t named = 0;
    for (uint32_t k = FIRST_ROOT; k < w->roots.n; k++)
        named += find(w, (value)k) == set && is_named(&w->roots.at[k]);
    uint8_t flags = w->roots.at[set].flags;
    if (named > 1 || flags & USE_RETURNED) flags |= USE_ESCAPES;
    if (holds_other(w, set)) flags |= USE_HOLDS;
    return w->failed ? EVERY_USE : flags & EVERY_USE;
}

static bool makes_result(struct flow *w) {
    if (w->failed || w->roots.at[WORLD].flags & USE_RETURNED) return false;
    for (uint32_t i = FIRST_ROOT; i < w->roots.n; i++) {
        const struct root *set = &w->roots.at[find(w, (value)i)], *r = &w->roots.at[i];
        if (!(set->flags & USE_RETURNED)) continue;
        if (set->flags & USE_ESCAPES || is_named(r)) return false;
    }
    return true;
}

static void follow(struct java_program *p, const struct java_method *m, uint32_t nesting,
                   struct method_effect *effect, field_uses *out) {
    struct flow w = {.p = p, .method = m, .code = m->info->code, .file = m->class->file, .nesting = nesting};
    arena_init(&w.arena, 0);
    begin(&w);
    while (w.open.n && !w.failed) step(&w, w.open.at[--w.open.n]);
    pass_on(&w);
    if (effect) {
        memset(effect->params, w.failed ? USE_CHANGES | USE_ESCAPES : 0, sizeof effect->params);
        effect->makes_result = makes_result(&w);
    }
    for (uint32_t i = FIRST_ROOT; i < w.roots.n; i++) {
        const struct root *r = &w.roots.at[i];
        if (effect && r->param >= 0 && r->param < 256) effect->params[r->param] = flags_of(&w, i);
        if (out && r->field) vec_push(out, (struct field_use){r->field, flags_of(&w, i)});
    }
    mem_free(w.frames);
    vec_free(&w.open);
    vec_free(&w.roots);
    arena_free(&w.arena);
    if (out && w.failed) vec_push(out, (struct field_use){NULL, EVERY_USE});
}

void java_uses_of(struct java_program *p, const struct java_method *m, field_uses *out) {
    follow(p, m, 0, NULL, out);
}

const struct method_effect *java_effect_of_method(struct java_program *p, const struct java_method *m) {
    return effect_of(p, m, 0);
}
