// The four-call recurrence with a memo that is written and never read.
// Too slow: it looks like O(N^2) and is O(2^N) time, four calls for every two coins.

import java.util.Scanner;

public class MemoNeverRead {
    static long[] v;
    static long[][] memo;

    static long best(int i, int j) {
        if (i > j) return 0;
        if (i == j) return v[i];
        memo[i][j] = Math.max(
            v[i] + Math.min(best(i + 2, j), best(i + 1, j - 1)),
            v[j] + Math.min(best(i + 1, j - 1), best(i, j - 2)));
        return memo[i][j];
    }

    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int n = in.nextInt();
        v = new long[n];
        memo = new long[n][n];
        for (int i = 0; i < n; i++) v[i] = in.nextLong();
        System.out.println(best(0, n - 1));
    }
}
