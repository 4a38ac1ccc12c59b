package text

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"

	"threadlens/model"
)

// WriteSegments prints a finished trace for tests and other programs, one record per line: each
// thread by (tid, incarnation) with its segments, the slices and the recorded interrupts of each
// CPU, and every counter. Times are whole nanoseconds; a dash stands for "none". The error is that
// of w.
func WriteSegments(w io.Writer, t *model.Trace) error {
	out := bufio.NewWriter(w)
	for _, ix := range threadOrder(t) {
		writeThread(out, t, ix)
	}
	for c := range t.Cores {
		writeCore(out, t, model.CPU(c))
	}
	for c, n := range t.Counters {
		fmt.Fprintf(out, "counter %v %d\n", model.Counter(c), n)
	}
	return out.Flush()
}

// threadOrder lists the threads with a lifetime of their own.
func threadOrder(t *model.Trace) []model.ThreadIx {
	var list []model.ThreadIx
	for ix := range t.Threads {
		if !t.Threads[ix].Idle {
			list = append(list, model.ThreadIx(ix))
		}
	}
	slices.SortStableFunc(list, func(a, b model.ThreadIx) int {
		x, y := &t.Threads[a], &t.Threads[b]
		return cmp.Or(cmp.Compare(x.TID, y.TID), cmp.Compare(x.Incarnation, y.Incarnation))
	})
	return list
}

func writeThread(w io.Writer, t *model.Trace, ix model.ThreadIx) {
	th := &t.Threads[ix]
	fmt.Fprintf(w, "thread %s pid=%d life=%dns..%dns name=%q\n",
		th.Key(), t.Process(ix).PID, th.Life.From, th.Life.To, th.Name())
	for s := range t.Segments(ix, th.Life) {
		fmt.Fprintf(w, "seg %s %d %d %v %s cpu=%s flags=%v unblocker=%s ctx=%v by=%s%s%s\n",
			th.Key(), s.From, s.To, s.State, s.Label(), cpuKey(s.CPU), s.Flags,
			threadKey(t, s.Unblocker()), s.Ctx, threadKey(t, s.Displacer()), likelyKey(&s), readKey(t, &s))
	}
}

func writeCore(w io.Writer, t *model.Trace, cpu model.CPU) {
	for s := range t.Slices(cpu, t.Whole()) {
		fmt.Fprintf(w, "cpu %d %d %d %s flags=%v\n", cpu, s.From, s.To, occupantKey(t, s.Occupant), s.Flags)
	}
	for i := range t.Interrupts(cpu, t.Whole()) {
		fmt.Fprintf(w, "irq %d %d %d %v\n", cpu, i.From, i.To, i.Level)
	}
}

func threadKey(t *model.Trace, ix model.ThreadIx) string {
	if ix == model.NoThread {
		return "-"
	}
	return t.Threads[ix].Key()
}

// likelyKey is the probable cause of an unclassified wait or a gap, "" for others.
func likelyKey(s *model.Segment) string {
	if s.Likely == s.Category || s.Likely == model.UnknownCategory {
		return ""
	}
	return " likely=" + s.Likely.String()
}

// readKey is the disk read that a page fault waited for, "" for other segments.
func readKey(t *model.Trace, s *model.Segment) string {
	i, ok := t.PageRead(s)
	if !ok {
		return ""
	}
	io := &t.IOs[i]
	return fmt.Sprintf(" read=%dns..%dns dev=%q file=%q", io.From, io.To, t.String(io.Device), t.String(io.File))
}

func cpuKey(c model.CPU) string {
	if c == model.NoCPU {
		return "-"
	}
	return strconv.Itoa(int(c))
}

func occupantKey(t *model.Trace, o model.Occupant) string {
	if ix, ok := o.Thread(); ok {
		return threadKey(t, ix)
	}
	switch o {
	case model.OccupantIdle:
		return "idle"
	case model.OccupantOffline:
		return "offline"
	case model.OccupantStolen:
		return "stolen"
	}
	return "unknown"
}
