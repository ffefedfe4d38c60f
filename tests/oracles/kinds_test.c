// SPDX-License-Identifier: Apache-2.0
// One unit, and one line, for each kind of behaviour. See check.h. The witnesses were worked out by hand from
// the units' few lines; the test has the real VM confirm that each fails.
#include "oracles/check.h"

#define U "tests/oracles/units/"

static const struct oracle kinds[] = {
    // ---- Bit strings ----
    {UNIT(U "bits.erl", "bits:fixed/1", "", PROOF, "bits:fixed(10)")},
    {UNIT(U "bits.erl", "bits:sized/2", "", PROOF, "bits:sized(1, -1)", "bits:sized(foo, 1)")},
    {UNIT(U "bits.erl", "bits:safe_sized/2", "", PROOF, NULL)},
    {UNIT(U "bits.erl", "bits:field/1", "", PROOF, "bits:field(<<5:3, 9:4>>)")},
    {UNIT(U "bits.erl", "bits:tail_length/1", "", PROOF, "bits:tail_length(<<2, 0, 0, $!>>)")},
    {UNIT(U "bits.erl", "bits:bound/2", "", PROOF, "bits:bound(8, <<8, 8>>)")},
    {UNIT(U "bits.erl", "bits:little/1", "", PROOF, "bits:little(<<2, 1>>)")},
    {UNIT(U "bits.erl", "bits:signed/1", "", PROOF, "bits:signed(<<128>>)")},
    {UNIT(U "bits.erl", "bits:three/1", "", PROOF, "bits:three(<<6:3>>)")},
    {UNIT(U "bits.erl", "bits:units/1", "", PROOF, "bits:units(<<1, 2, 3, 4>>)")},
    {UNIT(U "bits.erl", "bits:never/1", "", PROOF, NULL)},
    {UNIT(U "bits.erl", "bits:either/1", "", PROOF, "bits:either(<<1, 2, 3>>)", "bits:either(<<9>>)")},
    {UNIT(U "bits.erl", "bits:point/1", "", PROOF, "bits:point(8364)", "bits:point(16#D800)")},
    {UNIT(U "bits.erl", "bits:size_of/1", "", PROOF, "bits:size_of(<<0:13>>)", "bits:size_of(<<0:32>>)")},
    {UNIT(U "bits.erl", "bits:float_field/1", "", PROOF, "bits:float_field(<<1.5/float>>)")},
    {UNIT(U "bits.erl", "bits:joined/2", "", PROOF, "bits:joined(48, 57)")},

    // ---- Shifts and bitwise operations ----
    {UNIT(U "shifts.erl", "shifts:left/1", "", PROOF, "shifts:left(17)")},
    {UNIT(U "shifts.erl", "shifts:right/1", "", PROOF, "shifts:right(-32)")},
    {UNIT(U "shifts.erl", "shifts:inverted/1", "", PROOF, "shifts:inverted(-100)")},
    {UNIT(U "shifts.erl", "shifts:masked/1", "", PROOF, "shifts:masked(16#57)")},
    {UNIT(U "shifts.erl", "shifts:set/1", "", PROOF, "shifts:set(76)")},
    {UNIT(U "shifts.erl", "shifts:flipped/1", "", ANY, "shifts:flipped(-300 bxor 255)")},
    {UNIT(U "shifts.erl", "shifts:large/1", "", PROOF, "shifts:large(12345)")},
    {UNIT(U "shifts.erl", "shifts:by/1", "", ANY, "shifts:by(15)")},
    {UNIT(U "shifts.erl", "shifts:mixed/2", "", PROOF, "shifts:mixed(22, 18)")},
    {UNIT(U "shifts.erl", "shifts:odd/1", "", ANY, "shifts:odd(913)")},

    // ---- Specs ----
    {UNIT(U "specs.erl", "specs:member/1", "", PROOF, "specs:member(11)", "specs:member(stop)",
          "specs:member({3, go})")},
    {UNIT(U "specs.erl", "specs:deep/1", "", PROOF, "specs:deep({a, [{b, 2}, c, {b, 1}]})")},
    {UNIT(U "specs.erl", "specs:even/1", "", PROOF, "specs:even({{{{zero}}}})")},
    {UNIT(U "specs.erl", "specs:overloaded/1", "", PROOF, "specs:overloaded(7)", "specs:overloaded(bar)")},
    {UNIT(U "specs.erl", "specs:constrained/2", "", PROOF, "specs:constrained(3, [{3, true}])")},
    {UNIT(U "specs.erl", "specs:proof/1", "", PROOF, NULL)},
    {UNIT(U "specs.erl", "specs:proof_list/1", "", PROOF, NULL)},
    {UNIT(U "specs.erl", "specs:any_of/1", "", PROOF, "specs:any_of({a, [1.0]})")},
    {UNIT(U "specs.erl", "specs:nonempty/1", "", PROOF, "specs:nonempty([0, 0])")},
    {UNIT(U "specs.erl", "specs:remote/1", "", PROOF, "specs:remote([{a, 1}, {b, 0}])")},
    {UNIT(U "specs.erl", "specs:params/1", "", PROOF, "specs:params({box, {box, 8}})")},
    {UNIT(U "specs.erl", "specs:improper/1", "", PROOF, "specs:improper([1 | 3])")},
    {UNIT(U "specs.erl", "specs:tagged/1", "", PROOF, "specs:tagged({tag, b, 3})")},

    // ---- Numbers and conversions ----
    {UNIT(U "numbers.erl", "numbers:truncated/1", "", ANY, "numbers:truncated(17.5)")},
    {UNIT(U "numbers.erl", "numbers:divided/1", "", PROOF, "numbers:divided(109)")},
    {UNIT(U "numbers.erl", "numbers:quotient/2", "", PROOF, "numbers:quotient(1, 0)")},
    {UNIT(U "numbers.erl", "numbers:from_text/1", "-d 10", ANY, "numbers:from_text(\"42\")")},
    {UNIT(U "numbers.erl", "numbers:to_text/1", "", ANY, "numbers:to_text(-137)")},
    {UNIT(U "numbers.erl", "numbers:tuples/1", "-d 10", ANY, "numbers:tuples([1, 2, 3])",
          "numbers:tuples([0, 5])")},
    {UNIT(U "numbers.erl", "numbers:letters/1", "", PROOF, "numbers:letters(quit)")},
    {UNIT(U "numbers.erl", "numbers:squared/1", "", ANY, "numbers:squared(123456789012345678901234567890)")},
    {UNIT(U "numbers.erl", "numbers:summed/1", "-d 10", ANY, "numbers:summed([50, 50, 27])")},
    {UNIT(U "numbers.erl", "numbers:ordered/2", "-d 6 -t 5", ANY, NULL)},
    {UNIT(U "numbers.erl", "numbers:compared/1", "", ANY, "numbers:compared(5.0)")},
    {UNIT(U "numbers.erl", "numbers:absolute/1", "", PROOF, "numbers:absolute(-12)")},
    {UNIT(U "numbers.erl", "numbers:no_model/1", "", ANY, "numbers:no_model(2)")},
    {UNIT(U "numbers.erl", "numbers:nested/3", "", PROOF, "numbers:nested(11, 16, 27)")},

    // ---- Text of numbers and atoms, library code on text ----
    {UNIT(U "texts.erl", "texts:integer_text/1", "", PROOF, "texts:integer_text(-137)"), .runs = COUNT(2)},
    {UNIT(U "texts.erl", "texts:text_integer/1", "-d 10", ANY, "texts:text_integer(\"4711\")")},
    {UNIT(U "texts.erl", "texts:signed_text/1", "", ANY, "texts:signed_text(\"-40\")")},
    {UNIT(U "texts.erl", "texts:hex_text/1", "", PROOF, "texts:hex_text(-3054)"), .runs = COUNT(2)},
    {UNIT(U "texts.erl", "texts:not_a_number/1", "", PROOF, "texts:not_a_number(\"x0\")")},
    {UNIT(U "texts.erl", "texts:text_atom/1", "-d 8", ANY, "texts:text_atom(\"foo\")",
          "texts:text_atom([16#D800])")},
    {UNIT(U "texts.erl", "texts:atom_text/1", "", PROOF, "texts:atom_text(secret)"), .runs = COUNT(2)},
    {UNIT(U "texts.erl", "texts:atom_prefix/1", "", PROOF, "texts:atom_prefix(get_x)")},
    {UNIT(U "texts.erl", "texts:atom_length/1", "", PROOF, "texts:atom_length(onx)")},
    {UNIT(U "texts.erl", "texts:round_trip/1", "-d 12", ANY, "texts:round_trip(my_server)")},
    {UNIT(U "texts.erl", "texts:float_of/1", "", ANY, "texts:float_of(\"12.5\")")},
    {UNIT(U "texts.erl", "texts:tokens/1", "-d 14", ANY, "texts:tokens(\"a,b\")")},
    {UNIT(U "texts.erl", "texts:sorted/1", "-d 10", ANY, "texts:sorted([3, 2, 1])")},
    {UNIT(U "texts.erl", "texts:unique/1", "-d 8", ANY, "texts:unique([1, 2, 2])")},
    {UNIT(U "texts.erl", "texts:key/1", "-d 8", ANY, "texts:key([{\"password\", 7}])")},
    {UNIT(U "texts.erl", "texts:order/1", "", PROOF, "texts:order(zebras)")},
    {UNIT(U "texts.erl", "texts:joined/2", "-d 8", ANY, "texts:joined(\"k\", \"v\")")},
    {UNIT(U "texts.erl", "texts:existing/1", "", ANY, "texts:existing(\"ok\")",
          "texts:existing([16#D800, 0])")},
    {UNIT(U "texts.erl", "texts:existing_binary/1", "", ANY, "texts:existing_binary(<<\"error\">>)",
          "texts:existing_binary(<<128>>)")},

    // ---- What a run keeps outside its terms ----
    {UNIT(U "stores.erl", "stores:value/1", "", PROOF, "stores:value(42)")},
    {UNIT(U "stores.erl", "stores:key/1", "", PROOF, "stores:key(bob)")},
    {UNIT(U "stores.erl", "stores:inserted/2", "", PROOF, "stores:inserted(200, 200)")},
    {UNIT(U "stores.erl", "stores:counted/1", "", PROOF, "stores:counted(47)")},
    {UNIT(U "stores.erl", "stores:guarded/2", "", PROOF, "stores:guarded(1, 95)")},
    {UNIT(U "stores.erl", "stores:ordered/2", "", PROOF, "stores:ordered(20, 17)")},
    {UNIT(U "stores.erl", "stores:missing/1", "", PROOF, "stores:missing(c)")},
    {UNIT(U "stores.erl", "stores:folded/1", "-d 12", ANY, "stores:folded([6, 7])")},
    {UNIT(U "stores.erl", "stores:cached/1", "", ANY, "stores:cached(frisk_two)")},
    {UNIT(U "stores.erl", "stores:persistent/1", "", PROOF, "stores:persistent(42)")},
    {UNIT(U "stores.erl", "stores:atomic/1", "", PROOF, "stores:atomic(72)")},
    {UNIT(U "stores.erl", "stores:dictionary/2", "", ANY, "stores:dictionary(a, 9)")},
    {UNIT(U "stores.erl", "stores:safe/1", "", PROOF, NULL)},
    {UNIT(U "stores.erl", "stores:sent/2", "", PROOF, "stores:sent(self(), 77)")},
    {UNIT(U "stores.erl", "stores:told/1", "", PROOF, "stores:told(2)")},
    {UNIT(U "stores.erl", "stores:kernel/1", "", ANY, NULL)},
    {UNIT(U "stores.erl", "stores:flag/1", "", PROOF, "stores:flag(true)")},

    // ---- What other tools miss ----
    {UNIT(U "missed.erl", "missed:behind_try/1", "", PROOF, "missed:behind_try(42)")},
    {UNIT(U "missed.erl", "missed:second_clause/1", "", PROOF, "missed:second_clause(foo)")},
    {UNIT(U "missed.erl", "missed:floats_overflow/2", "", PROOF, "missed:floats_overflow(1.0e200, 1.0e200)")},
    {UNIT(U "missed.erl", "missed:sum_overflow/1", "", PROOF, "missed:sum_overflow(1.0e308)")},
    {UNIT(U "missed.erl", "missed:no_overflow/1", "", PROOF, NULL)},
    {UNIT(U "missed.erl", "missed:to_float/1", "", PROOF, "missed:to_float(1 bsl 2000)")},
    {UNIT(U "missed.erl", "missed:product/1", "", ANY, "missed:product(0.1 - 1.0e-17)")},
    {UNIT(U "missed.erl", "missed:improper/1", "", PROOF, "missed:improper([1 | 2])")},
    {UNIT(U "missed.erl", "missed:big_square/1", "", ANY,
          "missed:big_square(390401059594250123456789012345)")},

    {UNIT(U "missed.erl", "missed:giant/2", "--steps 100000", ANY, "missed:giant(11, fun(_) -> ok end)")},

    // ---- What a VM does when it loads a module ----
    {UNIT(U "loaded.erl", "loaded:limited/1", "", ANY, "loaded:limited(b)"),
     .known_limit = "what is done when the module is loaded (-on_load)"},

    // ---- Functions as inputs ----
    {UNIT(U "funs.erl", "funs:equation/1", "", ANY, "funs:equation(fun(_) -> 25 end)")},
    {UNIT(U "funs.erl", "funs:compose/1", "", ANY, "funs:compose(fun(_) -> 99 end)")},
    {UNIT(U "funs.erl", "funs:curried/1", "", ANY, "funs:curried(fun(_) -> fun(_) -> 17 end end)")},
    {UNIT(U "funs.erl", "funs:takes_fun/1", "", ANY, "funs:takes_fun(fun(_) -> 3 end)")},
    {UNIT(U "funs.erl", "funs:commute/2", "-d 12", ANY, "funs:commute(fun(_) -> 5 end, [1])")},
    {UNIT(U "funs.erl", "funs:two/2", "", ANY, "funs:two(fun(_, _) -> 11 end, 0)")},
    {UNIT(U "funs.erl", "funs:typed/1", "", ANY, NULL)},
    {UNIT(U "funs.erl", "funs:folded/2", "-d 10", ANY, "funs:folded(fun(_, _) -> 427 end, [1])")},
    {UNIT(U "funs.erl", "funs:partial/1", "", ANY, "funs:partial(fun(_, _) -> ok end)",
          "funs:partial(fun() -> ok end)")},
    {UNIT(U "funs.erl", "funs:called/2", "", PROOF, "funs:called(thrice, 411)")},
    {UNIT(U "funs.erl", "funs:module_called/2", "", PROOF, "funs:module_called(lists, 0)",
          "funs:module_called(funs, 411)")},
    {UNIT(U "funs.erl", "funs:applied/2", "", ANY, "funs:applied(funs, 411)")},
};

int main(void) {
    return oracles_run("kinds", kinds, sizeof kinds / sizeof *kinds);
}
