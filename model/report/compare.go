package report

import (
	"fmt"
	"math"
	"slices"

	"threadlens/model"
	"threadlens/model/measure"
)

// Side is one of two traces that are compared, and the compared part of it.
type Side struct {
	Trace *model.Trace
	Scope measure.Scope
	// Starts are the functions that threads were started with, if known.
	Starts map[model.ThreadIx]model.Start
	// Found are the findings, which package findings makes.
	Found []Found
}

// Amount is one trace's side of a line in a comparison. Fields that do not apply
// are unknown.
type Amount struct {
	Count   int64
	Time    model.Time
	Percent float64
	// Spread is the standard error of Percent over the parts of the window.
	Spread float64
}

// Comparison is one line of a comparison.
type Comparison struct {
	Section, Name string
	Fields        compared
	A, B          Amount
	// InA and InB are set if the trace has the thing at all.
	InA, InB bool
}

// compared is which fields of an Amount a line has, and to which of them the change
// refers.
type compared uint8

const (
	hasCount compared = 1 << iota
	hasTime
	hasPercent
	hasSpread
	changeOfCount
	changeOfTime
	changeOfPercent
	absentIsZero // what a recording lacks took no time; otherwise there is no example of it
)

// Change is how much more there is in B than in A, in percent; ok is false if A has
// nothing to compare with.
func (c *Comparison) Change() (percent float64, ok bool) {
	a, b := c.A.Percent, c.B.Percent
	switch {
	case c.Fields&changeOfTime != 0:
		a, b = float64(c.A.Time), float64(c.B.Time)
	case c.Fields&changeOfCount != 0:
		a, b = float64(c.A.Count), float64(c.B.Count)
	}
	return measure.ChangeOf(a, b)
}

// Difference is how many points of percent B has more than A; what a trace lacks counts as 0.
func (c *Comparison) Difference() float64 { return c.B.Percent - c.A.Percent }

// pairUp makes lines from what two traces have, matched by name: those of A in its
// order, then those that only B has.
func pairUp(section string, fields compared, a, b []named) []Comparison {
	index := map[string]int{}
	var list []Comparison
	at := func(name string) *Comparison {
		i, ok := index[name]
		if !ok {
			i = len(list)
			index[name] = i
			list = append(list, Comparison{Section: section, Name: name, Fields: fields})
		}
		return &list[i]
	}
	for _, n := range a {
		c := at(n.name)
		c.A, c.InA = n.Amount, true
	}
	for _, n := range b {
		c := at(n.name)
		c.B, c.InB = n.Amount, true
	}
	return list
}

// named is an amount of something with a name.
type named struct {
	name string
	Amount
}

// Compare shows two traces side by side: in which states threads were, the largest difference first,
// findings, waits for locks, CPU time by class, process and thread, how long threads kept a CPU, how long they waited for one,
// and the lengths of marker spans.
func Compare(a, b Side) (*Table, error) {
	var err error
	if a.Scope, err = a.Scope.In(a.Trace); err != nil {
		return nil, fmt.Errorf("%s: %w", a.Trace.Info.File, err)
	}
	if b.Scope, err = b.Scope.In(b.Trace); err != nil {
		return nil, fmt.Errorf("%s: %w", b.Trace.Info.File, err)
	}
	table := &Table{Name: "compare", Title: "Two traces side by side", Range: a.Scope.Range, Columns: compareColumns()}
	table.Scope = a.Scope.Title(a.Trace) + " against " + b.Scope.Title(b.Trace) + "; A"
	for _, c := range Comparisons(a, b) {
		table.Rows = append(table.Rows, c.cells())
	}
	table.shortNames()
	table.Omitted = &Omitted{Is: table.hardlyDiffers, One: "state is equal in A and B (within 0.1 percentage points)", Many: "states are equal in A and B (within 0.1 percentage points)"}
	table.Notes = []string{
		"A: " + side(a), "B: " + side(b),
		"A role is the combination of a process, a thread name without its numbers, and a start function. State: how many threads of a role were in the state on average; 100% is one thread for the whole window. States are sorted by difference, the largest first. Std. error: the standard error of this average, from ten equal parts of the window.",
		"Percentages of classes, processes and threads are shares of the machine; percentages of slices are shares of the number of all time slices. Difference: B − A, in percentage points. Change: B relative to A, by percentage or, in rows without percentages, by time.",
		"Processes and threads are matched by name, waits for locks by the roles of the waiter and the unblocker, and findings by pattern. If a row has no match on one side, the cells of that side are empty.",
	}
	for _, s := range []struct {
		name string
		Side
	}{{"A", a}, {"B", b}} {
		for _, n := range measure.Partial(s.Trace, s.Scope.Range) {
			table.Notes = append(table.Notes, s.name+": "+n)
		}
	}
	return table, nil
}

func side(s Side) string {
	return model.CleanName(s.Trace.Info.File) + ", " + measure.Window(s.Scope.Range) + ", " +
		measure.Plural(measure.KnownCores(s.Trace), "CPU", "CPUs") + ", " + s.Scope.Shown(s.Trace) + "."
}

// Comparisons are the lines of Compare, for scopes whose defaults are filled in.
func Comparisons(a, b Side) []Comparison {
	list := pairStates(a, b)
	for _, x := range comparedSections {
		if x.name == sectionQueue {
			list = append(list, pairSlices(a, b)...)
		}
		list = append(list, pairUp(x.name, x.fields, x.of(a), x.of(b))...)
	}
	return list
}

// Sections of a comparison.
const (
	sectionState   = "state"
	sectionLock    = "lock wait"
	sectionProcess = "process"
	sectionThread  = "thread"
	sectionSlice   = "slice"
	sectionQueue   = "queue delay"
)

// comparedSections are the sections that are matched by name; states and slices are apart.
var comparedSections = []struct {
	name   string
	fields compared
	of     func(Side) []named
}{
	{"finding", hasCount | hasTime | changeOfTime | absentIsZero, foundAmounts},
	{sectionLock, hasCount | hasTime | changeOfTime | absentIsZero, contentionAmounts},
	{"class", hasTime | hasPercent | changeOfPercent | absentIsZero, classAmounts},
	{sectionProcess, hasCount | hasTime | hasPercent | changeOfPercent | absentIsZero, processAmounts},
	{sectionThread, hasCount | hasTime | hasPercent | changeOfPercent | absentIsZero, threadAmounts},
	{sectionQueue, hasCount | hasTime | changeOfTime, delayAmounts},
	{"span", hasCount | hasTime | changeOfTime, spanAmounts},
}

// sectionOrder is the place of a section in a comparison.
func sectionOrder(name string) int {
	return slices.Index([]string{sectionState, "finding", sectionLock, "class", sectionProcess, sectionThread, sectionSlice, sectionQueue, "span"}, name)
}

func compareColumns() []Column {
	return []Column{
		{Name: "section", Title: "Kind", Kind: KindText},
		{Name: "name", Title: "Name", Kind: KindText},
		{Name: "a_count", Title: "Count in A", Kind: KindCount, Minor: true},
		{Name: "b_count", Title: "Count in B", Kind: KindCount, Minor: true},
		{Name: "a_ns", Title: "A", Kind: KindDuration, Group: "time"},
		{Name: "b_ns", Title: "B", Kind: KindDuration, Group: "time"},
		{Name: "a_percent", Title: "A", Kind: KindPercent, Digits: 2},
		{Name: "b_percent", Title: "B", Kind: KindPercent, Digits: 2},
		{Name: "change_percent", Title: "Change", Kind: KindChange, Digits: 1},
		{Name: "difference_percent", Title: "Difference", Kind: KindChange, Digits: 2, Sparse: true},
		{Name: "a_spread_percent", Title: "Std. error in A", Kind: KindPercent, Digits: 2, Sparse: true, Minor: true},
		{Name: "b_spread_percent", Title: "Std. error in B", Kind: KindPercent, Digits: 2, Sparse: true, Minor: true},
	}
}

func (c *Comparison) cells() []Value {
	row := make([]Value, 12)
	row[0], row[1] = text(c.Section), text(c.Name)
	for i, s := range []struct {
		Amount
		in bool
	}{{c.A, c.InA}, {c.B, c.InB}} {
		if !s.in {
			continue
		}
		if c.Fields&hasCount != 0 {
			row[2+i] = count(s.Count)
		}
		if c.Fields&hasTime != 0 {
			row[4+i] = duration(s.Time)
		}
		if c.Fields&hasPercent != 0 {
			row[6+i] = Value{Kind: KindPercent, Float: s.Percent}
		}
		if c.Fields&hasSpread != 0 {
			row[10+i] = Value{Kind: KindPercent, Float: s.Spread}
		}
	}
	if c.Fields&hasPercent != 0 && (c.InA && c.InB || c.Fields&hasSpread != 0) {
		row[9] = Value{Kind: KindChange, Float: c.Difference()}
	}
	if p, ok := c.Change(); ok && c.InA && c.InB {
		row[8] = Value{Kind: KindChange, Float: p}
	}
	return row
}

// leastDifference is the difference of states, in points, from which people are shown it.
const leastDifference = 0.1

// hardlyDiffers reports whether a row is a state with nearly the same time in both traces.
func (t *Table) hardlyDiffers(row []Value) bool {
	d := row[t.Column("difference_percent")]
	return row[t.Column("section")].Text == sectionState && math.Abs(d.Float) < leastDifference
}
