package perfdata

import (
	"bytes"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"threadlens/ingest/internal/linuxsched"
	"threadlens/ingest/internal/tracepoint"
	"threadlens/ingest/internal/wire"
	"threadlens/model"
)

// TestTracersWithoutFields: a tracepoint whose format lacks what its handler needs has no handler.
func TestTracersWithoutFields(t *testing.T) {
	for name, tr := range tracers {
		needsNone := name == "timer:hrtimer_expire_exit" || strings.HasPrefix(name, "ipi:")
		if handled := tr.build(&tracepoint.Format{}, &meta{arch: "x86_64"}) != nil; handled != needsNone {
			t.Errorf("%s without any field is handled: %v", name, handled)
		}
	}
}

// TestHeaderBounds: the parts of a file are inside it, and its events have entries of the right
// size.
func TestHeaderBounds(t *testing.T) {
	const size = 1000
	type parts struct{ attrSize, attrs, attrsSize, data, dataSize uint64 }
	sound := parts{attrSizeV0 + 16, 104, 80, 184, 816}
	for _, c := range []struct {
		name   string
		change func(p *parts)
		want   string
	}{
		{"sound", func(*parts) {}, ""},
		{"entries too small", func(p *parts) { p.attrSize-- }, "attr entries"},
		{"entries as large as may be", func(p *parts) { p.attrSize = maxRecord }, ""},
		{"entries too large", func(p *parts) { p.attrSize = maxRecord + 1 }, "attr entries"},
		{"entries at the end", func(p *parts) { p.attrs, p.attrsSize = size, 0 }, ""},
		{"entries behind the end", func(p *parts) { p.attrs, p.attrsSize = size+1, 0 }, "attrs at"},
		{"entries up to the end", func(p *parts) { p.attrsSize = size - p.attrs }, ""},
		{"entries over the end", func(p *parts) { p.attrsSize = size - p.attrs + 1 }, "attrs at"},
		{"data at the end", func(p *parts) { p.data = size }, ""},
		{"data behind the end", func(p *parts) { p.data = size + 1 }, "data at"},
		{"data over the end", func(p *parts) { p.dataSize = 10 * size }, ""}, // a truncated file
		{"as much data as may be", func(p *parts) { p.dataSize = 1 << 62 }, ""},
		{"too much data", func(p *parts) { p.dataSize = 1<<62 + 1 }, "data at"},
	} {
		p := sound
		c.change(&p)
		var b []byte
		for _, v := range []uint64{headerSize, p.attrSize, p.attrs, p.attrsSize, p.data, p.dataSize} {
			b = wire.Little.AppendU64(b, v)
		}
		b = append([]byte(magicLittle), b...)
		b = append(b, make([]byte, size-len(b))...)
		h, err := readHeader(bytes.NewReader(b), size)
		switch {
		case c.want != "":
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: %v, want %s", c.name, err, c.want)
			}
		case err != nil:
			t.Errorf("%s: %v", c.name, err)
		case h.attrSize != int64(p.attrSize) || h.attrs != section{int64(p.attrs), int64(p.attrsSize)} || h.data != section{int64(p.data), int64(p.dataSize)}:
			t.Errorf("%s: %+v, want %+v", c.name, h, p)
		}
	}
}

// TestReadBounds: reads stay within the file.
func TestReadBounds(t *testing.T) {
	for _, in := range []*input{newInput(strings.NewReader("abcdef"), 6), {mem: []byte("abcdef"), size: 6}} {
		for _, c := range []struct {
			off, n int64
			want   string
			ok     bool
		}{
			{0, 6, "abcdef", true},
			{0, 0, "", true},
			{6, 0, "", true},
			{5, 1, "f", true},
			{1, 2, "bc", true},
			{-1, 1, "", false},
			{0, -1, "", false},
			{0, 7, "", false},
			{6, 1, "", false},
			{7, 0, "", false},
			{1, math.MaxInt64, "", false},
		} {
			if b, err := in.read(c.off, c.n); string(b) != c.want || (err == nil) != c.ok {
				t.Errorf("%d bytes at %d: %q, %v", c.n, c.off, b, err)
			}
		}
	}
}

// TestNamesOfEvents: a system event without a name is named by its number.
func TestNamesOfEvents(t *testing.T) {
	var m meta
	for _, c := range []struct {
		typ    uint32
		config uint64
		want   string
	}{
		{typeHardware, 0, hardwareNames[0]},
		{typeHardware, uint64(len(hardwareNames)) - 1, hardwareNames[len(hardwareNames)-1]},
		{typeHardware, uint64(len(hardwareNames)), "event:0:0xa"},
		{typeSoftware, 0, softwareNames[0]},
		{typeSoftware, uint64(len(softwareNames)) - 1, softwareNames[len(softwareNames)-1]},
		{typeSoftware, uint64(len(softwareNames)), "event:1:0xc"},
		{4, 0x1c2, "event:4:0x1c2"},
	} {
		ev := &event{}
		ev.typ, ev.config = c.typ, c.config
		if got := m.described(0, ev); got != c.want {
			t.Errorf("%d %d is %q, want %q", c.typ, c.config, got, c.want)
		}
	}
}

// TestBuildIDTable: which files have which build ids, with names of up to MaxName bytes.
func TestBuildIDTable(t *testing.T) {
	entry := func(misc uint16, size byte, file string) []byte {
		body := append(wire.Little.AppendU32(nil, 1), bytes.Repeat([]byte{0xab}, 20)...)
		body = append(body, size, 0, 0, 0)
		body = append(body, file...)
		body = append(body, 0)
		b := wire.Little.AppendU32(nil, 67)
		b = wire.Little.AppendU16(b, misc)
		return append(wire.Little.AppendU16(b, uint16(recordHeader+len(body))), body...)
	}
	long := strings.Repeat("n", model.MaxName+5)
	var m meta
	if err := m.readBuildIDs(nil); err != nil || len(m.buildIDs) != 0 {
		t.Errorf("of nothing: %v, %v", m.buildIDs, err)
	}
	table := append(append(entry(0, 8, "/a"), entry(miscBuildIDSize, 8, "/b")...), entry(0, 20, long)...)
	if err := m.readBuildIDs(table); err != nil {
		t.Error(err)
	}
	for file, want := range map[string]int{"/a": 40, "/b": 16, long[:model.MaxName]: 40, long: 0} {
		if got := len(m.buildIDs[file]); got != want {
			t.Errorf("%.5s… of %d bytes has a build of %d digits, want %d", file, len(file), got, want)
		}
	}
	if err := m.readBuildIDs(table[:len(table)-1]); err == nil {
		t.Error("a table that is cut is read")
	}
}

// TestUnpackedSizes: an unpacked record is at least as long as its header.
func TestUnpackedSizes(t *testing.T) {
	for size, ok := range map[uint16]bool{0: false, recordHeader - 1: false, recordHeader: true} {
		u := unpacking{ctx: t.Context(), st: &stream{order: wire.Little}, to: &unpacked{}, limit: 100}
		good := wire.Little.AppendU16([]byte{68, 0, 0, 0, 0, 0}, 8)
		if _, err := u.Write(wire.Little.AppendU16(append(good, 68, 0, 0, 0, 0, 0), size)); (err == nil) != ok {
			t.Errorf("%d bytes: %v", size, err)
		}
		if want := 8 + 8*bit(ok); u.to.size != int64(want) {
			t.Errorf("%d bytes: %d are kept, want %d", size, u.to.size, want)
		}
	}
}

// TestUnpacked: unpacked data is the same in memory and in a file, whatever the pieces.
func TestUnpacked(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	for _, x := range []struct {
		n    int
		file bool
	}{{0, false}, {1, false}, {keptUnpacked, false}, {keptUnpacked + 1, true}, {keptUnpacked + 3*windowSize + 5, true}} {
		tryUnpacked(t, x.n, x.file)
	}
	if list, err := os.ReadDir(os.Getenv("TMPDIR")); err != nil || len(list) > 0 {
		t.Errorf("left: %v, %v", list, err)
	}
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "none"))
	if err := (&unpacked{}).write(make([]byte, keptUnpacked+1)); err == nil || !strings.HasPrefix(err.Error(), "unpack: ") {
		t.Errorf("in no folder: %v", err)
	}
}

// tryUnpacked writes and reads n bytes, in a file or in memory.
func tryUnpacked(t *testing.T, n int, file bool) {
	t.Helper()
	s := &unpacked{}
	want := make([]byte, n)
	for i := 0; i < n; i += 4093 {
		want[i] = byte(i)
	}
	for b := range slices.Chunk(want, 100_003) {
		if k, err := s.Write(b); err != nil || k != len(b) {
			t.Fatal(k, err)
		}
	}
	in, err := s.input()
	if err != nil || in.size != int64(n) || (s.f != nil) != file {
		t.Fatalf("%d bytes: %d, in a file %v, %v", n, in.size, s.f != nil, err)
	}
	got := make([]byte, n)
	if k, err := in.r.ReadAt(got, 0); k != n || err != nil && !errors.Is(err, io.EOF) {
		t.Errorf("%d bytes: read %d, %v", n, k, err)
	}
	if !bytes.Equal(got, want) || !bytes.Equal(in.mem, want) {
		t.Errorf("%d bytes: they are others", n)
	}
	if err := in.close(); err != nil {
		t.Error(err)
	}
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// TestProcessorsOfHeader: the number of CPUs in the header is trusted within bounds.
func TestProcessorsOfHeader(t *testing.T) {
	for n, want := range map[uint32]int{0: model.MaxCPUs, 1: 1, 2: 2, model.MaxCPUs - 1: model.MaxCPUs - 1, model.MaxCPUs: model.MaxCPUs, math.MaxUint32: model.MaxCPUs} {
		for _, m := range []*meta{{cpusOnline: n}, {cpusAvail: n}} {
			if got := newScan(m, newInput(strings.NewReader(""), 0)).cpuMax; got != want {
				t.Errorf("%d processors: %d, want %d", n, got, want)
			}
		}
	}
}

// TestCommandBegins: the first process that executes the command is the target.
func TestCommandBegins(t *testing.T) {
	l := &taskList{words: []string{"app"}, target: model.NoPID}
	for _, step := range []struct {
		pid, target uint32
		name        string
		at          uint64
	}{
		{5, model.NoPID, "sh", 10}, {6, 6, "app", 20}, {7, 6, "app", 20}, {7, 6, "app", 30}, {8, 8, "app", 19}, {9, 8, "sh", 1},
	} {
		if l.exec(step.pid, []byte(step.name), step.at); l.target != step.target {
			t.Errorf("after %+v the target is %d", step, l.target)
		}
	}
	given := &taskList{words: []string{"app"}, target: 3} // by its number
	if given.exec(6, []byte("app"), 20); given.target != 3 {
		t.Errorf("the target is %d", given.target)
	}
}

// TestSoundFields: which values a field can have.
func TestSoundFields(t *testing.T) {
	r := shape{cpus: 4}
	for _, c := range []struct {
		field       string
		least, most int64
	}{
		{"next_pid", -1, linuxsched.MaxTID - 1},
		{"prev_prio", 0, 140},
		{"target_cpu", 0, 3},
		{"prev_state", 0, 1<<13 - 1},
		{"success", 1, 1},
		{"runtime", 0, 10*maxStep - 1},
	} {
		fd := &tracepoint.Field{Name: c.field}
		for v, want := range map[int64]bool{c.least - 1: false, c.least: true, c.most: true, c.most + 1: false} {
			if got := r.soundField(fd, v); got != want {
				t.Errorf("%s = %d: %v", c.field, v, got)
			}
		}
		if fd.Name = "other"; !r.soundField(fd, -5) {
			t.Error("another field has a bound")
		}
	}
}

// TestWhoseRecord: a record belongs to the event whose id it has, to the first one where it has
// none, or an unknown one.
func TestWhoseRecord(t *testing.T) {
	a, b := &event{number: 0}, &event{number: 1}
	other := func(id uint64) []byte { return wire.Little.AppendU64(make([]byte, recordHeader), id) }
	for name, table := range map[string]*eventTable{
		"in a list": {list: []*event{a, b}, ids: map[uint64]*event{5: a, 6: b}, base: 100},
		"dense":     {list: []*event{a, b}, dense: []*event{a, b}, base: 5},
	} {
		table.identified = true
		for id, want := range map[uint64]*event{4: a, 5: a, 6: b, 7: a} {
			if got := table.ofOther(other(id)); got != want {
				t.Errorf("%s: a record of %d is of event %d", name, id, got.number)
			}
		}
		if got := table.ofOther(other(6)[:recordHeader+7]); got != a {
			t.Errorf("%s: a record that is cut is of event %d", name, got.number)
		}
		if table.identified = false; table.ofOther(other(6)) != a {
			t.Errorf("%s: what stands at the end is taken for a number", name)
		}
	}
}
