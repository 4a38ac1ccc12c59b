package record

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"golang.org/x/sys/unix"
)

// TestDrain: from a buffer's contents, wherever in it they begin, samples of another recording are
// left out and counted; all else is written in order. Processes that begin others, and those that
// execute other programs, are reported.
func TestDrain(t *testing.T) {
	const size, lost = 512, 7
	own := idsOf([]*event{{ids: []uint64{40, 43}}, {ids: []uint64{42}}})
	kinds := []struct {
		kind   uint32
		id     uint64
		others bool
		misc   uint32
	}{
		{kind: unix.PERF_RECORD_SAMPLE, id: 39, others: true},
		{kind: unix.PERF_RECORD_SAMPLE, id: 40},
		{kind: unix.PERF_RECORD_SAMPLE, id: 41, others: true},
		{kind: unix.PERF_RECORD_SAMPLE, id: 44, others: true},
		{kind: unix.PERF_RECORD_COMM, id: 41},
		{kind: unix.PERF_RECORD_COMM, id: 6<<32 | 5, misc: miscExec},
		{kind: unix.PERF_RECORD_FORK, id: 9<<32 | 7},
		{kind: unix.PERF_RECORD_FORK, id: 7<<32 | 7}, // a thread
		{kind: unix.PERF_RECORD_LOST, id: 41},
		{kind: unix.PERF_RECORD_SAMPLE, id: 42},
		{kind: unix.PERF_RECORD_SAMPLE, id: 43},
		{kind: unix.PERF_RECORD_SAMPLE, id: 1 << 63, others: true},
	}
	for begin := uint64(0); begin < 2*size; begin += 8 {
		r := &ring{data: make([]byte, size), page: &unix.PerfEventMmapPage{Data_tail: begin, Data_head: begin}}
		var want []byte
		for _, k := range kinds {
			var b block
			b.u32(k.kind, k.misc|24<<16)
			b.u64(k.id, lost)
			for _, c := range b {
				r.data[r.page.Data_head%size] = c
				r.page.Data_head++
			}
			if !k.others {
				want = append(want, b...)
			}
		}
		var got []byte
		d, err := r.drain(r.filled(), own, new(kernelFrames), nil, func(pieces ...[]byte) error {
			got = append(got, bytes.Join(pieces, nil)...)
			return nil
		})
		if err != nil || !bytes.Equal(got, want) || !reflect.DeepEqual(d, drained{events: 7, lost: lost, others: 4, forks: [][2]uint32{{9, 7}}, execs: []uint32{5}}) || r.page.Data_tail != r.page.Data_head {
			t.Fatalf("from %d: %d bytes, want %d; %+v, %v", begin, len(got), len(want), d, err)
		}
	}
}

// TestMarksBetween: markers are at their time among the events of their CPU, wherever the buffer
// begins; those later than all events wait until it is known that no event precedes them.
func TestMarksBetween(t *testing.T) {
	const size = 512
	own := idsOf([]*event{{ids: []uint64{7}}})
	record := func(kind uint32, time uint64) (b block) {
		b.u32(kind, 48<<16)
		if kind == unix.PERF_RECORD_SAMPLE {
			b.u64(7, 0, 0, time, 0)
		} else {
			b.u64(0, 0, time, 0, 0)
		}
		return b
	}
	short := block{}
	short.u32(unix.PERF_RECORD_COMM, 24<<16)
	short.u64(1, 2)
	for begin := uint64(0); begin < size; begin += 8 {
		r := &ring{data: make([]byte, size), page: &unix.PerfEventMmapPage{Data_tail: begin, Data_head: begin}}
		m := &markers{cpus: []*markPipe{{cpu: 3}, {cpu: 4}}}
		for _, time := range []uint64{5, 20, 21, 30, 41, 50, 60} {
			m.cpus[1].read = append(m.cpus[1].read, mark{time, []byte{'a' + byte(time%26)}})
		}
		var want string
		for _, x := range []struct {
			rec    block
			before string // the markers before it
		}{
			{record(unix.PERF_RECORD_SAMPLE, 10), "f"},
			{record(unix.PERF_RECORD_SAMPLE, 20), ""},
			{short, ""},
			{record(unix.PERF_RECORD_SWITCH, 21), "u"},
			{record(unix.PERF_RECORD_SAMPLE, 22), "v"},
			{record(unix.PERF_RECORD_SWITCH, 42), "ep"},
		} {
			for _, c := range x.rec {
				r.data[r.page.Data_head%size] = c
				r.page.Data_head++
			}
			want += x.before + string(x.rec)
		}
		var got []byte
		write := func(pieces ...[]byte) error {
			got = append(got, bytes.Join(pieces, nil)...)
			return nil
		}
		if d, err := r.drain(r.filled(), own, new(kernelFrames), m.of(4), write); err != nil || d.events != 6 {
			t.Fatalf("from %d: %+v, %v", begin, d, err)
		}
		if err := m.write(50, write); err != nil || string(got) != want+"y" {
			t.Fatalf("from %d: %q, want %q, %v", begin, got, want+"y", err)
		}
		if left := m.cpus[1].read; len(left) != 1 || left[0].time != 60 || m.of(5) != nil {
			t.Fatalf("from %d: left %v", begin, left)
		}
	}
}

// TestTwoRecordings: of page faults that two recordings see, each file has only its own.
func TestTwoRecordings(t *testing.T) {
	if err := Check(""); err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	var sessions []*session
	for _, name := range []string{"a", "b"} {
		s := &session{o: &Options{Path: filepath.Join(dir, name), Groups: []Group{Waits}, Ring: DefaultRing}}
		sessions = append(sessions, s)
		if err := s.o.check(); err != nil {
			t.Fatal(err)
		}
		defer s.close()
		if err := s.open(); err != nil {
			t.Fatal(err)
		}
		if err := s.enable(true); err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join(dir, "faults")
	if err := os.WriteFile(path, make([]byte, 4<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	touch(t, path)
	var wrong int64
	faults := 0
	for _, s := range sessions {
		major := slices.IndexFunc(s.events, func(e *event) bool { return e.name == "major-faults" })
		var data []byte
		if err := s.drain(func(pieces ...[]byte) error {
			data = append(data, bytes.Join(pieces, nil)...)
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		for at := 0; at < len(data); at += int(binary.NativeEndian.Uint16(data[at+6:])) {
			if slices.Contains(s.events[major].ids, binary.NativeEndian.Uint64(data[at+sampleID:])) {
				faults++
			}
			if id := binary.NativeEndian.Uint64(data[at+sampleID:]); binary.NativeEndian.Uint32(data[at:]) == unix.PERF_RECORD_SAMPLE &&
				!slices.ContainsFunc(s.events, func(e *event) bool { return slices.Contains(e.ids, id) }) {
				t.Errorf("%s has a sample of the event %d", s.o.Path, id)
			}
		}
		wrong += s.others
	}
	if faults == 0 {
		t.Error("no page faults were recorded")
	}
	t.Logf("%d page faults; the kernel gave %d a wrong id", faults, wrong)
}

// TestMarksBeside: a recording that begins or ends during another one, at the moments when it opens
// and closes its buffer, costs that one no marker.
func TestMarksBeside(t *testing.T) {
	fs, marker := marking(t)
	begin := func() *session {
		s := &session{o: &Options{Path: filepath.Join(t.TempDir(), "a"), Groups: []Group{Markers}}}
		if err := errors.Join(s.o.check(), s.open()); err != nil {
			t.Fatal(err)
		}
		if s.marks == nil || s.marks.buffer.clock != "" {
			s.close()
			skipUncopied(t, fs, s.result.LeftOut)
		}
		return s
	}
	first := begin()
	defer first.close()
	n := 0
	mark := func() {
		for range 20 {
			if _, err := fmt.Fprintf(marker, "beside %d", n); err != nil {
				t.Error(err)
			}
			n++
		}
	}
	must := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	must(first.enable(true))
	second := begin()
	mark()
	must(second.enable(true))
	mark()
	must(second.enable(false))
	mark()
	second.close()
	mark()
	var data []byte
	must(first.drain(func(pieces ...[]byte) error {
		data = append(data, bytes.Join(pieces, nil)...)
		return nil
	}))
	for i := range n {
		if !bytes.Contains(data, fmt.Appendf(nil, "beside %d\n", i)) {
			t.Errorf("mark %d is missing", i)
		}
	}
}

// touch reads a file through a mapping after the kernel has dropped its cached pages.
func touch(t *testing.T, path string) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	unix.Sync()
	if err := unix.Fadvise(int(f.Fd()), 0, 0, unix.FADV_DONTNEED); err != nil {
		t.Fatal(err)
	}
	mem, err := unix.Mmap(int(f.Fd()), 0, 4<<20, unix.PROT_READ, unix.MAP_SHARED)
	if err != nil {
		t.Fatal(err)
	}
	if err := unix.Madvise(mem, unix.MADV_RANDOM); err != nil { // without reading ahead
		t.Fatal(err)
	}
	sum := byte(0)
	for at := 0; at < len(mem); at += 4096 {
		sum += mem[at]
	}
	if err := unix.Munmap(mem); err != nil || sum != 0 {
		t.Fatal(err, sum)
	}
}
