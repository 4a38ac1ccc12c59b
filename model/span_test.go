package model_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/modeltest"
)

// spanTrace is a trace with the given marker statements, thread 1 alive from
// start to end, thread 2 from 10 ms to 80 ms.
func spanTrace(t *testing.T, marks string) *model.Trace {
	t.Helper()
	return modeltest.Parse(t, "spans.tltxt", `threadlens-trace 1
cpus 1
span 0ns 100ms
thread 1 pid=1 name="one"
10ms cpu0 start 2 by=1 pid=1
`+marks+`
80ms cpu0 exit 2
80ms cpu0 switch 2 idle dead
`)
}

// printSpans writes a line for each span: its times, with ‹ and › where it is open,
// thread, name, level and depth.
func printSpans(t *model.Trace) string {
	var b strings.Builder
	for i := range t.Spans.List {
		s := &t.Spans.List[i]
		from, to := " ", " "
		if s.Begin < 0 {
			from = "‹"
		}
		if s.End < 0 {
			to = "›"
		}
		fmt.Fprintf(&b, "%s%d..%d%s %d %s %d %d\n", from, s.From/1e6, s.To/1e6, to,
			t.Threads[s.Thread].TID, t.String(t.Markers[s.Marker()].Name), s.Level, s.Depth)
	}
	return b.String()
}

func TestPairMarkers(t *testing.T) {
	for _, c := range []struct{ name, marks, want string }{
		{"nested", `
20ms cpu0 mark 1 begin a
30ms cpu0 mark 1 begin b
40ms cpu0 mark 1 end b
50ms cpu0 mark 1 end a`, `
 20..50  1 a 0 0
 30..40  1 b 1 1`},
		{"crossing", `
20ms cpu0 mark 1 begin a
30ms cpu0 mark 1 begin b
40ms cpu0 mark 1 end a
50ms cpu0 mark 1 end b`, `
 20..40  1 a 0 0
 30..50  1 b 1 1`},
		{"threads have their own", `
20ms cpu0 mark 1 begin a
30ms cpu0 mark 2 begin a
40ms cpu0 mark 1 end a
50ms cpu0 mark 2 end a`, `
 20..40  1 a 0 0
 30..50  2 a 1 0`},
		{"open at either end, as far as the thread lived", `
20ms cpu0 mark 2 end a
30ms cpu0 mark 2 begin b
40ms cpu0 mark 1 end c
50ms cpu0 mark 1 begin d`, `
‹0..40  1 c 0 0
‹10..20  2 a 1 0
 30..80› 2 b 1 0
 50..100› 1 d 0 0`},
		{"the correlation is worth more than the name", `
20ms cpu0 mark 1 begin a id=1
30ms cpu0 mark 1 begin a id=2
40ms cpu0 mark 1 end a id=1
50ms cpu0 mark 1 end b id=2`, `
 20..40  1 a 0 0
 30..50  1 a 1 1`},
		{"a correlation reaches across threads, after one's own", `
20ms cpu0 mark 1 begin a id=1
30ms cpu0 mark 2 begin a id=1
40ms cpu0 mark 1 end a id=1
50ms cpu0 mark 1 end a id=1`, `
 20..40  1 a 0 0
 30..50  2 a 1 0`},
		{"two correlations that differ never meet by name", `
20ms cpu0 mark 1 begin a id=1
30ms cpu0 mark 1 end a id=2`, `
‹0..30  1 a 0 0
 20..100› 1 a 1 1`},
		{"one without correlation meets by name", `
20ms cpu0 mark 1 begin a id=1
30ms cpu0 mark 1 end a`, `
 20..30  1 a 0 0`},
		{"an end without a name ends the latest", `
20ms cpu0 mark 1 begin a
30ms cpu0 mark 1 begin b
40ms cpu0 mark 1 end ""
50ms cpu0 mark 1 end ""`, `
 20..50  1 a 0 0
 30..40  1 b 1 1`},
		{"a level is used again", `
20ms cpu0 mark 1 begin a
30ms cpu0 mark 1 end a
30ms cpu0 mark 1 begin a
30ms cpu0 mark 1 flag f
40ms cpu0 mark 1 end a`, `
 20..30  1 a 0 0
 30..40  1 a 0 0`},
		{"numbers count alone", `
20ms cpu0 mark 1 begin a span=1 id=7
30ms cpu0 mark 1 begin a span=2 id=7
40ms cpu0 mark 2 end a span=1 id=7
50ms cpu0 mark 1 end other span=2
60ms cpu0 mark 1 end a span=3 id=7`, `
‹0..60  1 a 0 0
 20..40  1 a 1 1
 30..50  1 a 2 2`},
	} {
		tr := spanTrace(t, c.marks)
		if got := "\n" + strings.TrimSuffix(printSpans(tr), "\n"); got != c.want {
			t.Errorf("%s:%s\nwant%s", c.name, got, c.want)
		}
	}
}

// TestSpansOfManyMarkers pairs random markers: every marker is in one span or
// point, spans of a level do not overlap, and the same markers give the same.
func TestSpansOfManyMarkers(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	life := model.Range{To: 1_000_000}
	var ms []model.Marker
	for i := range 20_000 {
		ms = append(ms, model.Marker{
			Time: model.Time(i / 3), Thread: model.ThreadIx(rng.IntN(9)), Kind: model.MarkKind(1 + rng.IntN(2)),
			Name: model.StringID(rng.IntN(5)), Correlation: int64(rng.IntN(20)),
		})
	}
	pair := func() []model.MarkerSpan {
		return model.PairMarkers(ms, func(model.ThreadIx) model.Range { return life })
	}
	spans := pair()
	seen := make([]int, len(ms))
	for i := range spans {
		s := &spans[i]
		if s.Begin >= 0 {
			seen[s.Begin]++
		}
		if s.End >= 0 {
			seen[s.End]++
		}
		if s.To < s.From || s.Begin >= 0 && s.End >= 0 && s.Begin > s.End {
			t.Fatalf("span %+v ends before it begins", *s)
		}
		if i > 0 && s.From < spans[i-1].From {
			t.Fatalf("span %d begins before the one before it", i)
		}
	}
	for i, n := range seen {
		if n != 1 {
			t.Fatalf("marker %d is in %d spans", i, n)
		}
	}
	if !slices.Equal(spans, pair()) {
		t.Error("a second run pairs otherwise")
	}
}

func TestLevelsEnd(t *testing.T) {
	var b strings.Builder
	for i := range 100 {
		fmt.Fprintf(&b, "%dms cpu0 mark 1 begin s%d\n", 10+i/10, i)
	}
	tr := spanTrace(t, b.String())
	if n := len(tr.Spans.Levels); n != model.MaxSpanLevels+1 {
		t.Fatalf("%d levels", n)
	}
	sum := 0
	for l, list := range tr.Spans.Levels {
		sum += len(list)
		if l < model.MaxSpanLevels && len(list) != 1 {
			t.Errorf("level %d has %d of 100 spans that all overlap", l, len(list))
		}
	}
	if sum != 100 {
		t.Errorf("%d of 100 spans have a level", sum)
	}
}

func TestRelated(t *testing.T) {
	tr := spanTrace(t, `
20ms cpu0 mark 1 begin a id=7
25ms cpu0 mark 2 flag f id=7
26ms cpu0 mark 2 step m id=8
30ms cpu0 mark 1 end a id=7
40ms cpu0 mark 2 begin b id=7
50ms cpu0 mark 2 end b id=7
60ms cpu0 mark 2 flag g
70ms cpu0 mark 2 begin c id=1
71ms cpu0 mark 2 flag h id=-1
72ms cpu0 mark 2 end c id=1`)
	for _, c := range []struct {
		correlation int64
		limit       int
		want        string
	}{
		{7, 9, "[0 1] [1]"},
		{7, 1, "[0] [1]"},
		{8, 9, "[] [2]"},
		{1, 9, "[2] []"},
		{-1, 9, "[] [8]"},
		{0, 9, "[] []"},
		{-5, 9, "[] []"},
	} {
		spans, points := tr.Related(c.correlation, c.limit)
		if got := fmt.Sprint(spans, points); got != c.want {
			t.Errorf("correlation %d, %d at most: %s, want %s", c.correlation, c.limit, got, c.want)
		}
	}
}

// TestOverlaps compares with a walk over all ranges.
func TestOverlaps(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{0, 1, 2, 63, 64, 65, 5000} {
		list := make([]model.Range, n)
		at := model.Time(0)
		for i := range list {
			at += model.Time(rng.IntN(4))
			length := rng.IntN(5)
			if rng.IntN(50) == 0 {
				length = rng.IntN(3000)
			}
			list[i] = model.Range{From: at, To: at + model.Time(length)}
		}
		o := model.NewOverlaps(n, func(i int) model.Range { return list[i] })
		for range 200 {
			from := model.Time(rng.IntN(int(at) + 20))
			r := model.Range{From: from, To: from + 1 + model.Time(rng.IntN(30))}
			var want []int
			for i, x := range list {
				if x.From < r.To && max(x.To, x.From+1) > r.From {
					want = append(want, i)
				}
			}
			if got := slices.Collect(o.In(r)); !slices.Equal(got, want) {
				t.Fatalf("%d ranges, %v: %v, want %v", n, r, got, want)
			}
			if got, want := o.After(from), slices.IndexFunc(list, func(x model.Range) bool { return x.From >= from }); got != want && !(want < 0 && got == n) {
				t.Fatalf("%d ranges: the first after %d is %d, want %d", n, from, got, want)
			}
		}
	}
}

func TestDisks(t *testing.T) {
	tr := spanTrace(t, `
20ms cpu0 io 1 15ms read dev="sdb" bytes=4096 file="/x"
25ms cpu0 io 1 12ms read dev="sdb" bytes=4096 file="C:\\PageFile.sys"
26ms cpu0 io - 30ms write dev="sda" bytes=1
27ms cpu0 io 1 26ms flush dev="sda"
28ms cpu0 io 1 27ms discard dev="sda" bytes=4096`)
	var got []string
	for _, d := range tr.Disks {
		got = append(got, fmt.Sprint(tr.String(d.Device), d.Channels[model.Read].List, d.Channels[model.Write].List, d.Channels[model.Flush].List, d.Channels[model.Discard].List))
	}
	if s := strings.Join(got, "; "); s != "sda[] [2] [3] [4]; sdb[1 0] [] [] []" {
		t.Errorf("disks %s", s)
	}
	if tr.IOs[0].Paging || !tr.IOs[1].Paging {
		t.Error("only the transfer of the page file is paging")
	}
	if r := tr.IOs[2].Range; r.From != 26e6 || r.To != 26e6 {
		t.Errorf("a transfer that was issued after it was done takes %v", r)
	}
}
