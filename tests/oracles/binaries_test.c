// SPDX-License-Identifier: Apache-2.0
// Bit strings taken apart and put together, a unit for each kind of segment and each built-in. See check.h.
// The witnesses were worked out by hand; the test has the real VM confirm that each fails.
#include "oracles/check.h"

#define U "tests/oracles/units/"

static const struct oracle binaries[] = {
    {UNIT(U "binaries.erl", "binaries:unit_size/1", "", PROOF, "binaries:unit_size(<<0,0,0,1,2,3>>)")},
    {UNIT(U "binaries.erl", "binaries:signed_little/1", "", PROOF, "binaries:signed_little(<<0,128>>)")},
    {UNIT(U "binaries.erl", "binaries:mixed_ends/1", "", PROOF, "binaries:mixed_ends(<<1,9,9,1>>)")},
    {UNIT(U "binaries.erl", "binaries:nested_sizes/1", "", PROOF, "binaries:nested_sizes(<<3:4,3:3,5:3>>)")},
    {UNIT(U "binaries.erl", "binaries:two_lengths/1", "", PROOF,
          "binaries:two_lengths(<<2,\"ab\",1,\"c\">>)")},
    {UNIT(U "binaries.erl", "binaries:code_point/1", "", PROOF, "binaries:code_point(<<16#805/utf8>>)")},
    {UNIT(U "binaries.erl", "binaries:wide_point/1", "", PROOF, "binaries:wide_point(<<16#1F600/utf8>>)")},
    {UNIT(U "binaries.erl", "binaries:utf16/1", "", PROOF, "binaries:utf16(<<16#10437/utf16-little>>)",
          "binaries:utf16(<<0,$x>>)")},
    {UNIT(U "binaries.erl", "binaries:utf32/1", "", PROOF, "binaries:utf32(<<0,0,0,$y>>)",
          "binaries:utf32(<<0,0,16#D8,16#12>>)")},
    {UNIT(U "binaries.erl", "binaries:float32/1", "", PROOF, "binaries:float32(<<3.0:32/float>>)")},
    {UNIT(U "binaries.erl", "binaries:not_a_number/1", "", PROOF,
          "binaries:not_a_number(<<127,240,0,0,0,0,0,0>>)")},
    {UNIT(U "binaries.erl", "binaries:doubled/1", "-d 12", DEPTH, "binaries:doubled([4,5])")},
    {UNIT(U "binaries.erl", "binaries:sum/1", "", PROOF, "binaries:sum(<<250,250,200>>)")},
    {UNIT(U "binaries.erl", "binaries:header/1", "", PROOF, "binaries:header(<<16#46,0,0,0,7,1,2>>)")},
    {UNIT(U "binaries.erl", "binaries:checked/1", "", PROOF, "binaries:checked(<<12,11,10,33>>)")},
    {UNIT(U "binaries.erl", "binaries:magic/1", "", PROOF,
          "binaries:magic(<<16#89,\"PNG\\r\\n\",26,\"\\n\">>)", "binaries:magic(<<\"GIF89a\">>)")},
    {UNIT(U "binaries.erl", "binaries:crossing/1", "", PROOF, "binaries:crossing(<<0:3,77:7,33:6>>)")},
    {UNIT(U "binaries.erl", "binaries:size_times_unit/2", "", PROOF,
          "binaries:size_times_unit(3, <<1,2,3>>)")},
    {UNIT(U "binaries.erl", "binaries:wide/1", "", PROOF, "binaries:wide(<<(1 bsl 100 + 17):128>>)")},
    {UNIT(U "binaries.erl", "binaries:proof_fields/1", "", PROOF, NULL)},
    {UNIT(U "binaries.erl", "binaries:proof_rest/1", "", PROOF, NULL)},
    {UNIT(U "binaries.erl", "binaries:proof_signed/1", "", PROOF, NULL)},
    {UNIT(U "binaries.erl", "binaries:whole/1", "", PROOF, "binaries:whole(<<\"secret\">>)")},
    {UNIT(U "binaries.erl", "binaries:not_that/1", "", PROOF, "binaries:not_that(<<2:2>>)")},
    {UNIT(U "binaries.erl", "binaries:twins/2", "", PROOF, "binaries:twins(<<3,1>>, <<3,7>>)")},
    {UNIT(U "binaries.erl", "binaries:round_trip/2", "", PROOF, "binaries:round_trip(1000, 59)")},
    {UNIT(U "binaries.erl", "binaries:length_byte/1", "", PROOF, "binaries:length_byte(<<5,0,0,0,0>>)")},
    {UNIT(U "binaries.erl", "binaries:last_byte/1", "", PROOF, "binaries:last_byte(<<\"<b>\">>)")},
    {UNIT(U "binaries.erl", "binaries:part_of/2", "", PROOF, "binaries:part_of(<<>>, 1)",
          "binaries:part_of(<<\"bok\">>, 1)")},
    {UNIT(U "binaries.erl", "binaries:halves/2", "", PROOF, "binaries:halves(<<\"abcd\">>, 1)")},
    {UNIT(U "binaries.erl", "binaries:to_list/1", "-d 10", DEPTH, "binaries:to_list(<<\"abc\">>)")},
    {UNIT(U "binaries.erl", "binaries:from_list/1", "-d 12", DEPTH, "binaries:from_list(\"xyz\")")},
    {UNIT(U "binaries.erl", "binaries:deep/1", "-d 9", DEPTH, "binaries:deep([<<7,8>>, 9])")},
    {UNIT(U "binaries.erl", "binaries:ordered/2", "", PROOF, "binaries:ordered(<<\"mn\">>, <<\"mo\">>)")},
    {UNIT(U "binaries.erl", "binaries:longest/1", "-t 5", ANY, "binaries:longest(<<301:16,0:2408,1>>)")},
    {UNIT(U "binaries.erl", "binaries:little_float/1", "", PROOF,
          "binaries:little_float(<<0.15625/float-little>>)")},
    {UNIT(U "binaries.erl", "binaries:tail_bits/1", "-d 12", DEPTH, "binaries:tail_bits(<<3:3>>)")},
    {UNIT(U "binaries.erl", "binaries:version/1", "", PROOF, "binaries:version(<<\"v4.2\">>)")},
    {UNIT(U "binaries.erl", "binaries:tlv/1", "", PROOF, "binaries:tlv(<<1,1,5,2,1,5>>)")},
    {UNIT(U "binaries.erl", "binaries:escape/1", "", PROOF, "binaries:escape(<<\"a&b\">>)")},
    {UNIT(U "binaries.erl", "binaries:twice/1", "", PROOF, "binaries:twice(<<\"ba\">>)")},
    {UNIT(U "binaries.erl", "binaries:packed/3", "", PROOF, "binaries:packed(5, 19, true)")},
    {UNIT(U "binaries.erl", "binaries:keep/1", "", PROOF, "binaries:keep(<<0,201,201>>)")},
    {UNIT(U "binaries.erl", "binaries:known_size/1", "", PROOF, "binaries:known_size(<<16#ABCDEF:24>>)")},
    {UNIT(U "binaries.erl", "binaries:maybe_bits/1", "", PROOF, "binaries:maybe_bits(<<7:3>>)")},
    {UNIT(U "binaries.erl", "binaries:inner/1", "", PROOF, "binaries:inner({tag, <<\"t\">>})",
          "binaries:inner([<<>>, <<2,1>>])")},
    {UNIT(U "binaries.erl", "binaries:decoded/1", "", PROOF, "binaries:decoded(<<5,0,5>>)")},
    {UNIT(U "binaries.erl", "binaries:sized_by_two/1", "", PROOF,
          "binaries:sized_by_two(<<2:2,2:2,0:32,9:4>>)")},

    // ---- Searching and characters ----
    {UNIT(U "binaries.erl", "binaries:pair/1", "", PROOF, "binaries:pair(<<\"k=v\">>)")},
    {UNIT(U "binaries.erl", "binaries:lines/1", "", PROOF, "binaries:lines(<<\"a\\n\\nxy\">>)")},
    {UNIT(U "binaries.erl", "binaries:text/1", "", PROOF, "binaries:text(<<16#20AC/utf8>>)")},
    {UNIT(U "binaries.erl", "binaries:to_utf8/1", "", ANY, "binaries:to_utf8([16#3BB])")},
    {UNIT(U "binaries.erl", "binaries:where/2", "", PROOF, "binaries:where(<<\"aabb\">>, <<\"bb\">>)")},
};

int main(void) {
    return oracles_run("binaries", binaries, sizeof binaries / sizeof *binaries);
}
