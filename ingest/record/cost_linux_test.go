package record

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// TestLikelyCost: the median of three or more, if an event can take that long.
func TestLikelyCost(t *testing.T) {
	for _, x := range []struct {
		costs []time.Duration
		want  time.Duration
	}{
		{nil, 0},
		{[]time.Duration{900, 900}, 0},
		{[]time.Duration{900, 800, 850}, 850},
		{[]time.Duration{-5000, 900, 70_000, 910}, 910},
		{[]time.Duration{19, 19, 19}, 0},
		{[]time.Duration{20, 20, 20}, 20},
		{[]time.Duration{100_000, 100_000, 100_000}, 100_000},
		{[]time.Duration{100_001, 100_001, 100_001}, 0},
		{[]time.Duration{-900, -900, 900}, 0},
	} {
		if got := likelyCost(slices.Clone(x.costs)); got != x.want {
			t.Errorf("%d: %d, want %d", x.costs, got, x.want)
		}
	}
}

// TestPair: a batch takes CPU time, in which each thread wakes the other; one whose time is over
// does not start.
func TestPair(t *testing.T) {
	err := pinned(func(cpu int) error {
		p, err := newPair(cpu)
		if err != nil {
			return err
		}
		defer p.close()
		if used, err := p.batch(100, time.Now().Add(time.Minute)); err != nil || used < 10*time.Microsecond {
			t.Errorf("100 rounds took %v, %v", used, err)
		}
		if _, err := p.batch(1, time.Now().Add(-time.Second)); !errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("too late: %v", err)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	(*pair)(nil).close()
}

// TestPinned: the thread is on one CPU meanwhile, and its allowed CPUs are restored.
func TestPinned(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var before, then, after unix.CPUSet
	failed := errors.New("failed")
	err := errors.Join(unix.SchedGetaffinity(0, &before), pinned(func(cpu int) error {
		if err := unix.SchedGetaffinity(0, &then); err != nil || then.Count() != 1 || !then.IsSet(cpu) || !before.IsSet(cpu) {
			t.Errorf("%v: on %v, not on %d alone", err, then, cpu)
		}
		return failed
	}))
	if !errors.Is(err, failed) {
		t.Error(err)
	}
	if err := unix.SchedGetaffinity(0, &after); err != nil || after != before {
		t.Errorf("%v: %v, before %v", err, after, before)
	}
}

// TestEventCost: a recording and its file contain the cost of an event; events that cannot be
// opened have no cost.
func TestEventCost(t *testing.T) {
	if err := Check(""); err != nil {
		t.Skip(err)
	}
	o := Options{Path: filepath.Join(t.TempDir(), "x"), Force: true, Command: []string{"true"}, Ring: 1 << 20, Groups: []Group{Disk}}
	r, err := Record(t.Context(), o, nil)
	for tries := 1; err == nil && r.EventCost == 0 && tries < 5; tries++ { // others kept the CPU busy
		r, err = Record(t.Context(), o, nil)
	}
	if err != nil || r.EventCost < leastCost || r.EventCost > mostCost || r.CPUs < 1 {
		t.Fatalf("%+v, %v", r, err)
	}
	text, err := os.ReadFile(o.Path)
	if err != nil || !strings.Contains(string(text), string(recorderFacts{eventCost: r.EventCost}.feature())) {
		t.Errorf("%v: the file does not say %v", err, r.EventCost)
	}
	if cost := eventCost(newEvent("none", 1<<30, 0)); cost != 0 {
		t.Errorf("of no event: %v", cost)
	}
}

// TestEventCostOfOptions: recording the call stacks of all events costs more, and what cannot be
// measured is unknown.
func TestEventCostOfOptions(t *testing.T) {
	if err := Check(""); err != nil {
		t.Skip(err)
	}
	o := Options{Groups: DefaultGroups(), Samples: DefaultSamples}
	stacks := o
	stacks.Stacks = true
	more := 0
	for tries := 0; tries < 20 && more == 0; tries++ { // others kept the CPU busy
		if plain, with := EventCost(&o), EventCost(&stacks); plain >= leastCost && with > plain && with <= mostCost {
			more++
		}
	}
	if more == 0 {
		t.Error("call stacks never cost more")
	}
	if cost := EventCost(&Options{Tree: true, PID: os.Getpid()}); cost != 0 {
		t.Errorf("of a process alone: %v", cost)
	}
}
