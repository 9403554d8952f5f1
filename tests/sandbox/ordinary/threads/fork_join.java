// Parallel streams, the common pool, executors and a virtual machine's own threads.
//
// expect: AC
import java.util.Arrays;
import java.util.List;
import java.util.Scanner;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;
import java.util.stream.IntStream;

class Main {
    static class Sum extends RecursiveTask<Integer> {
        final int[] values;
        Sum(int[] values) { this.values = values; }
        @Override protected Integer compute() {
            int half = values.length / 2;
            if (half == 0) return values.length == 0 ? 0 : values[0];
            Sum left = new Sum(Arrays.copyOfRange(values, 0, half));
            left.fork();
            return new Sum(Arrays.copyOfRange(values, half, values.length)).compute() + left.join();
        }
    }

    public static void main(String[] args) throws Exception {
        Scanner in = new Scanner(System.in);
        int[] values = IntStream.range(0, in.nextInt()).map(i -> in.nextInt()).toArray();
        int sum = new ForkJoinPool(4).invoke(new Sum(values));
        if (Arrays.stream(values).parallel().sum() != sum) throw new IllegalStateException("stream");
        ExecutorService pool = Executors.newFixedThreadPool(4);
        Callable<Integer> task = () -> Arrays.stream(values).sum();
        if (pool.invokeAll(List.of(task, task)).get(1).get() != sum) throw new IllegalStateException("pool");
        pool.shutdown();
        CompletableFuture.supplyAsync(() -> sum).thenAccept(System.out::println).join();
    }
}
