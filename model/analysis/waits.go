package analysis

import (
	"strconv"
	"strings"

	"threadlens/model"
	"threadlens/model/classify"
)

// waits lists the completed waits of the threads shown, by thread and then
// time: those that end, by running again, inside the window. There may be
// millions, so the rows are streamed.
func waits(t *model.Trace, s Scope, table *Table) error {
	table.Name, table.Title = "waits", "Completed waits"
	table.Columns = []Column{
		{Name: "tid", Title: "Thread", Kind: KindThread},
		{Name: "out_ns", Title: "Left the CPU", Kind: KindInstant},
		{Name: "ready_ns", Title: "Made ready", Kind: KindInstant},
		{Name: "in_ns", Title: "Ran again", Kind: KindInstant},
		{Name: "category", Title: "Category", Kind: KindText},
		{Name: "sub", Title: "Reason", Kind: KindText},
		{Name: "unblocker", Title: "Unblocker", Kind: KindThread},
		{Name: "context", Title: "Context", Kind: KindText},
		{Name: "stack", Title: "Stack", Kind: KindText, Sparse: true},
		{Name: "evidence", Title: "Evidence", Kind: KindText},
		{Name: "read_ns", Title: "Page read at", Kind: KindInstant, Sparse: true},
		{Name: "read_file", Title: "Page of", Kind: KindText, Sparse: true},
		{Name: "rule", Title: "Rule", Kind: KindText, Sparse: true},
		{Name: "api", Title: "Blocking API", Kind: KindText, Sparse: true},
	}
	verdicts := classify.Of(t)
	table.Stream = func(yield func([]Value) bool) {
		row := make([]Value, len(table.Columns))
		names := threadCells{t: t, cells: make([]Value, len(t.Threads))}
		for _, ix := range s.Threads {
			for e := range t.Episodes(ix, s.Range) {
				if e.Kind != model.EpisodeWait || e.Open {
					continue
				}
				waitRow(t, &e, &names, row)
				row[12], row[13] = blockingAPI(t, verdicts, &e)
				if !yield(row) {
					return
				}
			}
		}
	}
	table.Notes = []string{
		s.shown(t) + "; waits that ended in " + Window(s.Range) + ".",
		"An empty time was not recorded. " + evidenceNote,
	}
	return nil
}

func waitRow(t *model.Trace, e *model.Episode, names *threadCells, row []Value) {
	row[0] = names.of(e.Thread)
	row[1] = Value{}
	if e.Flags&model.OpenStart == 0 {
		row[1] = instant(e.Out)
	}
	row[2] = Value{}
	if e.Queued && e.Flags&model.WakeMissing == 0 && !t.NoWakeEvents {
		row[2] = instant(e.Ready)
	}
	row[3] = instant(e.In)
	row[4] = category(e.Category)
	row[5] = optional(e.Sub.String())
	row[6] = names.of(e.Unblocker)
	row[7] = Value{}
	if e.Ctx != model.CtxNone {
		row[7] = text(e.Ctx.String())
	}
	row[8] = stackCell(t, e.Stack)
	row[9] = text(evidence(e))
	row[10], row[11] = pageRead(t, e)
}

// pageRead is when the disk read began that a page fault waited for, and of which
// file it was.
func pageRead(t *model.Trace, e *model.Episode) (at, file Value) {
	if e.Sub != model.SubHardFault {
		return Value{}, Value{}
	}
	for i := e.First; i <= e.Last; i++ {
		s := t.Segment(e.Thread, i)
		if io, ok := t.PageRead(&s); ok {
			return instant(t.IOs[io].From), optional(Clean(t.String(t.IOs[io].File)))
		}
	}
	return Value{}, Value{}
}

// threadCells keeps the cells that name threads, which recur.
type threadCells struct {
	t     *model.Trace
	cells []Value
}

func (c *threadCells) of(ix model.ThreadIx) Value {
	if int(ix) >= len(c.cells) {
		return Value{}
	}
	if c.cells[ix].Kind == KindNone {
		c.cells[ix] = thread(c.t, ix)
	}
	return c.cells[ix]
}

// evidenceNote explains what evidence says.
const evidenceNote = "Evidence, by which the category was settled: P0 the system or a runtime names the intent, P1 memory, P2 the call stack, " +
	"P3 a transfer, P4 the wait reason or the system call, P5 only what ended the wait, P6 nothing; " +
	"weak: it does not tell for sure; race: woken before it left; inferred."

// evidence says by what the category of a wait was settled, and how well the wait is
// attested.
func evidence(e *model.Episode) string {
	switch f := e.Flags; {
	case f&model.Inferred != 0:
		return "inferred"
	case f&model.RaceWake != 0 || e.Evidence == model.NoEvidence:
		return "race"
	case f&model.LowConfidence != 0:
		return e.Evidence.String() + " weak"
	}
	return e.Evidence.String()
}

// blockingAPI is the rule that names what a thread waited in, and the function.
func blockingAPI(t *model.Trace, v *classify.Verdicts, e *model.Episode) (rule, api Value) {
	b, ok := v.Wait(e.Thread, e.Out, e.Stack)
	if !ok {
		return Value{}, Value{}
	}
	return text(b.Rule.Name), text(FrameName(t, b.Frame))
}

func optional(s string) Value {
	if s == "" {
		return Value{}
	}
	return text(s)
}

// maxFrames bounds the frames of a stack in one cell.
const maxFrames = 128

// stackCell holds a call stack, innermost frame first, frames separated by ";".
// People see the innermost frame alone.
func stackCell(t *model.Trace, id model.StackID) Value {
	if id == model.NoStack {
		return Value{}
	}
	frames := t.Tables.Stacks.Frames(id)
	names := make([]string, 0, min(len(frames), maxFrames))
	for i, f := range frames {
		if i == maxFrames {
			break
		}
		names = append(names, strings.ReplaceAll(FrameName(t, f), ";", ":"))
	}
	if len(names) == 0 {
		return Value{}
	}
	return Value{Kind: KindText, Text: strings.Join(names, ";"), Display: names[0]}
}

// FrameName is a frame as people read it: module!function, or what is known.
func FrameName(t *model.Trace, f model.Frame) string {
	name, module := t.String(f.Name), t.String(f.Module)
	if name == "" {
		name = "0x" + strconv.FormatUint(f.Addr, 16)
	}
	if module == "" {
		return name
	}
	return module + "!" + name
}
