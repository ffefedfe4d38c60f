// SPDX-License-Identifier: Apache-2.0
// What lies beside classes: resources of the JDK's own and of the class path, and the services that modules
// and jars provide to one another (locale data).
#include <ctype.h>
#include <string.h>

#include "java/natives.h"

// ---- Resources ----

// A new object of a class of the JDK, its constructor called. NULL: thrown or stopped.
static struct object *new_object(struct java_thread *t, const char *class, const char *descriptor,
                                 union word argument) {
    struct java_class *c = program_class_of(t->program, class);
    if (!c) java_no_model(t, class);
    struct object *o = c && java_initialize(t, c) == JAVA_RETURNED ? java_new_object(t, c) : NULL;
    union word args[2] = {word_ref(o), argument};
    return o && native_call(t, c, "<init>", descriptor, args, NULL) == JAVA_RETURNED ? o : NULL;
}

// A stream over the bytes that is as closed, when it is closed, as one of a file.
static struct object *stream_of(struct java_thread *t, struct java_bytes bytes) {
    struct object *array = java_new_array(t, t->program->byte_array, bytes.n);
    if (!array) return NULL;
    if (bytes.n) memcpy(array->fields, bytes.at, bytes.n);
    struct object *in = new_object(t, "java/io/ByteArrayInputStream", "([B)V", word_ref(array));
    return in ? new_object(t, "java/io/BufferedInputStream", "(Ljava/io/InputStream;)V", word_ref(in)) : NULL;
}

// Names for which a class loader does nothing but look into the entries of the class path.
static bool is_plain(const struct java_thread *t, const struct str *name) {
    const char *text = str_text(name), *slash = strrchr(text, '/');
    size_t n = strlen(text);
    if (n != name->n || text[0] == '/' || strstr(text, "..") || strstr(text, "//")) return false;
    if (n && (text[n - 1] == '/' || (n > 6 && !strcmp(text + n - 6, ".class")))) return false;
    for (size_t i = 0; i < n; i++)
        if (!isalnum((unsigned char)text[i]) && !strchr("/._-$ ", text[i])) return false;
    return n && !(slash && jdk_module_of(java_classpath_jdk(t->program->path), text, (size_t)(slash - text)));
}

enum found { FOUND, FOUND_NOTHING, FOUND_UNKNOWN /* t->stop is set */ };

static enum found find_resource(struct java_thread *t, const struct object *string, const struct str *name,
                                struct java_bytes *out) {
    struct java_class_source source = {0};
    struct diag d = {0};
    if (java_string_is_symbolic(string)) java_lost(t, "the name of a resource");
    bool there = is_plain(t, name) && java_classpath_resource(t->program->path, name->at, &source, &d);
    *out = source.bytes;
    if (there) return FOUND;
    if (is_plain(t, name) && d.kind == DIAG_NONE) return FOUND_NOTHING;
    java_no_model(t, "this name of a resource");
    return FOUND_UNKNOWN;
}

// Class.resolveName: relative to the package of the class.
static void resolve_name(const struct java_class *c, const struct object *string, struct str *out) {
    struct str given = {0};
    while (c->element) c = c->element;
    const char *own = symbol_text(c->name), *slash = strrchr(own, '/');
    java_string_chars(string, &given);
    bool absolute = given.n && given.at[0] == '/';
    if (!absolute && slash) str_add_n(out, own, (size_t)(slash + 1 - own));
    str_add_n(out, str_text(&given) + absolute, given.n - absolute);
    str_free(&given);
}

// Class.getResourceAsStream(String)
NATIVE(native_class_resource) {
    (void)m, (void)exprs;
    const struct java_class *c = java_mirrored(args[0].r);
    struct str name = {0};
    struct java_bytes bytes;
    struct diag ignored = {0};
    if (!args[1].r) return java_throw_plain(t, "java/lang/NullPointerException");
    resolve_name(c, args[1].r, &name);
    enum found found = FOUND;
    if (c->origin == ORIGIN_JDK)
        bytes = jdk_resource(java_classpath_jdk(t->program->path), str_text(&name), name.n, &ignored);
    else
        found = find_resource(t, args[1].r, &name, &bytes);
    str_free(&name);
    if (found == FOUND_UNKNOWN) return NATIVE_STOP;
    bool there = c->origin == ORIGIN_JDK ? bytes.n > 0 : found == FOUND;
    return there ? GIVE_MADE(stream_of(t, bytes)) : GIVE_REF(NULL);
}

// Module.getResourceAsStream(String): of one of the JDK's modules, which are one here (natives_class.c).
NATIVE(native_module_resource) {
    struct diag ignored = {0};
    if (!args[1].r) return java_throw_plain(t, "java/lang/NullPointerException");
    if (args[0].r != t->modules[1]) return native_unmodelled(t, m, args, exprs, result, result_expr);
    struct str name = {0};
    java_string_chars(args[1].r, &name);
    struct java_bytes bytes =
        jdk_resource(java_classpath_jdk(t->program->path), str_text(&name), name.n, &ignored);
    str_free(&name);
    return bytes.n ? GIVE_MADE(stream_of(t, bytes)) : GIVE_REF(NULL);
}

// ResourceBundle.Control opens the URL of a file of properties: the stream without one.
NATIVE(native_bundle_stream) {
    (void)m, (void)exprs;
    const union word *loader = native_field_if(args[0].r, "val$loader"),
                     *string = native_field_if(args[0].r, "val$resourceName");
    static const char app[] = "jdk/internal/loader/ClassLoaders$AppClassLoader";
    if (!loader || !string || !loader->r || !string->r || strcmp(symbol_text(loader->r->class->name), app))
        return NATIVE_DECLINE;
    struct str name = {0};
    struct java_bytes bytes;
    java_string_chars(string->r, &name);
    enum found found = find_resource(t, string->r, &name, &bytes);
    str_free(&name);
    if (found == FOUND_UNKNOWN) return NATIVE_STOP;
    return found == FOUND ? GIVE_MADE(stream_of(t, bytes)) : GIVE_REF(NULL);
}

// BootLoader.findResource([String module,] String name): a URL has no model.
NATIVE(native_boot_resource) {
    struct diag ignored = {0};
    struct str name = {0};
    const struct object *string = args[m->n_params - 1].r;
    if (string) java_string_chars(string, &name);
    bool there = jdk_resource(java_classpath_jdk(t->program->path), str_text(&name), name.n, &ignored).n > 0;
    str_free(&name);
    return there ? native_unmodelled(t, m, args, exprs, result, result_expr) : GIVE_REF(NULL);
}

// Of the loaders: only the application's and what is above it.
static bool is_builtin_loader(const struct java_method *m, const union word *args) {
    static const char own[] = "jdk/internal/loader/ClassLoaders$";
    return m->access & ACC_STATIC || strncmp(symbol_text(args[0].r->class->name), own, sizeof own - 1) == 0;
}

// The resource that a method of ClassLoader or Class asks for.
static enum native_status ask(struct java_thread *t, const struct java_method *m, const union word *args,
                              enum found *found, struct java_bytes *bytes) {
    bool of_class = strcmp(symbol_text(m->class->name), "java/lang/Class") == 0;
    const struct object *string = args[!(m->access & ACC_STATIC)].r;
    struct str name = {0};
    if (!string) return java_throw_plain(t, "java/lang/NullPointerException");
    if (of_class ? java_mirrored(args[0].r)->origin == ORIGIN_JDK : !is_builtin_loader(m, args))
        return java_no_model(t, "resources of another class loader");
    if (of_class)
        resolve_name(java_mirrored(args[0].r), string, &name);
    else
        java_string_chars(string, &name);
    *found = find_resource(t, string, &name, bytes);
    str_free(&name);
    return *found == FOUND_UNKNOWN ? NATIVE_STOP : NATIVE_DONE;
}

// ClassLoader.getResourceAsStream(String), getSystemResourceAsStream(String)
NATIVE(native_loader_resource_stream) {
    (void)exprs;
    enum found found;
    struct java_bytes bytes;
    enum native_status s = ask(t, m, args, &found, &bytes);
    if (s != NATIVE_DONE) return s;
    return found == FOUND ? GIVE_MADE(stream_of(t, bytes)) : GIVE_REF(NULL);
}

// getResource(String), getSystemResource(String): a URL has no model, that there is nothing has.
NATIVE(native_resource_url) {
    enum found found;
    struct java_bytes bytes;
    enum native_status s = ask(t, m, args, &found, &bytes);
    if (s != NATIVE_DONE) return s;
    return found == FOUND ? native_unmodelled(t, m, args, exprs, result, result_expr) : GIVE_REF(NULL);
}

// getResources(String), getSystemResources(String)
NATIVE(native_resource_urls) {
    enum found found;
    struct java_bytes bytes;
    enum native_status s = ask(t, m, args, &found, &bytes);
    struct java_class *collections = program_class_of(t->program, "java/util/Collections");
    if (s != NATIVE_DONE) return s;
    if (found == FOUND || !collections) return native_unmodelled(t, m, args, exprs, result, result_expr);
    enum java_end end = java_initialize(t, collections);
    if (end == JAVA_RETURNED)
        end = native_call(t, collections, "emptyEnumeration", "()Ljava/util/Enumeration;", NULL, result);
    *result_expr = EXPR_NONE;
    return (enum native_status)end;
}

// ---- Services ----

// By `provides` of the JDK's modules: service, provider. One without a provider is known to have none.
static const struct {
    const char *service, *provider;
} services[] = {
    {"sun/util/locale/provider/LocaleDataMetaInfo",
     "sun/util/resources/cldr/provider/CLDRLocaleDataMetaInfo"},
    {"sun/util/locale/provider/LocaleDataMetaInfo", "sun/util/resources/provider/NonBaseLocaleDataMetaInfo"},
    {"sun/util/resources/LocaleData$CommonResourceBundleProvider",
     "sun/util/resources/provider/LocaleDataProvider"},
    {"sun/util/resources/LocaleData$SupplementaryResourceBundleProvider",
     "sun/util/resources/provider/SupplementaryLocaleDataProvider"},
    {"java/nio/charset/spi/CharsetProvider", "sun/nio/cs/ext/ExtendedCharsets"},
    {"jdk/internal/logger/DefaultLoggerFinder", "sun/util/logging/internal/LoggingProviderImpl"},
    {"java/lang/System$LoggerFinder", NULL},
    {"java/net/spi/URLStreamHandlerProvider", NULL},
    {"java/util/spi/ResourceBundleControlProvider", NULL},
    {"java/time/zone/ZoneRulesProvider", NULL},
    {"java/time/chrono/AbstractChronology", NULL},
    {"java/time/chrono/Chronology", NULL},
    {"java/text/spi/BreakIteratorProvider", NULL},
    {"java/text/spi/CollatorProvider", NULL},
    {"java/text/spi/DateFormatProvider", NULL},
    {"java/text/spi/DateFormatSymbolsProvider", NULL},
    {"java/text/spi/DecimalFormatSymbolsProvider", NULL},
    {"java/text/spi/NumberFormatProvider", NULL},
    {"java/util/spi/CalendarDataProvider", NULL},
    {"java/util/spi/CalendarNameProvider", NULL},
    {"java/util/spi/CurrencyNameProvider", NULL},
    {"java/util/spi/LocaleNameProvider", NULL},
    {"java/util/spi/TimeZoneNameProvider", NULL},
};

enum { N_SERVICES = sizeof services / sizeof *services };

static bool add_providers(struct java_thread *t, const char *service, struct object *list) {
    for (size_t i = 0; i < N_SERVICES; i++) {
        if (strcmp(services[i].service, service) != 0 || !services[i].provider) continue;
        if (!program_class_of(t->program, services[i].provider)) continue; // an image without that module
        union word args[2] = {word_ref(list), {.bits = 0}};
        if (!(args[1].r = new_object(t, services[i].provider, "()V", args[1])) ||
            native_call(t, list->class, "add", "(Ljava/lang/Object;)Z", args, NULL) != JAVA_RETURNED)
            return false;
    }
    return true;
}

// A ServiceLoader that has looked everything up already: what it then does is its own code.
static struct object *loader_of(struct java_thread *t, const struct java_method *m, struct object *service) {
    struct java_program *p = t->program;
    struct object *list = new_object(t, "java/util/ArrayList", "()V", (union word){.bits = 0});
    struct java_class *collections = program_class_of(p, "java/util/Collections");
    union word none = {.bits = 0};
    if (!list || !collections || java_initialize(t, collections) != JAVA_RETURNED ||
        native_call(t, collections, "emptyIterator", "()Ljava/util/Iterator;", NULL, &none) !=
            JAVA_RETURNED ||
        !add_providers(t, symbol_text(java_mirrored(service)->name), list))
        return NULL;
    struct object *loader = java_new_object(t, m->class);
    if (!loader) return NULL;
    native_put(t, loader, "service", word_ref(service));
    native_put(t, loader, "instantiatedProviders", word_ref(list));
    native_put(t, loader, "loadedProviders", word_ref(list)); // no Providers: see native_service_stream
    native_put(t, loader, "loadedAllProviders", word_int(1));
    native_put(t, loader, "lookupIterator1", none);
    return loader;
}

// Whether the class path provides the service, or may: then it has no model.
static bool may_be_provided(struct java_thread *t, const char *service) {
    struct str file = {0};
    struct java_class_source source;
    struct diag d = {0};
    str_add(&file, "META-INF/services/");
    for (const char *p = service; *p; p++) str_add_n(&file, *p == '/' ? "." : p, 1);
    bool may = java_classpath_resource(t->program->path, file.at, &source, &d) || d.kind != DIAG_NONE;
    str_free(&file);
    return may;
}

// ServiceLoader.loadInstalled(Class), load(Class), load(Class, ClassLoader): of the services that the JDK
// asks for; a service of the program's own that the class path does not provide has no provider.
NATIVE(native_load_services) {
    (void)exprs;
    if (!args[0].r) return java_throw_plain(t, "java/lang/NullPointerException");
    const struct java_class *c = java_mirrored(args[0].r);
    const char *service = symbol_text(c->name);
    bool known = c->origin == ORIGIN_USER;
    for (size_t i = 0; i < N_SERVICES && !known; i++) known = strcmp(services[i].service, service) == 0;
    if (known && !may_be_provided(t, service)) return GIVE_MADE(loader_of(t, m, args[0].r));
    struct str s = {0};
    str_addf(&s, "java/util/ServiceLoader of %s", service);
    enum native_status status = java_no_model(t, s.at);
    str_free(&s);
    return status;
}

// ServiceLoader.stream(): of Providers, where there are none
NATIVE(native_service_stream) {
    union word n = {.bits = 0};
    struct object *list = native_field(args[0].r, "instantiatedProviders")->r;
    if (native_call(t, list->class, "size", "()I", (union word[]){word_ref(list)}, &n) != JAVA_RETURNED)
        return native_failed(t);
    return n.i ? native_unmodelled(t, m, args, exprs, result, result_expr) : NATIVE_DECLINE;
}
