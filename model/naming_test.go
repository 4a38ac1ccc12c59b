package model

import (
	"reflect"
	"testing"
)

// TestWith fills every field of a trace, and checks that the copy has all of them
// except what it was given and what was kept.
func TestWith(t *testing.T) {
	tr := &Trace{
		Info: &Info{}, Tables: &Tables{}, End: 1, Threads: []Thread{{}}, plain: []Thread{{}}, attested: &Trace{}, Processes: []Process{{}}, Cores: []Core{{}},
		Counters: Counters{1}, Diagnostics: []Diagnostic{{}}, Losses: []Loss{{}}, lossRuns: map[CPU]stretches{}, Blind: []Range{{}}, blindBefore: []Time{0}, Skews: []ClockSkew{{}}, NoWakeEvents: true,
		Samples: []Sample{{}}, IdleSamples: []IdleSample{{}}, Markers: []Marker{{}}, IOs: []IOTransfer{{}}, Unfinished: []IOTransfer{{}}, Disks: []Disk{{}},
		reads: map[ThreadIx]Channel{1: {}}, Faults: []Fault{{}}, Counts: []CountSeries{{}}, Events: [NumKinds]int64{1},
		Locks: []Lock{{}}, LockCalls: []LockCall{{}}, Unanswered: []Unanswered{{}}, lockOwners: map[uint32]ThreadIx{1: 1},
		calls: []column[callRow]{{}}, callNames: []StringID{1},
		Throttles: []Throttle{{}}, throttled: map[ProcIx][]Range{1: {}},
	}
	tr.Spans.List = []MarkerSpan{{}}
	tr.Keep("key", 1)
	info, tables := &Info{CPUs: 2}, &Tables{}
	c := tr.With(info, tables)
	if c.Info != info || c.Tables != tables || c.Kept("key") != nil {
		t.Error("the copy has not what it was given, or what was kept")
	}
	from, to := reflect.ValueOf(tr).Elem(), reflect.ValueOf(c).Elem()
	for i := range from.NumField() {
		switch name := from.Type().Field(i).Name; name {
		case "Info", "Tables", "kept":
		default:
			if from.Field(i).IsZero() {
				t.Errorf("%s is not tested", name)
			}
			if to.Field(i).IsZero() {
				t.Errorf("%s is not in the copy", name)
			}
		}
	}
}

func TestRename(t *testing.T) {
	var tables Tables
	a := tables.Stacks.Push(NoStack, Frame{Addr: 1, Name: tables.Strings.ID("+0x1")})
	b := tables.Stacks.Push(a, Frame{Addr: 2})
	names := tables.Strings.Clone()
	fn := names.ID("function")
	s := tables.Stacks.Rename(func(id StackID) Frame {
		_, f := tables.Stacks.Node(id)
		if id == a {
			f.Name = fn
		}
		return f
	})
	if got := s.Frames(b); len(got) != 2 || got[0] != (Frame{Addr: 2}) || got[1] != (Frame{Addr: 1, Name: fn}) {
		t.Errorf("renamed: %+v", got)
	}
	if got := tables.Stacks.Frames(a); tables.Strings.Get(got[0].Name) != "+0x1" || tables.Strings.Get(fn) != "" {
		t.Errorf("the original is %+v", got)
	}
	if id := s.Push(a, Frame{Addr: 2}); id != b {
		t.Errorf("pushed again it is stack %d, not %d", id, b)
	}
}
