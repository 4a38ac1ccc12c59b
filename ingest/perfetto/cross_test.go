package perfetto

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"threadlens/ingest/internal/recorded"
	"threadlens/model"
)

// occupant is the thread of a CPU since a time.
type occupant struct {
	tid   model.TID
	since int64
}

// running are the intervals in which threads run as the switches show them, as lines "tid cpu from to":
// an interval ends at the switch that takes the thread off its CPU; its end is -1 where another one is
// taken off, and at the end. broken counts the former.
func (d *decoded) running() (lines []string, broken int) {
	cpus := map[model.CPU]occupant{}
	note := func(cpu model.CPU, o occupant, end int64) {
		lines = append(lines, fmt.Sprintf("%d %d %d %d", o.tid, cpu, o.since, end))
	}
	for i := range d.events {
		e := &d.events[i]
		if e.Kind != model.KindSwitch {
			continue
		}
		at := d.Info().Clock.StartNS + int64(e.Time)
		o, ok := cpus[e.CPU]
		switch {
		case ok && o.tid == e.TID:
			note(e.CPU, o, at)
		case ok:
			note(e.CPU, o, -1)
			broken++
		}
		cpus[e.CPU] = occupant{e.Other, at}
	}
	for cpu, o := range cpus {
		note(cpu, o, -1)
	}
	slices.Sort(lines)
	return lines, broken
}

// reference are the running intervals of a file with the reference of a run, in the same form.
func reference(tb testing.TB, pattern string) (lines []string) {
	tb.Helper()
	list, err := filepath.Glob(pattern)
	if err != nil || len(list) != 1 {
		tb.Fatalf("%v, %v match %s", list, err, pattern)
	}
	data, err := os.ReadFile(list[0])
	if err == nil && strings.HasSuffix(list[0], ".gz") {
		var z *gzip.Reader
		if z, err = gzip.NewReader(bytes.NewReader(data)); err == nil {
			data, err = io.ReadAll(z)
		}
	}
	if err != nil {
		tb.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		if w := strings.Fields(line); w[0] == "run" {
			lines = append(lines, strings.Join(w[1:5], " "))
		}
	}
	slices.Sort(lines)
	return lines
}

// breaks are how many breaks in the chains of threads the plain traces show, which the compact ones
// cannot: there the next thread takes the place of the one that is taken off its CPU.
var breaks = map[string]int{"pingpong_g": 1, "states_irq": 3}

// TestCross: the running intervals are those of the same run in the kernel's own format.
func TestCross(t *testing.T) {
	dir := recorded.Path(t, "linux", "cross")
	for _, name := range []string{"minifork", "mutex_sleep", "oddnames", "oversub_noirqinfo", "pingpong_g", "states_irq"} {
		t.Run(name, func(t *testing.T) {
			want := reference(t, filepath.Join(dir, name, name+".dat.running.txt*"))
			plain := decode(t, shared(t, "cross", name, name+".pftrace"))
			got, broken := plain.running()
			sameLines(t, got, want)
			if broken != breaks[name] {
				t.Errorf("%d breaks, expected %d", broken, breaks[name])
			}
			compact := decode(t, shared(t, "cross", name, name+".compact.pftrace"))
			sameButBreaks(t, compact, want, breaks[name])
			sameWakes(t, plain, compact)
			for _, d := range []*decoded{plain, compact} {
				if d.codes() != "" {
					t.Error(d.codes())
				}
			}
		})
	}
}

// sameButBreaks compares the intervals of a compact trace: all but those of the breaks are the same.
func sameButBreaks(t *testing.T, compact *decoded, want []string, breaks int) {
	t.Helper()
	got, broken := compact.running()
	missing := slices.DeleteFunc(slices.Clone(want), func(l string) bool { return slices.Contains(got, l) })
	if broken != 0 || len(got) != len(want) || len(missing) != breaks {
		t.Errorf("%d breaks, %d of %d intervals, missing: %v", broken, len(got), len(want), missing)
	}
}

// sameWakes compares the wakes of a plain and a compact trace: the waker is the thread that runs, which
// is unknown before the first switch of a CPU.
func sameWakes(t *testing.T, plain, compact *decoded) {
	t.Helper()
	a, b := plain.lines(model.KindWake), compact.lines(model.KindWake)
	if len(a) != len(b) || len(a) == 0 {
		t.Fatalf("%d wakes, and %d compact ones", len(a), len(b))
	}
	differ := 0
	for i := range a {
		if a[i] == b[i] {
			continue
		}
		x, y := strings.Fields(a[i]), strings.Fields(b[i])
		if x[5] = y[5]; !slices.Equal(x, y) {
			t.Errorf("wake %s is %s in compact form", a[i], b[i])
		}
		differ++
	}
	if differ > len(a)/20 {
		t.Errorf("%d of %d wakes have another waker in compact form", differ, len(a))
	}
}
