package etl

import (
	"bytes"
	"fmt"
	"os"
	"testing"

	"threadlens/ingest/etl/etltest"
	"threadlens/ingest/internal/stage"
	"threadlens/model"
)

// TestGapFarBehind: a gap behind the events that show who had each processor at first
// means what the text with it means: the pre-pass goes on to the last gap.
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
		// What the example has from its begin on, the processors have from here.
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

// inferredSince reports whether a thread has a processor from an instant on for which
// no switch shows it.
func inferredSince(tr *model.Trace, cpu model.CPU, at model.Time) bool {
	s, ok := tr.SliceAt(cpu, at)
	_, thread := s.Occupant.Thread()
	return ok && thread && s.From == at && s.Flags&model.Inferred != 0
}
