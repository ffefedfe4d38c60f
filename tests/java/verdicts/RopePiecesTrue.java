// expect: true (the same text put together in two ways, whatever its length)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class RopePiecesTrue {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        String none = Verifier.nondetBoolean() ? null : "n";
        StringBuilder all = new StringBuilder().append(s).append(1).append(true).append(none).append(2.5);
        assert all.toString().equals(s + "1true" + none + "2.5");
        all.insert(0, s).insert(0, '<').append(new StringBuilder(s));
        assert all.length() == 3 * s.length() + (none == null ? 13 : 10);
        assert all.charAt(0) == '<';
        all.insert(all.length(), "z").append('\u1234');
        assert all.toString().length() == 3 * s.length() + (none == null ? 15 : 12);
        assert s.repeat(3).length() == 3 * s.length() && s.repeat(2).equals(s + s);
    }
}
