import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Waits in the ways that programs in Java usually do. */
public class Program {
	static int sum;

	static synchronized void add(int x) {
		for (int i = 0; i < 20000; i++) {
			sum += x ^ i;
		}
	}

	static void pool() throws Exception {
		ExecutorService pool = Executors.newFixedThreadPool(4);
		List<Future<?>> list = new ArrayList<>();
		for (int i = 0; i < 200; i++) {
			int x = i;
			list.add(pool.submit(() -> {
				add(x);
				Thread.sleep(1);
				return null;
			}));
		}
		for (Future<?> f : list) {
			f.get();
		}
		pool.shutdown();
		pool.awaitTermination(1, TimeUnit.SECONDS);
	}

	static void queue() throws Exception {
		ArrayBlockingQueue<Integer> q = new ArrayBlockingQueue<>(2);
		Thread t = new Thread(() -> {
			try {
				while (q.take() >= 0) {
					Thread.sleep(1);
				}
			} catch (InterruptedException e) {
				throw new RuntimeException(e);
			}
		});
		t.start();
		for (int i = 0; i < 100; i++) {
			q.put(i);
		}
		q.put(-1);
		t.join();
		q.poll(50, TimeUnit.MILLISECONDS);
		q.poll(50, TimeUnit.MILLISECONDS);
	}

	static void echo() throws Exception {
		try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
			Thread t = new Thread(() -> {
				try (Socket s = server.accept()) {
					InputStream in = s.getInputStream();
					OutputStream out = s.getOutputStream();
					for (int b = in.read(); b >= 0; b = in.read()) {
						Thread.sleep(1);
						out.write(b);
					}
				} catch (Exception e) {
					throw new RuntimeException(e);
				}
			});
			t.start();
			try (Socket s = new Socket(server.getInetAddress(), server.getLocalPort())) {
				for (int i = 0; i < 100; i++) {
					s.getOutputStream().write(i);
					s.getInputStream().read();
				}
			}
			t.join();
		}
	}

	public static void main(String[] args) throws Exception {
		pool();
		queue();
		echo();
		new ProcessBuilder("sleep", "0.1").start().waitFor();
		System.gc();
	}
}
