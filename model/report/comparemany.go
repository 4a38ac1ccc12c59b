package report

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"threadlens/model"
	"threadlens/model/measure"
)

// Recording is what CompareMany compares of a trace, which need not be kept.
type Recording struct {
	lines []recordedLine
	about string
	notes []string
}

// recordedLine is a line of a comparison for one recording.
type recordedLine struct {
	section string
	fields  compared
	named
	order float64 // among the lines of its section, which are otherwise in the order of the first recording
}

// Record measures what is compared of a trace. It fails where the scope is not valid.
func Record(s Side) (*Recording, error) {
	var err error
	if s.Scope, err = s.Scope.In(s.Trace); err != nil {
		return nil, fmt.Errorf("%s: %w", s.Trace.Info.File, err)
	}
	r := &Recording{about: side(s), notes: measure.Partial(s.Trace, s.Scope.Range)}
	add := func(section string, fields compared, list []named) {
		for _, n := range list {
			r.lines = append(r.lines, recordedLine{section, fields, n, 0})
		}
	}
	add(sectionState, stateFields, stateAmounts(s))
	for _, x := range comparedSections {
		add(x.name, x.fields, x.of(s))
	}
	lengths := sliceLengths(s)
	for _, bin := range measure.TimeBins(lengths) {
		n := named{binName(bin), binAmount(bin, len(lengths))}
		r.lines = append(r.lines, recordedLine{sectionSlice, sliceFields, n, bin.From})
	}
	return r, nil
}

// manyLine is a line of a comparison of several recordings a side.
type manyLine struct {
	Comparison
	order  float64
	values [2][]Amount // of the recordings that have it
	// p is the adjusted probability of a difference like this by chance, if tested.
	p      float64
	tested bool
}

// Significant is the probability of any false one among the lines that count as significant.
const Significant = 0.05

// CompareMany shows the means of several recordings a side, and which of them differ significantly:
// more than recordings of the same side do among each other. It needs two recordings a side.
func CompareMany(a, b []*Recording) (*Table, error) {
	if len(a) < 2 || len(b) < 2 {
		return nil, errors.New("each side, A and B, needs at least two recordings")
	}
	lines := linesOf([2][]*Recording{a, b})
	tested := testLines(lines, [2]int{len(a), len(b)})
	slices.SortStableFunc(lines, func(x, y *manyLine) int { return x.before(y) })
	table := &Table{Name: "compare", Title: "Several recordings side by side", Columns: compareColumns()}
	table.Columns = append(table.Columns,
		Column{Name: "p_adjusted", Title: "P", Kind: KindNumber, Digits: 4}, Column{Name: "significant", Title: "Significant", Kind: KindText})
	found := 0
	for _, l := range lines {
		row := append(l.cells(), Value{}, Value{})
		if l.tested {
			row[len(row)-2], row[len(row)-1] = Value{Kind: KindNumber, Float: l.p}, text("no")
			if l.p <= Significant {
				row[len(row)-1] = text("yes")
				found++
			}
		}
		table.Rows = append(table.Rows, row)
	}
	table.shortNames()
	significant := table.Column("significant")
	table.Omitted = &Omitted{
		Is:  func(row []Value) bool { return row[significant].Text != "yes" && table.hardlyDiffers(row) },
		One: "state is equal in A and B (within 0.1 percentage points)", Many: "states are equal in A and B (within 0.1 percentage points)",
	}
	for i, set := range [2][]*Recording{a, b} {
		for _, r := range set {
			table.Notes = append(table.Notes, "AB"[i:i+1]+": "+r.about)
			for _, n := range r.notes {
				table.Notes = append(table.Notes, "AB"[i:i+1]+": "+n)
			}
		}
	}
	table.Scope = fmt.Sprintf("%d recordings (A) against %d (B)", len(a), len(b))
	table.Notes = append(table.Notes,
		fmt.Sprintf("Significant: %d of %d tested rows. P: the probability that chance alone causes a difference at least this large (Welch's test, adjusted for the number of rows by Holm's method). A row is significant if P is at most %v: the probability of even one falsely significant row is then at most 5%%.", found, tested, Significant),
		"A, B: means over the recordings of each side. Std. error: the standard error of the mean. Percentages of classes, processes and threads are shares of the machine; percentages of slices are shares of the number of all time slices. Difference: B − A, in percentage points. Change: B relative to A.")
	return table, nil
}

// linesOf are the lines of all recordings, each once.
func linesOf(sides [2][]*Recording) []*manyLine {
	index := map[[2]string]*manyLine{}
	var list []*manyLine
	for side, set := range sides {
		for _, r := range set {
			for i := range r.lines {
				x := &r.lines[i]
				key := [2]string{x.section, x.name}
				l := index[key]
				if l == nil {
					l = &manyLine{Comparison: Comparison{Section: x.section, Name: x.name, Fields: x.fields}, order: x.order}
					index[key] = l
					list = append(list, l)
				}
				l.values[side] = append(l.values[side], x.Amount)
			}
		}
	}
	list = slices.DeleteFunc(list, func(l *manyLine) bool {
		return l.Section == sectionState && !slices.ContainsFunc(slices.Concat(l.values[0], l.values[1]), func(a Amount) bool { return a.Time > 0 })
	})
	for _, l := range list {
		l.A, l.InA = l.mean(0, len(sides[0]))
		l.B, l.InB = l.mean(1, len(sides[1]))
	}
	return list
}

// value is what is compared of an amount.
func (c *Comparison) value(a Amount) float64 {
	switch {
	case c.Fields&changeOfTime != 0:
		return float64(a.Time)
	case c.Fields&changeOfCount != 0:
		return float64(a.Count)
	}
	return a.Percent
}

// samples are the values of a side. What a recording lacks is 0, or is left out where it has no example of it.
func (l *manyLine) samples(side, recordings int) []float64 {
	var list []float64
	for _, a := range l.values[side] {
		list = append(list, l.value(a))
	}
	if l.Fields&absentIsZero != 0 {
		list = append(list, make([]float64, recordings-len(list))...)
	}
	return list
}

// mean is the mean of a side's recordings, and whether any has the line.
func (l *manyLine) mean(side, recordings int) (mean Amount, any bool) {
	n := recordings
	if l.Fields&absentIsZero == 0 {
		n = len(l.values[side])
	}
	if n == 0 || len(l.values[side]) == 0 {
		return mean, false
	}
	for _, a := range l.values[side] {
		mean.Count += a.Count
		mean.Time += a.Time
		mean.Percent += a.Percent / float64(n)
	}
	mean.Count = int64(math.Round(float64(mean.Count) / float64(n)))
	mean.Time = model.Time(math.Round(float64(mean.Time) / float64(n)))
	if l.Fields&hasSpread != 0 {
		_, mean.Spread = measure.MeanOf(l.samples(side, recordings))
	}
	return mean, true
}

// testLines tests lines as one family, and returns how many those are. Processes and threads are not among them:
// their CPU time is that of states, and would only make it harder for these to be significant.
func testLines(lines []*manyLine, recordings [2]int) int {
	var family []*manyLine
	var ps []float64
	for _, l := range lines {
		if l.Section == sectionProcess || l.Section == sectionThread {
			continue
		}
		if p, ok := measure.Welch(l.samples(0, recordings[0]), l.samples(1, recordings[1])); ok {
			family, ps = append(family, l), append(ps, p)
		}
	}
	for i, p := range measure.Holm(ps) {
		family[i].p, family[i].tested = p, true
	}
	return len(family)
}

// before orders lines by section, significant states before others, the largest difference first.
func (l *manyLine) before(o *manyLine) int {
	if c := cmp.Compare(sectionOrder(l.Section), sectionOrder(o.Section)); c != 0 || l.Section != o.Section {
		return c
	}
	if l.Section != sectionState {
		return cmp.Compare(l.order, o.order)
	}
	significant := func(x *manyLine) int {
		if x.tested && x.p <= Significant {
			return 0
		}
		return 1
	}
	return cmp.Or(cmp.Compare(significant(l), significant(o)), cmp.Compare(math.Abs(o.Difference()), math.Abs(l.Difference())))
}
