package stage

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"threadlens/model"
)

// counter is a decoder of numbered events, some with a name and a stack.
type counter struct {
	out     Output
	n, last int
	fail    error // at the end
}

func newCounter(last int, fail error) *counter {
	return &counter{last: last, fail: fail, out: Output{Names: NewNames(&model.Strings{})}}
}

func (c *counter) Output() *Output { return &c.out }
func (c *counter) Done() int64     { return int64(c.n) }

func (c *counter) Fill(ctx context.Context) (model.Time, bool, error) {
	for ; len(c.out.Events) < BatchEvents; c.n++ {
		if c.n == c.last {
			return model.Forever, c.fail == nil, c.fail
		}
		kind := model.KindSwitch
		if c.n < 100 {
			kind = model.KindExists
		}
		e := c.out.Add(kind, model.Time(c.n), model.CPU(c.n%3))
		if c.n%1000 == 0 {
			e.Name = c.out.Names.ID([]byte(fmt.Sprint("name ", c.n/2000)))
			c.out.Stacks = append(c.out.Stacks, Stack{Frame: model.Frame{Addr: uint64(c.n)}})
			e.Stack = model.StackID(c.n/1000 + 1)
		}
	}
	return model.Time(c.n), false, ctx.Err()
}

// consumer collects events, checking the guarantees about them.
func consumer(t *testing.T, tables *model.Tables, seen *int) Consumer {
	return Consumer{
		Format: "test", Tables: tables, Progress: func(int64) {},
		Yield: func(batch []model.Event, settled model.Time) error {
			for i := range batch {
				e := &batch[i]
				if int(e.Time) != *seen || e.Time >= settled {
					t.Fatalf("event %d at %d, settled %d", *seen, e.Time, settled)
				}
				if e.Name != model.NoString && tables.Strings.Get(e.Name) != fmt.Sprint("name ", *seen/2000) {
					t.Fatalf("event %d is called %q", *seen, tables.Strings.Get(e.Name))
				}
				if e.Stack != model.NoStack && tables.Stacks.Frames(e.Stack)[0].Addr != uint64(*seen) {
					t.Fatalf("event %d has stack %v", *seen, tables.Stacks.Frames(e.Stack))
				}
				*seen++
			}
			return nil
		},
	}
}

func TestRun(t *testing.T) {
	for _, n := range []int{0, 1, BatchEvents, 30*BatchEvents + 7} {
		var tables model.Tables
		seen := 0
		if err := Run(context.Background(), newCounter(n, nil), n, consumer(t, &tables, &seen)); err != nil || seen != n {
			t.Errorf("%d of %d events: %v", seen, n, err)
		}
	}
}

// TestRunEnds checks that Run ends early with its context, the decoder's error and the consumer's,
// and wraps only the decoder's.
func TestRunEnds(t *testing.T) {
	broken, stop := errors.New("broken"), errors.New("stop")
	var tables model.Tables
	seen := 0
	err := Run(context.Background(), newCounter(3*BatchEvents, broken), 1, consumer(t, &tables, &seen))
	if !errors.Is(err, broken) || !strings.HasPrefix(err.Error(), "test: ") {
		t.Error(err)
	}
	c := consumer(t, &tables, &seen)
	c.Yield = func([]model.Event, model.Time) error { return stop }
	if err := Run(context.Background(), newCounter(1<<30, nil), 1, c); err != stop {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	c.Yield = func([]model.Event, model.Time) error { cancel(); return nil }
	if err := Run(ctx, newCounter(1<<30, nil), 1, c); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestPrepass(t *testing.T) {
	p := model.NewPrepass(3)
	d := newCounter(1<<30, nil)
	open := map[model.CPU]bool{0: true, 1: true, 2: true}
	if err := Prepass(context.Background(), d, p, open, nil); err != nil || len(open) != 0 || !p.Complete() {
		t.Errorf("%v, %v open", err, open)
	}
	if d.n > BatchEvents {
		t.Errorf("%d events were decoded", d.n)
	}
	more := func() bool { return d.n < 3*BatchEvents }
	if err := Prepass(context.Background(), d, p, open, more); err != nil || d.n != 3*BatchEvents {
		t.Errorf("%v: %d events were decoded while more were wanted", err, d.n)
	}
}

func TestNames(t *testing.T) {
	var table model.Strings
	first := table.ID("first")
	n := NewNames(&table)
	if id := n.ID([]byte("first")); id != first || len(n.fresh) != 0 {
		t.Errorf("a name of the table is %d, new: %v", id, n.fresh)
	}
	if a, b := n.ID([]byte("x")), n.ID([]byte("x")); a != b || !slices.Equal(n.fresh, []string{"x"}) {
		t.Errorf("ids %d and %d, new: %v", a, b, n.fresh)
	}
	if a, b := n.OfFrame("f"), n.OfFrame("f"); a != b || n.OfFrame("x") != n.ID([]byte("x")) || !slices.Equal(n.fresh, []string{"x", "f"}) {
		t.Errorf("ids %d and %d of frames, new: %v", a, b, n.fresh)
	}
	for i := range maxNames {
		n.OfFrame(fmt.Sprint("frame ", i))
		n.fresh = n.fresh[:0]
	}
	if n.Full() != 0 || n.ID([]byte("first")) != first {
		t.Error("full of the names of frames")
	}
	for i := range maxNames {
		n.ID(fmt.Append(nil, i))
		n.fresh = n.fresh[:0]
	}
	if n.Full() != maxNames || int(n.next-n.frames) > maxNames || n.ID([]byte("another")) != model.NoString {
		t.Errorf("%d names are kept", n.next)
	}
}

// inBatches puts out events batch by batch.
type inBatches struct {
	out     Output
	batches [][]model.Event
	filled  int
}

func (d *inBatches) Fill(context.Context) (model.Time, bool, error) {
	d.out.Events = append(d.out.Events, d.batches[d.filled]...)
	d.filled++
	return 0, d.filled == len(d.batches), nil
}
func (d *inBatches) Output() *Output { return &d.out }
func (d *inBatches) Done() int64     { return 0 }

// TestPrepassEnds: the pre-pass continues until each CPU has had a switch or a loss, and no
// further.
func TestPrepassEnds(t *testing.T) {
	for kind, want := range map[model.Kind]int{model.KindSwitch: 2, model.KindLoss: 2, model.KindWake: 4, model.KindSample: 4} {
		d := &inBatches{batches: [][]model.Event{{{Kind: model.KindSample}}, {{Kind: kind}}, {{Kind: model.KindWake}}, nil}}
		if err := Prepass(t.Context(), d, model.NewPrepass(1), map[model.CPU]bool{0: true}, nil); err != nil || d.filled != want || len(d.out.Events) != 0 {
			t.Errorf("%v: %d batches, want %d; %v", kind, d.filled, want, err)
		}
	}
}

// TestNewEvent: an event has no ids until they are set.
func TestNewEvent(t *testing.T) {
	var o Output
	want := model.Event{
		Kind: model.KindWake, Time: 5, CPU: 3, TID: model.NoTID, Other: model.NoTID, PID: model.NoPID,
		Target: model.NoCPU, From: model.NoCPU, Prio: [2]int16{model.NoPrio, model.NoPrio},
	}
	for range 3 {
		e := o.Add(model.KindWake, 5, 3)
		if *e != want {
			t.Errorf("%+v, want %+v", *e, want)
		}
		e.TID, e.Arg = 7, 8
		o.Drop()
	}
}
