// The four-call recurrence with a memo of 100 x 100. O(N^2) time and memory.
// Wrong: the constraints were smaller where this was written. It throws from N = 101 on and is
// right before.

import java.util.Arrays;
import java.util.Scanner;

public class FixedMemo {
    static long[] v;
    static long[][] memo = new long[100][100];

    static long best(int i, int j) {
        if (i > j) return 0;
        if (i == j) return v[i];
        if (memo[i][j] < 0)
            memo[i][j] = Math.max(
                v[i] + Math.min(best(i + 2, j), best(i + 1, j - 1)),
                v[j] + Math.min(best(i + 1, j - 1), best(i, j - 2)));
        return memo[i][j];
    }

    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int n = in.nextInt();
        v = new long[n];
        for (int i = 0; i < n; i++) v[i] = in.nextLong();
        for (long[] row : memo) Arrays.fill(row, -1);
        System.out.println(best(0, n - 1));
    }
}
