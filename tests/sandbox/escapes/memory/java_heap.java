/* Fills the heap of a virtual machine: its own limit stops it, and the judge must know why.
 *
 * promise: memory-limit
 * expect: MLE
 * holds: all
 * needs: java
 * time: 4
 */
import java.util.ArrayList;
import java.util.List;

public class java_heap {
    public static void main(String[] args) {
        List<byte[]> blocks = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            blocks.add(new byte[1 << 20]);
        }
        System.out.println("escaped: " + blocks.size() + " MiB of heap");
    }
}
