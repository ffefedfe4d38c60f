// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class CheckedTrue {
    public static void main(String[] args) throws Exception {
        if (Verifier.nondetBoolean()) throw new Exception("checked");
    }
}
