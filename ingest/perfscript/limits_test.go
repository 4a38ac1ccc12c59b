package perfscript

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"threadlens/ingest/format"
	"threadlens/ingest/internal/readertest"
	"threadlens/model"
)

// TestShortLines: of lines too short to be real, not all are kept.
func TestShortLines(t *testing.T) {
	const line = "a 1 [0] 1.0: c:\n"
	for n, left := range map[int]int64{fewRecords: 0, 2 * fewRecords: 0, 2*fewRecords + 1: 1} {
		r := open(t, []byte(strings.Repeat(line, n)))
		d := diagnostic(r, "short-lines")
		if d == nil && left > 0 || d != nil && d.Count != left {
			t.Errorf("%d lines: %+v, want %d left out", n, d, left)
		}
	}
}

// TestLongLine: a longer line than any real one is not read.
func TestLongLine(t *testing.T) {
	for n, bad := range map[int]bool{maxLine: false, maxLine + 1: true} {
		line := fromA + "cycles: "
		r := openLines(t, fromA+wakes, line+strings.Repeat(" ", n-len(line)), fromA+wakes)
		if d := diagnostic(r, "unread-lines"); (d != nil) != bad {
			t.Errorf("%d bytes: %v", n, d)
		}
	}
}

// TestManyEvents: the names of too many events are counted together.
func TestManyEvents(t *testing.T) {
	var b bytes.Buffer
	for i := range maxSources + 10 {
		fmt.Fprintf(&b, "a 5 [000] 1.000001: some:event_%d: x\n", i)
	}
	fmt.Fprintf(&b, "a 5 [000] 1.000001: some:%s: x\n", strings.Repeat("x", maxName))
	for _, size := range []int64{chunkSize, 50_000} {
		r, err := openChunks(context.Background(), bytes.NewReader(b.Bytes()), int64(b.Len()), "x", size, nil)
		if err != nil {
			t.Fatal(err)
		}
		list := r.Info().SourceEvents
		if len(list) > maxSources+1 || list[0].Name != tooMany || list[0].Count < 10 {
			t.Errorf("%d events, %+v", len(list), list[0])
		}
		sum := int64(0)
		for _, e := range list {
			sum += e.Count
		}
		if sum != maxSources+11 {
			t.Errorf("%d records", sum)
		}
	}
}

// TestManyCPUs: CPUs of which nothing is known are left out where they are very many.
func TestManyCPUs(t *testing.T) {
	for said, want := range map[int]int{4: 4, 1 + maxSilent: 1 + maxSilent, 2 + maxSilent: 1} {
		r := openLines(t, fmt.Sprintf("# nrcpus online : %d", said), fromA+wakes)
		if got := r.Info().CPUs; got != want || (diagnostic(r, "processors") != nil) != (want == 1) {
			t.Errorf("%d: %d CPUs, want %d", said, got, want)
		}
	}
	for cpu, want := range map[int]int{model.MaxCPUs - 1: model.MaxCPUs, model.MaxCPUs: 1} {
		r := openLines(t, fromA+wakes, fmt.Sprintf("a 5 [%d] 1.000001: %s", cpu, wakes))
		if got := r.Info().CPUs; got != want {
			t.Errorf("CPU %d: %d CPUs, want %d", cpu, got, want)
		}
	}
}

// TestManyStacks: where there is no room for more stacks, events have none.
func TestManyStacks(t *testing.T) {
	f := newFeeder(finish(nil, &header{}, nil))
	f.chains.limit = 2
	var got []bool
	for _, text := range []string{"401 a (x)", "402 b (x)", "401 a (x)", "403 c (x)"} {
		got = append(got, f.chains.id([]byte(text), false) != model.NoStack)
	}
	if !slices.Equal(got, []bool{true, true, true, false}) || f.chains.full != 1 {
		t.Error(got, f.chains.full)
	}
}

// TestHeader reads comments.
func TestHeader(t *testing.T) {
	const event = "# event : name = sched:sched_switch, , id = { 1 }, type = 2, { sample_period, sample_freq } = %d, %s"
	tests := []struct {
		lines     []string
		clock     string
		command   string
		perTask   bool
		hasStates bool
	}{
		{[]string{"# a comment"}, "perf clock", "", false, false},
		{[]string{"# os release : 6.1.0"}, "sched_clock", "", false, true},
		{[]string{"# os release : 6"}, "sched_clock", "", false, false},
		{[]string{"# os release : 99999.1"}, "sched_clock", "", false, false},
		{[]string{"# cmdline : perf record -a"}, "sched_clock", "record -a", false, false},
		{[]string{"# cmdline : perf record -- ./a -- b"}, "sched_clock", "./a -- b", false, false},
		{[]string{"# clockid: boottime (7)"}, "CLOCK_BOOTTIME", "", false, false},
		{[]string{"# clockid: other (99)"}, "clock 99", "", false, false},
		{[]string{"# clockid: other (x)", "# clockid"}, "perf clock", "", false, false},
		{[]string{fmt.Sprintf(event, 1, "use_clockid = 1, clockid = 4")}, "CLOCK_MONOTONIC_RAW", "", false, false},
		{[]string{fmt.Sprintf(event, 1, "enable_on_exec = 1")}, "perf clock", "", true, false},
	}
	for _, test := range tests {
		r := openLines(t, append(test.lines, fromA+wakes)...)
		i := r.Info()
		h := header{release: i.OS.Version}
		if i.Clock.Name != test.clock || i.Command != test.command || i.PerTask != test.perTask || (h.states() != nil) != test.hasStates {
			t.Errorf("%q: %q %q %v %v", test.lines, i.Clock.Name, i.Command, i.PerTask, h.states())
		}
	}
	for freq, want := range map[int]bool{1: true, 2: false} {
		r := openLines(t, fmt.Sprintf(event, freq, ""), fromA+switches)
		if got := r.Info().Has.Switches; got != want || (diagnostic(r, "subsampled") != nil) == want {
			t.Errorf("one of %d recorded: has switches %v", freq, got)
		}
	}
}

// TestWall: the time of day is known where the comments have it, and the times are those of the clock.
func TestWall(t *testing.T) {
	const good = "# reference time: 2026-03-02 10:00:00.500000 = 1772445600.500000 (TOD) = 1.000000000 (monotonic)"
	for text, want := range map[string]bool{
		good: true, strings.Replace(good, "= 1.0", "= 2.0", 1): false, strings.Replace(good, "= 1.0", "= x", 1): false,
		"# reference time: x": false, "# reference time: disabled": false,
	} {
		r := openLines(t, text, fromA+wakes)
		at := r.Info().StartWall
		if at.IsZero() == want || want && at.UnixNano() != 1772445600_500_001_000 {
			t.Errorf("%s: %v", text, at)
		}
	}
}

func TestUnits(t *testing.T) {
	for ns, want := range map[int64]string{1: "1 ns", 1000: "1 µs", 10_000: "10 µs", 1_000_000: "1 ms", 1_000_000_000: "1 s", 100: "100 ns"} {
		if got := unit(ns); got != want {
			t.Errorf("%d: %s, want %s", ns, got, want)
		}
	}
}

// TestFormat opens a text as the program does.
func TestFormat(t *testing.T) {
	f, data := Format(), story(t)
	r, err := f.Open(context.Background(), []format.Part{{Name: "a.txt", Source: readertest.InMemory(data), Size: int64(len(data))}}, "a.txt", nil)
	if err != nil || f.Name != r.Info().Format || !f.Sniff(data) {
		t.Fatal(err)
	}
	same(t, lines(t, r), storyEvents)
	if err := r.Close(); err != nil {
		t.Error(err)
	}
}
