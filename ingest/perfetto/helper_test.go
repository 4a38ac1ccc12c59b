package perfetto

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"threadlens/ingest/internal/readertest"
	"threadlens/model"
)

// decoded is an open trace with all its events.
type decoded struct {
	*Reader
	events []model.Event
	trace  *model.Trace
}

// tryDecode reads a whole trace and makes its model, and checks that the reader keeps its contract.
func tryDecode(tb testing.TB, data []byte, mapped bool) (*decoded, error) {
	tb.Helper()
	d := &decoded{}
	var err error
	if mapped {
		d.Reader, err = Open(tb.Context(), readertest.InMemory(data), int64(len(data)), "test.pftrace", nil)
	} else {
		d.Reader, err = Open(tb.Context(), bytes.NewReader(data), int64(len(data)), "test.pftrace", nil)
	}
	if err != nil {
		return nil, err
	}
	defer d.Close()
	d.events, d.trace = readertest.Decode(tb, d.Reader)
	for i := range d.events {
		if e := &d.events[i]; i > 0 && e.Time < d.events[i-1].Time || e.Time > d.Info().End {
			tb.Errorf("event %d at %d after a later one, or after the end at %d", e.Kind, e.Time, d.Info().End)
		}
	}
	return d, nil
}

// decode is tryDecode of a trace that must open.
func decode(tb testing.TB, data []byte) *decoded {
	tb.Helper()
	d, err := tryDecode(tb, data, true)
	if err != nil {
		tb.Fatal(err)
	}
	return d
}

// codes are the codes of the diagnostics with their counts.
func (d *decoded) codes() string {
	var list []string
	for _, x := range d.Info().Diagnostics {
		list = append(list, fmt.Sprintf("%s %d", x.Code, x.Count))
	}
	slices.Sort(list)
	return strings.Join(list, ", ")
}

// lines describe the events of some kinds, all without kinds.
func (d *decoded) lines(kinds ...model.Kind) (lines []string) {
	for i := range d.events {
		if e := &d.events[i]; len(kinds) == 0 || slices.Contains(kinds, e.Kind) {
			lines = append(lines, d.line(e))
		}
	}
	return lines
}

// line describes an event, with its time by the trace's clock.
func (d *decoded) line(e *model.Event) string {
	name := ""
	if e.Name != model.NoString {
		name = fmt.Sprintf(" %q", d.Tables().Strings.Get(e.Name))
	}
	at := fmt.Sprint(d.Info().Clock.StartNS + int64(e.Time))
	switch e.Kind {
	case model.KindSwitch:
		letter, _ := e.Reason.Linux()
		return fmt.Sprintf("%s cpu%d switch %d>%d %s%s", at, e.CPU, int32(e.TID), int32(e.Other), letter, outNames[e.Out])
	case model.KindWake:
		return fmt.Sprintf("%s cpu%d wake %d by %d to %d %s", at, e.CPU, e.TID, int32(e.Other), int16(e.Target), contextNames[e.Ctx])
	case model.KindMark:
		return fmt.Sprintf("%s mark %s %d pid %d%s #%d", at, markNames[e.Mark], int32(e.TID), int32(e.PID), name, e.Arg)
	case model.KindSample:
		return fmt.Sprintf("%s cpu%d sample %d pid %d %s", at, e.CPU, e.TID, int32(e.PID), d.stack(e.Stack))
	case model.KindLoss:
		return fmt.Sprintf("%s cpu%d loss to %d %d", at, e.CPU, d.Info().Clock.StartNS+int64(e.End), e.Flags)
	case model.KindProcess:
		return fmt.Sprintf("%s process %d from %d%s", at, e.PID, e.Arg2, name)
	case model.KindFrequency:
		return fmt.Sprintf("%s cpu%d frequency %d %d", at, e.CPU, e.Target, e.Arg)
	case model.KindStart:
		return fmt.Sprintf("%s start %d pid %d by %d%s", at, e.TID, int32(e.PID), int32(e.Other), name)
	}
	return fmt.Sprintf("%s %s %d pid %d%s", at, kindNames[e.Kind], e.TID, int32(e.PID), name)
}

var (
	outNames     = [...]string{" wait", " preempt", " yield", " dead"}
	contextNames = map[model.Context]string{model.CtxNone: "none", model.CtxThread: "thread", model.CtxIsr: "isr", model.CtxDpc: "dpc", model.CtxUnknown: "unknown"}
	markNames    = [...]string{"flag", "begin", "end", "step"}
	kindNames    = map[model.Kind]string{model.KindExists: "exists", model.KindName: "name", model.KindExit: "exit", model.KindBlocked: "blocked", model.KindMigrate: "migrate"}
)

// stack describes a call stack, the innermost frame first.
func (d *decoded) stack(id model.StackID) string {
	var frames []string
	for _, f := range d.Tables().Stacks.Frames(id) {
		frames = append(frames, fmt.Sprintf("%s!%s+%#x", d.Tables().Strings.Get(f.Module), d.Tables().Strings.Get(f.Name), f.Addr))
	}
	return strings.Join(frames, " < ")
}

// sameLines compares lines.
func sameLines(tb testing.TB, got, want []string) {
	tb.Helper()
	for i := range max(len(got), len(want)) {
		g, w := "", ""
		if i < len(got) {
			g = got[i]
		}
		if i < len(want) {
			w = want[i]
		}
		if g != w {
			tb.Errorf("line %d of %d, %d expected:\n  %s\n  %s", i, len(got), len(want), g, w)
			return
		}
	}
}
