package command

import (
	"encoding/binary"
	"io"
	"os"
	"path/filepath"
	"testing"

	"threadlens/ingest/etl/etltest"
)

// benchBytes is the size of the Windows traces of the benchmarks.
const benchBytes = 1 << 30

// BenchmarkWindows measures "report threads" of a generated Windows trace, from opening the file
// on, and the lower bound of any reader: reading the file, and following the headers of the
// records.
func BenchmarkWindows(b *testing.B) {
	plain := generate(b, etltest.GenerateOptions{})
	b.Run("cat", func(b *testing.B) { floor(b, plain, func([]byte) {}) })
	b.Run("walk", func(b *testing.B) { floor(b, plain, walk) })
	b.Run("report", func(b *testing.B) { benchReport(b, plain) })
	packed := generate(b, etltest.GenerateOptions{Config: etltest.Config{Compression: etltest.Xpress}})
	b.Run("report-xpress", func(b *testing.B) { benchReport(b, packed) })
}

// generate writes a trace of benchBytes when expanded.
func generate(b *testing.B, opt etltest.GenerateOptions) string {
	b.Helper()
	f, err := os.Create(filepath.Join(b.TempDir(), "bench.etl"))
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	if _, err := etltest.Generate(f, benchBytes, opt); err != nil {
		b.Fatal(err)
	}
	return f.Name()
}

func benchReport(b *testing.B, name string) {
	b.SetBytes(benchBytes)
	for b.Loop() {
		if code := Run(b.Context(), []string{"report", "threads", name}, io.Discard, io.Discard); code != 0 {
			b.Fatalf("exit %d", code)
		}
	}
}

// bufferSize is that of the generated traces.
const bufferSize = 64 << 10

// floor reads a plain trace buffer by buffer.
func floor(b *testing.B, name string, each func(buffer []byte)) {
	b.SetBytes(benchBytes)
	room := make([]byte, bufferSize)
	for b.Loop() {
		f, err := os.Open(name)
		if err != nil {
			b.Fatal(err)
		}
		for {
			if _, err := io.ReadFull(f, room); err != nil {
				break
			}
			each(room)
		}
		f.Close()
	}
}

// walked keeps the compiler from removing the walk.
var walked uint64

// walk goes from record to record and reads the time of each.
func walk(buffer []byte) {
	end := int(binary.LittleEndian.Uint32(buffer[4:]))
	for at := 72; at+16 <= end; {
		head := binary.LittleEndian.Uint64(buffer[at:])
		size := int(head >> 32 & 0xFFFF)
		if kind := head >> 16 & 0xFF; kind == 0x12 || kind == 0x13 || kind == 0x0A || kind == 0x14 {
			size = int(head & 0xFFFF)
		}
		if size < 16 {
			return
		}
		walked += binary.LittleEndian.Uint64(buffer[at+8:])
		at += (size + 7) &^ 7
	}
}
