package perfetto

import (
	"testing"

	"threadlens/ingest/internal/readertest"
	"threadlens/model"
)

// bigPlain is a file of n switches and as many wakes on 4 CPUs, in full form, and bigCompact the same in
// compact form.
func bigPlain(n int) []byte {
	f := system("6.1.0")
	for i := 0; i < n; {
		cpu := int64(i/512) % 4
		var events [][]byte
		for range min(512, n-i) {
			t := int64(1000 + i*1000 + int(cpu)*7)
			from, to := int64(100+i%50), int64(100+(i+1)%50)
			events = append(events, waking(t-100, from, 100+(from+3)%50, cpu, 1), switched(t, from, 1, to))
			i++
		}
		f = append(f, ftrace(cpu, events...)...)
	}
	return f
}

func bigCompact(n int) []byte {
	f := system("6.1.0")
	for i := 0; i < n; {
		cpu := int64(i/512) % 4
		var columns [13][]int64
		for k := range min(512, n-i) {
			dt := int64(1000)
			if k == 0 {
				dt = int64(1000 + i*1000)
			}
			for c, v := range map[int]int64{1: dt, 2: 1, 3: int64(100 + (i+1)%50), 4: 120, 6: 0, 7: dt, 8: int64(100 + i%50), 9: cpu, 10: 120, 11: 0, 12: 1} {
				columns[c] = append(columns[c], v)
			}
			i++
		}
		fields := [][]byte{str(compactNames, "thread")}
		for c, values := range columns {
			if values != nil {
				fields = append(fields, packed(fieldNum(c), values...))
			}
		}
		f = append(f, ftrace(cpu, txt(bundleCompact, fields...))...)
	}
	return f
}

// BenchmarkRead measures both passes: events per second.
func BenchmarkRead(b *testing.B) {
	for name, data := range map[string][]byte{"plain": bigPlain(500_000), "compact": bigCompact(500_000)} {
		b.Run(name, func(b *testing.B) {
			n := int64(0)
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				r, err := Open(b.Context(), readertest.InMemory(data), int64(len(data)), "big", nil)
				if err != nil {
					b.Fatal(err)
				}
				err = r.Events(b.Context(), func(batch []model.Event, _ model.Time) error {
					n += int64(len(batch))
					return nil
				})
				if err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(n)/b.Elapsed().Seconds()/1e6, "Mevents/s")
		})
	}
}
