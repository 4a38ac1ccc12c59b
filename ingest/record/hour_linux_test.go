package record_test

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"threadlens/ingest"
	"threadlens/ingest/live"
	"threadlens/ingest/record"
	"threadlens/model"
	"threadlens/model/measure"
)

// generator makes records as the kernel does: on one CPU, two threads take turns 20 000 times a
// second, each running a quarter of the time; and programs begin and end.
type generator struct {
	id   uint64
	at   int64
	born uint32
	data []byte
}

const (
	turn     = 100_000 // ns, between two switches
	passTime = 100 * time.Millisecond
)

func (g *generator) u32(v ...uint32) {
	for _, v := range v {
		g.data = binary.NativeEndian.AppendUint32(g.data, v)
	}
}

func (g *generator) u64(v uint64) { g.data = binary.NativeEndian.AppendUint64(g.data, v) }

// record adds a record, whose body fill adds.
func (g *generator) record(kind uint32, fill func()) {
	begin := len(g.data)
	g.u32(kind, 0)
	fill()
	binary.NativeEndian.PutUint16(g.data[begin+6:], uint16(len(g.data)-begin))
}

// trailer is what follows records other than samples: tid, time, cpu and id.
func (g *generator) trailer() {
	g.u32(0, 0)
	g.u64(uint64(g.at))
	g.u32(0, 0)
	g.u64(g.id)
}

// switched is a switch from one thread to another; 0 is the idle thread.
func (g *generator) switched(from, to uint32) {
	g.record(unix.PERF_RECORD_SAMPLE, func() {
		g.u64(g.id)
		g.u64(0) // ip
		g.u32(from, from)
		g.u64(uint64(g.at))
		g.u32(0, 0) // cpu
		g.u64(1)    // period
		g.u32(4 + 8 + 16 + 4 + 4 + 8 + 16 + 4 + 4)
		g.u64(0) // common fields; the id of the tracepoint is that of the event
		name := func(s string) { g.data = append(append(g.data, s...), make([]byte, 16-len(s))...) }
		name("worker")
		g.u32(from, 120)
		g.u64(1) // sleeps
		name("worker")
		g.u32(to, 120)
		g.u32(0)
	})
}

// program begins, or ends.
func (g *generator) program(kind, pid uint32) {
	g.record(kind, func() {
		g.u32(pid, 1, pid, 1)
		g.u64(uint64(g.at))
		g.trailer()
	})
}

// pass is what comes up to an instant.
func (g *generator) pass(until int64) []byte {
	g.data = nil
	for n := 0; g.at < until; n++ {
		worker := uint32(100 + n%2)
		g.switched(0, worker)
		g.at += turn / 2
		g.switched(worker, 0)
		g.at += turn / 2
	}
	g.program(unix.PERF_RECORD_FORK, 1000+g.born)
	if g.born > 20 {
		g.program(unix.PERF_RECORD_EXIT, 1000+g.born-20)
	}
	g.born++
	return g.data
}

// heap is the memory in use.
func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// lengthOfWatch is how much time is generated.
func lengthOfWatch(t *testing.T) time.Duration {
	t.Helper()
	text := os.Getenv("THREADLENS_WATCH")
	if text == "" {
		return 3 * time.Minute
	}
	length, err := time.ParseDuration(text)
	if err != nil {
		t.Fatal(err)
	}
	return length
}

// TestWatchForLong: at 20 000 switches a second memory stays flat, however long is watched, and the
// numbers stay exact. $THREADLENS_WATCH is how much time is generated, as fast as it can be read;
// three minutes by default.
func TestWatchForLong(t *testing.T) {
	if err := record.Check("threadlens"); err != nil {
		t.Skip(err)
	}
	length := lengthOfWatch(t)
	const begin = int64(time.Hour)
	w, err := record.NewGenerated(record.WatchOptions{Every: time.Second, Span: time.Minute, Most: record.DefaultMost}, begin)
	if err != nil {
		t.Fatal(err)
	}
	g := generator{id: w.Switch, at: begin}
	var rolling measure.Rolling
	var settled int64 // memory in use once the kept events have reached their limit
	for at := begin; at < begin+int64(length); at += int64(passTime) {
		c := w.Pass(at, g.pass(at))
		if c == nil {
			continue
		}
		m, err := live.Read(c)
		if err != nil {
			t.Fatal(err)
		}
		rolling.Add(m.Trace, m.Range, m.Lost, m.Offline)
		now := rolling.Monitor()
		for _, p := range now.Rows[:2] {
			if share := float64(p.Now) / float64(now.Now.Len()); p.Name != "worker" || share < 0.249 || share > 0.251 {
				t.Fatalf("after %d s: %q has %.4f of a processor", (at-begin)/1e9, p.Name, share)
			}
		}
		if settled == 0 && now.Window.From > 10e9 {
			settled = heap()
		}
	}
	end := heap()
	t.Logf("%v: %d MB of memory when the first minute was full, %d MB at the end; %d MB of events are kept", length, settled>>20, end>>20, w.Kept()>>20)
	if settled == 0 || end > settled+settled/10+2<<20 {
		t.Errorf("memory in use grew from %d to %d bytes", settled, end)
	}
	if w.Tasks() > 500 {
		t.Errorf("%d threads are remembered", w.Tasks())
	}
	checkKept(t, w)
}

// checkKept checks that the last minute is kept.
func checkKept(t *testing.T, w *record.Generated) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "kept.perf.data")
	if err := w.Save(path); err != nil {
		t.Fatal(err)
	}
	tr, err := ingest.Load(t.Context(), path, ingest.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if tr.End < 59*model.Time(time.Second) || tr.End > 62*model.Time(time.Second) || tr.Info.LostEvents > 0 {
		t.Errorf("%d ns are kept", tr.End)
	}
}
