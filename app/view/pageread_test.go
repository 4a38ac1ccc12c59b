package view

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2/driver/desktop"

	"threadlens/model"
	"threadlens/model/modeltest"
)

// TestPageReadLink: the details of a hard page fault link to its disk read, and those of a soft one
// do not.
func TestPageReadLink(t *testing.T) {
	w := opened(t, modeltest.Parse(t, "faults", `threadlens-trace 1
cpus 1
span 0ms 12ms
os windows
has switches wakes disk
process 9 app.exe target
thread 1 pid=9 name=Reader
0ms cpu0 switch idle 1 preempt
1ms cpu0 switch 1 idle wait win=9
1.5ms cpu0 wake 1 ctx=dpc
1.5ms cpu0 switch idle 1 preempt
2ms cpu0 switch 1 idle wait win=9
7.9ms cpu0 io 1 2.1ms read dev="Disk 0" file="C:\\Program Files\\App\\library.dll" bytes=4096
8ms cpu0 wake 1 ctx=dpc
8ms cpu0 switch idle 1 preempt
`))
	for _, c := range []struct {
		at   model.Time
		want bool
	}{{1_200_000, false}, {5_000_000, true}} {
		w.click(w.spot(t, 1, c.at), desktop.MouseButtonPrimary, 0)
		w.Details.Update()
		facts := texts(w.Details.Facts.Facts)
		if got := slices.Contains(facts, "Page read"); got != c.want || slices.Contains(facts, "Go to") != c.want {
			t.Errorf("at %d: %q", c.at, facts)
		}
		if w.Commands.Get("pageRead").Can() != c.want {
			t.Errorf("at %d: the command can be given: %v", c.at, !c.want)
		}
	}
	w.Commands.Get("pageRead").Do()
	if want := (model.Range{From: 2_100_000, To: 7_900_000}); w.Session.Marked() != want {
		t.Errorf("led to %v, want %v", w.Session.Marked(), want)
	}
}
