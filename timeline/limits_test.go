package timeline

import (
	"fmt"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/modeltest"
)

// runsOf is a trace of a thread that runs n times, 1 of 10 µs, and of another one.
func runsOf(t *testing.T, n int) *model.Trace {
	t.Helper()
	var b strings.Builder
	fmt.Fprintf(&b, "threadlens-trace 1\ncpus 2\nspan 0us %dus\nos linux\nprocess 7 app target\nthread 8 pid=7\nthread 9 pid=7\n", 10*n+10)
	for i := range n {
		fmt.Fprintf(&b, "%dus cpu0 wake 8 ctx=timer\n%dus cpu0 switch idle 8 preempt\n%dus cpu0 switch 8 idle wait\n", 10*i+4, 10*i+5, 10*i+6)
	}
	fmt.Fprintf(&b, "%dus cpu1 wake 9 ctx=timer\n%dus cpu1 switch idle 9 preempt\n", 10*n+8, 10*n+9)
	return modeltest.Parse(t, "runs", b.String())
}

// TestFollowedAtItsLimits: the migrations of a thread are shown while there is room for its
// slices, one every few pixels; a thread that does not run has none.
func TestFollowedAtItsLimits(t *testing.T) {
	const room = 5
	for n, many := range map[int]bool{1: false, room - 1: false, room: false, room + 1: true, 2 * room: true} {
		tr := runsOf(t, n)
		m := NewMetrics(Comfortable, 1, 1)
		s := coresOf(t, tr, ColourThread, 900, 300, m)
		s.View.Width = room * m.Px(followEvery)
		s.Selected = SegmentRef{thread(t, tr, 8), -1}
		f := s.Followed()
		if f.Many != many || !many && len(f.Slices) != n {
			t.Errorf("%d slices: %d, many is %v", n, len(f.Slices), f.Many)
		}
		s.Selected = SegmentRef{thread(t, tr, 9), -1}
		show(s, 0, 8*1000)
		if f := s.Followed(); f.Many || len(f.Slices) > 0 {
			t.Errorf("a thread that does not run is followed: %+v", f)
		}
	}
}

// TestBeginsAt: an instant in the middle of a slice or of an interrupt is not a start.
func TestBeginsAt(t *testing.T) {
	tr := modeltest.Parse(t, "irq", `threadlens-trace 1
cpus 1
span 0us 100us
os linux
thread 8 pid=7
10us cpu0 switch idle 8 preempt
20us cpu0 irq 30us isr
40us cpu0 switch 8 idle wait
`)
	s := coresOf(t, tr, ColourThread, 900, 300, NewMetrics(Comfortable, 1, 1))
	for at, want := range map[model.Time]bool{
		9_999: false, 10_000: true, 10_001: false, 19_999: false, 20_000: true, 20_001: false, 29_999: false, 30_000: false, 40_000: true, 40_001: false,
	} {
		if got := (&finder{Scene: s}).beginsAt(0, at); got != want {
			t.Errorf("something begins at %d: %v", at, got)
		}
	}
}

// TestConnectorOfTheFirst: the arrow to the first segment of a thread is like that to any
// other.
func TestConnectorOfTheFirst(t *testing.T) {
	tr := modeltest.Parse(t, "first", `threadlens-trace 1
cpus 1
span 0us 100us
os linux
process 7 app target
thread 8 pid=7
thread 9 pid=7
0us cpu0 exists 8 state=running
0us cpu0 exists 9 state=waiting
50us cpu0 wake 9 by=8
60us cpu0 switch 8 9 wait
`)
	s := sceneOf(t, tr, 900, 300, NewMetrics(Comfortable, 1, 1))
	if c, ok := s.Connector(SegmentRef{thread(t, tr, 9), 0}); !ok || c.At != 50_000 || c.Other != thread(t, tr, 8) {
		t.Errorf("%+v, %v", c, ok)
	}
	if _, ok := s.Connector(SegmentRef{thread(t, tr, 9), -1}); ok {
		t.Error("no segment has an arrow")
	}
}

// TestEmptyViewport: a window without length has one column for all instants.
func TestEmptyViewport(t *testing.T) {
	v := Viewport{model.Range{From: 5, To: 5}, 100}
	for _, at := range []model.Time{-1, 4, 5, 6} {
		if x := v.X(at); x != 0 {
			t.Errorf("%d is at column %d", at, x)
		}
	}
}
