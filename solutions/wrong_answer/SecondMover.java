// The sum of the player who moves second. O(N^2) time, O(N) memory.
// Wrong: it answers another question.
// Shown by: 5 / 1 30 100 15 2 -> right 47, prints 101

import java.util.Scanner;

public class SecondMover {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int n = in.nextInt();
        long[] v = new long[n];
        long total = 0;
        for (int i = 0; i < n; i++) {
            v[i] = in.nextLong();
            total += v[i];
        }
        long[] lead = v.clone();
        for (int length = 2; length <= n; length++)
            for (int l = 0; l + length <= n; l++)
                lead[l] = Math.max(v[l] - lead[l + 1], v[l + length - 1] - lead[l]);
        System.out.println((total - lead[0]) / 2);
    }
}
