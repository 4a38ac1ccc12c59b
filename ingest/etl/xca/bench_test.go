package xca

import (
	"testing"

	"threadlens/ingest/internal/recorded"
)

// BenchmarkExpand expands 64 KiB of records like those of a trace.
func BenchmarkExpand(b *testing.B) {
	data := records(1 << 16)
	for _, form := range forms {
		b.Run(form.name, func(b *testing.B) {
			src := form.pack(data)
			dst := make([]byte, len(data))
			b.SetBytes(int64(len(dst)))
			for b.Loop() {
				if err := form.expand(dst, src); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkTrace expands the buffers of a recorded trace.
func BenchmarkTrace(b *testing.B) {
	list := compressedBuffers(b, recorded.ETL(b, "perfview-net.4.5.2.x64.etl.zip"))
	dst, total := make([]byte, 1<<20), 0
	for _, buf := range list {
		total += buf.size
	}
	b.SetBytes(int64(total))
	for b.Loop() {
		for _, buf := range list {
			if err := XPRESS(dst[:buf.size], buf.data); err != nil {
				b.Fatal(err)
			}
		}
	}
}
