import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;

public class hello {
    public static void main(String[] args) throws IOException {
        String name = new BufferedReader(new InputStreamReader(System.in)).readLine();
        System.out.println("Hello " + name);
    }
}
