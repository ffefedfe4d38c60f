// SPDX-License-Identifier: Apache-2.0
#include "java/input/input_ways.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "java/input/access.h"
#include "java/input/own_code.h"
#include "java/machine/boxes.h"

// ---- Access ----

static size_t package_length(const char *name) {
    const char *end = strrchr(name, '/');
    return end ? (size_t)(end - name) : 0;
}

bool java_same_package(symbol a, symbol b) { // by name
    const char *x = symbol_text(a), *y = symbol_text(b);
    size_t n = package_length(x);
    return n == package_length(y) && memcmp(x, y, n) == 0;
}

bool java_takes_outer(const struct java_method *m) {
    const struct java_class *c = m->class;
    if (strcmp(symbol_text(m->name), "<init>") != 0 || !m->n_params || !c->file) return false;
    for (uint32_t i = 0; i < c->file->n_inner; i++)
        if (c->file->inner[i].inner == c->name)
            return c->file->inner[i].outer && !(c->file->inner[i].access & ACC_STATIC);
    return false;
}

// Tests of the JDK's classes lie in a package of their own (junit_name.c), and of protected members those of
// other packages are closed to a test.
static enum java_reach reach_to(const struct inputs *in, const struct java_class *c, enum java_reach reach) {
    bool shares = in->tested->origin != ORIGIN_JDK && java_same_package(c->name, in->tested->name);
    return shares ? reach : REACH_PUBLIC;
}

static bool reaches_class(const struct inputs *in, const struct java_class *c, enum java_reach reach) {
    return java_reaches_class(in->program, c, reach_to(in, c, reach));
}

static bool reaches_member(const struct inputs *in, const struct java_class *c, uint16_t access,
                           enum java_reach reach) {
    return java_reaches_member(c, access, reach_to(in, c, reach));
}

bool java_class_accessible(const struct inputs *in, const struct java_class *c) {
    return reaches_class(in, c, in->reach);
}

bool java_member_accessible(const struct inputs *in, const struct java_class *c, uint16_t access) {
    return reaches_member(in, c, access, in->reach);
}

// ---- Ways ----

struct way_search {
    struct inputs *in;
    enum java_reach reach; // of who makes them
    VEC(struct java_class *) hidden;
    VEC(struct input_way) ways;
};

// Objects of class c that static final fields of a class hold.
static void add_constants_of(struct way_search *s, struct java_class *c, struct java_class *holder) {
    char descriptor[1024];
    snprintf(descriptor, sizeof descriptor, "L%s;", symbol_text(c->name));
    symbol own = symbol_of(descriptor);
    for (uint32_t i = 0; i < holder->n_fields; i++) {
        struct java_field *f = &holder->fields[i];
        if (f->descriptor == own && f->access & ACC_STATIC && f->access & ACC_FINAL &&
            reaches_member(s->in, holder, f->access, s->reach))
            vec_push(&s->ways, (struct input_way){WAY_CONSTANT, c, NULL, f});
    }
}

// Enum constants, singletons; the companion of a class, which that class holds (Kotlin).
static void add_constants(struct way_search *s, struct java_class *c) {
    add_constants_of(s, c, c);
    for (uint32_t i = 0; c->file && i < c->file->n_inner; i++) {
        const struct class_inner *inner = &c->file->inner[i];
        struct java_class *around = inner->inner == c->name && inner->outer
                                        ? program_class_of(s->in->program, symbol_text(inner->outer))
                                        : NULL;
        if (around && reaches_class(s->in, around, s->reach)) add_constants_of(s, c, around);
    }
}

// Whether Java has no way to say which of two methods is meant: they differ in what they return alone, as
// those may that scalac puts into a class for the members of its companion. javac does not look at synthetic
// ones.
static bool is_ambiguous(const struct java_method *m) {
    const char *d = symbol_text(m->descriptor);
    size_t n = (size_t)(strrchr(d, ')') - d) + 1;
    for (uint32_t i = 0; i < m->class->n_methods; i++) {
        const struct java_method *other = &m->class->methods[i];
        if (other != m && other->name == m->name && !(other->access & ACC_SYNTHETIC) &&
            !strncmp(symbol_text(other->descriptor), d, n))
            return true;
    }
    return false;
}

// An object of Scala, of which there is one.
static bool is_module(struct java_class *c) {
    const struct java_field *f = java_class_field_by_name(c, "MODULE$");
    return f && f->access & ACC_STATIC;
}

// What scalac makes of a class for arguments that are numbers: code names the class itself.
static bool is_specialized(const struct java_class *c) {
    const char *name = symbol_text(c->name), *mark = strstr(name, "$mc");
    size_t n = symbol_size(c->name);
    return mark && n > 3 && !strcmp(name + n - 3, "$sp");
}

static void add_constructors(struct way_search *s, struct java_class *c) {
    if (c->access & ACC_ABSTRACT || c->access & ACC_ENUM || is_module(c)) return;
    for (uint32_t i = 0; i < c->n_methods; i++) {
        struct java_method *m = &c->methods[i];
        if (strcmp(symbol_text(m->name), "<init>") == 0 && reaches_member(s->in, c, m->access, s->reach) &&
            !(m->access & ACC_SYNTHETIC))
            vec_push(&s->ways, (struct input_way){WAY_CONSTRUCTOR, c, m, NULL});
    }
}

static void add_factories(struct way_search *s, struct java_class *c) {
    if (c->access & ACC_ENUM) return; // valueOf makes no other objects than the constants
    struct str result = {0};
    str_addf(&result, ")L%s;", symbol_text(c->name));
    for (uint32_t i = 0; i < c->n_methods; i++) {
        struct java_method *m = &c->methods[i];
        const char *d = symbol_text(m->descriptor);
        if (!(m->access & ACC_STATIC) || m->access & ACC_SYNTHETIC ||
            !reaches_member(s->in, c, m->access, s->reach) || is_ambiguous(m))
            continue;
        if (strcmp(strrchr(d, ')'), result.at) != 0 || strstr(d, result.at + 1) != strrchr(d, ')') + 1)
            continue; // takes none itself
        vec_push(&s->ways, (struct input_way){WAY_FACTORY, c, m, NULL});
    }
    str_free(&result);
}

// Whether a call of m, a method of another class, gives an object of class c, and is handed none.
static bool makes(const struct way_search *search, const struct java_method *m, const struct java_class *c) {
    const char *d = symbol_text(m->descriptor), *result = strrchr(d, ')') + 1;
    const char *name = symbol_text(c->name);
    size_t n = symbol_size(c->name);
    if (m->access & ACC_SYNTHETIC || symbol_text(m->name)[0] == '<' ||
        !reaches_member(search->in, m->class, m->access, search->reach) || is_ambiguous(m))
        return false;
    if (*result != 'L' || strncmp(result + 1, name, n) != 0 || result[n + 1] != ';') return false;
    for (const char *s = strstr(d, name); s && s < result; s = strstr(s + 1, name))
        if (s[-1] == 'L' && s[n] == ';') return false;
    return true;
}

enum { OF_THE_CLASS = 1, OF_OBJECTS = 2 };

// Objects of class c that methods of class `maker` make, static ones or those of its objects.
static void add_makers(struct way_search *s, struct java_class *c, struct java_class *maker, int kinds) {
    if (!reaches_class(s->in, maker, s->reach)) return;
    for (uint32_t i = 0; i < maker->n_methods; i++) {
        struct java_method *m = &maker->methods[i];
        bool is_static = m->access & ACC_STATIC;
        if (kinds & (is_static ? OF_THE_CLASS : OF_OBJECTS) && makes(s, m, c))
            vec_push(&s->ways, (struct input_way){is_static ? WAY_FACTORY : WAY_MAKER, c, m, NULL});
    }
}

// Builders: by custom a class nested in that which it makes, whose static methods begin one.
static void add_nested_makers(struct way_search *s, struct java_class *c) {
    for (uint32_t i = 0; c->file && i < c->file->n_inner; i++) {
        const struct class_inner *inner = &c->file->inner[i];
        bool within = inner->outer == c->name, around = inner->inner == c->name && inner->outer;
        struct java_class *other =
            within || around
                ? program_class_of(s->in->program, symbol_text(within ? inner->inner : inner->outer))
                : NULL;
        if (other) add_makers(s, c, other, within ? OF_THE_CLASS | OF_OBJECTS : OF_THE_CLASS);
    }
}

static int by_parameters(const void *a,
                         const void *b) { // fewest parameters, then those that are easiest to give
    const struct input_way *x = a, *y = b;
    if (!x->method || !y->method) return (x->method != NULL) - (y->method != NULL);
    if (x->method->n_params != y->method->n_params) return x->method->n_params < y->method->n_params ? -1 : 1;
    int refs = 0;
    for (uint32_t i = 0; i < x->method->n_params; i++)
        refs += (x->method->param_kinds[i] == JAVA_REF) - (y->method->param_kinds[i] == JAVA_REF);
    if (refs) return refs;
    return x->method->number < y->method->number ? -1 : x->method->number > y->method->number;
}

static void add_class(struct way_search *s, struct java_class *c) {
    if (!reaches_class(s->in, c, s->reach) || is_specialized(c)) return;
    uint32_t first = s->ways.n;
    add_constructors(s, c);
    if (s->ways.n == first) {
        add_factories(s, c);
        add_nested_makers(s, c);
        add_constants(s, c);
    }
    if (s->ways.n > first) qsort(s->ways.at + first, s->ways.n - first, sizeof *s->ways.at, by_parameters);
}

// The one abstract method of an interface that a lambda can stand for (JLS 9.8); NULL: there is none.
static struct java_method *functional_method(const struct java_program *p, struct java_class *c) {
    if (!class_is_interface(c) || (c->file && c->file->n_permitted)) return NULL; // sealed ones: JLS 9.8
    struct java_method *found = NULL;
    for (uint32_t k = 0; k <= c->n_all_interfaces; k++) {
        struct java_class *s = k ? c->all_interfaces[k - 1] : c;
        for (uint32_t i = 0; i < s->n_methods; i++) {
            struct java_method *m = &s->methods[i];
            if (!(m->access & ACC_ABSTRACT) || java_class_find_declared(p->object, m->name, m->descriptor))
                continue;
            bool generic = m->info && m->info->signature && symbol_text(m->info->signature)[0] == '<';
            if (s != c || found || generic) return NULL; // JLS 15.27.3: of a generic method there is none
            found = m;
        }
    }
    return found;
}

static void add_lambda(struct way_search *s, struct java_class *c) {
    struct java_method *m = reaches_class(s->in, c, s->reach) ? functional_method(s->in->program, c) : NULL;
    if (m) vec_push(&s->ways, (struct input_way){WAY_LAMBDA, c, m, NULL});
}

// What the JDK's abstract types are usually given. X(type, class)
#define STANDARD_CLASSES(X)                                                                                  \
    X("java/util/List", "java/util/ArrayList")                                                               \
    X("java/util/Collection", "java/util/ArrayList")                                                         \
    X("java/lang/Iterable", "java/util/ArrayList")                                                           \
    X("java/util/Map", "java/util/HashMap")                                                                  \
    X("java/util/Set", "java/util/HashSet")                                                                  \
    X("java/util/SortedMap", "java/util/TreeMap")                                                            \
    X("java/util/SortedSet", "java/util/TreeSet")                                                            \
    X("java/util/NavigableMap", "java/util/TreeMap")                                                         \
    X("java/util/NavigableSet", "java/util/TreeSet")                                                         \
    X("java/util/Queue", "java/util/ArrayDeque")                                                             \
    X("java/util/Deque", "java/util/ArrayDeque")                                                             \
    X("java/util/AbstractList", "java/util/ArrayList")                                                       \
    X("java/util/AbstractMap", "java/util/HashMap")                                                          \
    X("java/util/AbstractSet", "java/util/HashSet")                                                          \
    X("java/util/AbstractCollection", "java/util/ArrayList")

static bool add_standard(struct way_search *s, const char *name) {
    static const struct {
        const char *type, *class;
    } table[] = {
#define X(type, class) {type, class},
        STANDARD_CLASSES(X)
#undef X
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        if (strcmp(table[i].type, name) != 0) continue;
        struct java_class *c = program_class_of(s->in->program, table[i].class);
        if (c)
            vec_push(&s->ways,
                     (struct input_way){WAY_CONSTRUCTOR, c, java_class_find(c, "<init>", "()V"), NULL});
        return c != NULL;
    }
    return false;
}

static bool add_box(struct way_search *s, const char *name) {
    enum java_kind kind = strcmp(name, "java/lang/Number") == 0 ? JAVA_INT : java_box_kind_named(name);
    if (kind == JAVA_REF) return false;
    struct java_method *m = java_box_method(s->in->program, kind);
    if (m) vec_push(&s->ways, (struct input_way){WAY_BOX, m->class, m, NULL});
    return true;
}

// Classes close by, those of the package: loading a whole class path takes too long.
struct nearby_search {
    struct way_search *ways;
    struct java_class *of;
    void (*visit)(struct way_search *s, struct java_class *of, struct java_class *other);
};

static bool visit_nearby(void *context, const char *name) {
    const struct nearby_search *s = context;
    if (!java_same_package(symbol_of(name), s->of->name)) return true;
    struct java_class *c = program_class_of(s->ways->in->program, name);
    if (c && c != s->of) s->visit(s->ways, s->of, c);
    return s->ways->ways.n < INPUT_MAX_WAYS / 2;
}

static void search_nearby(struct way_search *ways, struct java_class *of,
                          void (*visit)(struct way_search *s, struct java_class *of, struct java_class *c)) {
    struct nearby_search s = {ways, of, visit};
    struct java_classpath *path = ways->in->program->path;
    struct diag d;
    for (uint32_t i = 0; i < java_classpath_count(path); i++)
        java_classpath_list(path, i, visit_nearby, &s, &d);
}

static void add_subclass(struct way_search *s, struct java_class *of, struct java_class *c) {
    if (!java_class_is_subclass(c, of)) return;
    if (!(c->access & ACC_ABSTRACT) && !reaches_class(s->in, c, s->reach)) vec_push(&s->hidden, c);
    add_class(s, c);
}

static void add_any_makers(struct way_search *s, struct java_class *of, struct java_class *c) {
    add_makers(s, of, c, OF_THE_CLASS | OF_OBJECTS);
}

static void find_declared_ways(struct way_search *s, struct java_class *c) {
    const char *name = symbol_text(c->name);
    bool is_object = c == s->in->program->object;
    if (is_object || strcmp(name, "java/lang/CharSequence") == 0 || strcmp(name, "java/lang/Comparable") == 0)
        vec_push(&s->ways, (struct input_way){WAY_STRING, s->in->program->string, NULL, NULL});
    if (is_object || strcmp(name, "java/lang/Comparable") == 0) add_box(s, "java/lang/Integer");
    if (add_box(s, name) || add_standard(s, name)) return;
    if (!is_object && strcmp(name, "java/lang/Comparable") != 0) add_lambda(s, c);
    add_class(s, c);
    if (c->origin == ORIGIN_USER && !(c->access & ACC_FINAL)) search_nearby(s, c, add_subclass);
    // Where nothing else makes such an object: a factory beside it.
    if (c->origin == ORIGIN_USER && !s->ways.n && reaches_class(s->in, c, s->reach))
        search_nearby(s, c, add_any_makers);
}

static bool has_way(const struct way_search *s, const struct input_way *w) {
    for (uint32_t i = 0; i < s->ways.n; i++) {
        const struct input_way *k = &s->ways.at[i];
        if (k->kind == w->kind && k->class == w->class && k->method == w->method && k->field == w->field)
            return true;
    }
    return false;
}

// Objects of the classes that the method under test asks whether its objects are of.
static void add_cast_classes(struct way_search *s, struct java_class *c) {
    struct java_casts casts;
    java_casts_of(s->in->program, s->in->method, &casts);
    for (uint32_t i = 0; i < casts.n; i++) {
        if (casts.at[i] == c || !java_class_is_subclass(casts.at[i], c)) continue;
        struct way_search more = {.in = s->in, .reach = s->reach};
        find_declared_ways(&more, casts.at[i]);
        for (uint32_t k = 0; k < more.ways.n; k++)
            if (!has_way(s, &more.ways.at[k])) vec_push(&s->ways, more.ways.at[k]);
        vec_free(&more.ways);
        vec_free(&more.hidden); // of a class below this one
    }
}

// Those that a client has; where it has none, those of the package.
static void find_ways(struct way_search *s, struct java_class *c) {
    for (s->reach = s->in->reach;; s->reach = REACH_PACKAGE) {
        s->hidden.n = 0;
        find_declared_ways(s, c);
        add_cast_classes(s, c);
        if (s->ways.n || s->reach == REACH_PACKAGE) break;
    }
    if (s->ways.n > INPUT_MAX_WAYS - 1) s->ways.n = INPUT_MAX_WAYS - 1;
}

const struct input_class *java_input_class(struct inputs *in, const char *descriptor) {
    struct diag d = {0};
    struct java_class *c = program_descriptor_class(in->program, descriptor, strlen(descriptor), &d);
    if (!c) return NULL;
    pthread_mutex_lock(&in->lock);
    uint32_t i;
    const struct input_class *known = hash_map_get(&in->classes, c->number, &i) ? in->known.at[i] : NULL;
    pthread_mutex_unlock(&in->lock);
    if (known) return known;
    struct way_search s = {.in = in};
    find_ways(&s, c);
    pthread_mutex_lock(&in->lock);
    if (hash_map_get(&in->classes, c->number, &i)) { // another runner was faster
        known = in->known.at[i];
    } else {
        struct input_class *k = ARENA_NEW(&in->arena, struct input_class);
        *k = (struct input_class){.class = c,
                                  .ways = ARENA_ARRAY(&in->arena, struct input_way, s.ways.n + 1),
                                  .n_ways = s.ways.n,
                                  .hidden =
                                      arena_copy(&in->arena, s.hidden.at, s.hidden.n * sizeof *s.hidden.at),
                                  .n_hidden = s.hidden.n,
                                  .inside = s.reach > in->reach,
                                  .open = c == in->program->object || c->access & ACC_ABSTRACT};
        for (uint32_t w = 0; w < s.ways.n; w++) k->ways[w] = s.ways.at[w];
        hash_map_put(&in->classes, c->number, in->known.n);
        vec_push(&in->known, k);
        known = k;
    }
    pthread_mutex_unlock(&in->lock);
    vec_free(&s.ways);
    vec_free(&s.hidden);
    return known;
}

// ---- Methods that change an object ----

// Whether m is one of the methods to change an object of class c with. *all: false if it is not, and may
// change it all the same.
static bool is_mutator(const struct inputs *in, struct java_class *c, struct java_method *m, bool *all) {
    static const char *const contracts[] = {"hashCode", "equals", "toString", "compareTo"};
    static const char *const readers[] = {"clone",   "iterator", "size",    "length",
                                          "isEmpty", "get",      "contains"}; // as a rule
    if (m->access & (ACC_STATIC | ACC_SYNTHETIC) || symbol_text(m->name)[0] == '<' ||
        java_class_select(c, m) != m || !java_member_accessible(in, m->class, m->access))
        return false;
    if (m->access & ACC_ABSTRACT) { // what a class below does is not known
        *all = false;
        return false;
    }
    bool contract = STR_IS_ONE_OF(symbol_text(m->name), contracts);
    enum java_effect effect = java_effect_of(c, m, contract);
    if (effect == EFFECT_NONE) return false;
    bool reads = effect == EFFECT_UNKNOWN && STR_IS_ONE_OF(symbol_text(m->name), readers);
    if (contract || reads) *all = false;
    return !contract && !reads;
}

// Whether no method of the JDK's class changes an object.
static bool is_immutable(const struct inputs *in, const struct java_class *c) {
    static const char *const names[] = {"java/lang/Enum",       "java/lang/Record",     "java/util/Optional",
                                        "java/math/BigInteger", "java/math/BigDecimal", "java/util/UUID"};
    const char *name = symbol_text(c->name);
    return c == in->program->object || strncmp(name, "java/time/", 10) == 0 || STR_IS_ONE_OF(name, names);
}

// That puts something into a collection of the JDK; NULL: it is none.
static struct java_method *filling_method(struct java_class *c) {
    struct java_method *add = java_class_find(c, "add", "(Ljava/lang/Object;)Z");
    if (add) return add;
    return java_class_find(c, "put", "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;");
}

struct java_methods java_mutators(struct inputs *in, struct java_class *c, struct arena *a) {
    struct java_methods out = {0};
    uint32_t most = 0;
    for (struct java_class *s = c; s; s = s->super) most += s->n_methods;
    out.at = ARENA_ARRAY(a, struct java_method *, most + 1);
    struct java_method *fill = filling_method(c);
    if (fill && fill->class->origin == ORIGIN_JDK) out.at[out.n++] = fill;
    // Other classes of the JDK than that under test are taken as they are.
    struct java_class *s = c;
    out.all = true;
    bool follow = c->origin == ORIGIN_USER || c == in->tested;
    for (; follow && s && s->origin == c->origin && s != in->program->object; s = s->super)
        for (uint32_t i = 0; i < s->n_methods; i++) {
            struct java_method *m = &s->methods[i];
            if (out.n && m == out.at[0]) continue; // what fills it
            if (is_mutator(in, c, m, &out.all)) out.at[out.n++] = m;
        }
    out.all &= !s || is_immutable(in, s);
    return out;
}

void java_float_types(struct grammar *g, type_id *float_type, type_id *double_type) {
    *float_type = grammar_declare(g);
    grammar_add_simple(g, *float_type, ALT_SINGLE);
    *double_type = grammar_declare(g);
    grammar_add_simple(g, *double_type, ALT_DOUBLE);
}

// The next parameter of a method's descriptor, as a text of its own; NULL: no more.
const char *java_next_parameter(const char **at, char *out, size_t size) {
    const char *s = *at, *end = s;
    if (*s == ')') return NULL;
    while (*end == '[') end++;
    end = *end == 'L' ? strchr(end, ';') + 1 : end + 1;
    size_t n = (size_t)(end - s) < size ? (size_t)(end - s) : size - 1;
    memcpy(out, s, n);
    out[n] = 0;
    *at = end;
    return out;
}
