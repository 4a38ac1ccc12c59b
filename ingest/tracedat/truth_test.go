package tracedat

import (
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"threadlens/ingest/internal/readertest"
	"threadlens/ingest/internal/recorded"
	"threadlens/model"
)

// listed are the numbers of events of each recorded file by event, from the list of the recorded
// traces: the most frequent events of each.
func listed(tb testing.TB) map[string]map[string]int64 {
	tb.Helper()
	text, err := os.ReadFile(recorded.Path(tb, "linux", "README.md"))
	if err != nil {
		tb.Fatal(err)
	}
	count := regexp.MustCompile(`([a-z_]+) (\d+)(?:,|$)`)
	all, name := map[string]map[string]int64{}, ""
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if title, ok := strings.CutPrefix(line, "### "); ok {
			name = strings.TrimSuffix(strings.Fields(title)[0], ".gz")
		}
		list, ok := strings.CutPrefix(line, "- events: ")
		if !ok {
			continue
		}
		all[name] = map[string]int64{}
		for _, m := range count.FindAllStringSubmatch(list, -1) {
			all[name][m[1]], _ = strconv.ParseInt(m[2], 10, 64)
		}
	}
	return all
}

func TestListedCounts(t *testing.T) {
	all := listed(t)
	for name, path := range sharedFiles(t) {
		if !strings.Contains(path, "tracecmd") {
			continue
		}
		t.Run(name, func(t *testing.T) {
			if len(all[name]) < 5 {
				t.Fatalf("the list has %d events", len(all[name]))
			}
			d := decodeFile(t, readertest.Read(t, path), true)
			for _, e := range d.Info().SourceEvents {
				if n, ok := all[name][e.Name]; ok && n != e.Count {
					t.Errorf("%d of %s, listed are %d", e.Count, e.Name, n)
				}
				delete(all[name], e.Name)
			}
			if len(all[name]) > 0 {
				t.Errorf("missing %v", all[name])
			}
		})
	}
}

// TestRunningIntervals compares the runs with those of the reference.
func TestRunningIntervals(t *testing.T) {
	for _, set := range readertest.Sets {
		t.Run(set, func(t *testing.T) {
			want, _ := readertest.Reference(t, set, "dat")
			d := decodeFile(t, readertest.Linux(t, "cross", set, set+".dat"), true)
			got, _ := readertest.Running(d.events, d.Info().Clock.StartNS)
			readertest.SameRuns(t, got, want)
			d.compareWakes(t, string(readertest.Linux(t, "cross", set, set+".dat.running.txt")))
		})
	}
}

// compareWakes compares how often threads were woken, and woke others, with the reference's lines
// "thread tid name in out run waked wakes states".
func (d *decoded) compareWakes(t *testing.T, reference string) {
	t.Helper()
	waked, wakes := map[string]int{}, map[string]int{}
	for i := range d.events {
		if e := &d.events[i]; e.Kind == model.KindWake && e.Wake == model.WakeWaking {
			waked[fmt.Sprint(e.TID)]++
			wakes[fmt.Sprint(e.Other)]++
		}
	}
	line := regexp.MustCompile(`(?m)^thread (\d+) ".*" \d+ \d+ \S+ (\d+) (\d+) \S+$`)
	threads := line.FindAllStringSubmatch(reference, -1)
	if len(threads) < 10 {
		t.Errorf("the reference has %d threads", len(threads))
	}
	for _, m := range threads {
		if got := fmt.Sprint(waked[m[1]], " ", wakes[m[1]]); got != m[2]+" "+m[3] {
			t.Errorf("thread %s: woken and woke %s times, expected %s %s", m[1], got, m[2], m[3])
		}
	}
}

func TestSilentGap(t *testing.T) {
	d := decodeFile(t, readertest.Read(t, recorded.Path(t, "linux", "tracecmd", "tc_pingpong_smallbuf_v7.dat")), true)
	const missing = 69038 - 3762
	x := d.diagnostic("silent-gap")
	if x == nil || x.Count != missing || d.Info().LostEvents != missing {
		t.Errorf("%+v, %d lost", x, d.Info().LostEvents)
	}
}

// TestKernelStacks: stacks belong to the events before them, and end in the functions that all do.
func TestKernelStacks(t *testing.T) {
	d := decodeFile(t, readertest.Read(t, recorded.Path(t, "linux", "tracecmd", "tc_states_stack_v7.dat")), true)
	if !d.Info().Has.Stacks {
		t.Error("no stacks")
	}
	with, named := 0, 0
	for i := range d.events {
		e := &d.events[i]
		if e.Kind != model.KindSwitch && e.Kind != model.KindWake || e.Stack == model.NoStack {
			continue
		}
		with++
		function := "trace_event_raw_event_sched_switch"
		if e.Kind == model.KindWake {
			function = "trace_event_raw_event_sched_wakeup_template"
		}
		if frames := d.Tables().Stacks.Frames(e.Stack); d.Tables().Strings.Get(frames[0].Name) == function {
			named++
		}
	}
	if with != 625 || named != with {
		t.Errorf("%d events with stacks, %d of them with the right function", with, named)
	}
}

func TestSharedInfo(t *testing.T) {
	for name, clock := range map[string]string{
		"tc_diskio_v6.dat": "mono", "tc_prodcons_none_v7.dat": "global", "tc_oversub_irq_v7.dat": "local", "tc_instances_v7.dat": "mono",
	} {
		d := decodeFile(t, readertest.Read(t, sharedFiles(t)[name]), true)
		i := d.Info()
		if i.Clock.Name != clock || i.CPUs != 2 || i.OS.Machine != "x86_64" || !strings.HasPrefix(i.OS.Version, "6.18.44") {
			t.Errorf("%s: clock %+v, %d CPUs, %+v", name, i.Clock, i.CPUs, i.OS)
		}
	}
}
