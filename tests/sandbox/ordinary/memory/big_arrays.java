// Arrays of 200 MB in all, and the runtime's own numbers about memory.
//
// expect: AC
import java.util.Scanner;

class Main {
    public static void main(String[] args) {
        Runtime runtime = Runtime.getRuntime();
        if (runtime.maxMemory() < 200_000_000L) throw new IllegalStateException();
        long[] table = new long[20_000_000];
        int[][] grid = new int[1000][10_000];
        Scanner in = new Scanner(System.in);
        int n = in.nextInt();
        while (n-- > 0) table[table.length - 1] += in.nextInt();
        System.gc();
        System.out.println(table[table.length - 1] + grid[999][9999]);
    }
}
