// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class SbInsertTrue {
    public static void main(String[] args) {
        StringBuilder b = new StringBuilder();
        int i = Verifier.nondetInt();
        b.append(true)
            .append('c')
            .append(1.5)
            .append(2.5f)
            .append(100L)
            .append((Object)null)
            .append(new char[] {'a', 'b'}, 1, 1);
        assert b.toString().equals("truec1.52.5100nullb");
        b.insert(0, i);
        assert b.toString().startsWith(i + "truec");
    }
}
