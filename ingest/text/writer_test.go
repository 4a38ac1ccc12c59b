package text_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"threadlens/ingest/text"
	"threadlens/model"
)

// checkRoundTrip writes events, reads them and writes them again: the events, the bytes, and the
// parts of Info that the format represents must be the same.
func checkRoundTrip(t *testing.T, info *model.Info, tables *model.Tables, events []model.Event) {
	t.Helper()
	first := write(t, info, tables, events)
	r, err := text.Parse("test.tltxt", []byte(first))
	if err != nil {
		t.Fatalf("%v in\n%s", err, first)
	}
	again := collect(t, r)
	if got, want := resolveAll(r.Tables(), again), resolveAll(tables, events); !slices.Equal(got, want) {
		if len(got) != len(want) {
			t.Fatalf("%d events read, %d written", len(got), len(want))
		}
		for i := range got {
			if got[i] != want[i] {
				t.Fatalf("event %d is read as\n%+v\nwas\n%+v\nin\n%s", i, got[i], want[i], first)
			}
		}
	}
	if second := write(t, r.Info(), r.Tables(), again); second != first {
		t.Errorf("written first\n%s\nand then\n%s", first, second)
	}
	got, want := *r.Info(), *info
	want.File, want.Files, want.Format, want.Size = got.File, got.Files, got.Format, got.Size
	if want.SourceEvents == nil {
		got.SourceEvents = nil // counted by the reader
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("info is read as\n%+v\nwas\n%+v", got, want)
	}
}

func TestRoundTripExamples(t *testing.T) {
	files, err := filepath.Glob("testdata/*.tltxt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no examples: %v", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			r, events := parse(t, string(data))
			checkRoundTrip(t, r.Info(), r.Tables(), events)
		})
	}
}

func TestRoundTripStatements(t *testing.T) {
	for _, test := range statements(t) {
		t.Run(test.line, func(t *testing.T) {
			r, events := parse(t, opening+test.line+"\n")
			checkRoundTrip(t, r.Info(), r.Tables(), events)
		})
	}
}

// TestWriteNoPriority: an unknown priority is written as a dash, not as the number that represents
// it.
func TestWriteNoPriority(t *testing.T) {
	for _, prio := range []string{"-,98", "120,-", "-5,-32767"} {
		line := "5us cpu1 switch 7 8 preempt sub=HigherPriority prio=" + prio
		r, events := parse(t, opening+line+"\n")
		if got := write(t, r.Info(), r.Tables(), events); !strings.Contains(got, " prio="+prio+"\n") {
			t.Errorf("%s is written\n%s", line, got)
		}
	}
	r, events := parse(t, opening+"5us cpu1 switch 7 8 preempt prio=-,-\n")
	if got := write(t, r.Info(), r.Tables(), events); strings.Contains(got, "prio=") || !strings.Contains(got, "switch 7 8 preempt") {
		t.Errorf("no priorities are written\n%s", got)
	}
}

func TestRoundTripRandom(t *testing.T) {
	for seed := range uint64(100) {
		r := newRandomTrace(seed)
		checkRoundTrip(t, &r.info, &r.tables, r.events(200))
		if t.Failed() {
			t.Fatalf("with seed %d", seed)
		}
	}
}

func TestRoundTripInfo(t *testing.T) {
	r, events := parse(t, `threadlens-trace 1
cpus 3
span 0us 9us
os go version="go1.26" machine="a b"
clock "TSC 1" start=9223372036854775807 res=40
wall 2026-01-31T12:00:00.000000001Z
target 12
eventcost 1ms
command "a \"b\" #c"
pertask
sampleperiod 250us
has switches wakes stacks samples interrupts disk faults counters calls
lost -1 buffers=3
eventsof 12 9223372036854775807
eventsof - 1
diagnostic error code "some text" n=3 from=1us to=2us
diagnostic info code "-"
`)
	checkRoundTrip(t, r.Info(), r.Tables(), events)
}

// TestLongSamplePeriod: the longest readable period is written, and a longer one is left out.
func TestLongSamplePeriod(t *testing.T) {
	const longest = 1 << 61
	for period, want := range map[model.Time]model.Time{-1: 0, 0: 0, 1: 1, longest: longest, longest + 1: 0} {
		r, err := text.Parse("x", []byte(write(t, &model.Info{SampleEvery: period}, &model.Tables{}, nil)))
		if err != nil || r.Info().SampleEvery != want {
			t.Errorf("a period of %d: %v", period, err)
		}
	}
}

// TestWriterOutput shows the writer's choices: microseconds, quotes only where
// needed, stacks before their first use and once, what the reader knows left out.
func TestWriterOutput(t *testing.T) {
	r, events := parse(t, `threadlens-trace 1
cpus 2
process 5 "a b" target
thread 7 name=w
stack 9 "m!f"
stack 8 "m!g"
1ms cpu0 switch 7 idle wait win=6 sub=UserWait
1500ns cpu1 sample 7 stack=8
2us cpu1 wake 7 stack=8 flag=0x1
lost 3
`)
	const want = `threadlens-trace 1
cpus 2
os other
target 5
has switches wakes stacks samples
0us cpu0 process 5 "a b" target
0us cpu0 exists 7
0us cpu0 name 7 w
1000us cpu0 switch 7 idle wait win=6
stack 1 "m!g"
1.5us cpu1 sample 7 stack=1
2us cpu1 wake 7 ctx=dpc stack=1
lost 3
`
	if got := write(t, r.Info(), r.Tables(), events); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestWriterErrors(t *testing.T) {
	deep := model.Tables{}
	stack := model.NoStack
	for range 1 << 16 {
		stack = deep.Stacks.Push(stack, model.Frame{Name: deep.Strings.ID("a_function_of_some_length")})
	}
	tests := []struct {
		name, want string
		event      model.Event
	}{
		{"no kind", "kind 0", model.Event{}},
		{"kind", "kind 255", model.Event{Kind: 255}},
		{"time", "out of range", model.Event{Kind: model.KindCPU, Time: 1 << 62}},
		{"processor", "CPU 20000", model.Event{Kind: model.KindCPU, CPU: 20000}},
		{"first impossible processor", "CPU 16384", model.Event{Kind: model.KindCPU, CPU: 16384}},
		{"first impossible target", "CPU 16384", model.Event{Kind: model.KindMigrate, Target: 16384}},
		{"all", "CPU 65534", model.Event{Kind: model.KindCPU, CPU: model.AllCPUs}},
		{"target", "CPU 20000", model.Event{Kind: model.KindMigrate, Target: 20000}},
		{"stack", "the trace has no stack 1048576", model.Event{Kind: model.KindSample, Stack: 1 << 20}},
		{"line", "is too long to be read back", model.Event{Kind: model.KindSample, Stack: stack}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			w := text.NewWriter(&bytes.Buffer{}, &model.Info{}, &deep)
			err := w.Events([]model.Event{test.event})
			if err == nil || !strings.HasPrefix(err.Error(), "text: ") || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want one with %q", err, test.want)
			}
			if again := w.Close(); !errors.Is(again, err) {
				t.Errorf("Close returns %v, want the first error", again)
			}
		})
	}
}

var errFull = errors.New("no space left")

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errFull }

func TestWriterPassesErrorOn(t *testing.T) {
	w := text.NewWriter(fullDisk{}, &model.Info{}, &model.Tables{})
	if err := w.Close(); !errors.Is(err, errFull) {
		t.Errorf("Close returns %v, want %v", err, errFull)
	}
}
