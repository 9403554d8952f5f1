// The sum the mover gets, one move at a time, with the sum of what is left handed down.
//
// F(i, j, S) = max(S - F(i+1, j, S - v[i]), S - F(i, j-1, S - v[j])), S = v[i] + ... + v[j]
// The mover gets all that is left but what the opponent will get. S follows from i and j, so it is
// no part of the memo's key. O(N^2) time and memory, recursion N deep.

import java.util.Scanner;

public class SumMemo {
    static long[] v;
    static long[][] memo;

    static long best(int i, int j, long sum) {
        if (i == j) return v[i];
        if (memo[i][j] == 0)  // every sum is at least 1
            memo[i][j] = Math.max(sum - best(i + 1, j, sum - v[i]), sum - best(i, j - 1, sum - v[j]));
        return memo[i][j];
    }

    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int n = in.nextInt();
        v = new long[n];
        memo = new long[n][n];
        long total = 0;
        for (int i = 0; i < n; i++) {
            v[i] = in.nextLong();
            total += v[i];
        }
        System.out.println(best(0, n - 1, total));
    }
}
