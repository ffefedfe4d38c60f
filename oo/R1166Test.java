// Written by frisk. Each test shows what the code does today.

import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

@SuppressWarnings({"rawtypes", "unchecked"})
public class R1166Test {
    @Test
    public void main_throwsAssertionError_1() throws Throwable {
        // Throws AssertionError at R1166.java:59 in main
        verdict.Verifier.inputs(0.0f, 0L);
        assertThrows(AssertionError.class, () -> R1166.main(new String[0]));
    }
}
