// A thread with a stack of 256 MB, in which a recursion is 10^6 calls deep.
//
// expect: AC
import java.util.Scanner;

class Main implements Runnable {
    static int depth(int left) {
        return left == 0 ? 0 : depth(left - 1) + 1;
    }

    public void run() {
        if (depth(1_000_000) != 1_000_000) throw new IllegalStateException();
        Scanner in = new Scanner(System.in);
        int n = in.nextInt(), sum = 0;
        while (n-- > 0) sum += in.nextInt();
        System.out.println(sum);
    }

    public static void main(String[] args) {
        new Thread(null, new Main(), "1", 1 << 28).start();
    }
}
