// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class JulietNullTrue {
    public static void main(String[] args) {
        String data = Verifier.nondetBoolean() ? null : "x";
        if (data != null && data.length() > 0)
            System.out.println(data);
        else
            assert data == null;
    }
}
