package export_test

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"threadlens/app/export"
	"threadlens/model"
	"threadlens/model/modeltest"
	"threadlens/timeline/paint"
)

// clumped is a trace of a CPU and a timer of 10 ms: after each tick the next of the given numbers
// of threads are made ready, and run a millisecond each.
func clumped(t *testing.T, ready ...int) *model.Trace {
	t.Helper()
	var b strings.Builder
	fmt.Fprintf(&b, "threadlens-trace 1\ncpus 1\nspan 0ns %dms\nos linux\nprocess 10 \"app\" target\n", 10*len(ready)+10)
	for i := range slices.Max(ready) {
		fmt.Fprintf(&b, "thread %d pid=10\n", 100+i)
	}
	for k, n := range ready {
		at := 10*k + 10
		for i := range n {
			fmt.Fprintf(&b, "%dms cpu0 wake %d ctx=timer\n", at, 100+i)
		}
		last := "idle"
		for i := range n {
			how := "preempt"
			if last != "idle" {
				how = "wait linux=S"
			}
			fmt.Fprintf(&b, "%dus cpu0 switch %s %d %s\n", at*1000+100+1000*i, last, 100+i, how)
			last = strconv.Itoa(100 + i)
		}
		fmt.Fprintf(&b, "%dus cpu0 switch %s idle wait linux=S\n", at*1000+100+1000*n, last)
	}
	return modeltest.Parse(t, "clumped.tltxt", b.String())
}

// TestS06ClumpTimeline: one dot per tick, its area the number of threads made ready within 500 µs;
// the legend equals the report.
func TestS06ClumpTimeline(t *testing.T) {
	ready := []int{8, 2, 4, 1}
	c := charts(t)["clumps"]
	c.Trace = clumped(t, ready...)
	c.Scope.Tick = 10e6
	radii := discs(t, chartFile(t, c, export.SVG))
	if len(radii) != 1+len(ready) {
		t.Fatalf("%d dots %v, want one in the legend and %d", len(radii), radii, len(ready))
	}
	if dots := radii[1:]; slices.Max(dots) != 9 {
		t.Errorf("the largest dot has a radius of %v, want 9", slices.Max(dots))
	}
	var got []float64
	for _, r := range radii {
		got = append(got, r*r/81*8)
	}
	slices.Sort(got)
	for _, n := range ready {
		if !slices.ContainsFunc(got, func(v float64) bool { return math.Abs(v-float64(n)) < 0.01 }) {
			t.Errorf("no dot for %d threads among those for %v", n, got)
		}
	}
	text := chartText(t, c)
	found := false
	var peak int
	var mean, all float64
	for _, n := range reportOf(t, c, "clumps").Notes {
		if _, err := fmt.Sscanf(n, "Run-queue length after the clock ticks: peak %d, mean %f. Its mean over the whole window is %f", &peak, &mean, &all); err == nil {
			found = strings.Contains(text, n)
		}
	}
	if !found || peak != 8 {
		t.Errorf("the report's figures, peak %d, are missing in\n%s", peak, text)
	}
	for _, want := range []string{
		fmt.Sprintf("Longest run queue after a tick\n%d\nmean over the ticks shown: %.2f\n", peak, mean),
		"Most threads made ready after one tick\n8\n", "\nTime (ms)\n", "clock ticks every 10.0 ms · dot area: number of threads made ready after a tick, within 500 µs",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if got := figure(t, text, "Time-weighted mean run-queue length"); math.Abs(got-all) > 0.005 {
		t.Errorf("a mean of %v, want %v", got, all)
	}
}

// discs are the radii of the circles of a file.
func discs(t *testing.T, data []byte) (radii []float64) {
	t.Helper()
	for _, c := range circles(t, data) {
		radii = append(radii, c.radius)
	}
	return radii
}

// circle is a dot of a chart.
type circle struct {
	at     paint.Point
	radius float64
}

// circles are those of a file.
func circles(t *testing.T, data []byte) (list []circle) {
	t.Helper()
	dec := xml.NewDecoder(strings.NewReader(string(data)))
	for {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return list
		}
		if err != nil {
			t.Fatal(err)
		}
		e, ok := token.(xml.StartElement)
		if !ok || e.Name.Local != "path" {
			continue
		}
		for _, a := range e.Attr {
			if a.Name.Local == "d" && strings.Contains(a.Value, "A") {
				var c circle
				if _, err := fmt.Sscanf(a.Value, "M%g,%gA%g,", &c.at.X, &c.at.Y, &c.radius); err != nil {
					t.Fatalf("%q: %v", a.Value, err)
				}
				c.at.X -= c.radius
				list = append(list, c)
			}
		}
	}
}

// TestClumpsThatLieOnEachOther: of dots in the same column of pixels the largest stays; where
// nothing was made ready, the chart states that.
func TestClumpsThatLieOnEachOther(t *testing.T) {
	many := make([]int, 3000)
	for i := range many {
		many[i] = 1
	}
	many[1500] = 3
	c := charts(t)["clumps"]
	c.Trace, c.Scope.Tick = clumped(t, many...), 10e6
	radii := discs(t, chartFile(t, c, export.SVG))
	if slices.Max(radii) != 9 || len(radii) > 3*900 {
		t.Errorf("%d dots, the largest of a radius of %v", len(radii), slices.Max(radii))
	}
	c.Trace = modeltest.Parse(t, "idle.tltxt", "threadlens-trace 1\ncpus 1\nspan 0ns 10ms\nos linux\nprocess 10 \"app\" target\nthread 11 pid=10\n"+
		"0us cpu0 switch idle 11 preempt\n9ms cpu0 switch 11 idle wait linux=S\n")
	if text := chartText(t, c); !strings.Contains(text, "has no wake-up events, so it is unknown which threads") || !strings.Contains(text, "Most threads made ready after one tick\nunknown\n") {
		t.Errorf("nothing is said of no wakes:\n%s", text)
	}
}
