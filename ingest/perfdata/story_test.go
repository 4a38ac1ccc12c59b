package perfdata

import (
	"bytes"
	"compress/gzip"
	"runtime"
	"slices"
	"strings"
	"testing"

	"threadlens/ingest/internal/wire"
	"threadlens/model"
)

// storyLines is what the story means: times count from the first sample.
var storyLines = []string{
	`0 cpu0 process 1 "init" other`,
	`0 cpu0 exists 1 pid=1`,
	`0 cpu0 name 1 pid=1 "init" flags=0`,
	`0 cpu0 process 2 "kthreadd" system`,
	`0 cpu0 exists 2 pid=2`,
	`0 cpu0 name 2 pid=2 "kthreadd" flags=0`,
	`0 cpu0 process 14 "rcu_preempt" system`,
	`0 cpu0 exists 14 pid=14`,
	`0 cpu0 name 14 pid=14 "rcu_preempt" flags=0`,
	`0 cpu0 process 50 "perf-exec" target`,
	`0 cpu0 exists 50 pid=50`,
	`0 cpu0 name 50 pid=50 "perf-exec" flags=0`,
	`0 cpu0 name 50 pid=50 "prog" flags=1`,
	`0 cpu0 process 50 "prog" target`,
	`0 cpu0 ran 50 400 in=50`,
	`100 cpu0 start 51 pid=50 by=50 "prog"`,
	`200 cpu0 wake 14 waking by=50 ctx=1 target=1`,
	`250 cpu1 switch 0>14 pid=-1 preempt NotHigher R prio=[120 120]`,
	`300 cpu0 switch 50>0 pid=50 wait Interruptible S prio=[120 120]`,
	`400 cpu1 switch 14>0 pid=14 wait KernelIdle I prio=[120 120]`,
	`1000 cpu0 wake 50 waking by=0 ctx=2 target=0`,
	`1100 cpu0 switch 0>50 pid=-1 preempt NotHigher R prio=[120 120]`,
	`1500 cpu1 wake 14 waking by=0 ctx=3 target=1`,
	`1600 cpu0 switch 50>51 pid=50 preempt NotHigher R+ prio=[120 120]`,
	`1600 cpu0 loss to=2390 n=7`,
	`1700 cpu1 switch 0>14 pid=-1 preempt NotHigher R prio=[120 120]`,
	`1800 cpu1 name 77 pid=-1 "t77" flags=0`,
	`1800 cpu1 switch 14>77 pid=14 wait Uninterruptible D prio=[120 120]`,
	`2000 cpu1 switch 77>0 pid=70 wait Interruptible S prio=[120 120]`,
	`2000 cpu1 exists 77 pid=70`,
	`2390 cpu0 ran 51 700 in=51`,
	`2500 cpu0 switch 51>50 pid=50 preempt NotHigher R prio=[120 120]`,
	`2600 cpu0 exit 50`,
	`2700 cpu0 switch 50>0 pid=50 dead  Z prio=[120 120]`,
}

func TestStory(t *testing.T) {
	for name, order := range map[string]wire.Order{"little": wire.Little, "big": wire.Big} {
		t.Run(name, func(t *testing.T) {
			d := decode(t, story(t, order, 0).file(), true)
			diffLines(t, d.lines(), storyLines)
			storyFacts(t, d.Info())
		})
	}
}

func storyFacts(t *testing.T, i *model.Info) {
	t.Helper()
	if i.CPUs != 2 || i.End != 2700 || i.Clock.StartNS != 1000 || i.Clock.Name != "CLOCK_MONOTONIC" {
		t.Errorf("CPUs %d, end %d, clock %+v", i.CPUs, i.End, i.Clock)
	}
	if i.TargetPID != 50 || i.Command != "/bin/prog arg" || i.OS.Version != "6.18.44-test" || i.OS.Machine != "x86_64" || i.OS.Processor != "QEMU Virtual CPU version 2.5+" {
		t.Errorf("target %d, command %q, OS %+v", i.TargetPID, i.Command, i.OS)
	}
	if i.Has != (model.Has{Switches: true, Wakes: true}) || i.PerTask || i.LostEvents != 7 {
		t.Errorf("has %+v, per task %v, lost %d", i.Has, i.PerTask, i.LostEvents)
	}
	if i.SourceEvents[0].Name != "sched:sched_switch" || i.SourceEvents[0].Count != 10 {
		t.Errorf("most frequent event %+v", i.SourceEvents[0])
	}
}

func diffLines(t *testing.T, got, want []string) {
	t.Helper()
	for i := range max(len(got), len(want)) {
		g, w := "(nothing)", "(nothing)"
		if i < len(got) {
			g = got[i]
		}
		if i < len(want) {
			w = want[i]
		}
		if g != w {
			t.Fatalf("event %d:\n got %s\nwant %s", i, g, w)
		}
	}
}

// perCPU are the events of each CPU in their order: these are the same however the file is stored.
// Threads that predate the trace come first.
func perCPU(d *decoded) string {
	var b strings.Builder
	for cpu := range d.Info().CPUs {
		for i := range d.events {
			if int(d.events[i].CPU) == cpu {
				b.WriteString(d.line(&d.events[i]) + "\n")
			}
		}
	}
	return b.String()
}

// TestForms stores one story in every form that perf knows.
func TestForms(t *testing.T) {
	want := perCPU(decode(t, story(t, wire.Little, 0).file(), true))
	forms := map[string]func(s *scene) []byte{
		"file":       func(s *scene) []byte { return s.file() },
		"pipe":       func(s *scene) []byte { return s.pipe() },
		"zstd":       func(s *scene) []byte { s.compress(t, recCompressed, 100); return s.file() },
		"zstd pipe":  func(s *scene) []byte { s.compress(t, recCompressed, 333); return s.pipe() },
		"zstd2":      func(s *scene) []byte { s.compress(t, recCompressed2, 777); return s.file() },
		"zstd2 pipe": func(s *scene) []byte { s.compress(t, recCompressed2, 64); return s.pipe() },
		"gzip": func(s *scene) []byte {
			var b bytes.Buffer
			z := gzip.NewWriter(&b)
			_, _ = z.Write(s.file())
			_ = z.Close()
			return b.Bytes()
		},
	}
	for name, form := range forms {
		for _, order := range []wire.Order{wire.Little, wire.Big} {
			for _, mem := range []bool{true, false} {
				data := form(story(t, order, 0))
				if !Sniff(data[:min(512, len(data))]) {
					t.Errorf("%s: Sniff says no", name)
				}
				d := decode(t, data, mem)
				if got := perCPU(d); got != want {
					t.Errorf("%s, big endian %v, mapped %v:\n%s\nwant\n%s", name, order, mem, got, want)
				}
				if len(d.Info().Diagnostics) != 1 || d.diag("lost-events") == nil {
					t.Errorf("%s: diagnostics %v", name, d.Info().Diagnostics)
				}
			}
		}
	}
}

func TestDeterminism(t *testing.T) {
	data := story(t, wire.Little, 0).file()
	want := decode(t, data, true).events
	for _, n := range []int{1, 2, 8} {
		old := runtime.GOMAXPROCS(n)
		got := decode(t, data, true).events
		runtime.GOMAXPROCS(old)
		if !slices.Equal(got, want) {
			t.Errorf("GOMAXPROCS %d changes the events", n)
		}
	}
}

// TestEventsTwice: reading again gives the same events.
func TestEventsTwice(t *testing.T) {
	data := story(t, wire.Little, 0).file()
	d := decode(t, data, true)
	first := d.events
	d.events = nil
	if err := d.Events(t.Context(), d.collect); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(first, d.events) {
		t.Error("the second reading differs")
	}
}
