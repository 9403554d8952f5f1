// File.createTempFile, Files.createTempDirectory, RandomAccessFile and deleteOnExit.
//
// expect: AC
// differs: landlock: RTE: own-box
// why: /tmp is not the box (EACCES), and Java does not look at TMPDIR
import java.io.File;
import java.io.PrintWriter;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Scanner;

class Main {
    public static void main(String[] args) throws Exception {
        Scanner in = new Scanner(System.in);
        int n = in.nextInt(), sum = 0;
        File file = File.createTempFile("numbers", ".txt");
        file.deleteOnExit();
        try (PrintWriter out = new PrintWriter(file)) {
            while (n-- > 0) out.println(in.nextInt());
        }
        try (Scanner again = new Scanner(file)) {
            while (again.hasNextInt()) sum += again.nextInt();
        }
        Path folder = Files.createTempDirectory("folder");
        try (RandomAccessFile numbers = new RandomAccessFile(folder.resolve("n").toFile(), "rw")) {
            numbers.writeInt(sum);
            numbers.seek(0);
            sum = numbers.readInt();
        }
        System.out.println(sum);
    }
}
