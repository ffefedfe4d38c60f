// SPDX-License-Identifier: Apache-2.0
// Symbolic rules of built-in functions: called when some argument is shadowed. Each does what the concrete
// function does, records as decisions whatever the arguments decide (above all whether it fails), and gives
// the result an expression where there is one. Named in bif.def.
#ifndef FRISK_ERLANG_SYMBOLIC_H
#define FRISK_ERLANG_SYMBOLIC_H

#include "erlang/code/builtin.h"

// clang-format off
#define SYMBOLIC_RULES(X) \
    X(add) X(subtract) X(multiply) X(divide) X(div) X(rem) \
    X(band) X(bor) X(bxor) X(bnot) X(bsl) X(bsr) \
    X(negate) X(plus) X(abs) X(trunc) X(round) X(floor) \
    X(ceil) X(float) X(exactly_equal) X(not_exactly_equal) X(equal) X(not_equal) \
    X(less) X(greater) X(less_equal) X(greater_equal) X(and) X(or) \
    X(xor) X(not) X(min) X(max) X(is_integer) X(is_float) \
    X(is_number) X(is_atom) X(is_list) X(is_tuple) X(is_map) X(is_binary) \
    X(is_bitstring) X(is_pid) X(is_port) X(is_reference) X(is_function) X(is_function2) \
    X(is_boolean) X(is_record) X(is_record3) X(element) X(setelement) X(tuple_size) \
    X(tuple_to_list) X(list_to_tuple) X(hd) X(tl) X(length) X(append) \
    X(subtract_lists) X(reverse) X(member) X(keyfind) X(keymember) X(keysearch) \
    X(map_get) X(is_map_key) X(map_find) X(map_put) X(map_update) X(map_remove) \
    X(map_take) X(map_size) X(map_keys) X(map_values) X(map_to_list) X(map_merge) \
    X(map_next) X(map_from_list) X(map_from_keys) \
    X(integer_to_list) X(list_to_integer) X(integer_to_list2) X(integer_to_binary) X(integer_to_binary2) X(list_to_integer2) \
    X(binary_to_integer) X(binary_to_integer2) X(string_list_to_integer) X(string_list_to_float) X(atom_to_list) X(list_to_atom) X(atom_to_binary) \
    X(atom_to_binary2) X(binary_to_atom) X(binary_to_atom2) X(list_to_existing_atom) X(binary_to_existing_atom) X(binary_to_existing_atom2) X(list_to_float) X(binary_to_float) X(float_to_list) X(float_to_list2) X(float_to_binary) X(float_to_binary2) \
    X(byte_size) X(bit_size) X(size) X(binary_part) X(binary_part2) X(split_binary) \
    X(binary_at) X(binary_first) X(binary_last) X(binary_copy) X(binary_decode_unsigned) X(binary_decode_unsigned2) \
    X(binary_to_list) X(binary_to_list3) X(bitstring_to_list) X(list_to_binary) X(list_to_bitstring) X(iolist_to_binary) \
    X(iolist_size) X(binary_compile_pattern) X(binary_match) X(binary_matches) X(binary_match3) X(binary_matches3) X(binary_split) X(binary_split3) \
    X(math_sin) X(math_cos) X(math_tan) X(math_asin) X(math_acos) X(math_atan) \
    X(math_sinh) X(math_cosh) X(math_tanh) X(math_asinh) X(math_acosh) X(math_atanh) \
    X(math_exp) X(math_log) X(math_log2) X(math_log10) X(math_erf) X(math_erfc) \
    X(math_sqrt) X(math_floor) X(math_ceil) X(math_pow) X(math_atan2) X(math_fmod) \
    X(phash) X(phash2) X(phash2_2) X(term_to_binary)
// clang-format on

#define X(name) bif_function symbolic_##name;
SYMBOLIC_RULES(X)
#undef X

bif_control control_characters, control_re;

// Shortcuts (code/builtin.h).
// clang-format off
#define SYMBOLIC_SHORTCUTS(X) \
    X("string", "to_integer", 1, shortcut_to_integer) \
    X("string", "to_float", 1, shortcut_to_float) \
    X("string", "trim", 1, shortcut_trim) \
    X("string", "trim", 2, shortcut_trim2) \
    X("string", "trim", 3, shortcut_trim3) \
    X("string", "lowercase", 1, shortcut_string_lowercase) \
    X("string", "casefold", 1, shortcut_string_lowercase) \
    X("string", "uppercase", 1, shortcut_string_uppercase) \
    X("string", "titlecase", 1, shortcut_string_titlecase) \
    X("string", "equal", 3, shortcut_string_equal) \
    X("string", "equal", 4, shortcut_string_equal4) \
    X("string", "split", 2, shortcut_split) \
    X("string", "split", 3, shortcut_split3) \
    X("string", "replace", 3, shortcut_replace) \
    X("string", "replace", 4, shortcut_replace4) \
    X("string", "find", 2, shortcut_find) \
    X("string", "find", 3, shortcut_find3) \
    X("string", "prefix", 2, shortcut_prefix) \
    X("string", "lexemes", 2, shortcut_lexemes) \
    X("string", "length", 1, shortcut_length) \
    X("string", "reverse", 1, shortcut_reverse) \
    X("string", "slice", 2, shortcut_slice) \
    X("string", "slice", 3, shortcut_slice3) \
    X("string", "pad", 2, shortcut_whole_text) \
    X("string", "pad", 3, shortcut_whole_text) \
    X("string", "pad", 4, shortcut_whole_text) \
    X("string", "chomp", 1, shortcut_whole_text) \
    X("string", "take", 2, shortcut_whole_text) \
    X("string", "take", 3, shortcut_whole_text) \
    X("string", "take", 4, shortcut_whole_text) \
    X("unicode_util", "gc", 1, shortcut_grapheme) \
    X("unicode_util", "lowercase", 1, shortcut_lowercase) \
    X("unicode_util", "casefold", 1, shortcut_lowercase) \
    X("unicode_util", "uppercase", 1, shortcut_uppercase) \
    X("unicode_util", "titlecase", 1, shortcut_uppercase)
// clang-format on

shortcut_function shortcut_to_integer, shortcut_to_float, shortcut_trim, shortcut_trim2, shortcut_trim3,
    shortcut_string_lowercase, shortcut_string_uppercase, shortcut_string_titlecase, shortcut_string_equal,
    shortcut_string_equal4, shortcut_split, shortcut_split3, shortcut_replace, shortcut_replace4,
    shortcut_find, shortcut_find3, shortcut_prefix, shortcut_lexemes, shortcut_length, shortcut_reverse,
    shortcut_slice, shortcut_slice3, shortcut_whole_text, shortcut_grapheme, shortcut_lowercase,
    shortcut_uppercase;

#endif
