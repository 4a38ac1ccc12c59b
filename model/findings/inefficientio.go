package findings

import (
	"cmp"
	"fmt"
	"slices"

	"threadlens/model"
	"threadlens/model/measure"
)

var inefficientIOLimits = []Limit{
	{"E10.io", 30, "%", "minimum share of a thread's lifetime spent waiting for files and disks"},
	{"E10.cost", 10, "%", "minimum share of the window in which threads wait for files or disks while no thread of the target runs"},
	{"E10.overlap", 20, "%", "the finding is a problem, not only a warning, if threads of the target run for less than this share of the I/O wait time"},
	{"E10.one", 90, "%", "I/O counts as issued one at a time if exactly one thread waits during at least this share of the I/O wait time"},
	{"E10.hidden", 50, "%", "no finding about I/O issued one at a time if threads of the target run during at least this share of the I/O wait time"},
	{"E10.depth", 1.1, "", "a thread's transfers count as issued one at a time if at most this many of them are in flight on average: the default is above 1 because the next transfer may be issued just before the previous one completes"},
	{"E10.flush", 50, "%", "if flushes account for at least this share of the I/O wait time, the finding says that threads wait for flushes"},
	{"E10.device", 90, "%", "the finding names a device if it accounts for at least this share of the transfer time"},
	{"E10.bytes", 4096, "", "the transfers of a file count as tiny if their median size, in bytes, is at most this"},
	{"E10.rate", 1000, "1/s", "minimum number of transfers per second of a file whose transfers are tiny (E10.bytes)"},
	{"E10.transfers", 100, "", "minimum number of transfers of a file: with fewer, tiny transfers (E10.bytes) are not reported"},
}

// inefficientIO is E10: threads wait for files and disks while nothing else is done.
// Waits for a pipe, a socket or a terminal are waits for a peer, like waits for
// work: they do not mean slow I/O.
var inefficientIO = Rule{
	ID: "E10", Name: "Inefficient I/O",
	Doc:    "a thread spends much time waiting for files, disks or flushes while the program does nothing else, or a file is transferred in tiny pieces",
	rests:  onReasons,
	Report: "disk",
	limits: inefficientIOLimits,
	check:  findInefficientIO,
}

func findInefficientIO(l *ruleContext) []Finding {
	list := findTinyTransfers(l)
	if f, ok := findBareIO(l); ok {
		list = append([]Finding{f}, list...)
	}
	return list
}

// forDisk reports whether a wait is one for a file or a disk. A wait in a call for
// several descriptors, or for an unknown one, counts if a transfer ends it; a wait
// that a thread of the target ends is not for a transfer, but for opening a pipe.
func (l *ruleContext) forDisk(s *model.Segment) bool {
	if s.State != model.Waiting || s.Category != model.IO {
		return false
	}
	switch s.Sub {
	case model.SubBlock, model.SubFlush, model.SubUninterruptible, model.SubKernelGeneric, model.SubIoRing:
		return true
	case model.SubFile:
		return !l.ours(s.Unblocker())
	case model.SubNone, model.SubAsync:
		return s.Ctx == model.CtxBlockDone
	}
	return false
}

// bareIO are waits for files and disks.
type bareIO struct {
	*bareWaits
	flushed model.Time // total time in flushes
	async   model.Time // total time in calls that wait for earlier requests
	device  string     // the device that they wait for, "" if unknown
	depth   float64    // number of transfers of one of them under way simultaneously, 0 if unknown
}

// ioThreads finds the target's threads that mostly wait for files and disks.
func ioThreads(l *ruleContext) (b bareIO) {
	b.bareWaits = l.waiters(l.part("E10.io"), []model.Category{model.IO}, l.forDisk)
	for _, ix := range b.threads {
		for s := range l.t.Segments(ix, l.Range) {
			switch part := s.Clip(l.Range).Len(); {
			case !l.forDisk(&s):
			case s.Sub == model.SubFlush:
				b.flushed += part
			case s.Sub == model.SubAsync:
				b.async += part
			}
		}
	}
	return b
}

// flushes reports whether they mostly wait for flushes.
func (b *bareIO) flushes(l *ruleContext) bool {
	return quotient(b.flushed, b.waited) >= l.part("E10.flush")
}

// findTransfers finds which device the threads wait for, and how many transfers
// each has under way. The transfers that a flush waits for may have been issued by
// others.
func (b *bareIO) findTransfers(l *ruleContext) {
	own := map[model.ThreadIx][]model.Range{}
	times, all, flushes := map[model.StringID]model.Time{}, model.Time(0), b.flushes(l)
	for i := range l.t.IOs {
		x := &l.t.IOs[i]
		part := x.Clip(l.Range)
		_, among := b.by[x.Thread]
		if part.Len() == 0 || !flushes && !among {
			continue
		}
		if among {
			own[x.Thread] = append(own[x.Thread], part)
		}
		times[x.Device] += part.Len()
		all += part.Len()
	}
	most := model.Time(0)
	for i := range l.t.Disks { // in order of their names
		if d := l.t.Disks[i].Device; times[d] > most && quotient(times[d], all) >= l.part("E10.device") {
			b.device, most = l.t.String(d), times[d]
		}
	}
	var sum, union model.Time
	for _, list := range own {
		slices.SortFunc(list, func(x, y model.Range) int { return cmp.Compare(x.From, y.From) })
		end := model.Time(0)
		for _, r := range list {
			sum += r.Len()
			union += max(0, r.To-max(r.From, end))
			end = max(end, r.To)
		}
	}
	b.depth = quotient(sum, union)
}

// findBareIO searches for I/O that overlaps neither with work nor with other I/O.
func findBareIO(l *ruleContext) (f Finding, ok bool) {
	b := ioThreads(l)
	if !b.overlap(l, l.part("E10.cost")) {
		return f, false
	}
	b.findTransfers(l)
	most, least := b.working(l), quotient(b.One, b.Any+l.blindTime)
	f = Finding{Range: l.Range, Threads: b.threads, Cost: b.idle(), Details: b.details(), Evidence: b.evidence(l)}
	switch {
	case most < l.part("E10.overlap"):
		f.Severity = Problem
	case least >= l.part("E10.one") && most < l.part("E10.hidden"):
		f.Severity = Warning
	default:
		return f, false
	}
	f.Sentence, f.Try = b.sentence(l)
	return f, true
}

// sentence describes what they wait for, and what may help.
func (b *bareIO) sentence(l *ruleContext) (sentence, try string) {
	together, whose := b.together()
	what := "files and disks"
	switch flush := b.flushes(l); {
	case flush && b.device != "":
		what = "flushes to " + b.device
	case flush:
		what = "flushes"
	case b.device != "":
		what = "transfers on " + b.device
	}
	sentence = fmt.Sprintf("%s waited %s%s%s for %s (%s of %s)",
		l.nameList(b.threads), b.upTo(), measure.Duration(b.waited), together, what, share(b.waited, b.alive), whose)
	try = "Issue I/O ahead of time or asynchronously, so that threads can work while more data is transferred."
	alone := quotient(b.One, b.Any) >= l.part("E10.one")
	switch {
	case b.flushes(l):
		try = "Flush less often, with more data each time, or do other work meanwhile."
	case b.depth > l.number("E10.depth") && 2*b.async >= b.waited:
		sentence += fmt.Sprintf(", with %.1f transfers in flight on average", b.depth)
		try = "Transfer less data, or cache it in memory: several transfers are already in flight, so the device is the limit."
	case alone && b.depth > l.number("E10.depth"): // parts of a divided call, or read-ahead
		sentence += ": one call at a time"
		try = "Issue several transfers at a time: devices complete several transfers in parallel faster than one after the other."
	case alone && b.depth > 0:
		sentence += ": one transfer at a time"
		try = "Issue several transfers at a time: devices complete several transfers in parallel faster than one after the other."
	case alone:
		sentence += ": one thread at a time"
	}
	return sentence + "; " + b.meanwhile() + ".", try
}

// details are the numbers.
func (b *bareIO) details() []Detail {
	list := append(b.bareWaits.details(), Detail{"Exactly one thread waiting", share(b.One, b.Any), "of the wall time in which at least one thread waited"})
	if b.flushed > 0 {
		list = append(list, Detail{"Flushes", measure.Duration(b.flushed), share(b.flushed, b.waited) + " of the wait time"})
	}
	if b.depth > 0 {
		list = append(list, Detail{"I/O depth", fmt.Sprintf("%.1f", b.depth), "mean number of a thread's transfers in flight"})
	}
	return list
}
