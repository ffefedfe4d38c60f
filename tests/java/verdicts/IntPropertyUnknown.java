// expect: unknown (env any: properties are no input; never a proof)
// SPDX-License-Identifier: Apache-2.0
public class IntPropertyUnknown {
    public static void main(String[] args) {
        assert Integer.getInteger("some.flag", 4) == 4;
    }
}
