package perfetto

import (
	"slices"
	"strings"
	"testing"

	"threadlens/ingest/internal/readertest"
	"threadlens/model"
)

// running are the runs that the switches show.
func (d *decoded) running() (runs []readertest.Run, broken int) {
	return readertest.Running(d.events, d.Info().Clock.StartNS)
}

// breaks are how many breaks in the chains of threads the plain traces show, which the compact ones
// cannot: there the next thread takes the place of the one that is taken off its CPU.
var breaks = map[string]int{"pingpong_g": 1, "states_irq": 3}

// TestCross: the running intervals are those of the same run in the kernel's own format.
func TestCross(t *testing.T) {
	for _, name := range readertest.Sets {
		t.Run(name, func(t *testing.T) {
			want, _ := readertest.Reference(t, name, "dat")
			plain := decode(t, readertest.Linux(t, "cross", name, name+".pftrace"))
			got, broken := plain.running()
			readertest.SameRuns(t, got, want)
			if broken != breaks[name] {
				t.Errorf("%d breaks, expected %d", broken, breaks[name])
			}
			compact := decode(t, readertest.Linux(t, "cross", name, name+".compact.pftrace"))
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
func sameButBreaks(t *testing.T, compact *decoded, want []readertest.Run, breaks int) {
	t.Helper()
	got, broken := compact.running()
	missing := readertest.Without(want, got)
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
