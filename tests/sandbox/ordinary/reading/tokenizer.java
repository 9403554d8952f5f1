// BufferedReader with a StringTokenizer, a StreamTokenizer, and PrintWriter: fast Java.
//
// expect: AC
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.StreamTokenizer;
import java.io.StringReader;
import java.util.StringTokenizer;

class Main {
    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        int n = Integer.parseInt(in.readLine().trim());
        String line = in.readLine();
        StringTokenizer words = new StringTokenizer(line);
        StreamTokenizer numbers = new StreamTokenizer(new StringReader(line));
        int sum = 0;
        while (n-- > 0) {
            numbers.nextToken();
            sum += Integer.parseInt(words.nextToken()) + (int) numbers.nval;
        }
        PrintWriter out = new PrintWriter(new BufferedWriter(new OutputStreamWriter(System.out)));
        out.printf("%d%n", sum / 2);
        out.flush();
    }
}
