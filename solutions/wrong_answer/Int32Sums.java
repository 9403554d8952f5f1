// The sum form bottom-up with sums of type int. O(N^2) time and memory.
// Wrong: an int wraps around past 2^31 - 1, in the sums and so in the comparisons.
// Shown by: 6 / 1000000000 1000000000 1000000000 1000000000 1000000000 1000000000 -> right 3000000000, prints -1294967296

import java.util.Scanner;

public class Int32Sums {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int n = in.nextInt();
        int[] v = new int[n];
        for (int i = 0; i < n; i++) v[i] = in.nextInt();
        int[][] best = new int[n][n];
        for (int i = n - 1; i >= 0; i--) {
            best[i][i] = v[i];
            int sum = v[i];
            for (int j = i + 1; j < n; j++) {
                sum += v[j];
                best[i][j] = Math.max(sum - best[i + 1][j], sum - best[i][j - 1]);
            }
        }
        System.out.println(best[0][n - 1]);
    }
}
