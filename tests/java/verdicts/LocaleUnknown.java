// expect: unknown (env any: the default locale is no input; never a proof)
// SPDX-License-Identifier: Apache-2.0
import java.util.Locale;

public class LocaleUnknown {
    public static void main(String[] args) {
        assert !Locale.getDefault().getLanguage().equals("eo");
    }
}
