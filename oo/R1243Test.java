// Written by frisk. Each test shows what the code does today.

import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

@SuppressWarnings({"rawtypes", "unchecked"})
public class R1243Test {
    @Test
    public void main_throwsAssertionError_1() throws Throwable {
        // Throws AssertionError at R1243.java:68 in main
        verdict.Verifier.inputs(5, 5, -3.0f);
        assertThrows(AssertionError.class, () -> R1243.main(new String[0]));
    }

    @Test
    public void main_returns_1() throws Throwable {
        verdict.Verifier.inputs(0, 0, 0.0f);
        R1243.main(new String[0]);
    }
}
