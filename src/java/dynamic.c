// SPDX-License-Identifier: Apache-2.0
// invokedynamic, method handles and constants that are computed (JVMS 5.4.3.5, 5.4.3.6).
#include "java/interp_loop.h"

static enum native_status not_known(struct java_thread *t, const struct class_file *file,
                                    const struct class_constant *k) {
    struct str s = {0};
    if (k->tag == CONSTANT_INVOKE_DYNAMIC || k->tag == CONSTANT_DYNAMIC) {
        const struct class_constant *handle = &file->constants[file->bootstraps[k->index].handle];
        const struct class_constant *method = &file->constants[handle->index];
        str_addf(&s, "the bootstrap method %s.%s", symbol_text(method->owner), symbol_text(method->name));
    } else {
        str_addf(&s, "method handles (%s)", k->name ? symbol_text(k->name) : "constant");
    }
    enum native_status status = java_no_model(t, s.at);
    str_free(&s);
    return status;
}

enum native_status java_invoke_dynamic(struct java_thread *t, const struct insn *i) {
    const struct class_file *file = t->frames[t->n_frames - 1].method->class->file;
    return not_known(t, file, &file->constants[i->imm]);
}

enum native_status java_dynamic_constant(struct java_thread *t, struct java_class *c, uint32_t index,
                                         union word *out) {
    (void)out;
    return not_known(t, c->file, &c->file->constants[index]);
}
