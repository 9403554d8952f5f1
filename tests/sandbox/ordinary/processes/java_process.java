// ProcessBuilder.
//
// expect: AC
import java.util.Scanner;

class Main {
    public static void main(String[] args) throws Exception {
        Process process = new ProcessBuilder("cat").redirectErrorStream(true)
            .redirectInput(ProcessBuilder.Redirect.INHERIT).start();
        Scanner in = new Scanner(process.getInputStream());
        int n = in.nextInt(), sum = 0;
        while (n-- > 0) sum += in.nextInt();
        if (process.waitFor() != 0) throw new IllegalStateException();
        System.out.println(sum);
    }
}
