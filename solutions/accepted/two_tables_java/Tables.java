// f[i][j]: what the player to move gets from coins i..j;  g[i][j]: what the other one gets.
//     f[i][j] = max(v[i] + g[i+1][j], v[j] + g[i][j-1])
//     g[i][j] = min(f[i+1][j], f[i][j-1])
// O(N^2) time and memory.

class Tables {
    private final long[][] f;
    private final long[][] g;

    Tables(long[] v) {
        int n = v.length;
        f = new long[n][n];
        g = new long[n][n];
        for (int i = n - 1; i >= 0; i--) {
            f[i][i] = v[i];
            for (int j = i + 1; j < n; j++) {
                f[i][j] = Math.max(v[i] + g[i + 1][j], v[j] + g[i][j - 1]);
                g[i][j] = Math.min(f[i + 1][j], f[i][j - 1]);
            }
        }
    }

    long first() {
        return f[0][f.length - 1];
    }

    long second() {
        return g[0][g.length - 1];
    }
}
