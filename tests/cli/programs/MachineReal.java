// SPDX-License-Identifier: Apache-2.0
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

public class MachineReal { // what the methods of Machine show on the real JVM, a line each
    public static void main(String[] args) throws ReflectiveOperationException {
        for (Method m : Machine.class.getDeclaredMethods()) {
            if (m.getParameterCount() != 1 || m.getName().equals("is") || m.getName().equals("print")) continue;
            try {
                m.invoke(null, 7);
            } catch (InvocationTargetException e) {
                System.out.println("Machine#" + m.getName() + "(int) " + e.getCause());
            }
        }
    }
}
