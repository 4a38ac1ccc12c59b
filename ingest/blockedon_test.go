package ingest_test

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/measure/blocking"
	"threadlens/model/modeltest"
)

// TestBlockedOnAgain recomputes what threads are blocked on, in random worlds and in every recorded
// trace.
func TestBlockedOnAgain(t *testing.T) {
	for seed := range uint64(200) {
		blockedAgain(t, modeltest.Parse(t, fmt.Sprint("seed ", seed), modeltest.World(seed)))
	}
	for _, src := range []string{lockMachine, stolenMachine} {
		blockedAgain(t, modeltest.Parse(t, "machine", src))
	}
	for _, path := range sharedTraces(t) {
		t.Run(filepath.Base(path), func(t *testing.T) { blockedAgain(t, load(t, path)) })
	}
}

func blockedAgain(t *testing.T, tr *model.Trace) {
	t.Helper()
	for _, r := range []model.Range{tr.Whole(), {From: tr.End / 3, To: tr.End / 2}} {
		threads := measure.Visible(tr)
		plain, waited := newPlainBlocked(tr, r), 0
		for _, ix := range threads {
			if plain.add(ix) {
				waited++
			}
		}
		list, waiting := blocking.BlockedOn(tr, threads, r)
		got, want := map[string]blockedFigures{}, map[string]blockedFigures{}
		for i := range list {
			b := &list[i]
			f := blockedFigures{Threads: b.Threads, Waits: b.Waits, Total: b.Total, Max: b.Longest.Overlap(r), Procs: len(b.Procs), Holders: b.Holders}
			if b.Max != f.Max || i > 0 && b.Waits > 0 && (list[i-1].Waits == 0 || list[i-1].Total < b.Total) {
				t.Errorf("%v: row %d: %+v", r, i, b)
			}
			key := plain.key(b.Category, b.Sub, &b.Object)
			if row := plain.rows[key]; row != nil {
				f.Held = row.held[b.Holder]
			}
			got[key] = f
		}
		for key, f := range plain.rows {
			want[key] = f.figures()
		}
		if diff := cmp.Diff(want, got); diff != "" || waiting != waited {
			t.Fatalf("%v: %d threads waited, want %d (-want +got)\n%s", r, waiting, waited, diff)
		}
	}
}

// blockedFigures are the times and counts of an object that threads are blocked on; Held is how
// long the holder held the lock.
type blockedFigures struct {
	Threads, Waits, Procs, Holders int
	Total, Max, Held               model.Time
}

// plainRow is the row of one object.
type plainRow struct {
	threads map[model.ThreadIx]bool
	waits   map[[2]int]bool // a thread, and how often it ran before
	procs   map[model.ProcIx]bool
	held    map[model.ThreadIx]model.Time
	total   model.Time
	max     model.Time
}

func (p *plainRow) figures() blockedFigures {
	f := blockedFigures{Threads: len(p.threads), Waits: len(p.waits), Procs: len(p.procs), Holders: len(p.held), Total: p.total, Max: p.max}
	for _, d := range p.held {
		f.Held = max(f.Held, d)
	}
	return f
}

// plainBlocked computes what threads are blocked on segment by segment.
type plainBlocked struct {
	t     *model.Trace
	r     model.Range
	locks map[*blocking.LockUse]int
	waits map[model.ThreadIx][]plainWait
	rows  map[string]*plainRow
}

// plainWait is a wait for a lock.
type plainWait struct {
	model.Range
	lock *blocking.LockUse
}

func newPlainBlocked(t *model.Trace, r model.Range) *plainBlocked {
	p := &plainBlocked{t, r, map[*blocking.LockUse]int{}, map[model.ThreadIx][]plainWait{}, map[string]*plainRow{}}
	locks := blocking.LocksOf(t)
	for i := range locks.List {
		l := &locks.List[i]
		p.locks[l] = i + 1
		for _, w := range l.Waits {
			p.waits[w.Thread] = append(p.waits[w.Thread], plainWait{w.Range, l})
		}
	}
	return p
}

// key names a reason and an object.
func (p *plainBlocked) key(c model.Category, sub model.Sub, o *blocking.Object) string {
	by := ""
	if o.Proc != model.NoProc {
		if by = p.t.Processes[o.Proc].Name; by == "" {
			by = fmt.Sprint("process ", o.Proc)
		}
	}
	return fmt.Sprint(c, " ", sub, " lock ", p.locks[o.Lock], " disk ", p.t.String(o.Device), " through ", o.Channel, " by ", o.Ender, " ", by)
}

// add adds the waits of a thread, and reports whether it has any.
func (p *plainBlocked) add(ix model.ThreadIx) (waited bool) {
	ran := 0
	for i := range p.t.Threads[ix].Len() {
		s := p.t.Segment(ix, i)
		if s.State == model.Running {
			ran++
		}
		d := s.Overlap(p.r)
		if d == 0 || s.State != model.Waiting && s.State != model.Unknown {
			continue
		}
		o := blocking.Object{Ender: blocking.EnderUnknown, Proc: model.NoProc}
		if s.State == model.Waiting {
			waited = true
			p.object(&s, &o)
		}
		row := p.row(p.key(s.Category, s.Sub, &o))
		row.threads[ix] = true
		if s.State == model.Waiting {
			row.waits[[2]int{int(ix), ran}] = true
		}
		row.total += d
		row.max = max(row.max, d)
		if o.Proc != model.NoProc {
			row.procs[o.Proc] = true
		}
		p.hold(row, &s, o.Lock)
	}
	return waited
}

func (p *plainBlocked) row(key string) *plainRow {
	if p.rows[key] == nil {
		p.rows[key] = &plainRow{map[model.ThreadIx]bool{}, map[[2]int]bool{}, map[model.ProcIx]bool{}, map[model.ThreadIx]model.Time{}, 0, 0}
	}
	return p.rows[key]
}

// hold adds who held the lock in a wait.
func (p *plainBlocked) hold(row *plainRow, s *model.Segment, lock *blocking.LockUse) {
	if lock == nil {
		return
	}
	for o, part := range lock.Owners(s.Range) {
		if d := part.Overlap(p.r); o.Thread != s.Thread && d > 0 {
			row.held[o.Thread] += d
		}
	}
}

// object is what a wait is for and what ended it.
func (p *plainBlocked) object(s *model.Segment, o *blocking.Object) {
	for _, w := range p.waits[s.Thread] { // the innermost
		if w.Contains(s.From) && (o.Lock == nil || w.From >= s.From) {
			o.Lock = w.lock
		}
	}
	if o.Lock != nil {
		return
	}
	if o.Device = p.device(s); o.Device != model.NoString {
		return
	}
	only := model.Segment{State: model.Running, Sub: s.Sub, Ctx: model.CtxThread}
	if o.Channel = blocking.Through(p.t, &only); s.Category == model.WaitForWork || s.Flags&model.OpenEnd != 0 {
		return
	}
	p.end(s, o)
}

// device is the device of the only transfer under way that the thread itself requested.
func (p *plainBlocked) device(s *model.Segment) model.StringID {
	devices := map[model.StringID]bool{}
	for i := range p.t.IOs {
		if io := &p.t.IOs[i]; io.Thread == s.Thread && (io.Overlap(s.Range) > 0 || io.Len() == 0 && s.Contains(io.From)) {
			devices[io.Device] = true
		}
	}
	switch s.Sub {
	case model.SubBlock, model.SubFlush, model.SubHardFault:
		for d := range devices {
			if len(devices) == 1 {
				return d
			}
		}
	}
	return model.NoString
}

// end is what ended a wait.
func (p *plainBlocked) end(s *model.Segment, o *blocking.Object) {
	ctx, by := s.Ctx, s.Unblocker()
	if e, ok := p.t.EpisodeOf(s); ok {
		ctx, by = e.Ctx, e.Unblocker
	}
	switch ctx {
	case model.CtxThread:
		o.Ender = blocking.EndedByThread
	case model.CtxNetRx:
		o.Ender, by = blocking.EndedByNetwork, s.Sender()
	case model.CtxTimer:
		o.Ender = blocking.EndedByTimer
	case model.CtxBlockDone:
		o.Ender = blocking.EndedByDisk
	case model.CtxIsr, model.CtxDpc, model.CtxIpi:
		o.Ender = blocking.EndedByInterrupt
	}
	switch {
	case ctx == model.CtxThread || ctx == model.CtxNetRx:
		if through := blocking.Through(p.t, s); o.Channel == blocking.ChannelUnknown {
			o.Channel = through
		}
	case o.Ender == blocking.EnderUnknown && ctx != model.CtxSignal && ctx != model.CtxExit && blocking.TimedOut(s.Sub):
		o.Ender = blocking.EndedByTimer
	}
	if by != model.NoThread {
		o.Proc = p.t.Threads[by].Proc
	}
}
