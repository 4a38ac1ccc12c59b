package text_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"threadlens/ingest/text"
	"threadlens/model"
)

// collect returns all events of r.
func collect(t testing.TB, r *text.Reader) []model.Event {
	t.Helper()
	var events []model.Event
	err := r.Events(context.Background(), func(batch []model.Event, _ model.Time) error {
		events = append(events, batch...)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return events
}

// parse reads a file that must be valid.
func parse(t testing.TB, source string) (*text.Reader, []model.Event) {
	t.Helper()
	r, err := text.Parse("test.tltxt", []byte(source))
	if err != nil {
		t.Fatal(err)
	}
	return r, collect(t, r)
}

// write prints events with a Writer.
func write(t testing.TB, info *model.Info, tables *model.Tables, events []model.Event) string {
	t.Helper()
	var out bytes.Buffer
	w := text.NewWriter(&out, info, tables)
	for len(events) > 0 { // batches must not matter
		n := min(3, len(events))
		if err := w.Events(events[:n]); err != nil {
			t.Fatal(err)
		}
		events = events[n:]
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// named completes an event that is written with its meaningful fields only: the others mean none. A
// process 0 means none.
func named(e model.Event) model.Event {
	switch e.Kind {
	case model.KindIrq, model.KindIrqEnter, model.KindIrqExit, model.KindProcess, model.KindLoss, model.KindCPU:
		e.TID = model.NoTID
	}
	switch e.Kind {
	case model.KindSwitch, model.KindWake, model.KindStart, model.KindRan:
	default:
		e.Other = model.NoTID
	}
	if e.Kind != model.KindSwitch {
		e.Prio = noPrio
	}
	if e.Kind != model.KindMigrate {
		e.From = model.NoCPU
	}
	if e.Kind != model.KindMigrate && e.Kind != model.KindWake {
		e.Target = model.NoCPU
	}
	if e.PID == 0 {
		e.PID = model.NoPID
	}
	return e
}

// resolved is an event with its ids replaced by their values, so that events of different tables
// compare.
type resolved struct {
	event                        model.Event
	name, name2, stack, newStack string
}

func resolve(tables *model.Tables, e model.Event) resolved {
	r := resolved{
		name: tables.Strings.Get(e.Name), name2: tables.Strings.Get(e.Name2),
		stack: frames(tables, e.Stack), newStack: frames(tables, e.Stack2),
	}
	e.Name, e.Name2, e.Stack, e.Stack2 = 0, 0, 0, 0
	r.event = e
	return r
}

func frames(tables *model.Tables, id model.StackID) string {
	var parts []string
	for _, f := range tables.Stacks.Frames(id) {
		parts = append(parts, fmt.Sprintf("%q!%q@%x,%v", tables.Strings.Get(f.Module), tables.Strings.Get(f.Name), f.Addr, f.Kernel))
	}
	return strings.Join(parts, "\n")
}

func resolveAll(tables *model.Tables, events []model.Event) []resolved {
	list := make([]resolved, len(events))
	for i, e := range events {
		list[i] = resolve(tables, e)
	}
	return list
}
