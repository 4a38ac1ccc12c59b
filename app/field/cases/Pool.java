import java.io.PrintWriter;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** A pool with little to do. */
public class Pool {
	static volatile long sum;

	public static void main(String[] args) {
		ScheduledExecutorService pool = Executors.newScheduledThreadPool(4);
		AtomicLong tasks = new AtomicLong();
		AtomicLong spent = new AtomicLong();
		for (int i = 0; i < 5; i++) {
			pool.scheduleAtFixedRate(() -> {
				long begin = System.nanoTime();
				for (int k = 0; k < 20_000; k++) {
					sum += k;
				}
				tasks.incrementAndGet();
				spent.addAndGet(System.nanoTime() - begin);
			}, 17 * i, 100, TimeUnit.MILLISECONDS);
		}
		Runtime.getRuntime().addShutdownHook(new Thread(() -> {
			try (PrintWriter out = new PrintWriter(args[0])) {
				out.println("tasks " + tasks);
				out.println("spent " + spent + " ns");
			} catch (Exception e) {
				throw new RuntimeException(e);
			}
		}));
	}
}
