// SPDX-License-Identifier: Apache-2.0
// The constant pool (JVMS 4.4): read in one pass, then every reference looked up, so that no later code
// follows an index.
#include <string.h>

#include "base/mem.h"
#include "java/classfile/class_reader.h"
#include "java/classfile/descriptor.h"

static const char *const tag_names[] = {
    [CONSTANT_NONE] = "nothing",
    [CONSTANT_UTF8] = "Utf8",
    [CONSTANT_INTEGER] = "Integer",
    [CONSTANT_FLOAT] = "Float",
    [CONSTANT_LONG] = "Long",
    [CONSTANT_DOUBLE] = "Double",
    [CONSTANT_CLASS] = "Class",
    [CONSTANT_STRING] = "String",
    [CONSTANT_FIELD] = "Fieldref",
    [CONSTANT_METHOD] = "Methodref",
    [CONSTANT_INTERFACE_METHOD] = "InterfaceMethodref",
    [CONSTANT_NAME_AND_TYPE] = "NameAndType",
    [CONSTANT_METHOD_HANDLE] = "MethodHandle",
    [CONSTANT_METHOD_TYPE] = "MethodType",
    [CONSTANT_DYNAMIC] = "Dynamic",
    [CONSTANT_INVOKE_DYNAMIC] = "InvokeDynamic",
    [CONSTANT_MODULE] = "Module",
    [CONSTANT_PACKAGE] = "Package",
};

const struct class_constant *class_constant_of(struct class_reader *r, uint16_t index,
                                               enum class_constant_tag tag) {
    if (r->failed) return NULL;
    if (index == 0 || index >= r->c->n_constants) {
        class_fail(r, "constant %u does not exist (there are 1 to %d)", index, r->c->n_constants - 1);
        return NULL;
    }
    if (r->constants[index].tag == tag) return &r->constants[index];
    class_fail(r, "constant %u is %s, not %s", index, tag_names[r->constants[index].tag], tag_names[tag]);
    return NULL;
}

bool class_is_loadable(const struct class_constant *k) {
    switch (k->tag) {
    case CONSTANT_INTEGER:
    case CONSTANT_FLOAT:
    case CONSTANT_LONG:
    case CONSTANT_DOUBLE:
    case CONSTANT_CLASS:
    case CONSTANT_STRING:
    case CONSTANT_METHOD_HANDLE:
    case CONSTANT_METHOD_TYPE:
    case CONSTANT_DYNAMIC: return true;
    default: return false;
    }
}

// ---- Texts ----

// 4.4.7: no zero byte, none above 0xEF, sequences of one to three bytes that are complete.
static bool is_modified_utf8(const uint8_t *s, uint32_t n) {
    uint32_t i = 0;
    while (i < n) {
        uint64_t word;
        if (n - i >= 8) { // eight plain bytes: none is 0 or has its high bit
            memcpy(&word, s + i, 8);
            if (!((word | (word - 0x0101010101010101u)) & 0x8080808080808080u)) {
                i += 8;
                continue;
            }
        }
        uint32_t more = s[i] < 0x80 ? 0 : (s[i] & 0xE0) == 0xC0 ? 1 : (s[i] & 0xF0) == 0xE0 ? 2 : 9;
        if (s[i] == 0 || more >= n - i) return false;
        for (i++; more > 0; more--, i++)
            if ((s[i] & 0xC0) != 0x80) return false;
    }
    return true;
}

static const char *text_fault(enum class_text_check check) {
    switch (check) {
    case TEXT_CLASS:
    case TEXT_PLAIN_CLASS: return "no class name";
    case TEXT_UNQUALIFIED: return "no name";
    case TEXT_METHOD_NAME: return "no method name";
    case TEXT_FIELD_TYPE: return "no type";
    case TEXT_METHOD_TYPE: return "no method descriptor";
    case TEXT_ANY: break;
    }
    return "no text";
}

static bool text_fits(const char *s, uint32_t n, enum class_text_check check) {
    switch (check) {
    case TEXT_CLASS: return n > 0 && s[0] == '[' ? java_is_field_descriptor(s, n) : java_is_class_name(s, n);
    case TEXT_PLAIN_CLASS: return java_is_class_name(s, n);
    case TEXT_UNQUALIFIED: return java_is_unqualified_name(s, n);
    case TEXT_METHOD_NAME: return java_is_method_name(s, n);
    case TEXT_FIELD_TYPE: return java_is_field_descriptor(s, n);
    case TEXT_METHOD_TYPE: return java_is_method_descriptor(s, n, NULL);
    case TEXT_ANY: break;
    }
    return true;
}

symbol class_text_at(struct class_reader *r, uint16_t index, enum class_text_check check) {
    const struct class_constant *k = class_constant_of(r, index, CONSTANT_UTF8);
    if (!k) return 0;
    struct class_text *text = &r->texts[index];
    if ((text->checked & check) != check) {
        if (!text_fits((const char *)k->text.at, k->text.n, check)) {
            class_fail(r, "constant %u, \"%.*s\", is %s", index, (int)(k->text.n < 100 ? k->text.n : 100),
                       (const char *)k->text.at, text_fault(check));
            return 0;
        }
        text->checked |= (uint8_t)check;
    }
    if (!text->name) text->name = symbol_intern((const char *)k->text.at, k->text.n);
    return text->name;
}

symbol class_name_at(struct class_reader *r, uint16_t index) {
    const struct class_constant *k = class_constant_of(r, index, CONSTANT_CLASS);
    return k ? k->name : 0;
}

symbol class_optional_text(struct class_reader *r, uint16_t index) {
    return index ? class_text_at(r, index, TEXT_ANY) : 0;
}

symbol class_optional_name(struct class_reader *r, uint16_t index) {
    return index ? class_name_at(r, index) : 0;
}

// ---- Pass one: tags and plain values ----

// What a constant refers to, until pass two has looked it up.
struct references {
    uint16_t first, second;
};

// Table 4.4-B: the class file version that brought the tag.
static uint16_t tag_since(uint8_t tag) {
    switch (tag) {
    case CONSTANT_METHOD_HANDLE:
    case CONSTANT_METHOD_TYPE:
    case CONSTANT_INVOKE_DYNAMIC: return 51;
    case CONSTANT_MODULE:
    case CONSTANT_PACKAGE: return 53;
    case CONSTANT_DYNAMIC: return 55;
    default: return CLASS_MAJOR_MIN;
    }
}

static void read_value(struct class_reader *r, struct class_constant *k, struct references *refs) {
    uint32_t word;
    uint64_t high;
    switch (k->tag) {
    case CONSTANT_UTF8:
        k->text = class_bytes(r, class_u2(r));
        if (!r->failed && !is_modified_utf8(k->text.at, k->text.n)) class_fail(r, "not modified UTF-8");
        break;
    case CONSTANT_INTEGER:
    case CONSTANT_FLOAT:
        word = class_u4(r);
        memcpy(&k->int_value, &word, sizeof word);
        break;
    case CONSTANT_LONG:
    case CONSTANT_DOUBLE:
        high = class_u4(r);
        high = high << 32 | class_u4(r);
        memcpy(&k->long_value, &high, sizeof high);
        break;
    case CONSTANT_CLASS:
    case CONSTANT_STRING:
    case CONSTANT_METHOD_TYPE:
    case CONSTANT_MODULE:
    case CONSTANT_PACKAGE: refs->first = class_u2(r); break;
    case CONSTANT_FIELD:
    case CONSTANT_METHOD:
    case CONSTANT_INTERFACE_METHOD:
    case CONSTANT_NAME_AND_TYPE:
    case CONSTANT_DYNAMIC:
    case CONSTANT_INVOKE_DYNAMIC:
        refs->first = class_u2(r);
        refs->second = class_u2(r);
        break;
    case CONSTANT_METHOD_HANDLE:
        refs->first = class_u1(r);
        refs->second = class_u2(r);
        break;
    default: class_fail(r, "unknown tag %u", k->tag);
    }
}

static void read_values(struct class_reader *r, struct references *refs) {
    for (uint32_t i = 1; i < r->c->n_constants && !r->failed; i++) {
        struct class_constant *k = &r->constants[i];
        r->constant = i;
        k->tag = class_u1(r);
        if (tag_since(k->tag) > r->c->major)
            class_fail(r, "%s is unknown in class files of version %u", tag_names[k->tag], r->c->major);
        read_value(r, k, &refs[i]);
        if (k->tag != CONSTANT_LONG && k->tag != CONSTANT_DOUBLE) continue;
        if (++i == r->c->n_constants) class_fail(r, "a %s takes two places", tag_names[k->tag]); // 4.4.5
    }
    r->constant = 0;
}

// ---- Pass two: references, those first that others lead to ----

// 4.4.8
static void check_handle(struct class_reader *r, const struct class_constant *k) {
    static const uint16_t methods = 1 << CONSTANT_METHOD, interfaces = 1 << CONSTANT_INTERFACE_METHOD;
    uint16_t allowed;
    switch (k->reference_kind) {
    case REF_GET_FIELD:
    case REF_GET_STATIC:
    case REF_PUT_FIELD:
    case REF_PUT_STATIC: allowed = 1 << CONSTANT_FIELD; break;
    case REF_INVOKE_VIRTUAL:
    case REF_NEW_INVOKE_SPECIAL: allowed = methods; break;
    case REF_INVOKE_STATIC:
    case REF_INVOKE_SPECIAL: allowed = r->c->major >= 52 ? methods | interfaces : methods; break;
    case REF_INVOKE_INTERFACE: allowed = interfaces; break;
    default: class_fail(r, "unknown kind of method handle %u", k->reference_kind); return;
    }
    if (k->index == 0 || k->index >= r->c->n_constants) {
        class_fail(r, "constant %u does not exist", k->index);
        return;
    }
    const struct class_constant *member = &r->constants[k->index];
    if (!(allowed >> (member->tag < 16 ? member->tag : 0) & 1)) {
        class_fail(r, "a method handle of kind %u cannot have a %s", k->reference_kind,
                   tag_names[member->tag]);
        return;
    }
    if (member->tag == CONSTANT_FIELD) return;
    const char *name = symbol_text(member->name);
    bool init = strcmp(name, "<init>") == 0;
    if (strcmp(name, "<clinit>") == 0 || init != (k->reference_kind == REF_NEW_INVOKE_SPECIAL))
        class_fail(r, "a method handle of kind %u cannot have the method %.100s", k->reference_kind, name);
}

// 4.4.2, 4.4.10: the parts of a name-and-type fit what refers to it.
static void take_name_and_type(struct class_reader *r, struct class_constant *k, uint16_t index,
                               const struct references *refs, bool method) {
    if (!class_constant_of(r, index, CONSTANT_NAME_AND_TYPE)) return;
    k->name = class_text_at(r, refs[index].first, method ? TEXT_METHOD_NAME : TEXT_UNQUALIFIED);
    k->descriptor = class_text_at(r, refs[index].second, method ? TEXT_METHOD_TYPE : TEXT_FIELD_TYPE);
    if (r->failed || !method) return;
    const char *name = symbol_text(k->name);
    if (name[0] != '<') return;
    // 4.4.2: of the special names only <init>, on a class, returning nothing.
    if (k->tag != CONSTANT_METHOD || strcmp(name, "<init>") != 0 ||
        *java_return_type(symbol_text(k->descriptor)) != 'V')
        class_fail(r, "a %s cannot have the method %.100s%.100s", tag_names[k->tag], name,
                   symbol_text(k->descriptor));
}

static void resolve_names(struct class_reader *r, struct class_constant *k, const struct references *ref) {
    switch (k->tag) {
    case CONSTANT_CLASS: k->name = class_text_at(r, ref->first, TEXT_CLASS); break;
    case CONSTANT_MODULE:
    case CONSTANT_PACKAGE: k->name = class_text_at(r, ref->first, TEXT_ANY); break;
    case CONSTANT_METHOD_TYPE: k->descriptor = class_text_at(r, ref->first, TEXT_METHOD_TYPE); break;
    case CONSTANT_NAME_AND_TYPE: {
        k->name = class_text_at(r, ref->first, TEXT_ANY);
        const struct class_constant *type = class_constant_of(r, ref->second, CONSTANT_UTF8);
        if (!type) break;
        bool method = type->text.n > 0 && type->text.at[0] == '(';
        k->descriptor = class_text_at(r, ref->second, method ? TEXT_METHOD_TYPE : TEXT_FIELD_TYPE);
        break;
    }
    case CONSTANT_STRING: {
        const struct class_constant *text = class_constant_of(r, ref->first, CONSTANT_UTF8);
        if (text) k->text = text->text;
        break;
    }
    default: break;
    }
}

static void resolve_members(struct class_reader *r, struct class_constant *k, const struct references *refs,
                            uint32_t i) {
    switch (k->tag) {
    case CONSTANT_FIELD:
    case CONSTANT_METHOD:
    case CONSTANT_INTERFACE_METHOD:
        k->owner = class_name_at(r, refs[i].first);
        take_name_and_type(r, k, refs[i].second, refs, k->tag != CONSTANT_FIELD);
        break;
    case CONSTANT_DYNAMIC:
    case CONSTANT_INVOKE_DYNAMIC:
        k->index = refs[i].first;
        take_name_and_type(r, k, refs[i].second, refs, k->tag == CONSTANT_INVOKE_DYNAMIC);
        break;
    default: break;
    }
}

static void resolve(struct class_reader *r, const struct references *refs) {
    for (int pass = 0; pass < 3; pass++) {
        for (uint32_t i = 1; i < r->c->n_constants && !r->failed; i++) {
            struct class_constant *k = &r->constants[i];
            if (k->tag <= CONSTANT_DOUBLE) continue;
            r->constant = i;
            if (pass == 0)
                resolve_names(r, k, &refs[i]);
            else if (pass == 1)
                resolve_members(r, k, refs, i);
            else if (k->tag == CONSTANT_METHOD_HANDLE) {
                k->reference_kind = (uint8_t)refs[i].first;
                k->index = refs[i].second;
                check_handle(r, k);
            }
        }
    }
    r->constant = 0;
}

void class_read_constants(struct class_reader *r) {
    uint16_t n = class_u2(r);
    if (n == 0) class_fail(r, "the constant pool has no size");
    r->attribute = "constant pool";
    r->constants = CLASS_ARRAY(r, struct class_constant, n, 2);
    r->attribute = NULL;
    if (r->failed) return;
    r->c->n_constants = n;
    r->c->constants = r->constants;
    r->texts = mem_zalloc(n * sizeof *r->texts);
    struct references *refs = mem_zalloc(n * sizeof *refs);
    read_values(r, refs);
    resolve(r, refs);
    mem_free(refs);
}

void class_check_dynamic(struct class_reader *r) {
    for (uint32_t i = 1; i < r->c->n_constants && !r->failed; i++) {
        const struct class_constant *k = &r->constants[i];
        if ((k->tag == CONSTANT_DYNAMIC || k->tag == CONSTANT_INVOKE_DYNAMIC) &&
            k->index >= r->c->n_bootstraps)
            class_fail(r, "constant %u: bootstrap method %u does not exist (there are %u)", i, k->index,
                       r->c->n_bootstraps);
    }
}
