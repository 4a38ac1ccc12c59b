package perfetto

import (
	"strings"
	"testing"
)

// FuzzOpen: whatever the bytes, the reader neither panics nor breaks its contract, and its errors are one
// clear line.
func FuzzOpen(f *testing.F) {
	f.Add(everything())
	f.Add(file(system("4.4.0"), ftrace(0, num(bundleClock, 2), num(bundleClockTime, 10), num(bundleBootTime, 20), switched(12, 0, 0, 1))))
	f.Add(file(pack(1, num(fieldFlags, 1), txt(fieldClockSnapshot, txt(1, num(1, 64), num(2, 5), num(3, 1), num(4, 1000)), txt(1, num(1, 6), num(2, 7000)))),
		pack(1, at(3), num(fieldClock, 64), txt(fieldTrackEvent, num(eventType, 4), num(eventTrack, 5), num(eventCounter, -3)))))
	f.Add(ftrace(0, txt(bundleGeneric, num(1, 70000), txt(2, str(1, "sched_stat_runtime"), txt(2, str(1, "pid"), num(3, 1)), txt(2, str(1, "runtime"), num(3, 2)))),
		kernelEvent(10, 1, 70000, num(1, 1), num(2, 500))))
	f.Add(deflated(deflated(system("6.1"))))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, mapped := range []bool{true, false} {
			if _, err := tryDecode(t, data, mapped); err != nil && (!strings.HasPrefix(err.Error(), "perfetto: ") || strings.Contains(err.Error(), "\n")) {
				t.Errorf("error %q", err)
			}
		}
		Sniff(data)
	})
}
