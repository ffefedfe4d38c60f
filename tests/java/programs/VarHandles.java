// SPDX-License-Identifier: Apache-2.0
// Variable handles, and what java.util.concurrent builds on them, in one thread.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Collections;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.function.Supplier;

public class VarHandles {
    int i = 5;
    private long l = 7;
    String s = "one";
    byte b = 127;
    char c = 'x';
    double d = 1.5;
    boolean z;
    final int fixed = 3;
    static int count = 10;

    private static void line(Object... values) {
        StringBuilder out = new StringBuilder();
        for (Object v : values) out.append(v).append(' ');
        System.out.println(out);
    }

    private static void failing(String what, Runnable r) {
        try {
            r.run();
            System.out.println(what + ": no exception");
        } catch (Throwable e) {
            System.out.println(what + ": " + e);
        }
    }

    private static VarHandle of(String name, Class<?> type) {
        try {
            return MethodHandles.lookup().findVarHandle(VarHandles.class, name, type);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    static void fields() throws Exception {
        VarHandles o = new VarHandles();
        VarHandle i = of("i", int.class), l = of("l", long.class), s = of("s", String.class);
        line((int) i.get(o), (int) i.getVolatile(o), (int) i.getAcquire(o), (int) i.getOpaque(o));
        i.set(o, 6);
        i.setRelease(o, 7);
        line(o.i, i.compareAndSet(o, 7, 8), i.compareAndSet(o, 7, 9), o.i);
        line((int) i.getAndAdd(o, 4), (int) i.getAndSet(o, 1), (int) i.getAndBitwiseOr(o, 6), o.i);
        line((int) i.getAndBitwiseXor(o, 3), (int) i.getAndBitwiseAnd(o, 12), o.i, (int) i.compareAndExchange(o, 4, 2), o.i);
        l.set(o, 41);
        line((long) l.getAndAdd(o, 1L), l.weakCompareAndSetPlain(o, 42L, 43L), o.l);
        line((String) s.get(o), s.compareAndSet(o, "one", "two"), (String) s.getAndSet(o, (String) null), o.s);
        VarHandle b = of("b", byte.class), c = of("c", char.class), d = of("d", double.class), z = of("z", boolean.class);
        line((byte) b.getAndAdd(o, (byte) 1), o.b, (char) c.getAndAdd(o, (char) 1), o.c);
        line((double) d.getAndAdd(o, 2.25), o.d, (boolean) z.getAndBitwiseOr(o, true), o.z);
        Object boxed = i.get(o);
        long widened = (long) i.get(o);
        Object argument = 99;
        i.set(o, (Integer) argument);
        line(boxed, boxed.getClass(), widened, o.i);
        VarHandle count = MethodHandles.lookup().findStaticVarHandle(VarHandles.class, "count", int.class);
        line((int) count.getAndAdd(5), VarHandles.count, count.varType());
        count.setVolatile(10);
        failing("null", () -> i.get((VarHandles) null));
        failing("wrong receiver", () -> { Object x = "text"; i.get(x); });
        failing("final", () -> of("fixed", int.class).set(o, 4));
        line((int) of("fixed", int.class).get(o));
        failing("no field", () -> of("missing", int.class));
        failing("no such type", () -> of("i", long.class));
        failing("add to a string", () -> s.getAndAdd(o, "x"));
        failing("wrong value", () -> { Object x = 5; s.set(o, x); });
        failing("null box", () -> { Integer x = null; i.set(o, x); });
    }

    static void arrays() {
        VarHandle ints = MethodHandles.arrayElementVarHandle(int[].class);
        VarHandle texts = MethodHandles.arrayElementVarHandle(Object[].class);
        VarHandle chars = MethodHandles.arrayElementVarHandle(char[].class);
        int[] a = {1, 2, 3};
        line((int) ints.get(a, 1), ints.compareAndSet(a, 1, 2, 20), (int) ints.getAndAdd(a, 2, 5), a[1], a[2]);
        Object[] t = new String[] {"a", "b"};
        line(texts.getAndSet(t, 0, "c"), t[0]);
        char[] c = {'p', 'q'};
        line((char) chars.getAndAdd(c, 0, (char) 2), c[0]);
        failing("bounds", () -> ints.get(a, 3));
        failing("negative", () -> ints.set(a, -1, 3));
        failing("null array", () -> ints.get((int[]) null, 0));
        failing("no array", () -> MethodHandles.arrayElementVarHandle(String.class));
    }

    static void atomics() {
        AtomicReference<String> r = new AtomicReference<>("a");
        line(r.compareAndSet("a", "b"), r.getAndUpdate(x -> x + "c"), r.accumulateAndGet("d", String::concat), r);
        AtomicBoolean b = new AtomicBoolean();
        line(b.getAndSet(true), b.compareAndSet(true, false), b.get(), b);
        AtomicInteger i = new AtomicInteger(3);
        line(i.incrementAndGet(), i.updateAndGet(x -> x * 10), i.getAndAdd(2), i);
        AtomicLongArray la = new AtomicLongArray(3);
        line(la.addAndGet(1, 5), la.getAndIncrement(1), la);
        AtomicReferenceArray<String> ra = new AtomicReferenceArray<>(2);
        ra.set(0, "x");
        line(ra.compareAndSet(1, null, "y"), ra);
        AtomicStampedReference<String> stamped = new AtomicStampedReference<>("v", 1);
        line(stamped.compareAndSet("v", "w", 1, 2), stamped.getReference(), stamped.getStamp());
        AtomicMarkableReference<String> marked = new AtomicMarkableReference<>("v", false);
        line(marked.attemptMark("v", true), marked.isMarked());
        LongAdder adder = new LongAdder();
        adder.add(5);
        adder.increment();
        line(adder.sum(), adder);
        AtomicIntegerArray ia = new AtomicIntegerArray(new int[] {1, 2});
        line(ia.getAndAccumulate(1, 5, Math::max), ia);
        failing("array bounds", () -> ia.get(2));
    }

    static void collections() throws Exception {
        ConcurrentLinkedQueue<String> q = new ConcurrentLinkedQueue<>();
        for (int i = 0; i < 5; i++) q.add("q" + i);
        q.remove("q2");
        line(q.poll(), q.peek(), q.size(), q);
        ConcurrentLinkedDeque<Integer> dq = new ConcurrentLinkedDeque<>();
        dq.addFirst(1);
        dq.addLast(2);
        dq.push(0);
        line(dq, dq.pollLast(), dq.pollFirst());
        ConcurrentSkipListMap<String, Integer> m = new ConcurrentSkipListMap<>();
        for (String k : "the quick brown fox jumps over the lazy dog".split(" ")) m.merge(k, 1, Integer::sum);
        line(m, m.firstKey(), m.headMap("jumps"), m.descendingMap());
        ConcurrentSkipListSet<Integer> set = new ConcurrentSkipListSet<>();
        Collections.addAll(set, 5, 1, 4, 2);
        line(set, set.floor(3), set.pollFirst());
        CopyOnWriteArrayList<Integer> cow = new CopyOnWriteArrayList<>(new Integer[] {1, 2, 3});
        for (Integer x : cow) cow.add(x * 2);
        line(cow);
        ConcurrentHashMap<String, Integer> chm = new ConcurrentHashMap<>();
        for (int i = 0; i < 100; i++) chm.merge("k" + i % 7, i, Integer::sum);
        line(chm, chm.computeIfAbsent("new", String::length), chm.reduceValues(1000, Integer::sum));
        ArrayBlockingQueue<Integer> abq = new ArrayBlockingQueue<>(2);
        line(abq.offer(1), abq.offer(2), abq.offer(3), abq.poll(), abq);
        LinkedBlockingQueue<Integer> lbq = new LinkedBlockingQueue<>();
        lbq.put(1);
        line(lbq.take(), lbq.poll());
        PriorityBlockingQueue<Integer> pbq = new PriorityBlockingQueue<>(java.util.List.of(3, 1, 2));
        line(pbq.take(), pbq);
    }

    static void futures() throws Exception {
        CompletableFuture<Integer> f = CompletableFuture.completedFuture(20);
        line(f.thenApply(x -> x + 1).thenCombine(CompletableFuture.completedFuture(2), (x, y) -> x * y).get(), f.isDone());
        CompletableFuture<String> open = new CompletableFuture<>();
        CompletableFuture<Integer> length = open.thenApply(String::length);
        line(length.isDone(), open.complete("four"), length.join(), open.complete("x"));
        CompletableFuture<Integer> failed = CompletableFuture.failedFuture(new IllegalStateException("no"));
        line(failed.isCompletedExceptionally(), failed.exceptionally(e -> -1).join(), failed.handle((v, e) -> e.getMessage()).join());
        failing("join", failed::join);
        FutureTask<Integer> task = new FutureTask<>(() -> 42);
        task.run();
        line(task.get(), task.isDone());
        CountDownLatch latch = new CountDownLatch(1);
        latch.countDown();
        latch.await();
        Semaphore semaphore = new Semaphore(2);
        semaphore.acquire();
        line(latch.getCount(), semaphore.availablePermits(), semaphore.tryAcquire(2));
        java.util.concurrent.locks.ReentrantLock lock = new java.util.concurrent.locks.ReentrantLock();
        lock.lock();
        line(lock.isLocked(), lock.isHeldByCurrentThread(), lock.tryLock(), lock.getHoldCount());
        lock.unlock();
        lock.unlock();
        failing("unlock", lock::unlock);
        java.util.concurrent.locks.ReentrantReadWriteLock rw = new java.util.concurrent.locks.ReentrantReadWriteLock();
        rw.readLock().lock();
        line(rw.getReadLockCount(), rw.writeLock().tryLock());
        java.util.concurrent.locks.StampedLock sl = new java.util.concurrent.locks.StampedLock();
        long stamp = sl.tryOptimisticRead();
        line(sl.validate(stamp), sl.isWriteLocked());
        Exchanger<String> unused = new Exchanger<>();
        Phaser phaser = new Phaser(1);
        line(phaser.arrive(), phaser.getPhase(), unused != null);
        ThreadLocal<Integer> local = ThreadLocal.withInitial(() -> 8);
        line(local.get());
        Supplier<String> direct = () -> "done";
        Executor here = Runnable::run;
        line(CompletableFuture.supplyAsync(direct, here).thenAccept(x -> line("got", x)).isDone());
    }

    public static void main(String[] args) throws Exception {
        fields();
        arrays();
        atomics();
        collections();
        futures();
    }
}
