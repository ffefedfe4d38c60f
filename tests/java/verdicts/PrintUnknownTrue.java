// expect: true
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class PrintUnknownTrue {
    public static void main(String[] args) {
        String n = Verifier.nondetString();
        System.out.println("Hi " + n);
        assert n != null;
    }
}
