package perfdata

import (
	"bytes"
	"context"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"threadlens/ingest/internal/wire"
)

// TestCutter scans real and damaged files with and without a cutter that runs ahead in small
// pieces, most of which begin inside a record: the results must be the same.
func TestCutter(t *testing.T) {
	for _, name := range sharedFiles(t) {
		t.Run(filepath.Base(name), func(t *testing.T) {
			t.Parallel()
			data := readFile(t, name)
			r := rand.New(rand.NewPCG(uint64(len(data)), 2))
			for n := range 1 + 20/thin {
				b := bytes.Clone(data)
				for range n {
					b[r.IntN(len(b))] ^= byte(1 + r.IntN(255))
				}
				alone, ok := scanPieces(t, b, len(b)+1)
				if !ok {
					continue
				}
				for _, size := range []int{1000, 4096, 1 << 16} {
					cut, _ := scanPieces(t, b, size)
					sameScan(t, alone, cut)
				}
			}
		})
	}
}

// scanPieces is the first pass in pieces of the given size; false when the file does not suit it.
func scanPieces(t *testing.T, data []byte, size int) (*scan, bool) {
	t.Helper()
	in := &input{r: bytes.NewReader(data), size: int64(len(data)), mem: data}
	in, err := unzip(context.Background(), in, unpackLimit(in.size))
	if err != nil {
		return nil, false
	}
	m, err := readMeta(in)
	if err != nil {
		return nil, false
	}
	s := newScan(m, in)
	s.pieceBytes, s.unpacked = size, true // compressed records are skipped
	if err := s.run(context.Background(), func(int64, int64) {}); err != nil {
		t.Fatal(err)
	}
	return s, true
}

func sameScan(t *testing.T, a, b *scan) {
	t.Helper()
	if a.records != b.records || a.counts != b.counts || a.start != b.start || a.end != b.end || a.lost != b.lost {
		t.Fatalf("%d records %d to %d, and with a cutter %d records %d to %d",
			a.records, a.start, a.end, b.records, b.start, b.end)
	}
	if !slices.Equal(a.losses, b.losses) || len(a.cpus) != len(b.cpus) {
		t.Fatal("other losses with a cutter")
	}
	for i, e := range a.m.events.list {
		if f := b.m.events.list[i]; e.count != f.count {
			t.Errorf("%d samples of event %d, and with a cutter %d", e.count, i, f.count)
		}
	}
	for i := range a.cpus {
		c, d := &a.cpus[i], &b.cpus[i]
		if x, y := known(c), known(d); !cmp.Equal(x, y) {
			t.Errorf("CPU %d differs with a cutter: %s", i, cmp.Diff(x, y))
		}
		if x, y := placed(c), placed(d); !slices.Equal(x, y) {
			t.Errorf("CPU %d: other entries with a cutter: %d and %d", i, len(x), len(y))
		}
	}
}

// known is what the scan knows of a CPU besides the entries.
func known(c *cpuScan) []any {
	return []any{c.max, c.before, c.maxPos, c.pos, c.samples, c.back, c.skips, c.starts}
}

// placed lists a CPU's entries with their places in the file, without what depends on how they were
// found.
func placed(c *cpuScan) []section {
	var all []section
	for _, sp := range c.spans {
		chunk, rest := c.list.from(sp.first)
		for at := sp.off; at < sp.end(); {
			for len(chunk) == 0 {
				chunk, rest = rest[0], rest[1:]
			}
			if chunk[0].kind >= firstEvent {
				all = append(all, section{at, int64(chunk[0].kind)})
			}
			at += int64(chunk[0].size)
			chunk = chunk[1:]
		}
	}
	return all
}

// TestCutterLayouts: a cutter recognises samples where the ids of events are small, and where
// events have their time in other places.
func TestCutterLayouts(t *testing.T) {
	for what, change := range map[string]func(*scene){
		"usual": func(*scene) {},
		"small ids": func(s *scene) {
			for i := range s.attrs {
				s.attrs[i].ids = []uint64{uint64(2*i + 1), uint64(2*i + 2)}
			}
		},
		"other layout": func(s *scene) { s.attrs[s.evWaking].sampleType ^= sampleIP | sampleAddr }, // an address where others have the time
	} {
		s := newScene(t, wire.Little, 0)
		change(s)
		for k := range uint32(200) {
			w := at(uint64(1000+20*k), k/8%2, 5, 5)
			s.ran(w, 1)
			w.time, w.addr = w.time+10, w.time+15
			s.waking(w, 6, 0)
		}
		data := s.file()
		alone, ok := scanPieces(t, data, len(data)+1)
		if !ok || alone.cpus[0].max != 1010+20*199 || alone.m.events.list[s.evWaking].count != 200 {
			t.Fatalf("%s: %v, up to %d", what, ok, alone.cpus[0].max)
		}
		cut, _ := scanPieces(t, data, 4096)
		sameScan(t, alone, cut)
	}
}
