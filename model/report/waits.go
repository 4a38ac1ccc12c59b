package report

import (
	"iter"
	"strings"

	"threadlens/model"
	"threadlens/model/classify"
	"threadlens/model/measure"
	"threadlens/model/measure/blocking"
)

// waits lists the waits of the threads shown, by thread and then time: every one that
// ended, or was open, in the window. There may be millions, so the rows are streamed.
func waits(t *model.Trace, s measure.Scope, table *Table) error {
	table.Name, table.Title, table.Greatest = "waits", "Waits", "waiting_ns"
	table.Columns = []Column{
		{Name: "thread", Title: "Thread", Kind: KindThread},
		{Name: "out_ns", Title: "Switch-out", Kind: KindInstant},
		{Name: "ready_ns", Title: "Made ready", Kind: KindInstant, Minor: true},
		{Name: "in_ns", Title: "Switch-in", Kind: KindInstant, Minor: true},
		{Name: "category", Title: "Category", Kind: KindText},
		{Name: "reason", Title: "Reason", Kind: KindText},
		{Name: "unblocker", Title: "Unblocker", Kind: KindThread},
		{Name: "context", Title: "Wake-up context", Kind: KindText, Minor: true},
		{Name: "stack", Title: "Stack", Kind: KindText, Sparse: true, Minor: true},
		{Name: "evidence", Title: "Evidence", Kind: KindText, Minor: true},
		{Name: "waiting_ns", Title: "Waited", Kind: KindDuration},
		{Name: "unknown_ns", Title: "Unknown time", Kind: KindDuration, Sparse: true, Minor: true},
		{Name: "flags", Title: "Flags", Kind: KindText, Minor: true},
		{Name: "read_ns", Title: "Page read started", Kind: KindInstant, Sparse: true, Minor: true},
		{Name: "read_file", Title: "Page read from", Kind: KindText, Sparse: true, Minor: true},
		{Name: "rule", Title: "Rule", Kind: KindText, Sparse: true, Minor: true},
		{Name: "api", Title: "Wait function", Kind: KindText, Sparse: true, Minor: true},
		{Name: "peer", Title: "Peer", Kind: KindText, Minor: true},
		{Name: "through", Title: "Ended via", Kind: KindText, Sparse: true, Minor: true},
	}
	verdicts := classify.Of(t)
	table.Stream = func(yield func([]Value) bool) {
		w := waitRows{
			t: t, r: s.Range, verdicts: verdicts, names: threadCells{t: t, cells: make([]Value, len(t.Threads))},
			peers: make([]Value, len(t.Processes)), channels: blocking.NewChannels(t), kind: s.Kind.Filter(t),
		}
		row := make([]Value, len(table.Columns))
		for _, ix := range s.Threads {
			for e := range waitsIn(t, ix, s.Range) {
				times := e.Times()
				if r, ok := measure.WaitOf(t, &times); !s.Lists(t, r, ok && !e.Open, e.In) {
					continue
				}
				for i, p := range w.split(&e) {
					if !w.kind.Has(p.Category, p.Sub, p.Stack) {
						continue
					}
					w.fill(&e, i, row)
					if !yield(row) {
						return
					}
				}
			}
		}
	}
	table.Notes = []string{
		s.Shown(t) + "; waits that ended or were open in " + measure.Window(s.Range) + ". Points in time may be outside the window; Waited and Unknown " +
			"time are clipped to it.",
		"Times that were not recorded are empty; the flags show why. " + flagsNote,
		evidenceNote,
		peerNote,
	}
	table.Notes = append(append(table.Notes, s.Kind.Note()...), lastingNote(&s)...)
	return nil
}

// peerNote explains the peer.
const peerNote = "Peer: what ended the wait. It is a thread of the same process, another process (also one that sent data over the machine's own network), or something that is not a thread. A signal only interrupts a wait: its sender is not what the thread waited for. An open wait has no peer yet. Ended via: how the wait was ended, known from the stack of the wake-up or else from the wait reason."

// flagsNote explains the flags.
const flagsNote = "Flags: gap (events were lost during the wait: Waited is a lower bound), no-switch-in (the switch-in was not recorded), open (the " +
	"wait was not over when the trace ended), began-before (the wait began before the trace), race (the wake-up came before the switch-out), no-wake (no wake-up " +
	"was recorded). A wait with parts of several categories has a row for each category."

// waitsIn yields the episodes of a thread with a wait that ended, or was open, in r.
func waitsIn(t *model.Trace, ix model.ThreadIx, r model.Range) iter.Seq[model.Episode] {
	return func(yield func(model.Episode) bool) {
		for e := range t.Episodes(ix, model.Range{From: r.From, To: model.Forever}) {
			if e.Out >= r.To {
				return
			}
			over := e.In < r.From || e.Open && e.In == r.From
			if !over && isWait(t, &e) && !yield(e) {
				return
			}
		}
	}
}

// isWait reports whether a thread waits in an episode, even for no time: a new one
// that is made ready on creation does not.
func isWait(t *model.Trace, e *model.Episode) bool {
	if e.Kind != model.EpisodeNew {
		return e.Kind == model.EpisodeWait
	}
	if e.First < 0 {
		return false
	}
	s := t.Segment(e.Thread, e.First)
	return s.LikelyState() == model.Waiting
}

// waitPart is the part of a wait in one category.
type waitPart struct {
	model.Segment // the first, empty if no part of the wait is attested
	waiting       model.Time
	noOut         bool
}

// waitRows makes the rows of waits.
type waitRows struct {
	t        *model.Trace
	r        model.Range
	verdicts *classify.Verdicts
	names    threadCells
	peers    []Value // of processes
	channels *blocking.Channels
	kind     *measure.KindFilter
	parts    []waitPart
	unknown  model.Time
	gap      bool
	race     bool
}

// split divides a wait into parts by category: on both sides of lost events the
// evidence differs, and swapping in a stack is a wait of its own. Most waits have
// one part. The first is that of the wait; of the others only those that overlap
// the window are kept.
func (w *waitRows) split(e *model.Episode) []waitPart {
	first := model.Segment{Thread: e.Thread, Sub: e.Sub, Category: e.Category, Evidence: e.Evidence, Stack: e.Stack}
	if e.First < 0 {
		first.Flags = e.Flags
	}
	w.parts = append(w.parts[:0], waitPart{Segment: first, noOut: e.NoOut || e.Flags&model.OpenStart != 0})
	w.unknown, w.gap, w.race = 0, e.NoOut, e.Flags&model.RaceWake != 0
	unknown := false
	for i := e.First; i <= e.Last; i++ {
		s := w.t.Segment(e.Thread, i)
		switch {
		case s.State == model.Waiting:
			w.add(&s, unknown)
		case s.State == model.Ready && i == e.First:
			w.parts[0].Flags = s.Flags
		case s.Sub == model.SubGap, s.Sub == model.SubRace, s.Sub == model.SubLoss && !e.Queued:
			w.unknown += s.Overlap(w.r)
			w.gap, w.race = w.gap || s.Sub == model.SubGap, w.race || s.Sub == model.SubRace
		}
		unknown = s.State == model.Unknown
	}
	return w.parts
}

// add takes a part of a wait; unknown is set for one after lost events.
func (w *waitRows) add(s *model.Segment, unknown bool) {
	for i := range w.parts {
		if p := &w.parts[i]; p.Category == s.Category {
			p.waiting += s.Overlap(w.r)
			if p.Range == (model.Range{}) { // the first of the wait
				p.Range, p.Flags = s.Range, s.Flags
			}
			return
		}
	}
	if d := s.Overlap(w.r); d > 0 {
		w.parts = append(w.parts, waitPart{*s, d, unknown})
	}
}

// fill makes the row of part i of a wait.
func (w *waitRows) fill(e *model.Episode, i int, row []Value) {
	p := &w.parts[i]
	clear(row)
	row[0] = w.names.of(e.Thread)
	out := e.Out
	if i > 0 {
		out = p.From
	}
	if !p.noOut {
		row[1] = instant(out)
	}
	woken := e.Queued && e.Flags&model.WakeMissing == 0 && !w.t.NoWakeEvents
	if woken {
		row[2] = instant(e.Ready)
	}
	if !e.Open && !e.NoIn {
		row[3] = instant(e.In)
	}
	row[4] = category(p.Category)
	row[5] = reason(p.Sub)
	row[6] = w.names.of(e.Unblocker)
	if e.Ctx != model.CtxNone {
		row[7] = Value{Kind: KindText, Text: e.Ctx.String(), Display: e.Ctx.Title()}
	}
	row[8] = stackCell(w.t, p.Stack)
	row[9] = optional(evidence(&p.Segment))
	row[10] = duration(p.waiting)
	if i == 0 {
		row[11] = duration(w.unknown)
	}
	row[12] = optional(w.flagsOf(e, woken))
	row[13], row[14] = pageRead(w.t, e)
	row[15], row[16] = blockingAPI(w.t, w.verdicts, e)
	row[17] = w.peer(e)
	row[18] = channelCell(w.channels.Wait(e.WakeStack, p.Sub, e.Ctx))
}

// peer names what a wait was for, as far as what ended it shows: the process of the thread
// that did, or that sent the data that arrived, or another source; for a signal, its
// sender.
func (w *waitRows) peer(e *model.Episode) Value {
	by := e.Unblocker
	if by == model.NoThread {
		by = e.Sender()
	}
	switch {
	case e.Open && e.Ctx == model.CtxNone:
		return Value{Kind: KindText, Text: blocking.NotEnded.String(), Display: blocking.NotEnded.Title()}
	case e.Ctx == model.CtxSignal && int(e.Interrupted) < len(w.t.Threads):
		return text("signal from " + measure.ThreadName(w.t, e.Interrupted))
	case int(by) >= len(w.t.Threads):
		ender := blocking.WaitEnd{Ctx: e.Ctx, Reason: e.Sub}.Ender()
		return Value{Kind: KindText, Text: ender.String(), Display: ender.Title()}
	}
	proc := w.t.Threads[by].Proc
	if proc == w.t.Threads[e.Thread].Proc {
		return text("same process")
	}
	if w.peers[proc].Kind == KindNone {
		w.peers[proc] = text(measure.ProcessName(&w.t.Processes[proc]))
	}
	return w.peers[proc]
}

// flagsOf lists what is unknown about a wait, and why its times are missing.
func (w *waitRows) flagsOf(e *model.Episode, woken bool) string {
	ended := e.Open && w.t.Threads[e.Thread].Life.To < w.t.End
	text := ""
	for _, f := range [...]struct {
		set  bool
		name string
	}{
		{w.gap, "gap"},
		{e.NoIn || ended, "no-switch-in"},
		{e.Open && !ended, "open"},
		{e.Flags&model.OpenStart != 0, "began-before"},
		{w.race, "race"},
		{!woken && (!e.Open || ended), "no-wake"},
	} {
		if !f.set {
			continue
		}
		if text != "" {
			text += ","
		}
		text += f.name
	}
	return text
}

// pageRead is when the disk read that a page fault waited for started, and its
// file.
func pageRead(t *model.Trace, e *model.Episode) (at, file Value) {
	if e.Sub != model.SubHardFault {
		return Value{}, Value{}
	}
	for i := e.First; i <= e.Last; i++ {
		s := t.Segment(e.Thread, i)
		if io, ok := t.PageRead(&s); ok {
			return instant(t.IOs[io].From), optional(t.String(t.IOs[io].File))
		}
	}
	return Value{}, Value{}
}

// threadCells caches the cells that name threads, which recur.
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

// evidenceNote explains the column evidence.
const evidenceNote = "Evidence of the category: reason (the system or a runtime names the purpose), memory (a page was missing, or memory was " +
	"allocated), result (of the recorded call), stack (the call stack), context (of the wake-up), call (which call was recorded), request (the thread's own " +
	"pending transfer), hint (only the wait reason), wake (only what ended the wait) or none; “weak” after it: not certain. Other values: race (the wake-up " +
	"came before the switch-out), inferred (no event shows the wait directly)."

// evidence is what the category of a wait was settled by, and how well the wait is
// attested.
func evidence(s *model.Segment) string {
	switch {
	case s.Flags&model.Inferred != 0:
		return "inferred"
	case s.Category == model.UnknownCategory:
		return ""
	case s.Flags&model.RaceWake != 0 || s.Evidence == model.NoEvidence:
		return "race"
	case s.Flags&model.LowConfidence != 0:
		return s.Evidence.String() + " weak"
	}
	return s.Evidence.String()
}

// blockingAPI is the rule that names what a thread waited in, and the function.
func blockingAPI(t *model.Trace, v *classify.Verdicts, e *model.Episode) (rule, api Value) {
	b, ok := v.Wait(e.Thread, e.Out, e.Stack)
	if !ok {
		return Value{}, Value{}
	}
	return text(b.Rule.Name), text(measure.FrameName(t, b.Frame))
}

// maxFrames bounds the frames of a stack in one cell.
const maxFrames = 128

// stackCell holds a call stack, innermost frame first, frames separated by ";".
// People see only the innermost frame.
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
		names = append(names, strings.ReplaceAll(measure.FrameName(t, f), ";", ":"))
	}
	if len(names) == 0 {
		return Value{}
	}
	return Value{Kind: KindText, Text: strings.Join(names, ";"), Display: names[0]}
}
