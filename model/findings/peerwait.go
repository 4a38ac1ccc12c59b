package findings

import (
	"cmp"
	"fmt"
	"slices"

	"threadlens/model"
	"threadlens/model/measure"
)

var peerWaitLimits = []Limit{
	{"E22.share", 30, "%", "minimum share of the waiting threads' lifetimes spent waiting for the other process"},
	{"E22.busy", 50, "%", "while a process waits for another one: minimum share of this time for which the other process is known to be busy (not itself waiting for work)"},
}

// peerWait is E22: threads wait for work that another process in the trace does for them.
var peerWait = Rule{
	ID: "E22", Name: "Waiting for another process",
	Doc:    "a client waits for its server while the server is busy, or the reader of a pipe waits for the writer while the writer is busy",
	rests:  onReasons,
	Report: "peers",
	limits: peerWaitLimits,
	check:  findPeerWait,
}

// peerKey is what waits in one group share: the waiting process, and the name of the
// processes waited for.
type peerKey struct {
	waiter model.ProcIx
	name   string
}

// peerWaits are the waits of a process for other processes of one name.
type peerWaits struct {
	waiter  model.ProcIx
	peers   []model.ProcIx
	threads []model.ThreadIx // of the waiter
	others  []model.ThreadIx // threads that ended its waits
	total   model.Time
	count   int
	longest map[model.ThreadIx]model.Range
	did     [numPastimes]model.Time // what the peers did in the meantime
}

func findPeerWait(l *ruleContext) (list []Finding) {
	index := map[peerKey]*peerWaits{}
	var order []*peerWaits
	for _, ix := range l.target {
		if l.ctx.Err() != nil {
			return nil
		}
		if of := l.t.Sums(ix, l.Range); of[model.IO]+of[model.WaitForWork] == 0 {
			continue // without checking each wait
		}
		for s := range l.t.Segments(ix, l.Range) {
			by, ok := l.peerOf(&s)
			if !ok {
				continue
			}
			proc := l.t.Threads[by].Proc
			k := peerKey{l.t.Threads[ix].Proc, l.t.Processes[proc].Name}
			if k.name == "" {
				k.name = l.processName(proc)
			}
			p := index[k]
			if p == nil {
				p = &peerWaits{waiter: k.waiter, longest: map[model.ThreadIx]model.Range{}}
				index[k] = p
				order = append(order, p)
			}
			p.add(l, &s, by)
		}
	}
	for _, p := range order {
		var lives model.Time
		for _, ix := range p.threads {
			lives += l.t.Threads[ix].Life.Clip(l.Range).Len()
		}
		busy := p.total - p.did[doingNothing] - p.did[doingUnknown]
		if quotient(p.total, lives) >= l.part("E22.share") && quotient(busy, p.total) >= l.part("E22.busy") {
			list = append(list, l.peerWait(p, lives))
		}
	}
	return list
}

// peerOf is the thread that ended a wait for a socket or a pipe, if it is a thread of
// another process that is waited for: the server of a client, or a process outside the
// target that writes to a pipe. A server that waits for the next request of its clients
// waits for work.
func (l *ruleContext) peerOf(s *model.Segment) (by model.ThreadIx, ok bool) {
	if s.Category != model.IO && s.Category != model.WaitForWork || s.Flags&(model.LossOverlap|model.WakeMissing|model.OpenStart) != 0 {
		return by, false
	}
	if by = s.Unblocker(); by == model.NoThread {
		by = s.Sender()
	}
	if by == model.NoThread {
		return by, false
	}
	own, peer := l.t.Threads[s.Thread].Proc, l.t.Threads[by].Proc
	if p := &l.t.Processes[peer]; own == peer || !p.Known || p.Recorder || p.Class == model.ClassSystem {
		return by, false
	}
	switch s.Sub {
	case model.SubPoll, model.SubNetwork, model.SubSocket:
		return by, l.serves(own, peer)
	case model.SubPipe:
		return by, !l.Target.Has(peer)
	}
	return by, false
}

// serves reports whether one process is known as a client and the other, or one of its
// ancestors, as a server. If both are both, it is unknown which one asks; a proxy is the
// client of a server that is only a server.
func (l *ruleContext) serves(client, server model.ProcIx) bool {
	c := &l.t.Processes[client]
	if !c.Connects {
		return false
	}
	for range maxAncestors {
		p := &l.t.Processes[server]
		switch {
		case c.Accepts && p.Connects:
			return false
		case p.Accepts:
			return true
		}
		if server = p.Parent; server == model.NoProc || server == client {
			return false
		}
	}
	return false
}

// maxAncestors bounds how many ancestors are checked for accepting connections: a
// server that starts processes for its clients is their parent.
const maxAncestors = 3

// add adds a wait that another process ended.
func (p *peerWaits) add(l *ruleContext, s *model.Segment, by model.ThreadIx) {
	part := s.Clip(l.Range)
	p.total += part.Len()
	p.count++
	if part.Len() > p.longest[s.Thread].Len() {
		p.longest[s.Thread] = part
	}
	keep(&p.threads, s.Thread)
	keep(&p.others, by)
	keep(&p.peers, l.t.Threads[by].Proc)
	l.spends(&p.did, by, part, 1)
}

// keep adds what is not yet in a list.
func keep[T comparable](list *[]T, x T) {
	if !slices.Contains(*list, x) {
		*list = append(*list, x)
	}
}

// pastime is what a process does while another one waits for it.
type pastime uint8

const (
	doingRun pastime = iota
	doingQueue
	doingDisk
	doingTransfer
	doingLock
	doingMemory
	doingSleep
	doingNothing // it waits for work
	doingUnknown
	numPastimes
)

// pastimes are the words for them in sentences and details.
var pastimes = [numPastimes]struct{ sentence, title, try string }{
	doingRun:      {"which ran for %s of that time", "Run time", "The execution report shows what %s runs."},
	doingQueue:    {"which waited for a CPU for %s of that time", "Waited for a CPU", "The antagonists report shows who used the CPUs that %s needed."},
	doingDisk:     {"which waited for disks for %s of that time", "Waited for disks", "The disk report shows what %s reads and writes."},
	doingTransfer: {"which itself waited for the network or other processes for %s of that time", "Waited for the network or other processes", "The peers report shows whom %s waits for."},
	doingLock:     {"which waited for its own locks or threads for %s of that time", "Waited for locks", "The contention report shows which locks %s waits for."},
	doingMemory:   {"which waited for memory for %s of that time", "Waited for memory", "The waits report shows why %s waits for memory."},
	doingSleep:    {"which slept for %s of that time", "Slept", "The waits report shows why %s sleeps before it replies."},
	doingNothing:  {"", "Waited for work", ""},
	doingUnknown:  {"", "Unknown", ""},
}

// spends adds up what a thread did in r, or, while it waited for another one of its
// process, what that one did.
func (l *ruleContext) spends(sum *[numPastimes]model.Time, ix model.ThreadIx, r model.Range, hop int) {
	left := r.Len()
	for s := range l.t.Segments(ix, r) {
		part := s.Clip(r)
		left -= part.Len()
		by := s.Unblocker()
		if s.State == model.Waiting && by != model.NoThread && hop < maxHops && l.t.Threads[by].Proc == l.t.Threads[ix].Proc {
			l.spends(sum, by, part, hop+1)
			continue
		}
		sum[pastimeOf(&s)] += part.Len()
	}
	sum[doingUnknown] += left // outside its life
}

// pastimeOf is what a thread does in a segment.
func pastimeOf(s *model.Segment) pastime {
	switch s.Category {
	case model.Execution, model.Interrupt:
		return doingRun
	case model.Preemption, model.Dispatch:
		return doingQueue
	case model.IO:
		switch s.Sub {
		case model.SubPipe, model.SubSocket, model.SubNetwork, model.SubConnect, model.SubPoll, model.SubNetPoll, model.SubConsole:
			return doingTransfer
		case model.SubBlock, model.SubFlush, model.SubFile, model.SubAsync:
			return doingDisk
		}
		return doingUnknown
	case model.Synchronization:
		return doingLock
	case model.MemoryManagement:
		return doingMemory
	case model.Sleep:
		if s.Sub == model.SubPollTimeout {
			return doingNothing
		}
		return doingSleep
	case model.WaitForWork, model.UIProcessing:
		return doingNothing
	}
	return doingUnknown
}

// peerWait is the finding about the waits of a process for others of one name, by threads
// with the given total life.
func (l *ruleContext) peerWait(p *peerWaits, lives model.Time) Finding {
	most := doingRun
	for d := range doingNothing {
		if p.did[d] > p.did[most] {
			most = d
		}
	}
	share := func(d pastime) string { return measure.Percent(100*quotient(p.did[d], p.total), 1) }
	peer := l.processName(p.peers[0])
	if len(p.peers) > 1 {
		peer = fmt.Sprintf("%s (%s)", l.t.Processes[p.peers[0]].Name, plural(len(p.peers), "process", "processes"))
	}
	waiter := l.processName(p.waiter)
	if len(p.threads) > 1 {
		waiter = plural(len(p.threads), "thread", "threads") + " of " + waiter
	}
	f := Finding{
		Severity: Warning, Range: l.Range, Cost: p.total,
		Sentence: fmt.Sprintf("%s waited %s (of a total lifetime of %s) for %s, "+pastimes[most].sentence+".",
			waiter, measure.Duration(p.total), measure.Duration(lives), peer, share(most)),
		Details: []Detail{{"Waits", measure.Count(int64(p.count)), measure.Percent(100*quotient(p.total, lives), 1) + " of the waiting threads' lifetimes"}},
		Try:     fmt.Sprintf(pastimes[most].try, peer),
	}
	for d := range numPastimes {
		if p.did[d] > 0 {
			f.Details = append(f.Details, Detail{pastimes[d].title, measure.Duration(p.did[d]), share(d) + " of the wait time, by " + peer})
		}
	}
	for _, ix := range p.threads {
		f.Evidence = append(f.Evidence, Evidence{ix, p.longest[ix]})
	}
	slices.SortStableFunc(f.Evidence, func(a, b Evidence) int { return cmp.Compare(b.Len(), a.Len()) })
	for _, e := range f.Evidence {
		f.Threads = append(f.Threads, e.Thread)
	}
	f.Threads = append(f.Threads, p.others...)
	return f
}
