package model_test

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"runtime"
	"testing"

	"threadlens/model"
	"threadlens/model/modeltest"
)

// amended gives some waits of a trace other verdicts, chosen by a number.
func amended(t *model.Trace, seed uint64) *model.Trace {
	return t.Amended(func(ix model.ThreadIx) func(*model.Segment) {
		if (uint64(ix)+seed)%5 == 0 {
			return nil
		}
		return func(s *model.Segment) {
			if (uint64(s.From)*31+seed)%3 == 0 {
				s.Judge(model.IO, model.SubFile, model.ByStack, false)
				s.Flags = s.Flags&^model.LowConfidence | model.IdleWorker | model.Skew
			}
		}
	})
}

// TestAmended checks on random traces that an amended trace differs in its verdicts
// alone, that all invariants hold for it, and that the original is unchanged.
func TestAmended(t *testing.T) {
	ps := modeltest.Perturbations()
	changed := 0
	machines(300, func(seed uint64, m *modeltest.Machine, rng *rand.Rand) {
		a := modeltest.Build(m.CPUs, m.End, ps[seed%uint64(len(ps))].Apply(m, rng))
		before := describe(a)
		b := amended(a, seed)
		if err := errors.Join(append(modeltest.Check(b), model.CheckColumns(b))...); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if describe(a) != before || describe(b.Plain()) != before {
			t.Fatalf("seed %d: the trace that was amended is not what it was", seed)
		}
		if a.Plain() != a {
			t.Fatalf("seed %d: a plain trace is not its own", seed)
		}
		for ix := range a.Threads {
			for i := range a.Threads[ix].Len() {
				s, r := a.Segment(model.ThreadIx(ix), i), b.Segment(model.ThreadIx(ix), i)
				want := s
				if (uint64(ix)+seed)%5 != 0 && s.State == model.Waiting && (uint64(s.From)*31+seed)%3 == 0 {
					want.Judge(model.IO, model.SubFile, model.ByStack, false)
					want.Flags = s.Flags&^model.LowConfidence | model.IdleWorker
					changed++
				}
				if r != want {
					t.Fatalf("seed %d: %+v became %+v, want %+v", seed, s, r, want)
				}
			}
		}
		if again := amended(b.Plain(), seed); describe(again) != describe(b) {
			t.Fatalf("seed %d: amending once more gives something else", seed)
		}
		if c := b.Amended(func(model.ThreadIx) func(*model.Segment) { return nil }); c != b {
			t.Fatalf("seed %d: nothing was amended, and yet it is another trace", seed)
		}
	})
	if changed < 500 {
		t.Errorf("only %d waits were amended", changed)
	}
}

// TestIdleSums compares with a walk over the segments, in random windows.
func TestIdleSums(t *testing.T) {
	found := 0
	machines(100, func(seed uint64, m *modeltest.Machine, rng *rand.Rand) {
		a := amended(modeltest.Build(m.CPUs, m.End, m.Events), seed)
		for range 20 {
			r := modeltest.Window(a, rng)
			for ix := range a.Threads {
				var want model.Sums
				for s := range a.Segments(model.ThreadIx(ix), r) {
					if s.Flags&model.IdleWorker != 0 {
						want[s.Category] += s.Overlap(r)
						found++
					}
				}
				if got := a.IdleSums(model.ThreadIx(ix), r); got != want {
					t.Fatalf("seed %d, thread %d in %v: %v, want %v", seed, ix, r, got, want)
				}
			}
		}
	})
	if found == 0 {
		t.Error("nobody was idle")
	}
}

// TestAmendedInParallel checks that the number of CPUs changes nothing.
func TestAmendedInParallel(t *testing.T) {
	machines(20, func(seed uint64, m *modeltest.Machine, _ *rand.Rand) {
		a := modeltest.Build(m.CPUs, m.End, m.Events)
		want := describe(amended(a, seed))
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
		if got := describe(amended(a, seed)); got != want {
			t.Fatalf("seed %d: on one processor\n%s\n---\n%s", seed, got, want)
		}
	})
}

// TestAmendedKeepsAll checks that a copy has every part of the trace.
func TestAmendedKeepsAll(t *testing.T) {
	m := modeltest.Simulate(1, modeltest.RandomShape(rand.New(rand.NewPCG(1, 9))))
	a := modeltest.Build(m.CPUs, m.End, m.Events)
	v := reflect.ValueOf(a).Elem()
	for i := range v.NumField() {
		if f := v.Field(i); f.CanSet() && f.IsZero() {
			fill(f)
		}
	}
	b := reflect.ValueOf(amended(a, 1)).Elem()
	for i := range v.NumField() {
		name := v.Type().Field(i).Name
		if name == "kept" || name == "plain" {
			continue
		}
		if v.Field(i).IsZero() != b.Field(i).IsZero() {
			t.Errorf("the copy has another %s", name)
		}
	}
}

// fill sets a field of a trace to a non-zero value.
func fill(f reflect.Value) {
	switch f.Kind() {
	case reflect.Slice:
		f.Set(reflect.MakeSlice(f.Type(), 1, 1))
	case reflect.Bool:
		f.SetBool(true)
	case reflect.Array:
		f.Index(0).SetInt(1)
	case reflect.Struct:
		fill(f.Field(0))
	}
}

// TestEvidence checks by which evidence the Builder notes that a wait was settled.
func TestEvidence(t *testing.T) {
	for sub, want := range map[model.Sub]string{
		model.SubSleep: "reason", model.SubFutex: "result", model.SubChanRecv: "reason", model.SubPageIn: "memory", model.SubInSwap: "memory",
		model.SubUserWait: "hint", model.SubPushLock: "hint", model.SubUnknown: "none",
	} {
		tr := modeltest.Parse(t, "e.tltxt", "threadlens-trace 1\ncpus 1\nspan 0us 100us\n0us cpu0 switch idle 1 preempt\n"+
			"10us cpu0 switch 1 idle wait sub="+sub.String()+"\n50us cpu0 wake 1\n")
		s, _ := tr.SegmentAt(0, 20_000)
		if s.Sub != sub || s.Evidence.String() != want {
			t.Errorf("%v by %v, want %v by %s", s.Sub, s.Evidence, sub, want)
		}
		if run, _ := tr.SegmentAt(0, 0); run.Evidence != model.NoEvidence || run.Evidence.String() != "-" {
			t.Errorf("a running thread has evidence %v", run.Evidence)
		}
	}
}
