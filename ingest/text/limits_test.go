package text_test

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"threadlens/ingest/text"
	"threadlens/model"
)

// TestWhatATraceHas: without a statement about it, a trace has what its events show.
func TestWhatATraceHas(t *testing.T) {
	for _, c := range []struct {
		events string
		want   model.Has
	}{
		{"5us cpu0 name 1 x", model.Has{}},
		{"5us cpu0 switch idle 1 wait", model.Has{Switches: true}},
		{"5us cpu0 wake 1", model.Has{Wakes: true}},
		{"5us cpu0 sample 1", model.Has{Samples: true}},
		{"stack 1 a!b\n5us cpu0 sample 1 stack=1", model.Has{Samples: true, Stacks: true}},
		{"5us cpu0 irq 7us isr", model.Has{Interrupts: true}},
		{"5us cpu0 irq-enter isr", model.Has{Interrupts: true}},
		{"5us cpu0 irq-exit isr", model.Has{Interrupts: true}},
		{"5us cpu0 io 1 2us read", model.Has{Disk: true}},
		{"5us cpu0 fault 1 2us hard", model.Has{Faults: true}},
		{"5us cpu0 call 1 enter read", model.Has{Calls: true}},
		{"5us cpu0 call 1 exit read ret=0", model.Has{Calls: true}},
		{"5us cpu0 count cycles 7", model.Has{Counters: true}},
		{"5us cpu0 migrate 1 0 1", model.Has{}},
		{"5us cpu0 ran 1 20", model.Has{}},
	} {
		r, _ := parse(t, "threadlens-trace 1\nthread 1 pid=7\n"+c.events+"\n")
		if got := r.Info().Has; got != c.want {
			t.Errorf("%s: %+v, want %+v", c.events, got, c.want)
		}
	}
}

// TestRecordedBack: what was recorded throughout is read as written.
func TestRecordedBack(t *testing.T) {
	for _, want := range []model.Recorded{
		{},
		{Faults: true},
		{FaultStarts: true},
		{AllCalls: true},
		{Blocking: true},
		{Calls: []string{"read"}},
		{Faults: true, FaultStarts: true, AllCalls: true, Blocking: true, Calls: []string{"read", "write:exit"}},
	} {
		info := &model.Info{Recorded: want, CPUs: 1, TargetPID: model.NoPID, TwoClocks: want.Faults}
		written := write(t, info, &model.Tables{}, nil)
		if has := strings.Contains(written, "\nrecorded"); has != !reflect.DeepEqual(want, model.Recorded{}) {
			t.Errorf("%+v is written: %v", want, has)
		}
		r, err := text.Parse("again", []byte(written))
		if err != nil {
			t.Fatal(err)
		}
		if r.Info().TwoClocks != want.Faults {
			t.Errorf("two clocks are read: %v", !want.Faults)
		}
		if got := r.Info().Recorded; !reflect.DeepEqual(got, want) {
			t.Errorf("%+v is read as %+v", want, got)
		}
	}
}

// TestTimesWritten: times up to 2⁶¹ ns either way can be written, and no others.
func TestTimesWritten(t *testing.T) {
	const most = model.Time(1 << 61)
	for at, ok := range map[model.Time]bool{0: true, most: true, most + 1: false, -most: true, -most - 1: false} {
		var b bytes.Buffer
		w := text.NewWriter(&b, &model.Info{CPUs: 1, TargetPID: model.NoPID}, &model.Tables{})
		err := w.Events([]model.Event{{Kind: model.KindLoss, Time: at, End: at}})
		if err == nil {
			err = w.Close()
		}
		if (err == nil) != ok {
			t.Errorf("a time of %d: %v", at, err)
		}
	}
}

// TestDescriptorCloses: that an exec closes a descriptor is a flag of its event.
func TestDescriptorCloses(t *testing.T) {
	for text, want := range map[string]model.EventFlags{"": 0, " cloexec=1": model.DescriptorCloses, " cloexec=0": 0} {
		_, events := parse(t, "threadlens-trace 1\nthread 1 pid=7\n5us cpu0 descriptor 7 3 file"+text+"\n")
		if last := &events[len(events)-1]; last.Kind != model.KindDescriptor || last.Flags != want || last.Arg != 3 {
			t.Errorf("%q: %+v", text, events)
		}
	}
}
