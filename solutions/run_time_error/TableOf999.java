// The advantage by intervals, tables sized for 999 coins. O(N^2) time and memory.
// Wrong: off by one at the largest size. It throws for N = 1000 and for no other.

import java.util.Scanner;

public class TableOf999 {
    static final int MAX_N = 999;

    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int n = in.nextInt();
        long[] v = new long[MAX_N];
        long[][] lead = new long[MAX_N][MAX_N];
        long total = 0;
        for (int i = 0; i < n; i++) {
            v[i] = in.nextLong();
            total += v[i];
        }
        for (int l = n - 1; l >= 0; l--) {
            lead[l][l] = v[l];
            for (int r = l + 1; r < n; r++)
                lead[l][r] = Math.max(v[l] - lead[l + 1][r], v[r] - lead[l][r - 1]);
        }
        long d = lead[0][n - 1];
        System.out.println((total - d) / 2 + d);
    }
}
