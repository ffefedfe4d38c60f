package groups.marked;

import java.lang.annotation.*;

@Retention(RetentionPolicy.RUNTIME)
public @interface ParametersAreNonnullByDefault { }
