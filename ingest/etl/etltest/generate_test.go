package etltest

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"io"
	"slices"
	"testing"
)

func generate(t *testing.T, size int64, opt GenerateOptions) ([]byte, Generated) {
	t.Helper()
	var file Memory
	g, err := Generate(&file, size, opt)
	if err != nil {
		t.Fatal(err)
	}
	if int(g.Buffers) != file.Len() {
		t.Errorf("%d buffers counted, %d written", g.Buffers, file.Len())
	}
	return file.Bytes(), g
}

// follower is a state machine fed with the records of a generated file.
type follower struct {
	t       *testing.T
	got     Generated
	running map[int]uint32    // thread on each CPU, 0 the idle one
	state   map[uint32]string // of each thread
	walked  map[int]int64     // time of the record on each CPU that may have a stack
	free    map[int]int64     // end of the last interrupt on each CPU
}

func (f *follower) follow(r *rawRecord) {
	le := binary.LittleEndian
	p := r.payload()
	f.got.Records++
	switch r.hook() {
	case 0x0524:
		f.got.Switches++
		f.change(r, le.Uint32(p), le.Uint32(p[4:]), p[14])
	case 0x0532:
		f.got.Readies++
		tid := le.Uint32(p)
		if f.state[tid] != "waiting" {
			f.t.Fatalf("at %d: thread %d is made ready, it is %q", r.time(), tid, f.state[tid])
		}
		if idle := f.running[r.cpu] == 0; idle && p[6]&1 == 0 {
			f.t.Fatalf("at %d: the idle thread of processor %d makes a thread ready", r.time(), r.cpu)
		}
		f.state[tid] = "ready"
	case 0x0F2E:
		f.got.Samples++
		tid := le.Uint32(p[len(p)-8:])
		if tid != f.running[r.cpu] {
			f.t.Fatalf("at %d: sample of thread %d, %d is running", r.time(), tid, f.running[r.cpu])
		}
		f.walked[r.cpu] = r.time()
	case 0x1820:
		f.got.Walks++
		if at := int64(le.Uint64(p)); at != f.walked[r.cpu] || at > r.time() || len(p) < 16+4*4 {
			f.t.Fatalf("at %d: stack of %d addresses for %d, the last record with one is at %d",
				r.time(), (len(p)-16)/8, at, f.walked[r.cpu])
		}
	case 0x0F43, 0x0F44, 0x0F45:
		f.interrupt(r, int64(le.Uint64(p)))
	default:
		f.life(r, p)
	}
}

func (f *follower) change(r *rawRecord, next, old uint32, state byte) {
	if f.running[r.cpu] != old || next == old {
		f.t.Fatalf("at %d: switch from %d to %d on processor %d, where %d runs", r.time(), old, next, r.cpu, f.running[r.cpu])
	}
	if old != 0 {
		f.state[old] = map[byte]string{1: "ready", 4: "dead", 5: "waiting"}[state]
	}
	if next != 0 && f.state[next] != "ready" {
		f.t.Fatalf("at %d: thread %d is put on, it is %q", r.time(), next, f.state[next])
	}
	f.running[r.cpu], f.walked[r.cpu] = next, r.time()
}

func (f *follower) interrupt(r *rawRecord, start int64) {
	if r.hook() == 0x0F43 {
		f.got.ISRs++
	} else {
		f.got.DPCs++
	}
	if start >= r.time() || start < f.free[r.cpu] {
		f.t.Fatalf("interrupt [%d, %d) behind one that ended at %d", start, r.time(), f.free[r.cpu])
	}
	f.free[r.cpu] = r.time()
}

// life follows threads and images.
func (f *follower) life(r *rawRecord, p []byte) {
	switch r.hook() {
	case 0x0501, 0x0503:
		tid := binary.LittleEndian.Uint32(p[4:])
		if s, ok := f.state[tid]; ok {
			f.t.Fatalf("at %d: thread %d begins, it is %q", r.time(), tid, s)
		}
		f.state[tid] = "waiting"
		if r.hook() == 0x0503 {
			f.got.Threads++
			return
		}
		f.got.Starts++
		if by := r.u32(8); by != f.running[r.cpu] {
			f.t.Fatalf("at %d: thread %d is begun by %d, %d is running", r.time(), tid, by, f.running[r.cpu])
		}
	case 0x0502:
		f.got.Ends++
	case 0x1403:
		f.got.Images++
	}
}

// TestGenerate checks that generated recordings keep to the rules of a real machine, for both
// pointer sizes, and that the counts are right.
func TestGenerate(t *testing.T) {
	tests := map[string]struct {
		size int64
		opt  GenerateOptions
	}{
		"default": {4 << 20, GenerateOptions{}},
		"stacks":  {2 << 20, GenerateOptions{SwitchStacks: true, Seed: 3}},
		"narrow":  {2 << 20, GenerateOptions{Config: Config{PointerSize: 4, CPUs: 2, Major: 6, Minor: 1}, Seed: 4}},
		"busy":    {3 << 20, GenerateOptions{Config: Config{CPUs: 40}, Threads: 500, Processes: 9, Seed: 5}},
		"least":   {1, GenerateOptions{}},
		"one CPU": {1 << 20, GenerateOptions{Config: Config{CPUs: 1, BufferSize: 8192}, Threads: 5}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			file, want := generate(t, test.size, test.opt)
			buffers, records := walk(t, file)
			monotone(t, records)
			records = slices.DeleteFunc(records, func(r rawRecord) bool { return r.buffer == 0 })
			slices.SortStableFunc(records, func(a, b rawRecord) int { return cmp.Compare(a.time(), b.time()) })
			f := follower{
				t: t, running: map[int]uint32{}, state: map[uint32]string{},
				walked: map[int]int64{}, free: map[int]int64{},
			}
			for i := range records {
				f.follow(&records[i])
			}
			f.got.Buffers = int64(len(buffers))
			f.got.Start, f.got.End = want.Start, records[len(records)-1].time()
			if f.got != want {
				t.Errorf("found %+v, counted %+v", f.got, want)
			}
			if size := int64(len(file)); name != "least" && (size > test.size || size < test.size-int64(buffers[0].size)) {
				t.Errorf("%d bytes, asked for %d", size, test.size)
			}
		})
	}
}

// TestGenerateSame checks that only the seed matters: neither the compression nor the kind of
// output changes the records.
func TestGenerateSame(t *testing.T) {
	file, g := generate(t, 2<<20, GenerateOptions{Seed: 7})
	again, _ := generate(t, 2<<20, GenerateOptions{Seed: 7})
	if !bytes.Equal(file, again) {
		t.Error("the same seed gave another file")
	}
	other, _ := generate(t, 2<<20, GenerateOptions{Seed: 8})
	if bytes.Equal(file, other) {
		t.Error("another seed gave the same file")
	}
	var stream bytes.Buffer
	if _, err := Generate(struct{ io.Writer }{&stream}, 2<<20, GenerateOptions{Seed: 7}); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(stream.Bytes()[65536:], file[65536:]) {
		t.Error("as a stream the buffers differ")
	}
	_, records := walk(t, stream.Bytes())
	if n := records[0].u32(32 + 36); int64(n) != g.Buffers {
		t.Errorf("as a stream the header claims %d buffers, there are %d", n, g.Buffers)
	}
	for _, c := range []Compression{LZNT1, Xpress, XpressHuffman} {
		packed, _ := generate(t, 2<<20, GenerateOptions{Seed: 7, Config: Config{Compression: c}})
		if 2*len(packed) > len(file) {
			t.Errorf("method %d: %d bytes of %d", c, len(packed), len(file))
		}
		_, plain := walk(t, file)
		_, unpacked := walk(t, packed)
		same := slices.EqualFunc(plain[1:], unpacked[1:], func(a, b rawRecord) bool {
			return a.cpu == b.cpu && a.buffer == b.buffer && bytes.Equal(a.b, b.b)
		})
		if !same {
			t.Errorf("method %d: other records", c)
		}
	}
}

func TestGenerateErrors(t *testing.T) {
	for name, opt := range map[string]GenerateOptions{
		"too many processors": {Config: Config{CPUs: 5000}},
		"coarse clock":        {Config: Config{PerfFreq: 100_000}},
		"no such compression": {Config: Config{Compression: 9}},
	} {
		if _, err := Generate(io.Discard, 1<<20, opt); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if _, err := Generate(&failing{left: 3}, 1<<20, GenerateOptions{}); err == nil {
		t.Error("an output that fails: no error")
	}
}

// failing is an output that breaks after some buffers.
type failing struct{ left int }

func (f *failing) Write(b []byte) (int, error) {
	if f.left--; f.left < 0 {
		return 0, io.ErrClosedPipe
	}
	return len(b), nil
}
