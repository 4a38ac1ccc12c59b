package etl

import (
	"bytes"
	"fmt"
	"os"
	"testing"

	"threadlens/ingest/etl/etltest"
	"threadlens/ingest/etl/payload"
	"threadlens/ingest/internal/stage"
	"threadlens/model"
)

// TestGapFarBehind: a gap after the events that show who had each CPU at first has the same effect
// as in the text: the pre-pass continues to the last gap.
func TestGapFarBehind(t *testing.T) {
	for _, name := range []string{"c01", "c01_wake", "c12"} {
		src, err := os.ReadFile("../../model/testdata/" + name + ".txtar")
		if err != nil {
			t.Fatal(err)
		}
		_, body, _ := bytes.Cut(src, []byte("os linux\n"))
		body, _, _ = bytes.Cut(body, []byte("-- want --"))
		const step, n = 2, 2 * stage.BatchEvents
		var b bytes.Buffer
		begin := n * step
		fmt.Fprintf(&b, "threadlens-trace 1\ncpus 2\nspan 0us %dus\nos windows\n0us cpu0 exists 90 state=running\n0us cpu1 exists 91 state=running\n", begin+100)
		for i := range n / 2 {
			at := 1 + i*2*step
			fmt.Fprintf(&b, "%dus cpu0 switch 90 92 wait win=6\n%dus cpu1 wake 90\n%dus cpu0 switch 92 90 wait win=6\n%dus cpu1 wake 92\n", at, at+1, at+2, at+3)
		}
		// What the example shows at its start, the CPUs have from here on.
		fmt.Fprintf(&b, "%dus cpu0 switch 90 1 wait win=6\n%dus cpu1 switch 91 2 wait win=6\n", begin, begin)
		for line := range bytes.Lines(inWindowsWords(body)) {
			var at int
			rest, _ := bytes.CutPrefix(line, []byte("0us cpu0 switch 3 1"))
			if len(rest) < len(line) || bytes.Contains(line, []byte(" exists ")) {
				continue
			}
			if _, err := fmt.Sscanf(string(line), "%dus", &at); err != nil {
				continue
			}
			_, tail, _ := bytes.Cut(line, []byte("us "))
			if before, end, ok := bytes.Cut(tail, []byte(" loss ")); ok {
				var to int
				_, _ = fmt.Sscanf(string(end), "%dus", &to)
				tail = fmt.Appendf(nil, "%s loss %dus\n", before, begin+to)
			}
			fmt.Fprintf(&b, "%dus %s", begin+at, tail)
		}
		c, err := etltest.FromText(name, b.Bytes(), etltest.TextOptions{HeaderTells: true})
		if err != nil {
			t.Fatal(err)
		}
		info := c.Info
		want := model.Build(&info, c.Tables, model.PrepassOf(info.CPUs, c.Events), c.Events)
		got := load(t, open(t, c.Bytes()))
		if a, b := segments(t, got), segments(t, want); a != b {
			t.Errorf("%s: what the file says differs from what the text says", name)
		}
		if end := lastSlice(want, 0); end.Flags != 0 || want.Counters[model.CountLoss] != 1 || !inferredSince(want, 0, model.Time(begin+60)*1000) {
			t.Errorf("%s: the example has no gap after which the occupant is inferred: %+v", name, end)
		}
	}
}

func lastSlice(tr *model.Trace, cpu model.CPU) (last model.Slice) {
	for s := range tr.Slices(cpu, tr.Whole()) {
		last = s
	}
	return last
}

// inferredSince reports whether a thread has a CPU from an instant on without a switch that shows
// it.
func inferredSince(tr *model.Trace, cpu model.CPU, at model.Time) bool {
	s, ok := tr.SliceAt(cpu, at)
	_, thread := s.Occupant.Thread()
	return ok && thread && s.From == at && s.Flags&model.Inferred != 0
}

// TestRings: before the first record of a CPU in a circular recording, or in one with buffers in
// memory, records were overwritten.
func TestRings(t *testing.T) {
	const us = 1000
	for _, x := range []struct {
		mode uint32
		ring int64
		want string
	}{
		{etltest.ModeSequential, 0, "1 40 2 60 "},
		{etltest.ModeCircular, 1, "? 40 2 60 "},
		{0x400, 1, "? 40 2 60 "},
	} {
		file := &etltest.Memory{}
		w, err := etltest.NewWriter(file, etltest.Config{CPUs: 2, Mode: x.mode, BufferSize: 1024})
		if err != nil {
			t.Fatal(err)
		}
		mk, start := w.Config().Maker(etltest.StyleNative), w.Config().Ticks(0)
		put := func(cpu int, at int64, old, next uint32) {
			r := mk.CSwitch(start+at*us, 4, etltest.CSwitch{New: next, Old: old, State: 5, Reason: 6})
			if err := w.Put(cpu, r); err != nil {
				t.Fatal(err)
			}
		}
		put(1, 0, 0, 3)
		put(0, 40, 1, 2)
		put(1, 60, 3, 4)
		put(0, 100, 2, 0)
		put(1, 100, 4, 3)
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		tr := load(t, open(t, file.Bytes()))
		got := ""
		for s := range tr.Slices(0, model.Range{To: 100 * us}) {
			who := "?"
			if ix, ok := s.Occupant.Thread(); ok {
				who = fmt.Sprint(tr.Threads[ix].TID)
			}
			got += fmt.Sprintf("%s %d ", who, s.Len()/us)
		}
		if got != x.want || tr.Counters[model.CountRing] != x.ring || tr.Counters[model.CountLoss] != 0 {
			t.Errorf("mode %#x: %q, %d rings, want %q", x.mode, got, tr.Counters[model.CountRing], x.want)
		}
		if c := tr.Covered(); x.ring > 0 && c.From != 40*us || x.ring == 0 && c != tr.Whole() {
			t.Errorf("mode %#x: all processors are known in %v", x.mode, c)
		}
	}
}

// TestWrapped: a circular file whose size is known has replaced nothing while there was
// room for one more buffer.
func TestWrapped(t *testing.T) {
	for _, x := range []struct {
		size int64
		max  uint32
		want bool
	}{{1 << 20, 1, true}, {1<<20 - 2*65536, 1, false}, {1<<20 - 2*65536 + 1, 1, true}, {65536, 0, true}} {
		p := part{input: input{size: x.size}}
		p.head.LogFileMode, p.head.BufferSize, p.head.MaxFileSize = payload.ModeCircular, 65536, x.max
		if p.wrapped() != x.want {
			t.Errorf("%d bytes of %d MB: %v", x.size, x.max, !x.want)
		}
	}
}
