import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** Threads that want one monitor, and how long the virtual machine says that they were blocked. */
public class Monitor {
	static final Object lock = new Object();
	static volatile long sum;

	static void spend(long ns) {
		for (long end = System.nanoTime() + ns; System.nanoTime() < end;) {
			sum++;
		}
	}

	public static void main(String[] args) throws Exception {
		ThreadMXBean beans = ManagementFactory.getThreadMXBean();
		beans.setThreadContentionMonitoringEnabled(true);
		long end = System.nanoTime() + Long.parseLong(args[0]) * 1_000_000;
		long[] blocked = new long[6];
		Thread[] threads = new Thread[blocked.length];
		for (int i = 0; i < threads.length; i++) {
			int k = i;
			threads[i] = new Thread(() -> {
				while (System.nanoTime() < end) {
					synchronized (lock) {
						spend(2_000_000);
					}
					spend(100_000);
				}
				blocked[k] = beans.getThreadInfo(Thread.currentThread().getId()).getBlockedTime();
			}, "hot-" + i);
		}
		for (Thread t : threads) {
			t.start();
		}
		long all = 0;
		for (int i = 0; i < threads.length; i++) {
			threads[i].join();
			all += blocked[i];
		}
		try (PrintWriter out = new PrintWriter(args[1])) {
			out.println("blocked " + all + " ms");
		}
	}
}
