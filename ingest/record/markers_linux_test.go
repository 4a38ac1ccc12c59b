package record

import (
	"context"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// shared is a folder that looks like a tracefs whose shared buffer nobody uses.
func shared(t *testing.T) string {
	t.Helper()
	top := t.TempDir()
	for name, text := range map[string]string{
		"current_tracer": "nop\n", "tracing_on": "1\n", "set_event": "", "trace_clock": "[local] global mono\n",
		"per_cpu/cpu0/stats": "entries: 0\noverrun: 0\n", "instances/other/trace": "",
	} {
		put(t, filepath.Join(top, name), text)
	}
	return top
}

func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func get(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestInUse: every sign of use by others keeps us away from the shared buffer.
func TestInUse(t *testing.T) {
	if use := inUse(shared(t)); use != "" {
		t.Error(use)
	}
	for name, text := range map[string]string{
		"current_tracer": "function\n", "tracing_on": "0\n", "set_event": "sched:sched_switch\n", "per_cpu/cpu0/stats": "entries: 3\n",
	} {
		top := shared(t)
		put(t, filepath.Join(top, name), text)
		b := &markBuffer{top: top, own: filepath.Join(top, instances, "threadlens-1")}
		if err := b.share(); err == nil || !strings.Contains(err.Error(), "before Linux 6.16") {
			t.Errorf("%s: %v", name, err)
		}
		if clock := get(t, filepath.Join(top, "trace_clock")); clock != "[local] global mono\n" {
			t.Errorf("%s: the clock was changed: %q", name, clock)
		}
	}
}

// TestShare: the shared buffer gets our clock, and its own back at the end; our own folder shows
// programs that somebody listens, and what is to be restored.
func TestShare(t *testing.T) {
	top := shared(t)
	b := &markBuffer{top: top, own: filepath.Join(top, instances, "threadlens-1")}
	if err := os.Mkdir(b.own, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := b.share(); err != nil {
		t.Fatal(err)
	}
	clock := filepath.Join(top, "trace_clock")
	if got := get(t, clock); !strings.HasPrefix(got, "mono") || b.dir != top || filepath.Base(b.own) != "threadlens-1-local" {
		t.Errorf("%q, %+v", got, b)
	}
	if err := b.close(); err != nil {
		t.Fatal(err)
	}
	if got := get(t, clock); !strings.HasPrefix(got, "local") {
		t.Errorf("the clock is left as %q", got)
	}
	list, err := os.ReadDir(filepath.Join(top, instances))
	if err != nil || len(list) != 1 || list[0].Name() != "other" {
		t.Errorf("%v, %v", list, err)
	}
}

// TestDropStale: what killed recordings left is removed, and a clock that one changed is restored;
// what others have made stays.
func TestDropStale(t *testing.T) {
	top := shared(t)
	const noProcess = 1<<22 + 1 // beyond the ids of Linux
	for _, name := range []string{
		fmt.Sprintf("threadlens-%d", noProcess), fmt.Sprintf("threadlens-%d.1-local", noProcess), fmt.Sprintf("threadlens-%d", os.Getppid()), "threadlens-x",
	} {
		if err := os.Mkdir(filepath.Join(top, instances, name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	clock := filepath.Join(top, "trace_clock")
	put(t, clock, "local [mono]\n")
	dropStale(top)
	list, err := os.ReadDir(filepath.Join(top, instances))
	if err != nil || len(list) != 3 {
		t.Errorf("%v, %v", list, err)
	}
	if got := get(t, clock); !strings.HasPrefix(got, "local") {
		t.Errorf("the clock is left as %q", got)
	}
}

// TestMakeOwn: a second recording of a program has a separate buffer, up to a small number.
func TestMakeOwn(t *testing.T) {
	top := shared(t)
	seen := map[string]bool{}
	for {
		own, err := makeOwn(top)
		if err != nil {
			break
		}
		if seen[own] || !strings.HasPrefix(filepath.Base(own), instancePrefix+fmt.Sprint(os.Getpid())) || len(seen) > 100 {
			t.Fatal(own)
		}
		seen[own] = true
	}
	if len(seen) < 2 {
		t.Errorf("%d buffers", len(seen))
	}
	dropStale(top) // this process is running
	for own := range seen {
		if _, err := os.Stat(own); err != nil {
			t.Error(err)
		}
	}
}

// TestPageSize: pages of an unknown layout are refused.
func TestPageSize(t *testing.T) {
	const known = "\tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;\n" +
		"\tfield: local_t commit;\toffset:8;\tsize:8;\tsigned:1;\n" +
		"\tfield: int overwrite;\toffset:8;\tsize:1;\tsigned:1;\n" +
		"\tfield: char data;\toffset:16;\tsize:4080;\tsigned:0;\n"
	for text, want := range map[string]int{
		known: 4096,
		strings.Replace(known, "offset:8;\tsize:8", "offset:8;\tsize:4", 1): 0,
		strings.Replace(known, "4080", "999999999", 1):                      0,
		strings.Replace(known, "4080", "x", 1):                              0,
		"":                                                                  0,
	} {
		if got := pageSize(text); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}

// TestMarkSample: a marker becomes a sample whose raw data is what the kernel wrote, padded as in
// all samples.
func TestMarkSample(t *testing.T) {
	m := &markers{pids: map[uint32]uint32{}}
	tid := uint32(unix.Gettid())
	for n := range 9 {
		var data block
		data.u32(5, tid)
		data.u64(0xffff1234)
		data.raw([]byte(strings.Repeat("x", n)))
		b := m.sample(3, 77, data)
		size := int(binary.NativeEndian.Uint16(b[6:]))
		raw := int(binary.NativeEndian.Uint32(b[56:]))
		if size != len(b) || size%8 != 0 || raw != len(b)-60 || raw < len(data) || raw >= len(data)+8 {
			t.Errorf("%d bytes of text: size %d of %d, raw %d of %d", n, size, len(b), raw, len(data))
		}
		if got := binary.NativeEndian.Uint64(b[16:]); got != 0xffff1234 {
			t.Errorf("address %#x", got)
		}
		if pid := binary.NativeEndian.Uint32(b[24:]); int(pid) != os.Getpid() || binary.NativeEndian.Uint64(b[32:]) != 77 {
			t.Errorf("process %d", pid)
		}
	}
	if pid := m.process(1<<22 + 1); pid != ^uint32(0) {
		t.Errorf("no process is %d", pid)
	}
}

// TestRecordMarks records markers of this process, from our own buffer, and leaves tracefs as it
// was.
func TestRecordMarks(t *testing.T) {
	fs, marker := marking(t)
	before := state(t, string(fs))
	o := Options{Path: filepath.Join(t.TempDir(), "a.perf.data"), Groups: []Group{Markers}, Plain: true, For: 300 * time.Millisecond}
	told := false
	result, err := Record(context.Background(), o, func(State) {
		if told {
			return
		}
		told = true
		for i := range 200 {
			fmt.Fprintf(marker, "threadlens test %d", i)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(result.LeftOut) > 0 {
		skipUncopied(t, fs, result.LeftOut)
	}
	file := get(t, o.Path)
	for i := range 200 {
		if !strings.Contains(file, fmt.Sprintf("threadlens test %d\n", i)) {
			t.Fatalf("mark %d is missing", i)
		}
	}
	if after := state(t, string(fs)); after != before {
		t.Errorf("tracefs was\n%s\nand is\n%s", before, after)
	}
}

// marking is where markers are written; the test is skipped where that is not allowed.
func marking(t *testing.T) (fs tracefs, marker *os.File) {
	t.Helper()
	if err := Check(programName); err != nil {
		t.Skip("no right to record here: ", err)
	}
	fs, _ = findTracefs()
	marker, err := os.OpenFile(filepath.Join(string(fs), "trace_marker"), os.O_WRONLY, 0)
	if err != nil {
		t.Skip("no right to mark here: ", err)
	}
	t.Cleanup(func() { marker.Close() })
	return fs, marker
}

// skipUncopied skips a test where the kernel does not copy markers to private buffers, which nobody
// else can be using.
func skipUncopied(t *testing.T, fs tracefs, why []string) {
	t.Helper()
	if _, err := os.Stat(filepath.Join(string(fs), copyMarks)); err == nil {
		t.Fatal(why)
	}
	t.Skip("marks are not copied here: ", why)
}

// state is everything in tracefs that a recording might change.
func state(t *testing.T, top string) (s string) {
	t.Helper()
	for _, name := range []string{"trace_clock", "tracing_on", "buffer_size_kb", "current_tracer", "trace_options"} {
		s += get(t, filepath.Join(top, name))
	}
	for _, name := range cpuFiles(filepath.Join(top, instances, instancePrefix+fmt.Sprint(os.Getpid())), "stats") {
		s += name
	}
	return s
}
