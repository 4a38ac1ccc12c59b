import java.util.ArrayList;
import java.util.List;

/** Keeps nearly as much as fits into the heap, and makes garbage besides. */
public class Heap {
	static byte[] garbage;

	public static void main(String[] args) {
		long end = System.nanoTime() + Long.parseLong(args[0]) * 1_000_000;
		List<byte[]> kept = new ArrayList<>();
		for (int i = 0; i < 17_500; i++) {
			kept.add(new byte[1000]);
		}
		for (int i = 0; System.nanoTime() < end; i++) {
			garbage = new byte[1000];
			kept.set(i % kept.size(), garbage);
		}
	}
}
