// SPDX-License-Identifier: Apache-2.0
package structures;

/** A queue in a ring of fixed capacity. */
public class RingQueue {
    private final int[] ring;
    private int front, count;

    public RingQueue(int capacity) {
        if (capacity < 0 || capacity > 8) throw new IllegalArgumentException("capacity");
        ring = new int[capacity];
    }

    public boolean offer(int value) { // correct: a full queue takes no more
        if (count == ring.length) return false;
        ring[(front + count++) % ring.length] = value;
        return true;
    }

    public int poll() { // a ring of capacity 0 has no next place
        int value = count == 0 ? -1 : ring[front];
        front = (front + 1) % ring.length; // error: ArithmeticException
        if (count > 0) count--;
        return value;
    }

    public int peek() { // correct
        return count == 0 ? -1 : ring[front];
    }

    /** The mean of what is in the queue. */
    public int mean() {
        long sum = 0;
        for (int i = 0; i < count; i++) sum += ring[(front + i) % ring.length];
        return (int) (sum / count); // error: ArithmeticException
    }
}
