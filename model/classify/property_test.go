package classify_test

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"threadlens/model"
	"threadlens/model/classify"
	"threadlens/model/modeltest"
)

// someFrames are frames of all kinds, from which random stacks are made.
var someFrames = []string{
	"nt!KeWaitForSingleObject", "nt!MiIssueHardFault", "ntdll!NtReadFile", "kernelbase!ReadFile", "kernelbase!Sleep",
	"ntdll!RtlEnterCriticalSection", "user32!GetMessageW", "user32!DispatchMessageW", "rpcrt4!x", "clr!JIT_New",
	"mscorlib!Monitor.Enter", "mscorlib!Monitor.Wait", "App!main", "App!work", "kernel!schedule", "libc.so.6!read",
	"app!sync.(*Mutex).Lock", "ntdll!+0x1a2b", "App!+0x1",
}

// withStacks is a recording of a random machine whose switches have random stacks.
func withStacks(seed uint64) (*modeltest.Machine, []model.Event, *model.Tables) {
	rng := rand.New(rand.NewPCG(seed, 77))
	m := modeltest.Simulate(seed, modeltest.RandomShape(rng))
	tables := &model.Tables{}
	stacks := make([]model.StackID, 40)
	for i := range stacks {
		id := model.NoStack
		for range 1 + rng.IntN(14) {
			var module, name string
			full := someFrames[rng.IntN(len(someFrames))]
			for k := range full {
				if full[k] == '!' {
					module, name = full[:k], full[k+1:]
				}
			}
			id = tables.Stacks.Push(id, model.Frame{Module: tables.Strings.ID(module), Name: tables.Strings.ID(name)})
		}
		stacks[i] = id
	}
	events := modeltest.Perturbations()[seed%uint64(len(modeltest.Perturbations()))].Apply(m, rng)
	for i := range events {
		if events[i].Kind == model.KindSwitch && rng.IntN(3) > 0 {
			events[i].Stack = stacks[rng.IntN(len(stacks))]
		}
	}
	return m, events, tables
}

func build(m *modeltest.Machine, events []model.Event, tables *model.Tables) *model.Trace {
	b := model.NewBuilder(&model.Info{CPUs: m.CPUs, End: m.End}, tables, model.PrepassOf(m.CPUs, events))
	b.Add(slices.Clone(events))
	return b.Trace()
}

// segments prints everything about the threads.
func segments(tr *model.Trace) string {
	text := ""
	for ix := range tr.Threads {
		for s := range tr.Segments(model.ThreadIx(ix), tr.Whole()) {
			text += fmt.Sprintf("%+v\n", s)
		}
	}
	return text
}

// TestRandomTraces checks on random traces that classified ones keep all invariants,
// that only verdicts of waits change, and that neither repeating it nor the number
// of CPUs makes a difference.
func TestRandomTraces(t *testing.T) {
	changed := 0
	for seed := range uint64(400) {
		plain := build(withStacks(seed))
		known := classify.Default().Apply(plain)
		for _, err := range modeltest.Check(known) {
			t.Errorf("seed %d: %v", seed, err)
		}
		for ix := range plain.Threads {
			for i := range plain.Threads[ix].Len() {
				s, r := plain.Segment(model.ThreadIx(ix), i), known.Segment(model.ThreadIx(ix), i)
				if s != r {
					changed++
				}
				if s.State != model.Waiting && s != r || s.Evidence <= model.ByMemory && s.Evidence > 0 && r.Evidence != s.Evidence {
					t.Fatalf("seed %d: %+v became %+v", seed, s, r)
				}
				r.Category, r.Likely, r.Sub, r.Evidence = s.Category, s.Likely, s.Sub, s.Evidence
				r.Flags = r.Flags&^(model.LowConfidence|model.IdleWorker) | s.Flags&(model.LowConfidence|model.IdleWorker)
				if s != r {
					t.Fatalf("seed %d: more than the verdict of %+v changed: %+v", seed, s, r)
				}
			}
		}
		want := segments(known)
		if got := segments(classify.Default().Apply(known)); got != want {
			t.Fatalf("seed %d: classified once more\n%s\nwant\n%s", seed, got, want)
		}
		procs := runtime.GOMAXPROCS(1)
		got := segments(classify.Default().Apply(build(withStacks(seed))))
		runtime.GOMAXPROCS(procs)
		if got != want {
			t.Fatalf("seed %d: on one processor\n%s\nwant\n%s", seed, got, want)
		}
	}
	if changed < 1000 {
		t.Errorf("only %d waits changed", changed)
	}
}

// TestOrderOfStacks checks that it does not matter in which order stacks appear.
func TestOrderOfStacks(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 100 {
		text := ""
		for range 1 + rng.IntN(10) {
			text += " " + someFrames[rng.IntN(len(someFrames))]
		}
		tr := classify.Default().Apply(waiting(t, "windows", "win=6", text))
		s := theWait(t, tr)
		want := said(tr, &s)
		// The same stack, among others that share parts of it.
		more := "stack 7 \"rpcrt4!x\" \"App!main\"\n"
		for i := range rng.IntN(5) {
			more += fmt.Sprintf("stack %d %q\n", 10+i, someFrames[rng.IntN(len(someFrames))])
		}
		other := classify.Default().Apply(waiting(t, "windows\n"+more, "win=6", text))
		if s = theWait(t, other); said(other, &s) != want {
			t.Fatalf("%s: %s, among others %s", text, want, said(other, &s))
		}
	}
}
