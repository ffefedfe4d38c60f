// expect: unknown (env any: the machine's properties are no input; never a proof)
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class PropertyUnknown {
    public static void main(String[] args) {
        String h = System.getProperty("user.home");
        assert h == null || !h.equals("/home/someone");
        String e = System.getenv("FOO");
        assert e == null;
    }
}
