package etl

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"threadlens/ingest/etl/etltest"
	"threadlens/ingest/internal/stage"
	"threadlens/model"
)

// TestStacks checks which halves make up the stack of an event, wherever they were recorded, and
// how many stacks are reported as having no event.
func TestStacks(t *testing.T) {
	const k1, k2, k3, u1, u2, u3 = 0xFFFFF800_00001000, 0xFFFFF800_00002000, 0xFFFFF800_00003000, 0x1000, 0x2000, 0x3000
	c := compose(t, etltest.Config{CPUs: 2})
	m := c.mk
	sample := func(cpu int, at int64, tid uint32) { c.put(cpu, m.Sample(at, u1, tid, 1, 0)) }
	walk := func(cpu int, at, event int64, tid uint32, addrs ...uint64) {
		c.put(cpu, m.StackWalk(at, c.start+event, 5, tid, addrs...))
	}
	sample(0, 10, 7)
	walk(0, 10, 10, 7, k1, k2)
	sample(0, 20, 7)
	walk(0, 20, 20, 7, u1, u2)
	walk(0, 20, 20, 7, k1, k3) // or first
	sample(0, 30, 7)
	sample(1, 30, 8)
	walk(0, 30, 30, 7, u3)
	walk(1, 30, 30, 8, k1)
	walk(1, 31, 30, 8, u2)
	sample(0, 40, 7) // has an address only
	walk(1, 40, 40, 8, u3)
	walk(1, 60, 10, 7, u1, u2) // the user's half of the first, later and on another CPU
	sample(0, 50, 7)           // more halves than there should be
	walk(0, 50, 50, 7, u2)
	walk(0, 50, 50, 7, u3, u1)
	walk(0, 50, 50, 7, k2)
	sample(0, 60, 7)
	walk(0, 60, 60, 7, u1) // the same as an address only
	c.put(0, m.Thread(70, etltest.LifeStart, 3, etltest.Thread{PID: 5, TID: 9}))
	walk(0, 70, 70, 7, u1) // of an event that does not use it
	walk(0, 80, 80, 7, k1) // both of no event
	walk(0, 80, 80, 7, u1)
	tr := c.load()

	var got []string
	var alone []model.StackID
	for _, s := range tr.Samples {
		var addrs []uint64
		for _, f := range tr.Tables.Stacks.Frames(s.Stack) {
			addrs = append(addrs, f.Addr&0xF000>>12|f.Addr>>63<<4)
		}
		if len(addrs) == 1 && addrs[0] == 1 {
			alone = append(alone, s.Stack)
		}
		got = append(got, fmt.Sprintf("%d:%x", s.Time, addrs))
	}
	want := "10:[11 12 1 2] 20:[11 13 1 2] 30:[3] 30:[11 2] 40:[1] 50:[12 2 3 1] 60:[1]"
	if s := strings.Join(got, " "); s != want {
		t.Errorf("got  %s\nwant %s", s, want)
	}
	if len(alone) != 2 || alone[0] != alone[1] {
		t.Errorf("equal stacks are %d", alone)
	}
	for _, d := range tr.Diagnostics {
		if d.Code == "stray-stacks" && (d.Count != 2 || !strings.HasSuffix(d.Text, " (out of 9 call stacks)")) {
			t.Errorf("%d strays %s", d.Count, d.Text)
		}
	}
	if !hasDiagnostic(tr, "stray-stacks") {
		t.Error("nothing is said of the stacks without an event")
	}
}

// TestStackLimit checks that no more nodes are made than the limit allows, and that existing ones
// are still found.
func TestStackLimit(t *testing.T) {
	var out stage.Output
	out.Names = stage.NewNames(&model.Strings{})
	table := newStackTable(&out, newSymbolState(), 0)
	table.limit = 2
	c := chains{addrs: []uint64{1, 2, 3}, list: []chain{{from: 0, n: 1}, {from: 1, n: 1}, {from: 2, n: 1}}}
	a := table.push(&c, 0, model.NoStack, 5)
	b := table.push(&c, 1, a, 5)
	if a == model.NoStack || b == a || table.full != 0 {
		t.Fatalf("stacks %d and %d, %d left out", a, b, table.full)
	}
	if id := table.push(&c, 2, b, 5); id != b || table.full != 1 {
		t.Errorf("stack %d beyond the limit, %d left out", id, table.full)
	}
	if id := table.leaf(5, 3, true, 5); id != model.NoStack || table.full != 2 {
		t.Errorf("leaf %d beyond the limit, %d left out", id, table.full)
	}
	if id := table.push(&c, 1, a, 5); id != b || len(out.Stacks) != 2 {
		t.Errorf("stack %d, not %d; %d are told", id, b, len(out.Stacks))
	}
}

// TestEventsAgain checks that events can be read again after a failed attempt, but not after all of
// them were read.
func TestEventsAgain(t *testing.T) {
	data, _ := generated(t, 4<<20, etltest.GenerateOptions{SwitchStacks: true})
	told := func(tr *model.Trace) string {
		return segments(t, tr) + fmt.Sprint(tr.Samples, tr.Tables.Stacks.Len(), tr.Diagnostics)
	}
	want := told(load(t, open(t, data)))
	r := open(t, data)
	stop := errors.New("enough")
	if err := r.Events(context.Background(), func([]model.Event, model.Time) error { return stop }); !errors.Is(err, stop) {
		t.Fatal(err)
	}
	if told(load(t, r)) != want {
		t.Error("another trace at the second attempt")
	}
	if len(r.column.rows)+len(r.column.halves)+len(r.column.chains.addrs) != 0 {
		t.Error("the stacks of the file are kept behind the last event")
	}
	err := r.Events(context.Background(), func([]model.Event, model.Time) error { return nil })
	if err == nil {
		t.Error("the events could be read once more")
	}
}
