// Two tables, one for the player to move and one for the other, which also yields the sum of the
// player who moves second. Its O(N log N) is a legend: it fills N^2 / 2 cells of each table.
// A submission of two files: the game is in Tables.java.

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.StringTokenizer;

public class Main {
    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        int n = Integer.parseInt(in.readLine());
        StringTokenizer row = new StringTokenizer(in.readLine());
        long[] v = new long[n];
        long total = 0;
        for (int i = 0; i < n; i++) {
            v[i] = Long.parseLong(row.nextToken());
            total += v[i];
        }
        Tables tables = new Tables(v);
        if (tables.first() + tables.second() != total)
            throw new IllegalStateException("the two players' sums do not add up");
        System.out.println(tables.first());
    }
}
