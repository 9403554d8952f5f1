// System.out.println in a loop, and a StringBuilder of some megabytes.
//
// expect: AC
import java.util.Scanner;

class Main {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int n = in.nextInt(), sum = 0;
        while (n-- > 0) sum += in.nextInt();
        for (int i = 0; i < 1000; i++) System.out.println();
        StringBuilder text = new StringBuilder().append(sum);
        for (int i = 0; i < 4_000_000; i++) text.append('\n');
        System.out.print(text);
        System.err.println("done");
    }
}
