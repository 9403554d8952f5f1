// SecureRandom in its usual and its strong form, UUID and ThreadLocalRandom.
//
// expect: AC
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Scanner;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

class Main {
    public static void main(String[] args) throws Exception {
        byte[] seed = new SecureRandom().generateSeed(8);
        SecureRandom strong = SecureRandom.getInstanceStrong();
        MessageDigest.getInstance("SHA-256").digest(seed);
        if (UUID.randomUUID().equals(UUID.randomUUID())) throw new IllegalStateException();
        int none = strong.nextInt() & ThreadLocalRandom.current().nextInt() & 0;
        Scanner in = new Scanner(System.in);
        int n = in.nextInt(), sum = none;
        while (n-- > 0) sum += in.nextInt();
        System.out.println(sum);
    }
}
