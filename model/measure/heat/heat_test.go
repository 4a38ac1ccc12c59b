package heat_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/measure/heat"
	"threadlens/model/modeltest"
)

// place is a cell of a map.
type place struct{ column, row int }

// naive counts durations by a walk over whole episodes, column by column, with rows from
// the logarithm.
func naive(t *model.Trace, m *heat.Map, of measure.WaitKind, threads []model.ThreadIx, count map[place]int, longest map[place]model.Time) (left int) {
	for _, ix := range threads {
		for e := range t.Episodes(ix, t.Whole()) {
			d, known, counts := lengthOf(t, m.Kind, &e)
			switch {
			case !isOf(&e, of):
			case !counts || e.Open && e.In < m.Range.To && e.In < m.Range.From || !e.Open && !m.Range.Contains(e.In):
			case e.Open && !m.Range.Contains(e.In) && (e.In != t.End || m.Range.To != t.End):
			case !known:
				left++
			default:
				at := placeOf(m, e.In, d)
				count[at]++
				longest[at] = max(longest[at], d)
			}
		}
	}
	return left
}

// isOf reports whether an episode has the category and the reason of a kind, if that has one.
func isOf(e *model.Episode, of measure.WaitKind) bool {
	return of.Any() || e.Sub == of.Reasons[0] && e.Category == of.Categories[0]
}

// lengthOf is the length of an episode, whether it is known, and whether it is of the kind.
func lengthOf(t *model.Trace, k heat.Kind, e *model.Episode) (d model.Time, known, counts bool) {
	whole := !e.Open && !e.Cut
	if k == heat.Waits {
		known = whole && !e.NoOut && e.Flags&model.OpenStart == 0
		if t.NoWakeEvents || e.Flags&model.WakeMissing != 0 {
			return e.In - e.Out, known, e.Kind == model.EpisodeWait
		}
		return e.Wait(), known, e.Kind == model.EpisodeWait
	}
	known = whole && e.Queued && !t.NoWakeEvents && e.Flags&(model.WakeMissing|model.LossOverlap) == 0
	counts = e.Kind == model.EpisodeWait || e.Kind == model.EpisodeNew && !e.Open
	return e.Dispatch(), known, counts && (!e.Open || e.Queued)
}

func placeOf(m *heat.Map, at, d model.Time) place {
	p := place{row: 0}
	for !m.Column(p.column).Contains(at) {
		p.column++
	}
	if d >= 1000 {
		p.row = 1 + int(math.Floor(2*math.Log2(float64(d)/1000)))
	}
	return p
}

// TestAgainstEpisodes compares every cell with a second computation, in random windows.
func TestAgainstEpisodes(t *testing.T) {
	ps, n, narrow := modeltest.Perturbations(), 0, 0
	for i := range 120 {
		rng := rand.New(rand.NewPCG(uint64(i), 3))
		s := modeltest.Simulate(uint64(i), modeltest.RandomShape(rng))
		tr := modeltest.Build(s.CPUs, s.End, ps[i%len(ps)].Apply(s, rng))
		from := model.Time(rng.Int64N(int64(tr.End)))
		for _, r := range []model.Range{tr.Whole(), {From: from, To: tr.End}, {To: from + 1}, {From: from, To: from + 1 + (tr.End-from)/3}} {
			for _, k := range []heat.Kind{heat.Ready, heat.Waits} {
				n += compare(t, fmt.Sprintf("seed %d (%v), %s in %v", i, ps[i%len(ps)], heat.Names[k], r), tr, k, r, measure.WaitKind{})
			}
			for kind := range kindsOf(tr) {
				one := measure.WaitKind{Categories: []model.Category{kind.c}, Reasons: []model.Sub{kind.reason}}
				narrow += compare(t, fmt.Sprintf("seed %d (%v), waits of %v in %v", i, ps[i%len(ps)], kind, r), tr, heat.Waits, r, one)
			}
		}
	}
	if n < 1000 || narrow < 500 {
		t.Errorf("%d lengths in all, %d of kinds", n, narrow)
	}
}

// waitKind is the category and the reason of a wait.
type waitKind struct {
	c      model.Category
	reason model.Sub
}

// kindsOf are the kinds of waits of a trace.
func kindsOf(t *model.Trace) map[waitKind]bool {
	kinds := map[waitKind]bool{}
	for ix := range t.Threads {
		for e := range t.Episodes(model.ThreadIx(ix), t.Whole()) {
			if e.Kind == model.EpisodeWait {
				kinds[waitKind{e.Category, e.Sub}] = true
			}
		}
	}
	return kinds
}

// compare compares the cells of a map with a second computation.
func compare(t *testing.T, name string, tr *model.Trace, k heat.Kind, r model.Range, of measure.WaitKind) (sum int) {
	t.Helper()
	threads := measure.Visible(tr)
	m := heat.Of(tr, k, threads, r, of)
	count, longest := map[place]int{}, map[place]model.Time{}
	left := naive(tr, m, of, threads, count, longest)
	for c := range m.Columns {
		for row := range 100 {
			got, at := m.Cell(c, row), place{c, row}
			if got.Count != count[at] || got.Longest.Len() != longest[at] {
				t.Fatalf("%s, cell %v: %d, longest %d; want %d, %d", name, at, got.Count, got.Longest.Len(), count[at], longest[at])
			}
			if got.Count > 0 && (row < m.Low || row >= m.High || got.Count > m.Most || got.Longest.Len() > m.Longest.Len()) {
				t.Fatalf("%s: cell %v of %d beyond rows %d to %d, the most %d", name, at, got.Count, m.Low, m.High, m.Most)
			}
			sum += got.Count
		}
	}
	if sum != m.N || m.LeftOut.All() != left {
		t.Errorf("%s: %d in all of %d, left out %+v, want %d", name, m.N, sum, m.LeftOut, left)
	}
	return sum
}

// TestRows: each row begins where the one before ends, two make an octave, and a duration
// equal to the start is in the row, one just below in the previous row.
func TestRows(t *testing.T) {
	for i := 1; i < 80; i++ {
		from, below := heat.Row(i)
		if _, before := heat.Row(i - 1); before != from || below <= from {
			t.Fatalf("row %d: %d to %d behind %d", i, from, below, before)
		}
		for _, d := range []model.Time{from - 1, from, below - 1, below} {
			row := i
			if d < from {
				row--
			} else if d == below {
				row++
			}
			if m := waited(t, d); m.Low != row || m.High != row+1 || m.N != 1 || m.Longest.Len() != d {
				t.Fatalf("%d ns: rows %d to %d, want %d", d, m.Low, m.High, row)
			}
		}
		if oneOctave, _ := heat.Row(i + 2); oneOctave < 2*from-1 || oneOctave > 2*from+1 {
			t.Errorf("row %d begins at %d, two further at %d", i, from, oneOctave)
		}
	}
	if from, below := heat.Row(0); from != 0 || below != 1000 {
		t.Errorf("the first row: %d to %d", from, below)
	}
}

// waited is the map of one span of the given duration.
func waited(t *testing.T, d model.Time) *heat.Map {
	t.Helper()
	tr := modeltest.Parse(t, "span.tltxt", fmt.Sprintf("threadlens-trace 1\ncpus 1\nspan 0ns %dns\nos linux\nprocess 10 app target\nthread 1 pid=10\n"+
		"0ns cpu0 switch idle 1 preempt\n1ns cpu0 mark 1 begin a\n%dns cpu0 mark 1 end a\n", d+2, d+1))
	return heat.Of(tr, heat.Spans, measure.Visible(tr), tr.Whole(), measure.WaitKind{})
}

// ends is a scene with spans that end at 30, 50 and at the end of the trace, one that
// started before the trace and one that is not over.
const ends = `threadlens-trace 1
cpus 2
span 0us 100us
os linux
process 10 app target
thread 1 pid=10
thread 2 pid=10
0us cpu0 switch idle 1 preempt
0us cpu1 switch idle 2 preempt
10us cpu0 mark 1 end before
20us cpu0 mark 1 begin a
30us cpu0 mark 1 end a
30us cpu1 mark 2 begin b
40us cpu0 mark 1 begin c
50us cpu1 mark 2 end b
60us cpu0 mark 1 begin open
100us cpu0 mark 1 end c
`

// TestEnds: a piece is counted in the window in which it ends, also at its first instant, and
// at the last one of the trace; without both markers it is left out.
func TestEnds(t *testing.T) {
	tr := modeltest.Parse(t, "ends.tltxt", ends)
	us := func(from, to model.Time) model.Range { return model.Range{From: from * 1000, To: to * 1000} }
	for _, c := range []struct {
		r       model.Range
		n, left int
		longest model.Range
	}{
		{us(0, 100), 3, 2, us(40, 100)},
		{us(0, 30), 0, 1, model.Range{}},
		{us(30, 50), 1, 0, us(20, 30)},
		{us(30, 51), 2, 0, us(30, 50)},
		{us(51, 99), 0, 0, model.Range{}},
		{us(99, 100), 1, 1, us(40, 100)},
	} {
		m := heat.Of(tr, heat.Spans, measure.Visible(tr), c.r, measure.WaitKind{})
		if m.N != c.n || m.LeftOut.All() != c.left || m.LeftOut.Edge != c.left || m.Longest.Range != c.longest {
			t.Errorf("%v: %d, longest %v, left out %+v", c.r, m.N, m.Longest.Range, m.LeftOut)
		}
	}
	if m := heat.Of(tr, heat.Spans, []model.ThreadIx{1}, tr.Whole(), measure.WaitKind{}); m.N != 1 || m.Longest.Thread != 1 {
		t.Errorf("of the second thread alone: %d, the longest of %d", m.N, m.Longest.Thread)
	}
}

// TestColumns: columns have no gaps, and there are no more of them than instants in the
// window.
func TestColumns(t *testing.T) {
	tr := modeltest.Parse(t, "ends.tltxt", ends)
	for _, n := range []model.Time{0, 1, 7, 119, 120, 121, 1000, 100_000} {
		r := model.Range{From: 0, To: n}
		m, at := heat.Of(tr, heat.Spans, nil, r, measure.WaitKind{}), r.From
		for i := range m.Columns {
			c := m.Column(i)
			if c.From != at || c.Len() < n/model.Time(m.Columns) || c.Len() > n/model.Time(m.Columns)+1 {
				t.Fatalf("%d ns: column %d is %v behind %d", n, i, c, at)
			}
			at = c.To
		}
		if at != n || m.Columns != min(int(n), heat.MostColumns) {
			t.Errorf("%d ns: %d columns up to %d", n, m.Columns, at)
		}
	}
}

// TestKinds: each kind has a name.
func TestKinds(t *testing.T) {
	for i, name := range heat.Names {
		if k, ok := heat.KindOf(name); !ok || int(k) != i {
			t.Errorf("%s is kind %d, %v", name, k, ok)
		}
	}
	if _, ok := heat.KindOf("boxplot"); ok {
		t.Error("boxplot is a kind")
	}
}

// BenchmarkOf counts a million times from ready to running.
func BenchmarkOf(b *testing.B) {
	const cpus, waits, each = 16, 1_000_000, 32
	var events []model.Event
	cur := make([]model.TID, cpus)
	for i := range waits {
		c := i % cpus
		at, next := model.Time(i)*700, model.TID(1+c*each+(i/cpus)%each)
		events = append(events,
			model.Event{Kind: model.KindWake, CPU: model.CPU(c), Time: at, TID: next, Other: cur[c], Ctx: model.CtxThread, Target: model.CPU(c)},
			model.Event{
				Kind: model.KindSwitch, CPU: model.CPU(c), Time: at + 200, TID: cur[c], Other: next,
				Sub: model.SubInterruptible, Prio: [2]int16{120, 120}, PID: model.NoPID,
			})
		cur[c] = next
	}
	tr := modeltest.Build(cpus, 700*waits+1000, events)
	threads := measure.Visible(tr)
	for b.Loop() {
		if m := heat.Of(tr, heat.Ready, threads, tr.Whole(), measure.WaitKind{}); m.N < waits*9/10 {
			b.Fatal(m.N)
		}
	}
}
