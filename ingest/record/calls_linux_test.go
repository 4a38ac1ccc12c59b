package record

import (
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"golang.org/x/sys/unix"

	"threadlens/ingest/save"
)

// TestParseFunctions: functions are in the order of their addresses, one for each.
func TestParseFunctions(t *testing.T) {
	got := parseFunctions([]byte("ffffffff81000000 T _stext\nffffffff81000000 T _text\nffffffff81000300 t later\nffffffff81000200 W weak\n" +
		"ffffffff82000000 D data\nffffffffc0000000 t of_module\t[ext4]\n\nshort\nxfffffff81000000 T broken\nffffffff81000100 t first"))
	want := []function{
		{0xffffffff81000000, "_stext"},
		{0xffffffff81000100, "first"},
		{0xffffffff81000200, "weak"},
		{0xffffffff81000300, "later"},
		{0xffffffffc0000000, "of_module"},
	}
	if !slices.Equal(got, want) {
		t.Errorf("%x, want %x", got, want)
	}
}

// TestKernelFrames: the kernel addresses in call stacks are kept, once each.
func TestKernelFrames(t *testing.T) {
	chain := func(addresses ...uint64) (b []byte) {
		for _, a := range addresses {
			b = binary.NativeEndian.AppendUint64(b, a)
		}
		return b
	}
	var k kernelFrames
	for range 2 {
		k.meet(chain(^uint64(127), 0xffffffff81000100, 0xffffffff81000200, ^uint64(511), 0x401000))
	}
	k.meet(chain(^uint64(127), 0xffffffff81000200, 0x7fffffffffffffff, 1<<63))
	k.meet(nil)
	if len(k.chains) != 3 || len(k.addresses) != 3 {
		t.Errorf("%d chains, places %x", len(k.chains), k.addresses)
	}
	for i := range uint64(maxChains + 10) {
		k.meet(chain(1<<63 + i))
	}
	if len(k.chains) != maxChains || len(k.addresses) != maxAddresses {
		t.Errorf("%d chains and %d places are kept", len(k.chains), len(k.addresses))
	}
}

// TestChainsOfRing: the call stacks of samples are examined, wherever in the buffer they are.
func TestChainsOfRing(t *testing.T) {
	const size = 256
	own := idsOf([]*event{{ids: []uint64{7}}, {ids: []uint64{9}, calls: true}})
	for begin := uint64(0); begin < size; begin += 8 {
		r := &ring{page: &unix.PerfEventMmapPage{Data_head: begin, Data_tail: begin}, data: make([]byte, size)}
		put := func(id, n uint64) {
			var b block
			b.u32(unix.PERF_RECORD_SAMPLE, (chainBegin+16)<<16)
			b.u64(id, 0, 0, 0, 0, 0, n, 0xffffffff81000000+id, 0xffffffff82000000+id)
			for _, c := range b {
				r.data[r.page.Data_head%size] = c
				r.page.Data_head++
			}
		}
		put(7, 2)
		put(9, 2)
		put(9, 3) // more than it has room for
		var frames kernelFrames
		var got []byte
		d, err := r.drain(r.filled(), own, &frames, nil, func(pieces ...[]byte) error {
			got = append(got, bytes.Join(pieces, nil)...)
			return nil
		})
		if err != nil || d.events != 3 || len(got) != 3*(chainBegin+16) {
			t.Fatalf("from %d: %+v, %v", begin, d, err)
		}
		for _, addr := range []uint64{0xffffffff81000009, 0xffffffff82000009} {
			if _, ok := frames.addresses[addr]; !ok || len(frames.addresses) != 2 {
				t.Fatalf("from %d: places %x", begin, frames.addresses)
			}
		}
	}
}

// TestLateFeature: a feature known only at the end is behind the table of features, which has its
// place.
func TestLateFeature(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	w, err := createFile(path, createOptions{plain: true}, []*event{newEvent("x", unix.PERF_TYPE_SOFTWARE, 1)}, map[int][]byte{2: []byte("two"), featKernel: []byte("room"), 63: []byte("last")})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.append(make([]byte, 24)); err != nil {
		t.Fatal(err)
	}
	w.late = map[int][]byte{featKernel: []byte("names of functions")}
	if err := w.finish(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	table := data[binary.NativeEndian.Uint64(data[40:])+24:]
	var got []string
	for i := range 3 {
		at, n := binary.NativeEndian.Uint64(table[16*i:]), binary.NativeEndian.Uint64(table[16*i+8:])
		got = append(got, string(data[at:at+n]))
	}
	if want := []string{"two", "names of functions", "last"}; !slices.Equal(got, want) {
		t.Errorf("features %q, want %q", got, want)
	}
}

// TestNamesWhileRecorded: a file that is being recorded names the functions met so far, as far as
// there is room.
func TestNamesWhileRecorded(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	w, err := createFile(path, createOptions{plain: true}, []*event{newEvent("x", unix.PERF_TYPE_SOFTWARE, 1)}, map[int][]byte{featKernel: roomForNames()})
	if err != nil {
		t.Fatal(err)
	}
	const each, room = 16 + 4 + 64, namesSize - len(recorderMagic) // of functions with short names
	frames := kernelFrames{addresses: map[uint64]struct{}{}}
	for i := range room/each + 2 {
		frames.functions = append(frames.functions, function{0xffffffff81000000 + uint64(16*i), "f"})
	}
	for _, x := range []struct{ met, named int }{{0, 0}, {1, 1}, {room / each, room / each}, {room/each + 1, room / each}} {
		for i := range x.met {
			frames.addresses[frames.functions[i].begin+8] = struct{}{}
		}
		if err := frames.name(w); err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(path + save.PartialEnding)
		if err != nil {
			t.Fatal(err)
		}
		if got := bytes.Count(data, []byte("f\x00")); got != x.named || int64(len(data)) != w.begin {
			t.Errorf("of %d functions %d are named in %d bytes, want %d", x.met, got, len(data), x.named)
		}
	}
	if err := w.f.Drop(); err != nil {
		t.Error(err)
	}
}

// TestCutStack: a stack is limited where the kernel would show more, and not where it shows less or
// its limit is unreadable.
func TestCutStack(t *testing.T) {
	path := filepath.Join(t.TempDir(), "max_stack")
	for text, want := range map[string]uint16{"127\n": 24, "25\n": 24, "24\n": 0, "8\n": 0, "": 0} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		e := newTracepoint(wakePoint, 1, false)
		if e.cutStack(24, path); e.attr.Sample_max_stack != want {
			t.Errorf("%q: %d functions, want %d", text, e.attr.Sample_max_stack, want)
		}
	}
}

// TestWakeFrames: only the stacks of wakes are limited, and not where whole stacks are requested.
func TestWakeFrames(t *testing.T) {
	var cut event
	cut.cutStack(wakeFrames, maxStackPath)
	for _, x := range []struct {
		point  tracepoint
		stacks bool
		want   uint16
	}{{wakePoint, false, cut.attr.Sample_max_stack}, {wakePoint, true, 0}, {switchPoint, false, 0}} {
		e := newTracepoint(x.point, 1, x.stacks)
		e.callShown(&Options{Stacks: x.stacks}, x.point)
		if got := e.attr.Sample_max_stack; got != x.want {
			t.Errorf("%s, whole stacks %t: %d functions, want %d", x.point, x.stacks, got, x.want)
		}
	}
}
