package cut

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/modeltest"
)

// machines is the number of random machines.
const machines = 400

// unnoticed are the faults of tracers after which nothing in the recording tells that something is
// wrong. What the Builder concludes from contradictions differs where a cut has fewer of them.
var unnoticed = []modeltest.Perturbation{modeltest.Drop2, modeltest.Drop20, modeltest.SkewCPUs}

// TestSameStates: in a random window of a random machine, also one whose tracer failed, a cut shows
// every thread in the same states as the whole trace, and every CPU with the same occupants. Where
// it shows less, it says that something is unknown.
func TestSameStates(t *testing.T) {
	less := 0
	for seed := range uint64(machines) {
		rng := rand.New(rand.NewPCG(seed, 5))
		m := modeltest.Simulate(seed, modeltest.RandomShape(rng))
		kinds := modeltest.Perturbations()
		p := kinds[int(seed)%len(kinds)]
		events := p.Apply(m, rng)
		from := model.Time(rng.Int64N(int64(m.End)))
		window := model.Range{From: from, To: from + 1 + model.Time(rng.Int64N(int64(m.End-from)))}
		whole, part := modeltest.Build(m.CPUs, m.End, events), build(t, m.CPUs, window, events)
		for _, err := range modeltest.Check(part) {
			t.Errorf("seed %d, %v: %v", seed, p, err)
		}
		if slices.Contains(unnoticed, p) {
			continue
		}
		a, b := inWindow(whole, window), inWindow(part, window)
		if more := unlike(a, b); len(more) > 0 {
			t.Errorf("seed %d, %v, window %v: only in the cut:\n%s", seed, p, window, strings.Join(more, "\n"))
		}
		if !slices.Equal(a, b) {
			less++
		}
	}
	if most := machines / 20; less > most {
		t.Errorf("in %d windows the cut shows less than the whole trace, want at most %d", less, most)
	}
	t.Logf("%d cuts of %d show less", less, machines)
}

// build is the trace of the events of a window.
func build(t *testing.T, cpus int, window model.Range, events []model.Event) *model.Trace {
	t.Helper()
	var kept []model.Event
	c := New(window, func(batch []model.Event) error { kept = append(kept, batch...); return nil })
	if err := c.Events(slices.Clone(events), model.Forever); err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	return traceOf(cpus, window, kept)
}

// traceOf is the trace of a file that says that it was cut to a window.
func traceOf(cpus int, window model.Range, events []model.Event) *model.Trace {
	info := &model.Info{CPUs: cpus, End: window.To, Cut: window, TargetPID: model.NoPID}
	return model.Build(info, &model.Tables{}, model.PrepassOf(cpus, events), events)
}

// TestAnyEvents: whatever events a file has outside the window to which it says that it was cut, the
// trace holds together and ends with the window.
func TestAnyEvents(t *testing.T) {
	for seed := range uint64(machines) {
		rng := rand.New(rand.NewPCG(seed, 6))
		m := modeltest.Simulate(seed, modeltest.RandomShape(rng))
		kinds := modeltest.Perturbations()
		p := kinds[int(seed)%len(kinds)]
		from := model.Time(rng.Int64N(int64(m.End)))
		window := model.Range{From: from, To: from + 1 + model.Time(rng.Int64N(int64(m.End)))}
		part := traceOf(m.CPUs, window, p.Apply(m, rng))
		for _, err := range modeltest.Check(part) {
			t.Errorf("seed %d, %v: %v", seed, p, err)
		}
		if part.End != window.To || part.Held() != window || part.Covered() != window {
			t.Errorf("seed %d: ends at %d, holds %v, covers %v, want %v", seed, part.End, part.Held(), part.Covered(), window)
		}
		for _, l := range part.Losses {
			if l.From < 0 || l.To > part.End || l.To < window.From {
				t.Errorf("seed %d: a loss in %v, outside %v", seed, l.Range, window)
			}
		}
	}
}

// inWindow is what threads and CPUs do in a window, in words.
func inWindow(t *model.Trace, window model.Range) (list []string) {
	name := func(ix model.ThreadIx) string {
		if ix == model.NoThread {
			return "-"
		}
		return t.Threads[ix].Key()
	}
	for i := range t.Threads {
		ix := model.ThreadIx(i)
		for s := range t.Segments(ix, window) {
			r := s.Clip(window)
			list = append(list, fmt.Sprintf("thread %s [%d, %d) %v %v %v cpu %d %v %s displaced by %s",
				name(ix), r.From, r.To, s.State, s.Sub, s.Category, s.CPU, s.Ctx, name(s.Unblocker()), name(s.Displacer())))
		}
	}
	for cpu := range t.Cores {
		for s := range t.Slices(model.CPU(cpu), window) {
			r, who := s.Clip(window), fmt.Sprint(s.Occupant)
			if ix, ok := s.Occupant.Thread(); ok {
				who = name(ix)
			}
			list = append(list, fmt.Sprintf("cpu %d [%d, %d) %s", cpu, r.From, r.To, who))
		}
		for i := range t.Interrupts(model.CPU(cpu), window) {
			r := i.Clip(window)
			list = append(list, fmt.Sprintf("irq %d [%d, %d) %v", cpu, r.From, r.To, i.Level))
		}
	}
	slices.Sort(list)
	return list
}

// unlike are the lines of b that are not in a, and do not say that something is unknown.
func unlike(a, b []string) (lines []string) {
	for _, l := range b {
		if !slices.Contains(a, l) && !strings.Contains(l, "Unknown") && !strings.HasSuffix(l, fmt.Sprint(model.OccupantUnknown)) {
			lines = append(lines, l)
		}
	}
	return lines
}
