package scenario

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

// lines is a sink that keeps the lines for trace_marker.
type lines struct {
	mu     sync.Mutex
	list   []string
	silent bool // nobody records
	full   bool
}

func (l *lines) heard(time.Duration) bool { return !l.silent }
func (l *lines) close() error             { return nil }

func (l *lines) write(m mark) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.list = append(l.list, string(appendLine(nil, 7, &m)))
	return !l.full
}

func record(l *lines) (*Recorder, *time.Duration) {
	cpu := new(time.Duration)
	r := newRecorder(l, &Options{CPU: func() time.Duration { *cpu += 5; return *cpu }})
	r.last.Store(0)
	return r, cpu
}

// folder is a folder for a test. Unlike TempDir's it may stay, since Wine cannot remove its
// contents.
func folder(tb testing.TB) string {
	tb.Helper()
	dir, err := os.MkdirTemp("", "scenario")
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

// TestS39Lines: every kind of marker, with elapsed times removed.
func TestS39Lines(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	l := &lines{}
	r, _ := record(l)
	s := r.BeginFor(42, "request")
	s.Step("parsed")
	child := s.Begin("a|b\n")
	child.End()
	s.End()
	r.Flag("full")
	r.Message("")
	plain := r.Begin("plain")
	plain.End()
	var got []string
	for _, line := range l.list {
		before, after, ok := strings.Cut(line, " e=")
		if ok {
			_, after, _ = strings.Cut(after, " ")
			line = before + " e " + after
		}
		got = append(got, line)
	}
	want := []string{
		"S|7|request|1|tl1 c=42",
		"I|7|parsed|tl1 s=1 e t=5 c=42",
		"S|7|a/b |2|tl1 c=42 p=1",
		"F|7|a/b |2|tl1 e t=5 c=42 p=1",
		"F|7|request|1|tl1 e t=20 c=42",
		"I|7|full|tl1 f",
		"I|7|?|tl1 m",
		"S|7|plain|3|tl1",
		"F|7|plain|3|tl1 e t=5",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestLongest: no marker exceeds the room for it, whatever its name.
func TestLongest(t *testing.T) {
	const most = -1 << 63
	m := mark{
		kind: end, name: strings.Repeat("é", 500), id: most, parent: most, correlation: most,
		took: Took{Elapsed: most, CPU: most, Measured: true},
	}
	for k := begin; k <= message; k++ {
		m.kind = k
		line := string(appendLine(nil, most, &m))
		if len(line) > maxLine {
			t.Errorf("a line of %d bytes", len(line))
		}
		if !strings.Contains(line, strings.Repeat("é", maxName/2)+"|") {
			t.Errorf("not cut at a character: %s", line)
		}
	}
}

// TestOff: a nil Recorder, one without a listener, and the spans that they begin record nothing.
func TestOff(t *testing.T) {
	l := &lines{silent: true}
	quiet, _ := record(l)
	for _, r := range []*Recorder{nil, quiet} {
		s := r.Begin("a")
		child := s.Begin("b")
		child.End()
		l.silent = false // a recording that begins meanwhile has no ends without starts
		if took := s.End(); took != (Took{}) || len(l.list) > 0 || r.Lost() != 0 {
			t.Errorf("%+v, %v", took, l.list)
		}
		l.silent = true
		r.Flag("f")
		if r.Recorded() || len(l.list) > 0 || r.Close() != nil {
			t.Error(l.list)
		}
	}
	t.Setenv("THREADLENS_SCENARIO", "off")
	for _, open := range []func() (*Recorder, error){
		func() (*Recorder, error) { return Open(Options{}) },
		func() (*Recorder, error) { return Create(filepath.Join(folder(t), "x"), Options{}) },
	} {
		if r, err := open(); r != nil || err != nil {
			t.Errorf("%v, %v", r, err)
		}
	}
}

// TestLost: markers that could not be written are counted.
func TestLost(t *testing.T) {
	r, _ := record(&lines{full: true})
	r.Flag("a")
	s := r.Begin("b")
	s.End()
	if n := r.Lost(); n != 3 {
		t.Errorf("%d", n)
	}
}

// TestOtherThread: the end on another thread has elapsed time, and no CPU time.
func TestOtherThread(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if threadID() == 0 {
		t.Skip("threads are not known on this system")
	}
	l := &lines{}
	r, _ := record(l)
	s := r.Begin("a")
	took := make(chan Took)
	go func() {
		runtime.LockOSThread()
		took <- s.End()
	}()
	if got := <-took; got.Measured || got.CPU != 0 || got.Elapsed < 0 {
		t.Errorf("%+v", got)
	}
	if last := l.list[len(l.list)-1]; strings.Contains(last, " t=") {
		t.Error(last)
	}
}

// TestThreadCPU: the clock runs with the thread, and stops while that sleeps.
func TestThreadCPU(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if threadID() == 0 {
		t.Skip("threads are not known on this system")
	}
	from := ThreadCPU()
	const enough = 50 * time.Millisecond // more than a clock tick of Windows
	for begin := time.Now(); ThreadCPU()-from < enough; {
		if time.Since(begin) > 20*time.Second {
			t.Fatal("the clock stands")
		}
	}
	from = ThreadCPU()
	time.Sleep(100 * time.Millisecond)
	if d := ThreadCPU() - from; d > enough {
		t.Errorf("%v of CPU time asleep", d)
	}
}

func TestCreateFails(t *testing.T) {
	path := filepath.Join(folder(t), "none", "x.tltxt")
	if r, err := Create(path, Options{}); r != nil || err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("%v, %v", r, err)
	}
}

// TestText: the file has one line per marker, in the order of time.
func TestText(t *testing.T) {
	path := filepath.Join(folder(t), "x.tltxt")
	r, err := Create(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for range 50 {
				s := r.Begin(`a "quoted" name`)
				s.End()
			}
		})
	}
	all.Wait()
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	marks := 0
	var last time.Duration
	for line := range strings.Lines(string(b)) {
		if !strings.Contains(line, " mark ") {
			continue
		}
		marks++
		at, err := time.ParseDuration(strings.Fields(line)[0])
		if err != nil || at < last {
			t.Errorf("%q after %v: %v", line, last, err)
		}
		last = at
	}
	if marks != 400 || r.Lost() != 0 {
		t.Errorf("%d marks, %d lost", marks, r.Lost())
	}
}

// TestAllocations: writing markers allocates nothing.
func TestAllocations(t *testing.T) {
	r, err := Create(filepath.Join(folder(t), "x.tltxt"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if n := testing.AllocsPerRun(100, func() { spans(r) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func spans(r *Recorder) {
	s := r.BeginFor(42, "request")
	child := s.Begin("load")
	child.Step("parsed")
	child.End()
	s.End()
	r.Flag("full")
}

// BenchmarkMark measures the cost of six markers: to a file, while nobody records, and without a
// Recorder.
func BenchmarkMark(b *testing.B) {
	file, err := Create(filepath.Join(folder(b), "x.tltxt"), Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer file.Close()
	for _, c := range []struct {
		name string
		r    *Recorder
	}{{"file", file}, {"unheard", newRecorder(&lines{silent: true}, &Options{})}, {"nil", nil}} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				spans(c.r)
			}
		})
	}
}
