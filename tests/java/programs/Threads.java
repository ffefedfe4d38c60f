// SPDX-License-Identifier: Apache-2.0
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

// Threads whose order does not matter.
public class Threads {
    static void show(String what, Callable<?> c) {
        try {
            System.out.println(what + ": " + c.call());
        } catch (Throwable e) {
            System.out.println(what + ": " + e.getClass().getName() + " " + (e.getCause() == null ? null : e.getCause().getClass().getName()));
        }
    }

    static final class Sum extends RecursiveTask<Integer> {
        final int from, to;

        Sum(int from, int to) {
            this.from = from;
            this.to = to;
        }

        @Override
        protected Integer compute() {
            if (to - from < 3) return IntStream.range(from, to).sum();
            Sum low = new Sum(from, (from + to) / 2), high = new Sum((from + to) / 2, to);
            low.fork();
            return high.compute() + low.join();
        }
    }

    static void threads() {
        show("joined", () -> {
            int[] box = {0};
            Thread t = new Thread(() -> box[0] = 7, "worker");
            boolean before = t.isAlive();
            t.start();
            t.join();
            return box[0] + " " + before + t.isAlive() + t.getState() + t.getName();
        });
        show("twice", () -> {
            Thread t = new Thread(() -> { });
            t.start();
            t.join();
            t.start();
            return 0;
        });
        show("handled", () -> {
            StringBuilder b = new StringBuilder();
            Thread t = new Thread(() -> {
                throw new IllegalStateException("inside");
            });
            t.setUncaughtExceptionHandler((thread, e) -> b.append(thread == t).append(e.getMessage()));
            t.start();
            t.join();
            return b;
        });
        show("local", () -> {
            ThreadLocal<String> local = ThreadLocal.withInitial(() -> "fresh");
            local.set("outer");
            String[] seen = {null};
            Thread t = new Thread(() -> {
                seen[0] = local.get();
                local.set("inner");
            });
            t.start();
            t.join();
            return seen[0] + local.get() + (Thread.currentThread() == t);
        });
        show("nested", () -> {
            List<Integer> list = Collections.synchronizedList(new ArrayList<>());
            Thread outer = new Thread(() -> {
                Thread inner = new Thread(() -> list.add(1));
                inner.start();
                try {
                    inner.join();
                } catch (InterruptedException e) {
                    list.add(-1);
                }
                list.add(2);
            });
            outer.start();
            outer.join();
            return list;
        });
        show("latch", () -> {
            CountDownLatch latch = new CountDownLatch(2);
            for (int i = 0; i < 2; i++) new Thread(latch::countDown).start();
            latch.await();
            return latch.getCount();
        });
        show("lock", () -> {
            ReentrantLock lock = new ReentrantLock();
            int[] n = {0};
            Thread[] all = new Thread[3];
            for (int i = 0; i < all.length; i++) {
                all[i] = new Thread(() -> {
                    lock.lock();
                    try {
                        n[0]++;
                    } finally {
                        lock.unlock();
                    }
                });
                all[i].start();
            }
            for (Thread t : all) t.join();
            return n[0];
        });
        show("queue", () -> {
            LinkedBlockingQueue<Integer> queue = new LinkedBlockingQueue<>();
            new Thread(() -> queue.add(5)).start();
            return queue.take();
        });
    }

    static void pools() throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(4);
        show("submitted", () -> pool.submit(() -> 6 * 7).get());
        show("failed", () -> pool.submit(() -> Integer.parseInt("x")).get());
        show("all", () -> {
            int sum = 0;
            for (Future<Integer> f : pool.invokeAll(Arrays.<Callable<Integer>>asList(() -> 1, () -> 2))) sum += f.get();
            return sum;
        });
        pool.shutdown();
        show("shut", pool::isShutdown);
        show("refused", () -> pool.submit(() -> 1));
        show("future", () -> CompletableFuture.supplyAsync(() -> 5).thenApply(x -> x + 1).get());
        show("failed future", () -> CompletableFuture.supplyAsync(() -> 5 / Integer.parseInt("0")).get());
        show("recovered", () -> CompletableFuture.supplyAsync(() -> 5 / Integer.parseInt("0")).exceptionally(e -> -1).join());
        show("combined", () -> CompletableFuture.supplyAsync(() -> 2).thenCombine(CompletableFuture.supplyAsync(() -> 3), Integer::sum).get());
        show("forked", () -> ForkJoinPool.commonPool().invoke(new Sum(0, 20)));
        show("parallel", () -> IntStream.range(0, 100).parallel().map(x -> x * x).sum());
        show("collected", () -> Arrays.asList("a", "bb", "cc").parallelStream().collect(Collectors.groupingBy(String::length, Collectors.counting())));
        show("counted", () -> {
            AtomicInteger n = new AtomicInteger();
            ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
            IntStream.range(0, 50).parallel().forEach(i -> map.merge(i % 3, n.incrementAndGet() > 0 ? 1 : 0, Integer::sum));
            return map;
        });
    }

    // Not followed: whoever else wants the monitor would wait.
    public static void waitsInMonitor() {
        Thread t = new Thread(() -> {
            synchronized (Threads.class) {
                LockSupport.park();
            }
        });
        t.setDaemon(true);
        t.start();
    }

    public static synchronized void startsInMonitor() {
        new Thread(Threads::startsInMonitor).start();
    }

    public static void waitsForWaiting() throws InterruptedException {
        Thread t = new Thread(LockSupport::park);
        t.start();
        t.join();
    }

    public static void main(String[] args) throws InterruptedException {
        threads();
        pools();
    }
}
