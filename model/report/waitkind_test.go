package report_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/modeltest"
	"threadlens/model/report"
)

// TestWaitsOfAKind: the list keeps the rows of the kind, and the distribution counts the waits
// whose length is known.
func TestWaitsOfAKind(t *testing.T) {
	ps := modeltest.Perturbations()
	listed, counted := 0, 0
	for seed := range uint64(40) {
		rng := rand.New(rand.NewPCG(seed, 12))
		m := modeltest.Simulate(seed, modeltest.RandomShape(rng))
		m.Events = withStacks(rng, m)
		tr := modeltest.Build(m.CPUs, m.End, ps[int(seed)%len(ps)].Apply(m, rng))
		s := measure.Scope{Range: randomRange(rng, tr), Threads: randomThreads(rng, tr), Metric: measure.MetricWait, GroupBy: measure.GroupAll}
		for _, row := range kindRows(t, tr, "waits", s) {
			kind := measure.WaitKind{}
			if c, ok := model.ParseCategory(row[4].Text); ok && rng.IntN(2) > 0 {
				kind.Categories = []model.Category{c}
			}
			if r, ok := model.ParseSub(row[5].Text); ok && r != model.SubNone && rng.IntN(2) > 0 {
				kind.Reasons = []model.Sub{r}
			}
			if names := strings.Split(row[8].Text, ";"); names[0] != "" && rng.IntN(2) > 0 {
				kind.Function = names[rng.IntN(len(names))]
			}
			l, c := sameKind(t, tr, s, kind)
			listed, counted = listed+l, counted+c
		}
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
	if listed == 0 || counted == 0 {
		t.Errorf("%d waits are listed, %d counted", listed, counted)
	}
}

// sameKind compares the list and the distribution of a kind with what it is among all waits.
func sameKind(t *testing.T, tr *model.Trace, s measure.Scope, kind measure.WaitKind) (listed, counted int) {
	t.Helper()
	of := func(c, reason, stack string) bool {
		return (kind.Categories == nil || c == kind.Categories[0].String()) && (kind.Reasons == nil || reason == kind.Reasons[0].String()) &&
			(kind.Function == "" || slices.Contains(strings.Split(stack, ";"), kind.Function))
	}
	want := slices.DeleteFunc(kindRows(t, tr, "waits", s), func(row []report.Value) bool { return !of(row[4].Text, row[5].Text, row[8].Text) })
	narrow := s
	narrow.Kind = kind
	got := kindRows(t, tr, "waits", narrow)
	if !slices.EqualFunc(got, want, slices.Equal[[]report.Value]) {
		t.Errorf("%+v: %d waits, want %d", kind, len(got), len(want))
	}
	n := 0
	for _, row := range kindRows(t, tr, "histogram", narrow) {
		n += int(row[2].Int)
	}
	known := 0
	for _, ix := range s.Threads {
		for e := range tr.Episodes(ix, s.Range) {
			times := e.Times()
			_, ok := measure.WaitOf(tr, &times)
			if ok && !e.Open && of(e.Category.String(), e.Sub.String(), framesOf(tr, e.Stack)) {
				known++
			}
		}
	}
	if n != known {
		t.Errorf("%+v: a distribution of %d waits, want %d", kind, n, known)
	}
	return len(got), n
}

// framesOf are the names of the frames of a stack.
func framesOf(tr *model.Trace, stack model.StackID) string {
	var names []string
	if stack != model.NoStack {
		for _, f := range tr.Tables.Stacks.Frames(stack) {
			names = append(names, measure.FunctionName(tr, f))
		}
	}
	return strings.Join(names, ";")
}

// kindRows are the rows of a report.
func kindRows(t *testing.T, tr *model.Trace, name string, s measure.Scope) (rows [][]report.Value) {
	t.Helper()
	a, _ := report.Find(name)
	table, err := a.Run(tr, s)
	if err != nil {
		t.Fatal(err)
	}
	for row := range table.All() {
		rows = append(rows, slices.Clone(row))
	}
	return rows
}

// TestKindNeedsWaits: waits and preempted times have kinds, time slices functions.
func TestKindNeedsWaits(t *testing.T) {
	tr := modeltest.Parse(t, "world", modeltest.World(1))
	a, _ := report.Find("histogram")
	for metric := measure.MetricCPU; metric < measure.MetricCounter; metric++ {
		s := measure.Scope{Metric: metric, GroupBy: measure.GroupAll, Kind: measure.WaitKind{Reasons: []model.Sub{model.SubSleep}}}
		_, byReason := a.Run(tr, s)
		s.Kind = measure.WaitKind{Function: "app!nobody"}
		_, byFunction := a.Run(tr, s)
		off := metric >= measure.MetricPreempted
		if off != (byReason == nil) || (off || metric == measure.MetricSlice) != (byFunction == nil) {
			t.Errorf("%v: %v, %v", metric, byReason, byFunction)
		}
	}
}

// TestOneGroup: a single group has the values of all threads.
func TestOneGroup(t *testing.T) {
	tr := modeltest.Parse(t, "world", modeltest.World(1))
	all := map[measure.Grouping]int{}
	for _, by := range []measure.Grouping{measure.GroupThread, measure.GroupAll} {
		groups, err := measure.Groups(tr, measure.Scope{Metric: measure.MetricWait, GroupBy: by})
		if err != nil || by == measure.GroupAll && len(groups) != 1 {
			t.Fatalf("%v: %d groups, %v", by, len(groups), err)
		}
		for _, g := range groups {
			all[by] += len(g.Values)
		}
	}
	if all[measure.GroupAll] == 0 || all[measure.GroupAll] != all[measure.GroupThread] {
		t.Errorf("values: %v", all)
	}
}
