// expect: false
// SPDX-License-Identifier: Apache-2.0
import verdict.Verifier;

public class CsvSplitFalse {
    public static void main(String[] args) {
        String s = Verifier.nondetString();
        String[] parts = s.split(",");
        String first = parts[0];
        assert first != null;
    }
}
