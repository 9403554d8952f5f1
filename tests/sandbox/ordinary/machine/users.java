// The properties of the system: user.name, user.home, java.io.tmpdir, user.dir.
//
// expect: AC
import java.io.File;
import java.util.Scanner;

class Main {
    public static void main(String[] args) {
        for (String name : new String[] {"user.name", "user.home", "java.io.tmpdir", "user.dir", "os.name"})
            if (System.getProperty(name) == null) throw new IllegalStateException(name);
        if (!new File(System.getProperty("java.io.tmpdir")).isDirectory()) throw new IllegalStateException();
        if (System.getenv("PATH") == null) throw new IllegalStateException("PATH");
        Scanner in = new Scanner(System.in);
        int n = in.nextInt(), sum = 0;
        while (n-- > 0) sum += in.nextInt();
        System.out.println(sum);
    }
}
