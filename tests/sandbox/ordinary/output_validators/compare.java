// A checker in Java that writes its message by way of a temporary file.
//
// expect: AC
// differs: landlock: JE: own-box
// why: /tmp is not the box (EACCES), and Java does not look at TMPDIR
import java.io.FileInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Scanner;

class Main {
    public static void main(String[] args) throws Exception {
        String right = Files.readString(Path.of(args[1])).trim();
        Scanner in = new Scanner(new FileInputStream("/dev/stdin"));
        boolean good = in.hasNext() && in.next().equals(right) && !in.hasNext();
        Path message = Files.createTempFile("message", ".txt");
        Files.writeString(message, good ? "right" : "wrong");
        Files.copy(message, Path.of(args[2], "judgemessage.txt"), StandardCopyOption.REPLACE_EXISTING);
        System.exit(good ? 42 : 43);
    }
}
