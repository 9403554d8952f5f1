// availableProcessors, and the beans of the virtual machine, which read control groups.
//
// expect: AC
import java.lang.management.ManagementFactory;
import java.util.Scanner;

class Main {
    public static void main(String[] args) {
        if (Runtime.getRuntime().availableProcessors() < 1) throw new IllegalStateException();
        if (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() <= 0) throw new IllegalStateException();
        ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
        if (ProcessHandle.current().pid() <= 0) throw new IllegalStateException();
        Scanner in = new Scanner(System.in);
        int n = in.nextInt(), sum = 0;
        while (n-- > 0) sum += in.nextInt();
        System.out.println(sum);
    }
}
