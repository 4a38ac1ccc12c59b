package blocking

import (
	"cmp"
	"maps"
	"slices"

	"threadlens/model"
	"threadlens/model/measure"
)

// Object is what a thread waits for, as far as the trace shows it: the lock named by calls,
// otherwise the device of the thread's own request, otherwise what its reason or the wake
// names.
type Object struct {
	Lock    *LockUse       // nil if none
	Device  model.StringID // NoString if none
	Channel Channel        // ChannelUnknown if none
	// Ender is what ended waits that are not for a lock or device, EnderUnknown if the
	// trace does not show it, or if it is not what they were for.
	Ender Ender
	// Proc is the first process with the same name as the process of the thread that ended them,
	// or sent the data that arrived, NoProc if none.
	Proc model.ProcIx
}

// Blocked sums up the waits of threads that have the same reason and are for the same
// object, or, in UnknownCategory, the time for which it is unknown whether they waited.
type Blocked struct {
	Category model.Category
	Sub      model.Sub
	Object
	Threads int // threads that waited
	Waits   int // 0 in UnknownCategory
	Total   model.Time
	// Max is the longest part of a wait in the window, Longest the whole wait.
	Max     model.Time
	Longest model.Segment
	// Holder is the thread that held the lock during most of these waits, NoThread if no
	// call shows it, and Holders the number of holders.
	Holder  model.ThreadIx
	Holders int
	// Procs are the processes of the threads that ended them, or sent the data that arrived, in
	// order.
	Procs []model.ProcIx
}

// BlockedOn sums up what threads are blocked on in r, the largest total first and the unknown
// last, and counts the threads that waited. The totals without the unknown add up to the
// waiting time of the threads.
func BlockedOn(t *model.Trace, threads []model.ThreadIx, r model.Range) (list []Blocked, waiting int) {
	locks, namesakes := LocksOf(t), namesakesOf(t)
	parts := make([]keyed[blockedKey, blockedPart], len(threads))
	measure.Each(len(threads), func() func(int) {
		w := blockedWalk{t, r, locks, NewChannels(t), namesakes}
		return func(i int) { parts[i] = w.of(threads[i]) }
	})
	all := keyed[blockedKey, blockedPart]{}
	for _, p := range parts {
		if slices.ContainsFunc(p.list, func(x blockedPart) bool { return x.waits > 0 }) {
			waiting++
		}
		for i := range p.list {
			x := &p.list[i]
			all.at(x.key, blockedPart{key: x.key}).join(x)
		}
	}
	for i := range all.list {
		list = append(list, all.list[i].blocked())
	}
	slices.SortStableFunc(list, func(a, b Blocked) int {
		return cmp.Or(cmp.Compare(min(b.Waits, 1), min(a.Waits, 1)), cmp.Compare(b.Total, a.Total))
	})
	return list, waiting
}

// namesakesOf is, for each process, the first one with the same name. A process without a name
// is its own.
func namesakesOf(t *model.Trace) []model.ProcIx {
	first, of := map[string]model.ProcIx{}, make([]model.ProcIx, len(t.Processes))
	for i := range of {
		of[i] = model.ProcIx(i)
		if name := t.Processes[i].Name; name == "" {
			continue
		} else if same, ok := first[name]; ok {
			of[i] = same
		} else {
			first[name] = of[i]
		}
	}
	return of
}

// blockedKey is what the waits of a row have in common.
type blockedKey struct {
	category model.Category
	sub      model.Sub
	Object
}

// blockedPart is the part of a row from one thread, or from all of them.
type blockedPart struct {
	key            blockedKey
	threads, waits int
	last           int // the last wait that was counted, of one thread
	total, most    model.Time
	longest        model.Segment
	holders        map[model.ThreadIx]model.Time
	procs          map[model.ProcIx]bool
}

// blockedWalk collects what threads are blocked on.
type blockedWalk struct {
	t         *model.Trace
	r         model.Range
	locks     *Locks
	channels  *Channels
	namesakes []model.ProcIx // for each process the first one with its name
}

// of collects the waits of a thread. A wait that lost events or a page fault divides into
// parts counts once.
func (w *blockedWalk) of(ix model.ThreadIx) (p keyed[blockedKey, blockedPart]) {
	wait := 1
	for s := range w.t.Segments(ix, w.r) {
		part := s.Clip(w.r)
		switch {
		case s.State == model.Running:
			wait++
			continue
		case s.State != model.Waiting && s.State != model.Unknown || part.Len() == 0:
			continue
		}
		o, by := w.object(&s)
		k := blockedKey{s.Category, s.Sub, o}
		x := p.at(k, blockedPart{key: k})
		x.threads = 1
		if by != model.NoProc {
			x.procs = with(x.procs, by, true)
		}
		if s.State == model.Waiting && x.last != wait {
			x.last = wait
			x.waits++
		}
		x.total += part.Len()
		if part.Len() > x.most {
			x.longest, x.most = s, part.Len()
		}
		x.held(&s, part)
	}
	return p
}

// held adds the holders of the lock during a part of a wait.
func (p *blockedPart) held(s *model.Segment, part model.Range) {
	lock := p.key.Lock
	if lock == nil || !lock.Owned {
		return
	}
	for o, r := range lock.Owners(part) {
		if o.Thread == s.Thread {
			continue
		}
		p.holders = with(p.holders, o.Thread, p.holders[o.Thread]+r.Len())
	}
}

// object is what a segment waits for, and the process of the thread that ended the wait, NoProc
// if none. A wait for work or events may be for any of several things, so what ended it is not
// all that it was for.
func (w *blockedWalk) object(s *model.Segment) (o Object, by model.ProcIx) {
	o = Object{Ender: EnderUnknown, Proc: model.NoProc}
	if s.State == model.Unknown {
		return o, model.NoProc
	}
	if lock, _, ok := w.locks.At(s); ok {
		o.Lock = lock
		return o, model.NoProc
	}
	if o.Device = requestedFrom(w.t, s); o.Device != model.NoString {
		return o, model.NoProc
	}
	o.Channel = channelsByReason[s.Sub]
	if s.Category == model.WaitForWork || s.Flags&model.OpenEnd != 0 {
		return o, model.NoProc
	}
	return o, w.ended(s, &o)
}

// ended adds to an object what ended the wait for it, and returns the process of the thread
// that did.
func (w *blockedWalk) ended(s *model.Segment, o *Object) model.ProcIx {
	end, by := waitEndOf(w.t, s, w.r), model.NoThread
	switch o.Ender = end.Ender(); o.Ender {
	case EndedByThread:
		by = end.unblocker
	case EndedByNetwork:
		by = s.Sender()
	case EndedByTimer, EndedByDisk, EndedByInterrupt:
		return model.NoProc // the stack of the wake also includes what was interrupted
	default:
		o.Ender = EnderUnknown
		return model.NoProc
	}
	if o.Channel == ChannelUnknown {
		o.Channel = w.channels.segment(s)
	}
	if by == model.NoThread {
		return model.NoProc
	}
	proc := w.t.Threads[by].Proc
	o.Proc = w.namesakes[proc]
	return proc
}

// requestedFrom is the device that a thread waits for: the only one for which its own requests
// were under way during the wait. NoString if there is none, or if the wait is for something
// else.
func requestedFrom(t *model.Trace, s *model.Segment) model.StringID {
	if s.Evidence != model.ByRequest && s.Sub != model.SubBlock && s.Sub != model.SubFlush && s.Sub != model.SubHardFault {
		return model.NoString
	}
	device := model.NoString
	for i := range t.Disks {
		d := &t.Disks[i]
		if !slices.ContainsFunc(d.Channels[:], func(c model.Channel) bool { return requested(t, &c, s) }) {
			continue
		}
		if device != model.NoString {
			return model.NoString
		}
		device = d.Device
	}
	return device
}

// requested reports whether a transfer of a channel that the waiting thread requested was
// under way during its wait.
func requested(t *model.Trace, c *model.Channel, s *model.Segment) bool {
	for k := range c.In(s.Range) {
		if t.IOs[c.List[k]].Thread == s.Thread {
			return true
		}
	}
	return false
}

// join adds the waits of another thread.
func (p *blockedPart) join(o *blockedPart) {
	p.threads += o.threads
	p.waits += o.waits
	p.total += o.total
	if o.most > p.most {
		p.longest, p.most = o.longest, o.most
	}
	for ix, d := range o.holders {
		p.holders = with(p.holders, ix, p.holders[ix]+d)
	}
	for by := range o.procs {
		p.procs = with(p.procs, by, true)
	}
}

// with is a map with one more entry; a map without entries may be nil.
func with[K comparable, V any](m map[K]V, key K, value V) map[K]V {
	if m == nil {
		m = map[K]V{}
	}
	m[key] = value
	return m
}

func (p *blockedPart) blocked() Blocked {
	b := Blocked{
		Category: p.key.category, Sub: p.key.sub, Object: p.key.Object, Threads: p.threads, Waits: p.waits, Total: p.total,
		Max: p.most, Longest: p.longest, Holder: model.NoThread, Holders: len(p.holders),
		Procs: slices.Sorted(maps.Keys(p.procs)),
	}
	for ix, d := range p.holders {
		if most := p.holders[b.Holder]; d > most || d == most && ix < b.Holder {
			b.Holder = ix
		}
	}
	return b
}
