// Instants, zones, nanoTime, a timer, and the old calendar.
//
// expect: AC
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Calendar;
import java.util.Scanner;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;

class Main {
    public static void main(String[] args) throws Exception {
        long start = System.nanoTime();
        Thread.sleep(10);
        if (System.nanoTime() - start < 9_000_000) throw new IllegalStateException("sleep");
        String then = Instant.ofEpochSecond(1700000000).atZone(ZoneId.of("Asia/Tokyo")).toString();
        if (!then.equals("2023-11-15T07:13:20+09:00[Asia/Tokyo]")) throw new IllegalStateException(then);
        if (LocalDate.now(ZoneId.systemDefault()).getYear() < 2023) throw new IllegalStateException("now");
        if (Calendar.getInstance().get(Calendar.YEAR) < 2023) throw new IllegalStateException("calendar");
        CountDownLatch rung = new CountDownLatch(1);
        new Timer(true).schedule(new TimerTask() {
            @Override public void run() { rung.countDown(); }
        }, 5);
        rung.await();
        Scanner in = new Scanner(System.in);
        int n = in.nextInt(), sum = 0;
        while (n-- > 0) sum += in.nextInt();
        System.out.println(sum);
    }
}
