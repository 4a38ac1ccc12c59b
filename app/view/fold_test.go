package view

import (
	"fmt"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"threadlens/model/modeltest"
	"threadlens/timeline"
)

// pooled is a trace in which one thread runs and three wait for work.
const pooled = `threadlens-trace 1
cpus 2
span 0us 100000us
os linux
process 7 "app" target
thread 1 pid=7 name="main"
thread 2 pid=7 name="pool-1"
thread 3 pid=7 name="pool-2"
thread 4 pid=7 name="pool-3"
0us cpu0 switch idle 1 preempt
0ns cpu1 switch idle 2 preempt
1ns cpu1 switch 2 3 wait sub=Futex
2ns cpu1 switch 3 4 wait sub=Futex
3ns cpu1 switch 4 idle wait sub=Futex
9us cpu0 wake 1
100000us cpu0 switch 1 idle wait sub=Futex
`

// TestFold: a fold opens and closes by click, keyboard and finder; with the pointer on it, its
// threads are named.
func TestFold(t *testing.T) {
	w := opened(t, modeltest.Parse(t, "pool", pooled))
	open := func() bool { return w.Session.Rows().List[2].Expanded }
	if row := w.Session.Rows().List[2]; row.Kind != timeline.RowFold || row.Expanded {
		t.Fatalf("%+v", row)
	}
	w.click(w.name(t, 2), desktop.MouseButtonPrimary, 0)
	if !open() {
		t.Error("a click does not open it")
	}
	w.Surface.Mouse.ClickPos = fyne.NewPos(-99, -99) // no double click
	w.click(w.name(t, 2), desktop.MouseButtonPrimary, 0)
	if open() {
		t.Error("another click does not close it")
	}
	w.Session.SelectHead(w.Session.Rows().List[2].Key())
	w.press(fyne.KeyReturn, 0)
	if !open() {
		t.Error("Enter does not open it")
	}
	w.press(fyne.KeyLeft, 0)
	if open() {
		t.Error("← does not close it")
	}
	fold := w.Commands.Get("foldIdle")
	fold.Do()
	if fold.Checked() || len(w.Session.Rows().List) != 5 {
		t.Errorf("%d rows without folds", len(w.Session.Rows().List))
	}
	fold.Do()
	if !fold.Checked() || open() {
		t.Error("not folded again")
	}
	w.describe(timeline.Place{Row: 2, Region: timeline.RegionGutter, Segment: timeline.NoSegment}, true)
	if got := w.status.what.Text; got != "3 idle threads: pool-1 … pool-3" {
		t.Errorf("the status line says %q", got)
	}
}

// TestCalmNote: a problem that changes no number of the target is shown in the status line while
// nothing is pointed at, and causes no banner.
func TestCalmNote(t *testing.T) {
	var b strings.Builder
	head, rest, _ := strings.Cut(pooled, "9us cpu0 wake 1\n")
	b.WriteString(strings.Replace(head, "thread 1 ", "process 9 \"other\"\nthread 10 pid=9\nthread 1 ", 1))
	for i := range 30 {
		fmt.Fprintf(&b, "%dus cpu1 switch 10 idle wait\n", 100*(i+1))
	}
	b.WriteString("9000us cpu0 wake 1\n" + rest)
	w := opened(t, modeltest.Parse(t, "calm", b.String()))
	if w.banner.root.Visible() || !strings.HasPrefix(w.status.what.Text, "This kernel records no events of CPU 1's idle task") {
		t.Errorf("banner %v %q, status line %q", w.banner.root.Visible(), w.banner.text.Text, w.status.what.Text)
	}
	w.status.point("1 ms", "main 1")
	w.status.point("", "")
	if !strings.HasPrefix(w.status.what.Text, "This kernel") {
		t.Errorf("later %q", w.status.what.Text)
	}
}

// TestLearningIsShown: while the reasons of waits are being determined, the status line says so where
// it has nothing else to say.
func TestLearningIsShown(t *testing.T) {
	w := opened(t, story(t))
	w.learned()
	before := w.status.what.Text
	w.status.learns(true)
	if !strings.HasPrefix(w.status.what.Text, "Finding out why threads waited") {
		t.Errorf("it says %q", w.status.what.Text)
	}
	w.status.point("1 ms", "main 1")
	w.learned()
	if w.status.what.Text != "main 1" {
		t.Errorf("what is pointed at gave way to %q", w.status.what.Text)
	}
	w.status.point("", "")
	if w.status.what.Text != before {
		t.Errorf("afterwards %q, before %q", w.status.what.Text, before)
	}
	w.status.learns(true)
	w.learned()
	if w.status.what.Text != before {
		t.Errorf("it still says %q", w.status.what.Text)
	}
}
