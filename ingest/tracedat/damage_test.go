package tracedat

import (
	"bytes"
	"errors"
	"hash/fnv"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"threadlens/ingest/internal/readertest"
	"threadlens/ingest/internal/recorded"
	"threadlens/ingest/internal/wire"
	"threadlens/model"
)

// thin is how many bytes the tests of damage go on at a time in most files.
const thin = 7

// step is how many bytes they go on in a file: at least one of each version is damaged everywhere.
func step(name string) int {
	if name == "v7 zstd" || name == "v6" {
		return 1
	}
	return thin
}

// smallFiles are composed files of every form.
func smallFiles(tb testing.TB) map[string][]byte {
	tb.Helper()
	files := map[string][]byte{}
	for name, write := range forms {
		s := newStory(tb, wire.Little)
		s.pageSize = leastPage
		files[name] = write(s.tell().loses(3).describe())
	}
	files["big-endian"] = newStory(tb, wire.Big).tell().loses(3).describe().v6()
	s := newStory(tb, wire.Little).tell().describe()
	s.buffers = append(s.buffers, &composedBuffer{name: "other"})
	s.buffers[1].cpu(s.composer, 1).add(zero+7, s.irq, fields{"irq": 9, "name": "x"})
	files["instance"] = s.v6()
	return files
}

// TestCut cuts files everywhere: the rest opens, and tells that something is missing, or is refused
// in one line.
func TestCut(t *testing.T) {
	for name, data := range smallFiles(t) {
		all := len(decodeFile(t, data, true).events)
		for n := 0; n < len(data); n += step(name) {
			d, err := tryDecode(t, data[:n:n], n%2 == 0)
			if err != nil {
				oneClearLine(t, err)
				continue
			}
			if len(d.events) < all && len(d.Info().Diagnostics) == 0 {
				t.Errorf("%s cut at %d: %d events of %d, and no diagnostic", name, n, len(d.events), all)
			}
		}
	}
}

// TestFlip changes every byte of files.
func TestFlip(t *testing.T) {
	for name, data := range smallFiles(t) {
		for i := 0; i < len(data); i += step(name) {
			x := [...]byte{0x01, 0x80, 0xff, 0x10}[i%4]
			data[i] ^= x
			if _, err := tryDecode(t, data, i%8 < 4); err != nil {
				oneClearLine(t, err)
			}
			data[i] ^= x
		}
	}
}

// TestSharedDamage cuts real files, and changes bytes in them, at places that depend on their names.
func TestSharedDamage(t *testing.T) {
	for name, path := range sharedFiles(t) {
		data := readertest.Read(t, path)
		h := fnv.New64()
		h.Write([]byte(name))
		r := rand.New(rand.NewPCG(h.Sum64(), 1))
		for range 4 {
			damaged := bytes.Clone(data)
			for range 20 {
				damaged[r.IntN(len(damaged))] ^= byte(1 + r.IntN(255))
			}
			for _, b := range [][]byte{data[:r.IntN(len(data))], damaged} {
				if _, err := tryDecode(t, b, true); err != nil {
					oneClearLine(t, err)
				}
			}
		}
	}
}

// TestCutRecords: where the end of a CPU's pages is missing, the rest of the time is a loss.
func TestCutRecords(t *testing.T) {
	s := newStory(t, wire.Little)
	for i := range 100 {
		s.cpu(0).add(uint64(zero+i), s.sw, fields{"common_pid": 1, "prev_pid": 1, "next_pid": 2})
		s.cpu(1).add(uint64(zero+i), s.sw, fields{"common_pid": 3, "prev_pid": 3, "next_pid": 4})
	}
	data := s.v6()
	d := decodeFile(t, data[:len(data)-5*s.pageSize-1], true)
	last := d.events[len(d.events)-1]
	lost := d.with("loss")
	if d.diagnostic("truncated") == nil || len(lost) != 1 || last.Time != 99 || last.CPU != 0 {
		t.Errorf("%v, %v, %+v", d.Info().Diagnostics, lost, last)
	}
	for i := range d.events {
		if e := &d.events[i]; e.Kind == model.KindLoss && (e.CPU != 1 || e.End != 99 || e.Time < 20 || e.Time > 90) {
			t.Errorf("%+v", e)
		}
	}
}

// TestDamagedChunk: the other chunks are read.
func TestDamagedChunk(t *testing.T) {
	for _, method := range []string{"zstd", "zlib"} {
		s := newStory(t, wire.Little)
		s.method = method
		for i := range 100 {
			s.cpu(0).add(uint64(zero+i), s.sw, fields{"common_pid": 1, "prev_pid": 1, "next_pid": 2, "prev_comm": "x"})
		}
		data := s.v7()
		tape := s.cpu(0)
		packed := s.pack(tape.pages[2*s.pageSize : 4*s.pageSize])
		at := bytes.Index(data, packed)
		for i := range len(packed) / 2 {
			data[at+i] ^= 0x55
		}
		d := decodeFile(t, data, true)
		if d.diagnostic("damaged-chunk") == nil || len(d.with("switch")) < 50 || len(d.with("switch")) > 95 || len(d.with("loss")) != 1 {
			t.Errorf("%s: %+v, %d switches, %v", method, d.Info().Diagnostics, len(d.with("switch")), d.with("loss"))
		}
	}
}

// TestHostile: files that ask for more than they can have are refused or read without it.
func TestHostile(t *testing.T) {
	s := newStory(t, wire.Little).tell()
	s.method = "zstd"
	data := s.v7()
	pages := s.chunk(s.cpu(0).pages[:2*s.pageSize])
	at := bytes.Index(data, pages)
	for name, size := range map[string]uint32{"huge": 1<<32 - 1, "beyond the limit": maxChunk + 1, "other": 77} {
		b := bytes.Clone(data)
		copy(b[at+4:], wire.Little.AppendU32(nil, size))
		d, err := tryDecode(t, b, true)
		if err == nil && d.diagnostic("damaged") == nil && d.diagnostic("damaged-chunk") == nil {
			t.Errorf("%s: %+v", name, d.Info().Diagnostics)
		}
	}
}

// TestNoEnd: a list of sections that leads back to itself ends.
func TestNoEnd(t *testing.T) {
	s := newStory(t, wire.Little).tell()
	data := s.v7()
	first := bytes.Clone(data[bytes.Index(data, []byte("none\x00\x00"))+6:][:8])
	copy(data[len(data)-8:], first)
	d := decodeFile(t, data, true)
	if d.diagnostic("damaged") == nil {
		t.Errorf("%+v", d.Info().Diagnostics)
	}
}

// failing is a file whose disk fails behind an offset.
type failing struct {
	*bytes.Reader
	from int64
}

func (f failing) ReadAt(b []byte, off int64) (int, error) {
	if off+int64(len(b)) > f.from {
		return 0, errors.New("disk failure")
	}
	return f.Reader.ReadAt(b, off)
}

func TestReadError(t *testing.T) {
	data := newStory(t, wire.Little).tell().v6()
	for n := int64(0); n < int64(len(data)); n += 97 {
		r, err := Open(t.Context(), failing{bytes.NewReader(data), n}, int64(len(data)), "x.dat", nil)
		if err != nil {
			oneClearLine(t, err)
			continue
		}
		if err := r.Events(t.Context(), func([]model.Event, model.Time) error { return nil }); err == nil {
			t.Errorf("from %d on: no error", n)
		}
	}
}

// FuzzOpen: whatever the bytes, the reader neither panics nor breaks its contract, and its errors are
// one clear line.
func FuzzOpen(f *testing.F) {
	for _, data := range smallFiles(f) {
		f.Add(data)
	}
	if dir, ok := recorded.Dir(); ok {
		list, _ := filepath.Glob(filepath.Join(dir, "linux", "cross", "minifork", "*.dat"))
		for _, path := range list {
			f.Add(readertest.Read(f, path))
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, mapped := range []bool{true, false} {
			if _, err := tryDecode(t, data, mapped); err != nil {
				oneClearLine(t, err)
			}
		}
	})
}
