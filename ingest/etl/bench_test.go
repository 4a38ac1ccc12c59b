package etl

import (
	"context"
	"runtime"
	"testing"

	"threadlens/ingest/etl/etltest"
	"threadlens/model"
)

// generated is a recording of about the given size.
func generated(tb testing.TB, bytes int64, opt etltest.GenerateOptions) ([]byte, etltest.Generated) {
	tb.Helper()
	file := &etltest.Memory{}
	g, err := etltest.Generate(file, bytes, opt)
	if err != nil {
		tb.Fatal(err)
	}
	return file.Bytes(), g
}

// mappedBytes is a file whose bytes are available without copying.
type mappedBytes []byte

func (m mappedBytes) Bytes() []byte { return m }

func (m mappedBytes) ReadAt(b []byte, off int64) (int, error) { return copy(b, m[off:]), nil }

// benchBytes is the size of the recordings that are read.
const benchBytes = 100 << 20

func benchmarkOpen(b *testing.B, opt etltest.GenerateOptions, build bool) {
	data, _ := generated(b, benchBytes, opt)
	b.SetBytes(benchBytes)
	runtime.GC()
	b.ResetTimer()
	for b.Loop() {
		r, err := openFile(context.Background(), mappedBytes(data), int64(len(data)), "bench.etl", nil)
		if err != nil {
			b.Fatal(err)
		}
		if !build {
			continue
		}
		m := model.NewBuilder(r.Info(), r.Tables(), r.Prepass())
		err = r.Events(context.Background(), func(batch []model.Event, settled model.Time) error {
			m.Feed(batch, settled)
			return nil
		})
		if err != nil {
			b.Fatal(err)
		}
		m.Trace()
	}
}

func BenchmarkScan(b *testing.B) { benchmarkOpen(b, etltest.GenerateOptions{}, false) }

func BenchmarkModel(b *testing.B) { benchmarkOpen(b, etltest.GenerateOptions{}, true) }

func BenchmarkModelPacked(b *testing.B) {
	benchmarkOpen(b, etltest.GenerateOptions{Config: etltest.Config{Compression: etltest.Xpress}}, true)
}

func BenchmarkModelStacks(b *testing.B) {
	benchmarkOpen(b, etltest.GenerateOptions{SwitchStacks: true}, true)
}

// BenchmarkDecode is the second pass without the model.
func BenchmarkDecode(b *testing.B) {
	data, _ := generated(b, benchBytes, etltest.GenerateOptions{})
	b.SetBytes(benchBytes)
	for b.Loop() {
		b.StopTimer()
		r, err := openFile(context.Background(), mappedBytes(data), int64(len(data)), "bench.etl", nil)
		if err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
		if err := r.Events(context.Background(), func([]model.Event, model.Time) error { return nil }); err != nil {
			b.Fatal(err)
		}
	}
}
