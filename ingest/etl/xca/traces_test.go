package xca

import (
	"encoding/binary"
	"hash/crc32"
	"testing"

	"threadlens/ingest/internal/recorded"
)

// buffer is a compressed buffer of an ETL file, without its header.
type buffer struct {
	at   int // offset in the file
	data []byte
	size int // expanded
}

// compressedBuffers goes over the 72-byte headers of an ETL file: size in the file at 0, expanded
// size at 4, both with the header, and flags at 0x34, of which 0x40 means compressed.
func compressedBuffers(t testing.TB, file []byte) []buffer {
	t.Helper()
	var list []buffer
	for at := 0; at < len(file); {
		header := file[at:]
		size := int(binary.LittleEndian.Uint32(header))
		if size < 72 || size > len(header) {
			t.Fatalf("buffer at %#x: size %d", at, size)
		}
		if header[0x34]&0x40 != 0 {
			list = append(list, buffer{at, header[72:size], int(binary.LittleEndian.Uint32(header[4:])) - 72})
		}
		at += size
	}
	return list
}

// TestTraces expands all buffers of the recorded traces that have compressed
// ones. The totals and the check sums of all expanded bytes are those of an
// independent decoder.
func TestTraces(t *testing.T) {
	tests := []struct {
		name    string
		buffers int
		total   int
		crc     uint32
	}{
		{"perfview-SelfDescribingSingleEvent.etl", 2, 7264, 0x65F9F87B},
		{"msbuild-PerfViewData.etl.zip", 29, 1_710_616, 0xF10A3264},
		{"dotnet-performance-DynamicEvents.etl.zip", 87, 4_133_904, 0x211381EF},
		{"perfview-net.4.5.2.x64.etl.zip", 359, 23_016_304, 0x03128D03},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			list := compressedBuffers(t, recorded.ETL(t, tt.name))
			total := 0
			var crc uint32
			for _, b := range list {
				dst := make([]byte, b.size)
				if err := XPRESS(dst, b.data); err != nil {
					t.Fatalf("buffer at %#x: %v", b.at, err)
				}
				crc = crc32.Update(crc, crc32.IEEETable, dst)
				total += len(dst)
				endsThere(t, b)
			}
			if len(list) != tt.buffers || total != tt.total || crc != tt.crc {
				t.Errorf("%d buffers, %d bytes, check sum %#x; want %d, %d, %#x",
					len(list), total, crc, tt.buffers, tt.total, tt.crc)
			}
		})
	}
}

// endsThere checks that the stream of a buffer gives its expanded size and not a byte more: decoded
// one item at a time, it reaches its end mark, a flag of a match without input.
func endsThere(t *testing.T, b buffer) {
	t.Helper()
	x := newXPRESS(make([]byte, b.size+1), b.data)
	var err error
	for err == nil && x.out <= b.size {
		err = x.step()
	}
	if err != errEnds || x.in != len(b.data) || x.out != b.size {
		t.Errorf("buffer at %#x: %d bytes of %d taken for %d of %d, then %v",
			b.at, x.in, len(b.data), x.out, b.size, err)
	}
}
