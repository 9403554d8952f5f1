// A validator in Java with a parallel stream over Files.lines of the name of standard input.
//
// expect: AC
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

class Main {
    public static void main(String[] args) throws Exception {
        List<String> lines = Files.readAllLines(Path.of("/dev/stdin"));
        boolean good = lines.size() == 2 && lines.get(0).matches("[1-9]\\d{0,2}")
            && lines.get(1).matches("(\\d{1,4} )*\\d{1,4}")
            && lines.get(1).split(" ").length == Integer.parseInt(lines.get(0))
            && Arrays.stream(lines.get(1).split(" ")).parallel().mapToInt(Integer::parseInt)
                .allMatch(value -> 1 <= value && value <= 1000);
        System.exit(good ? 42 : 43);
    }
}
