// SPDX-License-Identifier: Apache-2.0
// The message of a NullPointerException that the JVM raised itself (JEP 358): what could not be done, and
// which expression was null. The source of each operand is found by walking over the method's code once in
// its order: for every instruction that is reached, where each slot of its operand stack was pushed. Where
// branches meet with different sources, the source is unknown; handlers begin with the exception. Like
// HotSpot, the walk ends at the instruction in question, so what later loops do to it does not count.
#include <assert.h>

#include "java/classfile/descriptor.h"
#include "java/classfile/opcode.h"
#include "java/runtime/native.h"

enum { UNKNOWN = -1, MAX_DETAIL = 5 /* expressions inside each other */, MAX_LOCALS = 64 };

struct stack {
    int32_t *sources; // pcs, bottom first; NULL: not reached
    uint32_t depth;
    uint64_t written; // locals below MAX_LOCALS that were stored to: no longer the parameters
};

struct walk {
    const struct java_method *method;
    const struct class_code *code;
    const struct class_constant *constants;
    struct arena arena;
    struct stack *at; // by pc
    bool added, incomplete;
};

// ---- Walking ----

static const struct class_constant *constant_at(const struct walk *w, uint32_t pc) {
    return &w->constants[java_u2(w->code->bytes + pc + 1)];
}

static bool is_invoke(uint8_t op) {
    return op >= OP_INVOKEVIRTUAL && op <= OP_INVOKEDYNAMIC;
}

static uint32_t slots_of(char kind) {
    return kind == 'V' ? 0 : kind == 'J' || kind == 'D' ? 2 : 1;
}

static uint32_t argument_slots(const char *descriptor) {
    uint32_t n = 0;
    size_t length;
    for (const char *type; (type = java_next_type(&descriptor, &length));) n += slots_of(*type);
    return n;
}

static void merge(struct walk *w, uint32_t pc, const struct stack *s) {
    struct stack *old = &w->at[pc];
    if (pc >= w->code->n_bytes) return;
    if (!old->sources) {
        *old = *s;
        old->sources = arena_copy(&w->arena, s->sources, (s->depth + 1) * sizeof *s->sources);
        w->added = true;
        return;
    }
    old->written |= s->written;
    for (uint32_t i = 0; i < old->depth && i < s->depth; i++)
        if (old->sources[i] != s->sources[i]) old->sources[i] = UNKNOWN;
}

static void push(struct stack *s, int32_t source, uint32_t slots) {
    while (slots--) s->sources[s->depth++] = source;
}

static void pop(struct stack *s, uint32_t slots) {
    s->depth -= slots < s->depth ? slots : s->depth;
}

// dup_x1 and its like: the top n slots again, below `under` more.
static void duplicate(struct stack *s, uint32_t n, uint32_t under) {
    int32_t *top = s->sources + s->depth - n;
    memmove(top - under + n, top - under, (n + under) * sizeof *top);
    memcpy(top - under, top + n, n * sizeof *top);
    s->depth += n;
}

static uint32_t slots_of_kinds(const char *kinds) {
    uint32_t n = 0;
    for (; *kinds; kinds++) n += slots_of(*kinds);
    return n;
}

static void write_local(struct stack *s, uint32_t local, bool wide) {
    for (uint32_t i = local; i <= local + wide && i < MAX_LOCALS; i++) s->written |= (uint64_t)1 << i;
}

// The local that a load or store at pc names.
static uint32_t local_of(const struct walk *w, uint32_t pc) {
    const uint8_t *at = w->code->bytes + pc;
    if (at[0] == OP_WIDE) return java_u2(at + 2);
    if (java_opcodes[at[0]].operands == OPERANDS_LOCAL || at[0] == OP_IINC) return at[1];
    return (uint32_t)(at[0] - (at[0] < OP_ISTORE ? OP_ILOAD_0 : OP_ISTORE_0)) %
           4; // the short forms: four each
}

static void step_invoke(const struct walk *w, uint32_t pc, uint8_t op, struct stack *s) {
    const char *descriptor = symbol_text(constant_at(w, pc)->descriptor);
    pop(s, argument_slots(descriptor) + (op != OP_INVOKESTATIC && op != OP_INVOKEDYNAMIC));
    push(s, (int32_t)pc, slots_of(strchr(descriptor, ')')[1]));
}

static void step_field(const struct walk *w, uint32_t pc, uint8_t op, struct stack *s) {
    uint32_t slots = slots_of(symbol_text(constant_at(w, pc)->descriptor)[0]);
    if (op == OP_PUTSTATIC || op == OP_PUTFIELD) pop(s, slots);
    if (op == OP_GETFIELD || op == OP_PUTFIELD) pop(s, 1);
    if (op == OP_GETSTATIC || op == OP_GETFIELD) push(s, (int32_t)pc, slots);
}

static void step_wide_constant(const struct walk *w, uint32_t pc, struct stack *s) {
    const uint8_t *at = w->code->bytes + pc;
    push(s, (int32_t)pc, at[0] == OP_LDC2_W ? 2 : 1);
}

// What the instruction does to the stack.
static void step(const struct walk *w, uint32_t pc, struct stack *s) {
    const uint8_t *at = w->code->bytes + pc;
    uint8_t op = at[0] == OP_WIDE ? at[1] : at[0];
    const struct java_opcode_info *info = &java_opcodes[op];
    if (is_invoke(op)) return step_invoke(w, pc, op, s);
    if (op >= OP_GETSTATIC && op <= OP_PUTFIELD) return step_field(w, pc, op, s);
    if ((op >= OP_ISTORE && op <= OP_ASTORE) || (op >= OP_ISTORE_0 && op <= OP_ASTORE_3)) {
        bool wide = info->pops[0] == 'J' || info->pops[0] == 'D';
        pop(s, wide ? 2 : 1);
        return write_local(s, local_of(w, pc), wide);
    }
    switch (op) {
    case OP_LDC:
    case OP_LDC_W:
    case OP_LDC2_W: step_wide_constant(w, pc, s); break;
    case OP_IINC: write_local(s, local_of(w, pc), false); break;
    case OP_DUP: duplicate(s, 1, 0); break;
    case OP_DUP_X1: duplicate(s, 1, 1); break;
    case OP_DUP_X2: duplicate(s, 1, 2); break;
    case OP_DUP2: duplicate(s, 2, 0); break;
    case OP_DUP2_X1: duplicate(s, 2, 1); break;
    case OP_DUP2_X2: duplicate(s, 2, 2); break;
    case OP_SWAP: {
        int32_t *top = s->sources + s->depth;
        int32_t t = top[-1];
        top[-1] = top[-2];
        top[-2] = t;
        break;
    }
    case OP_POP: pop(s, 1); break;
    case OP_POP2: pop(s, 2); break;
    case OP_MULTIANEWARRAY:
        pop(s, at[3]);
        push(s, (int32_t)pc, 1);
        break;
    case OP_CHECKCAST: break; // the same reference
    default: pop(s, slots_of_kinds(info->pops)); push(s, (int32_t)pc, slots_of_kinds(info->pushes));
    }
}

// Where control goes from pc besides the next instruction; whether it also goes there.
static bool flow(struct walk *w, uint32_t pc, const struct stack *s) {
    const uint8_t *at = w->code->bytes + pc;
    uint8_t op = at[0];
    const uint8_t *table = w->code->bytes + ((pc + 4) & ~(uint32_t)3);
    switch (java_opcodes[op].operands) {
    case OPERANDS_BRANCH2:
        merge(w, (uint32_t)((int32_t)pc + java_s2(at + 1)), s);
        return op != OP_GOTO && op != OP_JSR;
    case OPERANDS_BRANCH4: merge(w, (uint32_t)((int32_t)pc + java_s4(at + 1)), s); return false;
    case OPERANDS_TABLE: {
        int64_t n = (int64_t)java_s4(table + 8) - java_s4(table + 4) + 1;
        merge(w, (uint32_t)((int32_t)pc + java_s4(table)), s);
        for (int64_t i = 0; i < n; i++) merge(w, (uint32_t)((int32_t)pc + java_s4(table + 12 + 4 * i)), s);
        return false;
    }
    case OPERANDS_LOOKUP: {
        int32_t n = java_s4(table + 4);
        merge(w, (uint32_t)((int32_t)pc + java_s4(table)), s);
        for (int32_t i = 0; i < n; i++)
            merge(w, (uint32_t)((int32_t)pc + java_s4(table + 12 + 8 * (int64_t)i)), s);
        return false;
    }
    default: return !(op >= OP_IRETURN && op <= OP_RETURN) && op != OP_ATHROW && op != OP_RET;
    }
}

static void walk_to(struct walk *w, uint32_t target) {
    const struct class_code *code = w->code;
    uint32_t room = code->max_stack + 8u;
    struct stack s = {.sources = arena_alloc(&w->arena, room * sizeof *s.sources)};
    merge(w, 0, &s);
    for (uint32_t i = 0; i < code->n_handlers; i++) {
        struct stack caught = {.sources = (int32_t[]){code->handlers[i].target, 0}, .depth = 1};
        if (!w->at[code->handlers[i].target].sources) merge(w, code->handlers[i].target, &caught);
    }
    do {
        w->added = w->incomplete = false;
        for (uint32_t pc = 0; pc < code->n_bytes;) {
            if (pc == target && w->at[pc].sources) return;
            uint32_t size = java_instruction_size(code->bytes, code->n_bytes, pc);
            assert(size);
            const struct stack *from = &w->at[pc];
            if (from->sources) {
                s.depth = from->depth;
                s.written = from->written;
                memcpy(s.sources, from->sources, from->depth * sizeof *s.sources);
                step(w, pc, &s);
                if (flow(w, pc, &s)) merge(w, pc + size, &s);
            } else {
                w->incomplete = true;
            }
            pc += size;
        }
    } while (w->incomplete && w->added);
}

// ---- Telling ----

// Class names in dotted form, java.lang.Object and java.lang.String without their package.
static void add_class(struct str *out, const char *name, size_t n) {
    static const char *const known[] = {"java/lang/Object", "java/lang/String"};
    for (int k = 0; k < 2; k++)
        if (strlen(known[k]) == n && memcmp(known[k], name, n) == 0) {
            str_add(out, known[k] + strlen("java/lang/"));
            return;
        }
    for (size_t i = 0; i < n; i++) str_add_char(out, name[i] == '/' ? '.' : name[i]);
}

static void add_type(struct str *out, const char *descriptor) {
    static const char *const names[] = {"void", "boolean", "byte",  "char",  "short",
                                        "int",  "long",    "float", "double"};
    size_t dimensions = strspn(descriptor, "[");
    const char *d = descriptor + dimensions;
    if (*d == 'L')
        add_class(out, d + 1, strcspn(d, ";") - 1);
    else
        str_add(out, names[java_kind_of(*d)]);
    while (dimensions--) str_add(out, "[]");
}

static void add_method(const struct walk *w, uint32_t pc, struct str *out) {
    const struct class_constant *k = constant_at(w, pc);
    add_class(out, symbol_text(k->owner), symbol_size(k->owner));
    str_addf(out, ".%s(", symbol_text(k->name));
    const char *d = symbol_text(k->descriptor);
    size_t length, before = out->n;
    for (const char *type; (type = java_next_type(&d, &length));) {
        if (out->n > before) str_add(out, ", ");
        add_type(out, type);
    }
    str_add(out, ")");
}

static void add_local(const struct walk *w, uint32_t pc, uint32_t slot, bool written, struct str *out) {
    const struct class_code *code = w->code;
    for (uint32_t i = 0; i < code->n_locals; i++) {
        const struct class_local *l = &code->locals[i];
        if (l->slot == slot && pc >= l->start && pc < (uint32_t)l->start + l->length) {
            str_add(out, symbol_text(l->name));
            return;
        }
    }
    bool is_static = w->method->access & ACC_STATIC;
    if (!written && !is_static && slot == 0) {
        str_add(out, "this");
        return;
    }
    uint32_t at = is_static ? 0 : 1, number = 1;
    const char *d = symbol_text(w->method->descriptor);
    size_t length;
    for (const char *type; !written && (type = java_next_type(&d, &length)); number++) {
        uint32_t n = slots_of(*type);
        if (slot >= at && slot < at + n) {
            str_addf(out, "<parameter%u>", number);
            return;
        }
        at += n;
    }
    str_addf(out, "<local%u>", slot);
}

struct teller {
    const struct walk *w;
    struct str *out;
    bool begun; // the words before the expression are written
};

static void begin(struct teller *r, const char *words) {
    if (!r->begun) str_add(r->out, words);
    r->begun = true;
}

static bool add_small_constant(const uint8_t *at, struct str *out) {
    if (at[0] == OP_ACONST_NULL)
        str_add(out, "null");
    else if (at[0] >= OP_ICONST_M1 && at[0] <= OP_ICONST_5)
        str_addf(out, "%d", at[0] - OP_ICONST_0);
    else if (at[0] == OP_BIPUSH)
        str_addf(out, "%d", (int8_t)at[1]);
    else if (at[0] == OP_SIPUSH)
        str_addf(out, "%d", java_s2(at + 1));
    else
        return false;
    return true;
}

// The expression that pushed what lies `slot` slots below the top at pc. At most MAX_DETAIL levels deep.
static bool add_source(struct teller *r, uint32_t pc, uint32_t slot, uint32_t detail, bool index) {
    const struct stack *s = &r->w->at[pc];
    if (detail == 0 || !s->sources || slot >= s->depth) return false;
    int32_t from = s->sources[s->depth - 1 - slot];
    if (from == UNKNOWN) return false;
    const uint8_t *at = r->w->code->bytes + from;
    uint8_t op = at[0] == OP_WIDE ? at[1] : at[0];
    const char *because = " because \"";
    if ((op >= OP_ILOAD && op <= OP_ALOAD) || (op >= OP_ILOAD_0 && op <= OP_ALOAD_3)) {
        bool reference = op == OP_ALOAD || op >= OP_ALOAD_0,
             integer = op == OP_ILOAD || (op >= OP_ILOAD_0 && op <= OP_ILOAD_3);
        if (!reference && !integer) return false;
        uint32_t local = local_of(r->w, (uint32_t)from);
        uint64_t written = r->w->at[from].written;
        begin(r, because);
        add_local(r->w, (uint32_t)from, local, local >= MAX_LOCALS || written >> local & 1, r->out);
        return true;
    }
    if (op >= OP_IALOAD && op <= OP_SALOAD) {
        begin(r, because);
        if (!add_source(r, (uint32_t)from, 1, detail - 1, index)) str_add(r->out, "<array>");
        str_add(r->out, "[");
        if (!add_source(r, (uint32_t)from, 0, detail - 1, true)) str_add(r->out, "...");
        str_add(r->out, "]");
        return true;
    }
    switch (op) {
    case OP_GETSTATIC: {
        const struct class_constant *k = constant_at(r->w, (uint32_t)from);
        begin(r, because);
        add_class(r->out, symbol_text(k->owner), symbol_size(k->owner));
        str_addf(r->out, ".%s", symbol_text(k->name));
        return true;
    }
    case OP_GETFIELD:
        begin(r, because);
        if (add_source(r, (uint32_t)from, 0, detail - 1, index)) str_add(r->out, ".");
        str_add(r->out, symbol_text(constant_at(r->w, (uint32_t)from)->name));
        return true;
    case OP_INVOKEVIRTUAL:
    case OP_INVOKESPECIAL:
    case OP_INVOKESTATIC:
    case OP_INVOKEINTERFACE:
        begin(r, " because the return value of \"");
        add_method(r->w, (uint32_t)from, r->out);
        return true;
    default:
        if (op > OP_SIPUSH || (op >= OP_LCONST_0 && op <= OP_DCONST_1)) return false;
        begin(r, because);
        return add_small_constant(at, r->out);
    }
}

// What could not be done; the slot that was null, counted from the top. False: the instruction at pc asks for
// no reference (the exception was made by the program).
static bool add_action(const struct walk *w, uint32_t pc, struct str *out, uint32_t *slot) {
    static const char *const elements[] = {"int",    "long",         "float", "double",
                                           "object", "byte/boolean", "char",  "short"};
    uint8_t op = w->code->bytes[pc];
    *slot = 0;
    if (op >= OP_IALOAD && op <= OP_SALOAD) {
        str_addf(out, "Cannot load from %s array", elements[op - OP_IALOAD]);
        *slot = 1;
    } else if (op >= OP_IASTORE && op <= OP_SASTORE) {
        str_addf(out, "Cannot store to %s array", elements[op - OP_IASTORE]);
        *slot = op == OP_LASTORE || op == OP_DASTORE ? 3 : 2;
    } else if (op == OP_ARRAYLENGTH) {
        str_add(out, "Cannot read the array length");
    } else if (op == OP_ATHROW) {
        str_add(out, "Cannot throw exception");
    } else if (op == OP_MONITORENTER) {
        str_add(out, "Cannot enter synchronized block");
    } else if (op == OP_MONITOREXIT) {
        str_add(out, "Cannot exit synchronized block");
    } else if (op == OP_GETFIELD) {
        str_addf(out, "Cannot read field \"%s\"", symbol_text(constant_at(w, pc)->name));
    } else if (op == OP_PUTFIELD) {
        str_addf(out, "Cannot assign field \"%s\"", symbol_text(constant_at(w, pc)->name));
        *slot = slots_of(symbol_text(constant_at(w, pc)->descriptor)[0]);
    } else if (op == OP_INVOKEVIRTUAL || op == OP_INVOKESPECIAL || op == OP_INVOKEINTERFACE) {
        const struct class_constant *k = constant_at(w, pc);
        if (strcmp(symbol_text(k->name), "<init>") == 0) return false;
        str_add(out, "Cannot invoke \"");
        add_method(w, pc, out);
        str_add(out, "\"");
        *slot = argument_slots(symbol_text(k->descriptor));
    } else {
        return false;
    }
    return true;
}

static bool tell(const struct java_trace_entry *place, struct str *out) {
    const struct class_method *info = place->method->info;
    if (!info || !info->code || place->method->access & ACC_NATIVE) return false;
    struct walk w = {
        .method = place->method, .code = info->code, .constants = place->method->class->file->constants};
    uint32_t slot;
    if (place->pc >= w.code->n_bytes || !add_action(&w, place->pc, out, &slot)) return false;
    arena_init(&w.arena, 0);
    w.at = ARENA_ARRAY(&w.arena, struct stack, w.code->n_bytes);
    walk_to(&w, place->pc);
    struct teller r = {&w, out, false};
    if (add_source(&r, place->pc, slot, MAX_DETAIL, false)) str_add(out, "\" is null");
    arena_free(&w.arena);
    return true;
}

bool java_null_message(const struct object *exception, struct str *out) {
    const struct java_trace_entry *entries;
    return java_stack_trace(exception, &entries) && tell(&entries[0], out);
}

NATIVE(native_null_message) {
    struct str text = {0};
    struct object *s = NULL;
    bool told = java_null_message(args[0].r, &text);
    if (told) s = java_string(t, str_text(&text), text.n);
    str_free(&text);
    return told ? GIVE_MADE(s) : GIVE_REF(NULL);
}
