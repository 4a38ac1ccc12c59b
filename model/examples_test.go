package model_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"threadlens/model"
	"threadlens/model/modeltest"
)

// TestExamples builds the worked examples, testdata/*.txtar with the sections
// trace.tltxt and want, and compares every segment, slice, episode and counter.
// THREADLENS_UPDATE=1 rewrites the want sections.
func TestExamples(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) < 18 {
		t.Fatalf("found %d examples: %v", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			ar, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			tr := modeltest.Parse(t, file, string(section(t, ar, "trace.tltxt")))
			for _, err := range modeltest.Check(tr) {
				t.Error(err)
			}
			got := describe(tr)
			if os.Getenv("THREADLENS_UPDATE") != "" {
				update(t, file, ar, got)
				return
			}
			if diff := cmp.Diff(string(section(t, ar, "want")), got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func section(t *testing.T, ar *txtar.Archive, name string) []byte {
	for _, f := range ar.Files {
		if f.Name == name {
			return f.Data
		}
	}
	t.Fatalf("no section %s", name)
	return nil
}

func update(t *testing.T, file string, ar *txtar.Archive, got string) {
	for i := range ar.Files {
		if ar.Files[i].Name == "want" {
			ar.Files[i].Data = []byte(got)
		}
	}
	if err := os.WriteFile(file, txtar.Format(ar), 0o644); err != nil {
		t.Fatal(err)
	}
}

// describe prints everything that the examples specify, times in µs.
func describe(t *model.Trace) string {
	var b strings.Builder
	for ix := range t.Threads {
		th := &t.Threads[ix]
		fmt.Fprintf(&b, "thread %s life %s\n", th.Key(), span(th.Life))
		for s := range t.Segments(model.ThreadIx(ix), th.Life) {
			fmt.Fprintf(&b, "  %s %v %s%s\n", span(s.Range), s.State, s.Label(), attributes(t, &s))
		}
		for e := range t.Episodes(model.ThreadIx(ix), th.Life) {
			fmt.Fprintf(&b, "  episode %s\n", episode(t, &e))
		}
	}
	for c := range t.Cores {
		fmt.Fprintf(&b, "cpu %d\n", c)
		for s := range t.Slices(model.CPU(c), t.Whole()) {
			fmt.Fprintf(&b, "  %s %s", span(s.Range), occupant(t, s.Occupant))
			if s.Flags != 0 {
				fmt.Fprintf(&b, " %v", s.Flags)
			}
			b.WriteByte('\n')
		}
		ct := t.CoreTime(model.CPU(c), t.Whole())
		fmt.Fprintf(&b, "  run %s idle %s isr %s dpc %s unknown %s offline %s\n",
			us(ct.Run), us(ct.Idle), us(ct.ISR), us(ct.DPC), us(ct.Unknown), us(ct.Offline))
	}
	for c, n := range t.Counters {
		if n != 0 {
			fmt.Fprintf(&b, "counter %v %d\n", model.Counter(c), n)
		}
	}
	if t.NoWakeEvents {
		b.WriteString("noWakeEvents\n")
	}
	return b.String()
}

func us(t model.Time) string { return strconv.FormatFloat(float64(t)/1000, 'f', -1, 64) }

func span(r model.Range) string { return "[" + us(r.From) + ", " + us(r.To) + ")" }

func key(t *model.Trace, ix model.ThreadIx) string {
	if ix == model.NoThread {
		return "-"
	}
	return t.Threads[ix].Key()
}

func attributes(t *model.Trace, s *model.Segment) string {
	var b strings.Builder
	if s.Likely != s.Category && s.Likely != model.UnknownCategory {
		fmt.Fprintf(&b, " likely=%v", s.Likely)
	}
	if s.CPU != model.NoCPU {
		fmt.Fprintf(&b, " cpu=%d", s.CPU)
	}
	if s.Ctx != model.CtxNone {
		fmt.Fprintf(&b, " ctx=%v", s.Ctx)
	}
	if u := s.Unblocker(); u != model.NoThread {
		fmt.Fprintf(&b, " unblocker=%s", key(t, u))
	}
	if d := s.Displacer(); d != model.NoThread {
		fmt.Fprintf(&b, " by=%s", key(t, d))
	}
	if s.Flags != 0 {
		fmt.Fprintf(&b, " %v", s.Flags)
	}
	return b.String()
}

func episode(t *model.Trace, e *model.Episode) string {
	in := us(e.In)
	if e.Open {
		in = "open"
	}
	s := fmt.Sprintf("%v out %s ready %s in %s", e.Kind, us(e.Out), us(e.Ready), in)
	if e.Ctx != model.CtxNone {
		s += fmt.Sprintf(" ctx %v", e.Ctx)
	}
	if e.Unblocker != model.NoThread {
		s += " unblocker " + key(t, e.Unblocker)
	}
	if e.Interrupted != model.NoThread {
		s += " interrupted " + key(t, e.Interrupted)
	}
	if e.Displacer != model.NoThread {
		s += " by " + key(t, e.Displacer)
	}
	if e.Spurious > 0 {
		s += fmt.Sprintf(" spurious %d", e.Spurious)
	}
	if e.Enqueued != e.Ready {
		s += " enqueued " + us(e.Enqueued)
	}
	if e.Gap > 0 {
		s += " gap " + us(e.Gap)
	}
	for _, f := range []struct {
		set  bool
		name string
	}{{e.NoOut, "no-switch-out"}, {e.NoIn, "no-switch-in"}, {e.Cut && !e.Queued, "no-wake"}} {
		if f.set {
			s += " " + f.name
		}
	}
	return s
}

func occupant(t *model.Trace, o model.Occupant) string {
	switch o {
	case model.OccupantIdle:
		return "idle"
	case model.OccupantUnknown:
		return "unknown"
	case model.OccupantOffline:
		return "offline"
	}
	ix, _ := o.Thread()
	return key(t, ix)
}
