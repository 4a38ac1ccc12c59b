package perfscript

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"threadlens/ingest/format"
	"threadlens/ingest/internal/readertest"
	"threadlens/model"
)

// story is a composed text with records of every kind.
func story(tb testing.TB) []byte {
	tb.Helper()
	data, err := os.ReadFile("testdata/story.txt")
	if err != nil {
		tb.Fatal(err)
	}
	return data
}

// lines are the events of a trace as texts.
func lines(tb testing.TB, r format.Reader) (list []string) {
	tb.Helper()
	name := r.Tables().Strings.Get
	for _, e := range collect(tb, r) {
		s := fmt.Sprintf("%d cpu%d", e.Time, e.CPU)
		switch e.Kind {
		case model.KindSwitch:
			s += fmt.Sprintf(" switch %d %d out=%d sub=%d", int32(e.TID), int32(e.Other), e.Out, e.Sub)
		case model.KindWake:
			s += fmt.Sprintf(" wake %d by %d on %d ctx=%d", e.TID, e.Other, e.Target, e.Ctx)
		case model.KindName:
			s += fmt.Sprintf(" name %d %q exec=%d", e.TID, name(e.Name), e.Flags)
		case model.KindExists:
			s += fmt.Sprintf(" exists %d in %d", e.TID, int32(e.PID))
		case model.KindProcess:
			s += fmt.Sprintf(" process %d %q class=%d parent=%d", e.PID, name(e.Name), e.Arg, e.Arg2)
		case model.KindStart:
			s += fmt.Sprintf(" start %d in %d by %d", e.TID, e.PID, e.Other)
		case model.KindExit:
			s += fmt.Sprintf(" exit %d", e.TID)
		case model.KindSample:
			s += fmt.Sprintf(" sample %d", e.TID)
		case model.KindLoss:
			s += fmt.Sprintf(" loss %d until %d", e.Arg, e.End)
		case model.KindFault:
			s += fmt.Sprintf(" fault %d flags=%d", e.TID, e.Flags)
		default:
			s += fmt.Sprintf(" kind %d", e.Kind)
		}
		list = append(list, s+stackText(r, e.Stack))
	}
	return list
}

func stackText(r format.Reader, id model.StackID) string {
	s := ""
	name := r.Tables().Strings.Get
	for _, f := range r.Tables().Stacks.Frames(id) {
		kernel := ""
		if f.Kernel {
			kernel = "*"
		}
		s += fmt.Sprintf(" %s%s!%s:%x", kernel, name(f.Module), name(f.Name), f.Addr)
	}
	return s
}

// same compares texts.
func same(t *testing.T, got, want []string) {
	t.Helper()
	for i := range max(len(got), len(want)) {
		if i >= len(got) || i >= len(want) || got[i] != want[i] {
			t.Fatalf("%d lines, want %d; from %d on\n got %s\nwant %s", len(got), len(want), i,
				strings.Join(got[min(i, len(got)):], "\n     "), strings.Join(want[min(i, len(want)):], "\n     "))
		}
	}
}

// storyEvents are what is in the story. Class 1 is that of the system.
var storyEvents = []string{
	`0 cpu0 exists 2 in 2`,
	`0 cpu0 name 2 "kthreadd" exec=0`,
	`0 cpu0 process 2 "kthreadd" class=2 parent=0`,
	`0 cpu0 process 2 "kthreadd" class=2 parent=0`,
	`0 cpu0 exists 15 in 15`,
	`0 cpu0 name 15 "rcu_preempt" exec=0`,
	`0 cpu0 process 15 "rcu_preempt" class=2 parent=0`,
	`0 cpu0 process 15 "rcu_preempt" class=2 parent=2`,
	`0 cpu0 exists 70 in 70`,
	`0 cpu0 name 70 "my: sh" exec=0`,
	`0 cpu0 process 70 "my: sh" class=0 parent=0`,
	`0 cpu0 process 70 "my: sh" class=0 parent=60`,
	`0 cpu0 exists 71 in 70`,
	`0 cpu0 exists 90 in 90`,
	`0 cpu0 name 90 "late" exec=0`,
	`0 cpu0 process 90 "late" class=0 parent=0`,
	`0 cpu0 switch 70 0 out=0 sub=55 *kernel!__schedule:ffffffff82000100 libc.so.6!read@@GLIBC_2.2.5:ee137 a program (1)!inner:1414 a program (1)!outer:1414 memfd:x!:7f0000001000 !:7f0000002000`,
	`1000 cpu0 name 71 "worker" exec=0`,
	`1000 cpu0 wake 71 by 0 on 1 ctx=9 *kernel!ttwu:ffffffff82000200`,
	`2000 cpu1 switch 0 71 out=1 sub=10`,
	`4000 cpu1 sample 71 work!work:401`,
	`4000 cpu1 loss 7 until 5000`,
	`5000 cpu1 sample 71 work!work:401`,
	`6000 cpu0 start 72 in 72 by 70`,
	`6000 cpu0 process 72 "" class=0 parent=0`,
	`6200 cpu0 name 72 "new" exec=1`,
	`6200 cpu0 process 72 "new" class=0 parent=0`,
	`6300 cpu0 start 73 in 70 by 70`,
	`7000 cpu0 fault 72 flags=0`,
	`7500 cpu0 exit 72`,
	`9000 cpu1 switch 71 0 out=0 sub=56`,
}

func TestStory(t *testing.T) {
	r := open(t, story(t))
	same(t, lines(t, r), storyEvents)
	i := r.Info()
	wall := time.Unix(1772445600, 500_001_000)
	if i.OS != (model.OS{Family: "linux", Version: "6.6.10-test", Machine: "x86_64", Processor: "Test CPU"}) ||
		i.Clock != (model.Clock{Name: "CLOCK_MONOTONIC", ResolutionNS: 1, StartNS: 100_000_001_000}) ||
		i.CPUs != 4 || i.Command != "./work --fast 3" || !i.StartWall.Equal(wall) || i.LostEvents != 7 || i.SampleEvery != 1_000_000 {
		t.Errorf("%+v", i)
	}
	if want := (model.Has{Switches: true, Wakes: true, Stacks: true, Samples: true, Faults: true}); i.Has != want {
		t.Errorf("has %+v", i.Has)
	}
	var codes []string
	for _, d := range i.Diagnostics {
		codes = append(codes, fmt.Sprintf("%s %d", d.Code, d.Count))
	}
	same(t, codes, []string{"unread-lines 1", "unread-payloads 1", "subsampled 1", "lost-events 7"})
	if d := diagnostic(r, "unread-lines"); !strings.Contains(d.Text, "line 58") {
		t.Error(d.Text)
	}
	same(t, strings.Fields(fmt.Sprint(i.SourceEvents[:2])), strings.Fields(`[{PERF_RECORD_COMM perf 0 0 6} {PERF_RECORD_FORK perf 0 0 6}]`))
	build(t, r)
}

// TestForms: with other ends of lines, after a byte order mark and in chunks of any size, a text gives
// the same.
func TestForms(t *testing.T) {
	data := story(t)
	same(t, lines(t, open(t, append([]byte("\ufeff"), data...))), storyEvents)
	same(t, lines(t, open(t, bytes.ReplaceAll(data, []byte("\n"), []byte("\r\n")))), storyEvents)
	same(t, lines(t, open(t, bytes.TrimRight(data, "\n"))), storyEvents)
	whole := open(t, data).Info()
	for _, size := range []int64{1, 100, 300, 1000, 2500} {
		r, err := openChunks(context.Background(), bytes.NewReader(data), int64(len(data)), "test.txt", size, nil)
		if err != nil {
			t.Fatal(err)
		}
		if size >= 2500 { // the header must be in the first chunk
			same(t, lines(t, r), storyEvents)
		}
		if got := r.Info(); !slices.Equal(got.SourceEvents, whole.SourceEvents) || got.CPUs < 2 || got.LostEvents != whole.LostEvents {
			t.Errorf("chunks of %d: %+v, want %+v", size, got, whole)
		}
	}
}

// TestSharedChunks: the division into chunks does not change the events of a long text.
func TestSharedChunks(t *testing.T) {
	for _, file := range [][]string{{"cross", "pingpong_g", "pingpong_g.script-ns.txt"}, {"perfscript", "side_records_lost.txt"}, {"perfscript", "switch_events.txt"}} {
		data := readertest.Linux(t, file...)
		want := lines(t, open(t, data))
		for _, size := range []int64{1000, 77_777} {
			r, err := openChunks(context.Background(), bytes.NewReader(data), int64(len(data)), "test.txt", size, nil)
			if err != nil {
				t.Fatal(err)
			}
			same(t, lines(t, r), want)
		}
	}
}
