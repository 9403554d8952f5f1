// Scanner over System.in, and the question whether there is a console.
//
// expect: AC
// smoke: yes
import java.util.Scanner;

class Main {
    public static void main(String[] args) {
        if (System.console() != null) throw new IllegalStateException("a terminal");
        try (Scanner in = new Scanner(System.in)) {
            int n = in.nextInt(), sum = 0;
            while (n-- > 0) sum += in.nextInt();
            System.out.println(sum);
        }
    }
}
