// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class Utf8False {
    public static void main(String[] args) {
        byte[] b = { (byte) 0xC3, Verifier.nondetByte() };
        String s = new String(b, java.nio.charset.StandardCharsets.UTF_8);
        assert !s.equals("\u00e9");
    }
}
