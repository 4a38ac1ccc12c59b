package blocking

import (
	"cmp"
	"iter"
	"slices"

	"threadlens/model"
)

// LockUse is what a trace shows about one lock, or another object that threads wait
// for: which threads waited, which woke which and, for a mutex, which held it when.
// Programs take a free lock without a call that a trace could record; what follows
// from the calls of other threads is shown, and how certain it is.
type LockUse struct {
	model.Lock
	// Words are the addresses that calls name in the process of Lock, in order; Lock
	// has the first. A mutex has one, other objects may have several.
	Words []uint64
	Waits []LockWait // by arrival
	Wakes []LockWake // in order
	Holds []Hold     // by their start
	// Owned is set if the object behaves like a mutex: its calls are those of one,
	// and threads release what they acquired. Otherwise the object is a condition, a
	// barrier, a semaphore, a reader-writer lock or a thread's parking place, or
	// unknown: it has no owner, and no Holds.
	Owned bool
	// Mutex is set if all calls are those of a mutex. It is not Owned if no thread
	// was seen to acquire and release it.
	Mutex bool
	// Unreleased counts acquisitions whose release no call shows. They are not in
	// Holds.
	Unreleased int
	// Guards is what a kernel lock guards, and Memory the process whose memory map it
	// guards, NoProc if unknown.
	Guards Guarded
	Memory model.ProcIx

	name string // for people

	Overlaps model.Overlaps // of Holds
	attested []int32        // of Holds, by Sure
	owners   model.Overlaps // of attested
}

// LockWait is a call that waits for a lock, from its entry to its return.
type LockWait struct {
	model.Range
	Thread model.ThreadIx
	Result int32 // of the call; negative for an error
	Open   bool  // it was not seen to return
	// Ready is when the waiter was made ready, the end of Range if unknown.
	Ready model.Time
	By    model.ThreadIx // the thread that made it ready, NoThread if no such thread is known
	Wake  int            // the wake of the lock that did it, -1 if none
}

// LockWake is an action by which a thread gives a lock to others: a call that wakes
// waiters, or the wake itself if there is no call.
type LockWake struct {
	model.Range
	Thread model.ThreadIx
	Woken  int // as returned by the call, or as seen

	byOwner bool // only the owner can make the call
}

// Confidence is how certain the owner of a lock is.
type Confidence uint8

// Confidences, from the weakest.
const (
	Low     Confidence = iota // only the thread that ended the wait is known
	Medium                    // the release was seen, the acquisition lies within bounds
	High                      // acquisition and release were seen
	Certain                   // the kernel or the runtime names the owner
)

var confidenceNames = [...]string{"low", "medium", "high", "certain"}

// String is the confidence's name in data output.
func (c Confidence) String() string { return confidenceNames[c] }

// Hold is a time during which a thread had a lock. Its Range is the longest
// possible one, Attested the part that is certain.
type Hold struct {
	model.Range
	Thread model.ThreadIx
	// Sure is from when on the thread certainly had the lock: From if its
	// acquisition was seen, otherwise when another thread started to wait for it, at
	// the latest the release. A thread takes a lock while it runs, after the
	// previous release or, if none was seen, after the start of the thread.
	Sure model.Time
	// Named is from the first event to the last that names the thread as the owner:
	// it comes from the kernel or the runtime itself, and so is certain.
	Named model.Range
	Begin HoldBegin
	Open  bool // still held at the end of the trace, as far as known
	// Confidence is that of the attested time except Named.
	Confidence Confidence
}

// Attested is the time during which the thread certainly had the lock.
func (h *Hold) Attested() model.Range { return model.Range{From: h.Sure, To: h.To} }

// HoldBegin is what is known about the start of a Hold.
type HoldBegin uint8

// Begins.
const (
	BeginSeen    HoldBegin = iota // From is when the thread acquired the lock
	BeginBounded                  // the lock was taken without a call, between From and Sure
	BeginUnknown                  // the same, at or before From: there is no lower bound
)

var beginNames = [...]string{"seen", "bounded", "unknown"}

// String is its name in data output.
func (b HoldBegin) String() string { return beginNames[b] }

// Locks is what a trace shows about its locks.
type Locks struct {
	List  []LockUse
	waits map[model.ThreadIx][]waitRef // by time
}

// waitRef refers to a LockWait.
type waitRef struct {
	from       model.Time
	lock, wait int32
}

// At is the lock that a wait of a thread, seg, is for, and which of its waits; ok
// is false if no call shows it.
func (l *Locks) At(seg *model.Segment) (lock *LockUse, wait int, ok bool) {
	return l.Of(seg.Thread, seg.From)
}

// Of is At for the wait of a thread that starts at an instant.
func (l *Locks) Of(ix model.ThreadIx, from model.Time) (lock *LockUse, wait int, ok bool) {
	waits := l.waits[ix]
	i, found := slices.BinarySearchFunc(waits, from, func(w waitRef, at model.Time) int { return cmp.Compare(w.from, at) })
	if !found {
		i--
	}
	const nested = 2 // a kernel lock inside a futex call
	for k := i; k >= max(0, i-nested+1); k-- {
		ref := waits[k]
		if lock = &l.List[ref.lock]; from < lock.Waits[ref.wait].To {
			return lock, int(ref.wait), true
		}
	}
	return nil, 0, false
}

// Owner is the owner of a lock during a range.
type Owner struct {
	*Hold
	Confidence Confidence
}

// attest prepares Owners.
func (l *LockUse) attest() {
	l.attested = make([]int32, len(l.Holds))
	for i := range l.attested {
		l.attested[i] = int32(i)
	}
	slices.SortStableFunc(l.attested, func(a, b int32) int { return cmp.Compare(l.Holds[a].Sure, l.Holds[b].Sure) })
	l.owners = model.NewOverlaps(len(l.attested), func(i int) model.Range { return l.Holds[l.attested[i]].Attested() })
}

// Owners yields the certain owners of the lock in r, with their times, in order. For
// the rest of r the owner is unknown.
func (l *LockUse) Owners(r model.Range) func(yield func(Owner, model.Range) bool) {
	return func(yield func(Owner, model.Range) bool) {
		at := r.From
		for i := range l.owners.In(r) {
			h := &l.Holds[l.attested[i]]
			part := h.Attested().Clip(model.Range{From: at, To: r.To})
			if part.Len() == 0 {
				continue
			}
			at = part.To
			for _, p := range h.parts(part) {
				if p.r.Len() > 0 && !yield(Owner{h, p.Confidence}, p.r) {
					return
				}
			}
		}
	}
}

// holdPart is a part of a hold of one confidence.
type holdPart struct {
	r model.Range
	Confidence
}

// parts splits r, a part of the hold, at the ends of its certain part.
func (h *Hold) parts(r model.Range) [3]holdPart {
	a, b := min(max(h.Named.From, r.From), r.To), min(max(h.Named.To, r.From), r.To)
	return [3]holdPart{
		{model.Range{From: r.From, To: a}, h.Confidence},
		{model.Range{From: a, To: b}, Certain},
		{model.Range{From: b, To: r.To}, h.Confidence},
	}
}

// Owner is the holder of the lock at an instant.
func (l *LockUse) Owner(at model.Time) (o Owner, ok bool) {
	for o := range l.Owners(model.Range{From: at, To: at + 1}) {
		return o, true
	}
	return Owner{}, false
}

// Address is the lock's address as written in data output.
func (l *LockUse) Address() string { return address(l.Addr) }

// EndedIn yields the waits for a lock that ended in r, whether or not the thread got
// it: those that the report of locks counts.
func (l *LockUse) EndedIn(r model.Range) iter.Seq[*LockWait] {
	return func(yield func(*LockWait) bool) {
		for i := range l.Waits {
			if w := &l.Waits[i]; !w.Open && w.Result != model.LockAgain && r.Contains(w.To) && !yield(w) {
				return
			}
		}
	}
}
