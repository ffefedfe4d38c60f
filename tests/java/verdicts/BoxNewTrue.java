// expect: true (new makes another object)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

@SuppressWarnings({"deprecation", "removal"})
public class BoxNewTrue {
    public static void main(String[] args) {
        Integer a = Verifier.nondetInt();
        Integer b = new Integer(100);
        assert a != b;
    }
}
