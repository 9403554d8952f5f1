// Opens standard input by its name and by FileDescriptor, with streams, channels and Files.
//
// expect: AC
import java.io.DataInputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.Arrays;

class Solution {
    public static void main(String[] args) throws IOException {
        String text = Files.readAllLines(Paths.get("/dev/stdin")).get(1);
        byte[] bytes = new byte[256];
        try (DataInputStream in = new DataInputStream(new FileInputStream("/dev/stdin"))) {
            int length = in.read(bytes);
            if (!new String(bytes, 0, length).contains(text)) throw new IOException("another text");
        }
        ByteBuffer buffer = ByteBuffer.allocate(256);
        new FileInputStream(FileDescriptor.in).getChannel().read(buffer);
        if (buffer.position() == 0) throw new IOException("nothing");
        int sum = Arrays.stream(text.split(" ")).mapToInt(Integer::parseInt).sum();
        try (FileWriter out = new FileWriter("/dev/stdout")) {
            out.write(sum + "\n");
        }
    }
}
