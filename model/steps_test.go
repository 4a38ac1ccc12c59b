package model

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// stepMachine is random events of frequencies, idle states, losses and CPUs that are taken offline,
// each at its own instant before 400 ns.
func stepMachine(rng *rand.Rand, cpus int) []Event {
	var events []Event
	for at := range Time(400) {
		e := Event{Time: at, CPU: CPU(rng.IntN(cpus)), Target: CPU(rng.IntN(cpus + 1)), TID: NoTID, Other: NoTID}
		switch n := rng.IntN(40); {
		case n < 12:
			e.Kind, e.Arg = KindFrequency, int64(rng.IntN(4))*1_000_000_000
		case n < 24:
			e.Kind, e.Arg = KindIdle, int64(rng.IntN(13))-1
		case n == 24:
			e.Kind, e.End = KindLoss, at+Time(rng.IntN(20))
		case n == 25:
			e.Kind, e.Flags = KindCPU, EventFlags(rng.IntN(2))
		default:
			continue
		}
		events = append(events, e)
	}
	return events
}

// slowSteps is the frequency and the idle state of each CPU in each of the first ns.
func slowSteps(events []Event, cpus int, end Time) (frequency, idle [][]int64) {
	for _, list := range []*[][]int64{&frequency, &idle} {
		*list = make([][]int64, cpus)
		for c := range *list {
			(*list)[c] = slices.Repeat([]int64{StepUnknown}, int(end))
		}
	}
	from := func(list []int64, at Time, value int64) {
		for i := at; i < end; i++ {
			list[i] = value
		}
	}
	lost := Time(0)
	for _, e := range events {
		switch {
		case e.Kind == KindLoss:
			lost = max(lost, e.End)
			for c := range frequency {
				from(frequency[c], e.Time, StepUnknown)
			}
			from(idle[e.CPU], e.Time, StepUnknown)
		case e.Kind == KindCPU:
			from(frequency[e.CPU], e.Time, StepUnknown)
			from(idle[e.CPU], e.Time, StepUnknown)
		case int(e.Target) >= cpus:
		case e.Kind == KindIdle:
			from(idle[e.Target], e.Time, e.Arg)
		case e.Arg > 0 && e.Time >= lost:
			from(frequency[e.Target], e.Time, e.Arg)
		}
	}
	return frequency, idle
}

// TestSteps compares frequencies and idle states at every instant, and their sums in windows, with
// lists of the values in each nanosecond.
func TestSteps(t *testing.T) {
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 40))
		cpus, end := 1+rng.IntN(3), Time(420)
		events := stepMachine(rng, cpus)
		tr := Build(&Info{CPUs: cpus, End: end}, &Tables{}, PrepassOf(cpus, events), events)
		frequency, idle := slowSteps(events, cpus, end)
		for c := range cpus {
			compareSteps(t, rng, tr.Frequency(CPU(c)), frequency[c])
			compareSteps(t, rng, tr.IdleStates(CPU(c)), idle[c])
		}
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

func compareSteps(t *testing.T, rng *rand.Rand, s *StepSeries, want []int64) {
	t.Helper()
	end := Time(len(want))
	known := false
	for at, v := range want {
		step := s.At(Time(at))
		if step.Value != v || !step.Contains(Time(at)) {
			t.Errorf("at %d: %v, want %d", at, step, v)
		}
		known = known || v != StepUnknown
		if step.From > 0 && want[step.From-1] == v || step.To < end && want[step.To] == v {
			t.Errorf("at %d: %v is not the whole step", at, step)
		}
	}
	if s.Any() != known {
		t.Errorf("known at any time: %v, want %v", s.Any(), known)
	}
	for range 40 {
		r := Range{Time(rng.Int64N(int64(end)+20)) - 10, Time(rng.Int64N(int64(end)+20)) - 10}
		compareStepSums(t, s, want, r)
		if inside := r.Clip(Range{0, end}); inside.Len() > 0 {
			compareStepWalk(t, s, want, inside)
		}
	}
}

// compareStepWalk compares the steps in a window of the trace, and their number.
func compareStepWalk(t *testing.T, s *StepSeries, want []int64, r Range) {
	t.Helper()
	at, n := r.From, 0
	for step := range s.In(r) {
		if !step.Contains(at) || step.Value != want[at] {
			t.Errorf("%v: step %v at %d", r, step, at)
		}
		at, n = step.To, n+1
	}
	if at < r.To || n != s.Count(r) {
		t.Errorf("%v: %d steps up to %d, counted %d", r, n, at, s.Count(r))
	}
}

// compareStepSums compares the sums in a window, which may reach beyond the trace or be empty.
func compareStepSums(t *testing.T, s *StepSeries, want []int64, r Range) {
	t.Helper()
	got, sum, slow := s.Sums(r), 0.0, StepSums{}
	for i := max(r.From, 0); i < min(r.To, Time(len(want))); i++ {
		if v := want[i]; v != StepUnknown {
			slow.Known++
			slow.States[min(v+1, 9)]++
			sum += float64(max(v, 0))
		}
	}
	if got.Known != slow.Known || got.States != slow.States || math.Abs(got.Mean()*float64(got.Known)-sum) > 1e-6*sum {
		t.Errorf("%v: %+v, mean %v; want %+v, sum %v", r, got, got.Mean(), slow, sum)
	}
}

// TestHighestFrequency: the highest frequency is that of any event of the CPU, also one in a gap;
// impossible ones are left out.
func TestHighestFrequency(t *testing.T) {
	event := func(at Time, hertz int64) Event {
		return Event{Kind: KindFrequency, Time: at, Arg: hertz, TID: NoTID, Other: NoTID}
	}
	events := []Event{
		event(1, 0), event(2, 100_000_000_001), event(10, 2_000_000_000),
		{Kind: KindLoss, Time: 20, End: 30},
		event(29, 3_000_000_000), event(30, 1_000_000_000), event(40, -1),
	}
	tr := Build(&Info{CPUs: 1, End: 50}, &Tables{}, nil, events)
	f := tr.Frequency(0)
	var got []Step
	for s := range f.In(tr.Whole()) {
		got = append(got, s)
	}
	want := []Step{
		{Range{0, 10}, StepUnknown}, {Range{10, 20}, 2_000_000_000}, {Range{20, 30}, StepUnknown}, {Range{30, 50}, 1_000_000_000},
	}
	if !slices.Equal(got, want) || f.Most() != 3_000_000_000 {
		t.Errorf("%v, highest %d; want %v", got, f.Most(), want)
	}
	if !tr.HasFrequencies() || tr.HasIdleStates() {
		t.Errorf("frequencies %v, idle states %v", tr.HasFrequencies(), tr.HasIdleStates())
	}
	for hertz, want := range map[int64]bool{0: false, 1: true, 100_000_000_000: true, 100_000_000_001: false} {
		if IsFrequency(hertz) != want {
			t.Errorf("%d Hz is a frequency: %v", hertz, !want)
		}
	}
}

// TestLastStepCounts: of several events at one instant the last one counts, and one that changes
// nothing makes no step; an event in the past is left out.
func TestLastStepCounts(t *testing.T) {
	var s StepSeries
	for _, r := range []stepRow{{5, 1}, {5, 2}, {7, 2}, {9, 3}, {9, 2}, {12, 4}, {11, 5}, {14, StepUnknown}, {14, 4}} {
		s.set(r.at, r.value)
	}
	if want := []stepRow{{5, 2}, {12, 4}}; !slices.Equal(s.rows, want) {
		t.Errorf("%v, want %v", s.rows, want)
	}
	s.forget()
	if want := []stepRow{{12, 4}}; !slices.Equal(s.rows, want) {
		t.Errorf("only the last: %v, want %v", s.rows, want)
	}
	s.set(11, 5)
	s.set(20, StepUnknown)
	s.freeze(21)
	for step := range s.In(Range{0, 21}) {
		if step != (Step{Range{0, 12}, StepUnknown}) {
			t.Errorf("the walk goes on with %v", step)
		}
		break
	}
	if want := []stepRow{{12, 4}, {20, StepUnknown}}; !slices.Equal(s.rows, want) {
		t.Errorf("%v, want %v", s.rows, want)
	}
	s.forget()
	s.forget()
	if len(s.rows) > 0 {
		t.Errorf("unknown at last: %v", s.rows)
	}
}

// TestNoSteps: nothing is known of a CPU without events, nor from one at the end of the trace, which
// shows only that frequencies were recorded.
func TestNoSteps(t *testing.T) {
	events := []Event{{Kind: KindFrequency, Time: 50, Target: 0, Arg: 7, TID: NoTID, Other: NoTID}}
	tr := Build(&Info{CPUs: 2, End: 50}, &Tables{}, nil, events)
	for c, most := range []int64{7, 0} {
		f := tr.Frequency(CPU(c))
		sums := f.Sums(tr.Whole())
		if f.Any() != (c == 0) || f.Most() != most || sums != (StepSums{}) || sums.Mean() != 0 || f.At(0) != (Step{Range{0, 50}, StepUnknown}) {
			t.Errorf("CPU %d: %v, %v, mean %v, %v", c, f, sums, sums.Mean(), f.At(0))
		}
	}
	if !tr.HasFrequencies() || tr.HasIdleStates() {
		t.Error("the trace has frequencies, and no idle states")
	}
	for i, want := range map[int]string{0: "Not idle", 1: "Idle state 0", 8: "Idle state 7", 9: "Idle state 8 and deeper"} {
		if got := StateTitle(i); got != want {
			t.Errorf("state %d is %q, want %q", i, got, want)
		}
	}
}

// TestLongSums: hours at several GHz do not overflow, and nothing is lost between.
func TestLongSums(t *testing.T) {
	const hour = Time(3600_000_000_000)
	var s StepSeries
	for i := range Time(100) {
		s.set(i*hour, 4_000_000_000+int64(i%2))
	}
	s.freeze(100 * hour)
	sums := s.Sums(Range{hour / 2, 99*hour + hour/2})
	if sums.Known != 99*hour || cmp.Compare(math.Abs(sums.Mean()-4_000_000_000.5), 1e-3) > 0 {
		t.Errorf("%v known, mean %v", sums.Known, sums.Mean())
	}
	if one := s.Sums(Range{50*hour + 3, 50*hour + 4}); one.Known != 1 || one.Mean() != 4_000_000_000 {
		t.Errorf("a nanosecond: %v", one)
	}
}
