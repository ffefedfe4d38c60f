// SPDX-License-Identifier: Apache-2.0
// What lies beside classes: resources of the JDK's own and of the class path, and the services that modules
// and jars provide to one another (locale data).
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "java/runtime/native.h"

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
    if (n && text[n - 1] == '/') return false;
    for (size_t i = 0; i < n; i++)
        if (!isalnum((unsigned char)text[i]) && !strchr("/._-$ ", text[i])) return false;
    return n && !(slash && jdk_module_of(java_classpath_jdk(t->program->path), text, (size_t)(slash - text)));
}

enum found { FOUND, FOUND_NOTHING, FOUND_UNKNOWN /* t->stop is set */ };

struct resource {
    struct str name;
    uint32_t next; // entry of the class path to look at
    struct java_class_source source;
};

static enum found find_next(struct java_thread *t, struct resource *r) {
    struct diag d = {0};
    bool plain = is_plain(t, &r->name);
    if (plain && java_classpath_resource(t->program->path, &r->next, r->name.at, &r->source, &d))
        return FOUND;
    if (plain && d.kind == DIAG_NONE) return FOUND_NOTHING;
    java_no_model(t, "this name of a resource");
    return FOUND_UNKNOWN;
}

static enum found find_resource(struct java_thread *t, const struct object *string, struct resource *r) {
    if (java_string_is_symbolic(string)) java_lost(t, "the name of a resource");
    return find_next(t, r);
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
    struct resource r = {0};
    struct diag ignored = {0};
    if (!args[1].r) return java_throw_plain(t, "java/lang/NullPointerException");
    resolve_name(c, args[1].r, &r.name);
    enum found found = FOUND;
    if (c->origin == ORIGIN_JDK) {
        r.source.bytes =
            jdk_resource(java_classpath_jdk(t->program->path), str_text(&r.name), r.name.n, &ignored);
        if (!r.source.bytes.n) found = FOUND_NOTHING;
    } else {
        found = find_resource(t, args[1].r, &r);
    }
    str_free(&r.name);
    if (found == FOUND_UNKNOWN) return NATIVE_STOP;
    return found == FOUND ? GIVE_MADE(stream_of(t, r.source.bytes)) : GIVE_REF(NULL);
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

static bool is_app_loader(const struct object *loader) {
    return !strcmp(symbol_text(loader->class->name), "jdk/internal/loader/ClassLoaders$AppClassLoader");
}

// ResourceBundle.Control opens the URL of a file of properties: the stream without one.
NATIVE(native_bundle_stream) {
    (void)m, (void)exprs;
    const union word *loader = native_field_if(args[0].r, "val$loader"),
                     *string = native_field_if(args[0].r, "val$resourceName");
    if (!loader || !string || !loader->r || !string->r || !is_app_loader(loader->r)) return NATIVE_DECLINE;
    struct resource r = {0};
    java_string_chars(string->r, &r.name);
    enum found found = find_resource(t, string->r, &r);
    str_free(&r.name);
    if (found == FOUND_UNKNOWN) return NATIVE_STOP;
    return found == FOUND ? GIVE_MADE(stream_of(t, r.source.bytes)) : GIVE_REF(NULL);
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

// The resource that a method of ClassLoader or Class asks for; r->name is the caller's to free.
static enum native_status ask(struct java_thread *t, const struct java_method *m, const union word *args,
                              enum found *found, struct resource *r) {
    bool of_class = strcmp(symbol_text(m->class->name), "java/lang/Class") == 0;
    const struct object *string = args[!(m->access & ACC_STATIC)].r;
    if (!string) return java_throw_plain(t, "java/lang/NullPointerException");
    if (of_class ? java_mirrored(args[0].r)->origin == ORIGIN_JDK : !is_builtin_loader(m, args))
        return java_no_model(t, "resources of another class loader");
    if (of_class)
        resolve_name(java_mirrored(args[0].r), string, &r->name);
    else
        java_string_chars(string, &r->name);
    *found = find_resource(t, string, r);
    return *found == FOUND_UNKNOWN ? NATIVE_STOP : NATIVE_DONE;
}

// ClassLoader.getResourceAsStream(String), getSystemResourceAsStream(String)
NATIVE(native_loader_resource_stream) {
    (void)exprs;
    enum found found;
    struct resource r = {0};
    enum native_status s = ask(t, m, args, &found, &r);
    str_free(&r.name);
    if (s != NATIVE_DONE) return s;
    return found == FOUND ? GIVE_MADE(stream_of(t, r.source.bytes)) : GIVE_REF(NULL);
}

// The URL of what was found: its text is this machine's. NULL: thrown or stopped.
static struct object *url_of(struct java_thread *t, const struct resource *r) {
    const char *entry = java_classpath_entry(t->program->path, r->next - 1);
    struct str text = {0};
    char *real = realpath(entry, NULL);
    str_addf(&text, file_is_dir(entry) ? "file:%s/%s" : "jar:file:%s!/%s", real ? real : entry, r->name.at);
    free(real);
    java_lost(t, "the URL of a resource");
    struct object *string = java_string(t, text.at, text.n);
    str_free(&text);
    return string ? new_object(t, "java/net/URL", "(Ljava/lang/String;)V", word_ref(string)) : NULL;
}

// getResource(String), getSystemResource(String)
NATIVE(native_resource_url) {
    (void)exprs;
    enum found found;
    struct resource r = {0};
    enum native_status s = ask(t, m, args, &found, &r);
    if (s == NATIVE_DONE) s = found == FOUND ? GIVE_MADE(url_of(t, &r)) : GIVE_REF(NULL);
    str_free(&r.name);
    return s;
}

// getResources(String), getSystemResources(String)
NATIVE(native_resource_urls) {
    (void)exprs;
    enum found found;
    struct resource r = {0};
    enum native_status s = ask(t, m, args, &found, &r);
    struct object *list =
        s == NATIVE_DONE ? new_object(t, "java/util/Vector", "()V", (union word){.bits = 0}) : NULL;
    if (s == NATIVE_DONE && !list) s = native_failed(t);
    for (; s == NATIVE_DONE && found == FOUND; found = find_next(t, &r)) {
        union word words[2] = {word_ref(list), word_ref(url_of(t, &r))};
        if (!words[1].r ||
            native_call(t, list->class, "addElement", "(Ljava/lang/Object;)V", words, NULL) != JAVA_RETURNED)
            s = native_failed(t);
    }
    str_free(&r.name);
    if (s != NATIVE_DONE) return s;
    if (found == FOUND_UNKNOWN) return NATIVE_STOP;
    union word self = word_ref(list);
    *result_expr = EXPR_NONE;
    return (enum native_status)native_call(t, list->class, "elements", "()Ljava/util/Enumeration;", &self,
                                           result);
}

// URL.openStream(): of a URL as above.
NATIVE(native_url_stream) {
    (void)m, (void)exprs;
    const struct object *protocol = native_field(args[0].r, "protocol")->r;
    const struct object *file = native_field(args[0].r, "file")->r;
    struct resource r = {0};
    struct str path = {0};
    if (!protocol || !file) return NATIVE_DECLINE;
    bool in_jar = java_string_equals(protocol, "jar");
    java_string_chars(file, &path);
    const char *text = str_text(&path), *name = NULL;
    if (in_jar && strncmp(text, "file:", 5) == 0) text += 5;
    for (uint32_t i = 0; i < java_classpath_count(t->program->path) && !name; i++) {
        char *real = realpath(java_classpath_entry(t->program->path, i), NULL);
        size_t n = real ? strlen(real) : 0;
        if (real && strncmp(text, real, n) == 0 && strncmp(text + n, in_jar ? "!/" : "/", 1 + in_jar) == 0) {
            name = text + n + 1 + in_jar;
            r.next = i;
        }
        free(real);
    }
    if (name) str_add(&r.name, name);
    bool ours = name && (in_jar || java_string_equals(protocol, "file"));
    enum found found = ours ? find_next(t, &r) : FOUND_NOTHING;
    str_free(&r.name);
    str_free(&path);
    if (found == FOUND_UNKNOWN) return NATIVE_STOP;
    return found == FOUND ? GIVE_MADE(stream_of(t, r.source.bytes)) : NATIVE_DECLINE;
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

static bool add_provider(struct java_thread *t, const char *class, struct object *list) {
    union word args[2] = {word_ref(list), {.bits = 0}};
    args[1].r = new_object(t, class, "()V", args[1]);
    return args[1].r &&
           native_call(t, list->class, "add", "(Ljava/lang/Object;)Z", args, NULL) == JAVA_RETURNED;
}

static bool add_of_jdk(struct java_thread *t, const char *service, struct object *list) {
    for (size_t i = 0; i < N_SERVICES; i++) {
        if (strcmp(services[i].service, service) != 0 || !services[i].provider) continue;
        if (!program_class_of(t->program, services[i].provider)) continue; // an image without that module
        if (!add_provider(t, services[i].provider, list)) return false;
    }
    return true;
}

// The class that a line of a provider-configuration file names, as an internal name; 0: none.
static symbol provider_of_line(const char *line, size_t n) {
    struct str s = {0};
    const char *comment = memchr(line, '#', n);
    if (comment) n = (size_t)(comment - line);
    for (size_t i = 0; i < n; i++)
        if (!isspace((unsigned char)line[i])) str_add_char(&s, line[i] == '.' ? '/' : line[i]);
    symbol name = s.n ? symbol_intern(s.at, s.n) : 0;
    str_free(&s);
    return name;
}

static bool add_of_file(struct java_thread *t, struct java_bytes file, struct object *list,
                        struct hash_map *seen) {
    struct str text = {0};
    bool good = true;
    str_add_n(&text, (const char *)file.at, file.n);
    for (const char *line = str_text(&text); *line && good;) {
        size_t n = strcspn(line, "\n");
        symbol name = provider_of_line(line, n);
        uint32_t ignored;
        if (name && !hash_map_get(seen, name, &ignored)) {
            hash_map_put(seen, name, 1);
            good =
                program_class_of(t->program, symbol_text(name)) && add_provider(t, symbol_text(name), list);
        }
        line += n + (line[n] == '\n');
    }
    str_free(&text);
    return good;
}

// What META-INF/services of the class path names. A provider that cannot be made has no model: the loader
// would wrap what it threw.
static bool add_of_path(struct java_thread *t, const char *service, struct object *list) {
    struct resource r = {0};
    struct hash_map seen = {0};
    enum found found;
    bool good = true;
    str_add(&r.name, "META-INF/services/");
    for (const char *p = service; *p; p++) str_add_char(&r.name, *p == '/' ? '.' : *p);
    while (good && (found = find_next(t, &r)) != FOUND_NOTHING)
        good = found == FOUND && add_of_file(t, r.source.bytes, list, &seen);
    str_free(&r.name);
    hash_map_free(&seen);
    if (!good && !t->stop) java_no_model(t, "a service provider that cannot be made");
    return good;
}

// A ServiceLoader that has looked everything up already: what it then does is its own code.
static struct object *loader_of(struct java_thread *t, const struct java_method *m, struct object *service,
                                bool path) {
    struct java_program *p = t->program;
    const char *name = symbol_text(java_mirrored(service)->name);
    struct object *list = new_object(t, "java/util/ArrayList", "()V", (union word){.bits = 0});
    struct java_class *collections = program_class_of(p, "java/util/Collections");
    union word none = {.bits = 0};
    if (!list || !collections || java_initialize(t, collections) != JAVA_RETURNED ||
        native_call(t, collections, "emptyIterator", "()Ljava/util/Iterator;", NULL, &none) !=
            JAVA_RETURNED ||
        !add_of_jdk(t, name, list) || (path && !add_of_path(t, name, list)))
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

// ServiceLoader.loadInstalled(Class), load(Class), load(Class, ClassLoader): of the program's services, and
// of those of the JDK's in the table.
NATIVE(native_load_services) {
    (void)exprs;
    if (!args[0].r) return java_throw_plain(t, "java/lang/NullPointerException");
    const struct java_class *c = java_mirrored(args[0].r);
    const char *service = symbol_text(c->name);
    const struct object *loader = m->n_params > 1 ? args[1].r : NULL;
    bool known = c->origin == ORIGIN_USER,
         path = m->n_params > 1 ? loader && is_app_loader(loader) : strcmp(symbol_text(m->name), "load") == 0;
    for (size_t i = 0; i < N_SERVICES && !known; i++) known = strcmp(services[i].service, service) == 0;
    if (known) return GIVE_MADE(loader_of(t, m, args[0].r, path));
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
