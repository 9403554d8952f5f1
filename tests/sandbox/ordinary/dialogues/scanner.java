// A dialogue by Scanner and System.out.
//
// expect: AC
import java.util.Scanner;

class Main {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int n = in.nextInt(), sum = 0;
        while (n-- > 0) sum += in.nextInt();
        System.out.println(sum);
        System.out.flush();
    }
}
