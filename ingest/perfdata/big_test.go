//go:build unix

package perfdata

import (
	"context"
	"os"
	"syscall"
	"testing"

	"threadlens/model"
)

// mappedFile is a file mapped into memory, as the program passes it.
type mappedFile struct {
	*os.File
	data []byte
}

func (m *mappedFile) Bytes() []byte { return m.data }

func mapFile(tb testing.TB, name string) (*mappedFile, int64) {
	tb.Helper()
	f, err := os.Open(name)
	if err != nil {
		tb.Fatal(err)
	}
	st, err := f.Stat()
	if err != nil {
		tb.Fatal(err)
	}
	b, err := syscall.Mmap(int(f.Fd()), 0, int(st.Size()), syscall.PROT_READ, syscall.MAP_SHARED)
	if err != nil {
		tb.Skip("cannot map files here:", err)
	}
	tb.Cleanup(func() { _ = syscall.Munmap(b); _ = f.Close() })
	return &mappedFile{f, b}, st.Size()
}

// BenchmarkBig measures both passes on a large real trace, which the
// environment names: ns/record of Open and of Events.
func BenchmarkBig(b *testing.B) {
	name := os.Getenv("THREADLENS_BIG")
	if name == "" {
		b.Skip("THREADLENS_BIG is not set to a large perf.data")
	}
	f, size := mapFile(b, name)
	b.Run("Open", func(b *testing.B) {
		var n int64
		for b.Loop() {
			r, err := Open(context.Background(), f, size, name, nil)
			if err != nil {
				b.Fatal(err)
			}
			n += r.s.records
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(n), "ns/record")
	})
	b.Run("Events", func(b *testing.B) {
		r, err := Open(context.Background(), f, size, name, nil)
		if err != nil {
			b.Fatal(err)
		}
		b.ReportAllocs()
		for b.Loop() {
			if err := r.Events(context.Background(), func([]model.Event, model.Time) error { return nil }); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(r.s.records*int64(b.N)), "ns/record")
	})
}
