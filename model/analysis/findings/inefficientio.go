package findings

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"threadlens/model"
	"threadlens/model/analysis"
)

var inefficientIOLimits = []Limit{
	{"E10.io", 30, "%", "of the lives of threads that are not idle by design, spent waiting for files and disks"},
	{"E10.idle", 1, "%", "of its life that a thread runs, queues or waits for files and disks, below which it is idle by design"},
	{"E10.overlap", 20, "%", "of the time in which any thread waits for I/O, below which hardly any runs meanwhile"},
	{"E10.one", 90, "%", "of that time with exactly one thread waiting, from which I/O is issued one at a time"},
	{"E10.hidden", 50, "%", "of that time in which threads run, from which it does not matter that only one waits"},
	{"E10.bytes", 4096, "", "bytes of the median transfer of a file, up to which transfers are tiny"},
	{"E10.rate", 1000, "1/s", "tiny transfers of a file"},
	{"E10.transfers", 100, "", "transfers of a file, below which nothing is said of them"},
}

// inefficientIO is E10: threads wait for files and disks while nothing else is done.
// Waits for a pipe, a socket or a terminal are those for a peer, as waits for work
// are: no I/O is slow there.
var inefficientIO = Rule{
	ID: "E10", Name: "Inefficient I/O",
	Doc:   "threads wait much for files or disks while nothing else is done, or a file is transferred in tiny pieces",
	rests: onReasons,
	check: findInefficientIO,
}

func findInefficientIO(l *look) []Finding {
	list := findTinyTransfers(l)
	if f, ok := findBareIO(l); ok {
		list = append([]Finding{f}, list...)
	}
	return list
}

// peerSubs are the reasons of waits for I/O that another program or a person ends.
var peerSubs = [...]model.Sub{
	model.SubPipe, model.SubSocket, model.SubNetwork, model.SubPoll, model.SubPollTimeout, model.SubNetPoll, model.SubConsole,
	model.SubWorkQueue, model.SubCompletion,
}

// forDisk reports whether a wait for I/O is one for a file or a disk.
func forDisk(s *model.Segment) bool {
	return s.State == model.Waiting && s.Category == model.IO && !slices.Contains(peerSubs[:], s.Sub)
}

// diskWaits is how long a thread waits for files and disks.
func (l *look) diskWaits(ix model.ThreadIx) (sum model.Time) {
	if l.t.Sums(ix, l.Range)[model.IO] == 0 {
		return 0
	}
	for s := range l.t.Segments(ix, l.Range) {
		if forDisk(&s) {
			sum += s.Clip(l.Range).Len()
		}
	}
	return sum
}

// ioThreads are the target's threads that wait for files and disks, those first that
// do so longest, how long they do, and how long those live that are not idle by
// design. A thread of which it is not known all the time what it did counts as one
// that is not.
func ioThreads(l *look) (list []model.ThreadIx, waited, alive model.Time) {
	by := map[model.ThreadIx]model.Time{}
	for _, ix := range l.target {
		s, life := l.t.Sums(ix, l.Range), l.t.Threads[ix].Life.Clip(l.Range).Len()
		io := l.diskWaits(ix)
		busy := s[model.Execution] + s[model.Interrupt] + s[model.Preemption] + s[model.Dispatch] + io + l.hidden[ix]
		if quotient(busy, life) < l.part("E10.idle") {
			continue
		}
		alive += life
		waited += io
		if io > 0 {
			by[ix] = io
			list = append(list, ix)
		}
	}
	slices.SortStableFunc(list, func(a, b model.ThreadIx) int { return cmp.Compare(by[b], by[a]) })
	return list, waited, alive
}

// findBareIO looks for I/O that no work and no other I/O overlaps.
func findBareIO(l *look) (f Finding, ok bool) {
	threads, waited, alive := ioThreads(l)
	if waited == 0 || quotient(waited, alive) < l.part("E10.io") {
		return f, false
	}
	o := analysis.IOOverlapOf(l.t, l.target, l.Range, forDisk)
	working, one := quotient(o.Working, o.Any), quotient(o.One, o.Any)
	most, least := quotient(o.Working+l.blindTime, o.Any+l.blindTime), quotient(o.One, o.Any+l.blindTime)
	f = Finding{
		Range: l.Range, Threads: threads, Cost: o.Any - o.Working,
		Details: []Detail{
			{"Waited", analysis.Duration(waited), analysis.Percent(100*quotient(waited, alive), 1) + " of the lives of threads that are not idle by design"},
			{"Any waited", analysis.Duration(o.Any), fmt.Sprintf("%s of it while a thread ran", analysis.Percent(100*working, 1))},
			{"Only one", analysis.Percent(100*one, 1), "of that time exactly one thread waited"},
		},
	}
	said := fmt.Sprintf("%s waited %s for files and disks, %s of their lives; ",
		plural(len(threads), "thread", "threads"), analysis.Duration(waited), analysis.Percent(100*quotient(waited, alive), 1))
	switch {
	case most < l.part("E10.overlap"):
		f.Severity = Problem
		f.Sentence = said + fmt.Sprintf("meanwhile a thread ran in only %s of the time.", analysis.Percent(100*working, 1))
		f.Try = "Issue I/O ahead or asynchronously, so that threads work on what is there while more is fetched."
	case least >= l.part("E10.one") && most < l.part("E10.hidden"):
		f.Severity = Warning
		f.Sentence = said + fmt.Sprintf("it is issued one at a time: in %s of the time exactly one thread waited.", analysis.Percent(100*one, 1))
		f.Try = "Issue several transfers at once: devices work on many in less time than on one after the other."
	default:
		return f, false
	}
	for _, ix := range threads[:min(len(threads), MaxEvidence)] {
		if e, ok := longest(l, ix, model.IO); ok {
			f.Evidence = append(f.Evidence, e)
		}
	}
	slices.SortStableFunc(f.Evidence, func(a, b Evidence) int { return cmp.Compare(b.Len(), a.Len()) })
	return f, true
}

// findTinyTransfers looks for files that the target transfers in tiny pieces.
func findTinyTransfers(l *look) (list []Finding) {
	among := make([]bool, len(l.t.Threads))
	for _, ix := range l.target {
		among[ix] = true
	}
	byFile := map[model.StringID][]*model.IOTransfer{}
	var files []model.StringID
	for d := range l.t.Disks {
		for _, c := range []*model.Channel{&l.t.Disks[d].Reads, &l.t.Disks[d].Writes} {
			for k := range c.In(l.Range) {
				x := &l.t.IOs[c.List[k]]
				if x.File == model.NoString || x.Thread == model.NoThread || !among[x.Thread] {
					continue
				}
				if byFile[x.File] == nil {
					files = append(files, x.File)
				}
				byFile[x.File] = append(byFile[x.File], x)
			}
		}
	}
	for _, file := range files {
		if f, ok := judgeTransfers(l, file, byFile[file]); ok {
			list = append(list, f)
		}
	}
	return list
}

// judgeTransfers tells whether those of a file are tiny and many.
func judgeTransfers(l *look, file model.StringID, list []*model.IOTransfer) (f Finding, ok bool) {
	n := len(list)
	span := list[0].Range
	bytes := make([]int64, n)
	var busy model.Time
	for i, x := range list {
		span = model.Range{From: min(span.From, x.From), To: max(span.To, x.To)}
		bytes[i] = x.Bytes
		busy += x.Clip(l.Range).Len()
	}
	slices.Sort(bytes)
	median, rate := bytes[n/2], 1e9*quotient(n, span.Len())
	if float64(n) < l.number("E10.transfers") || float64(median) > l.number("E10.bytes") || rate < l.number("E10.rate") {
		return f, false
	}
	name := l.t.String(file)
	f = Finding{
		Severity: Warning, Range: span.Clip(l.Range), Cost: busy,
		Sentence: fmt.Sprintf("%s was transferred in tiny pieces: %s transfers, %.0f a second, of %s bytes in the median.",
			name[strings.LastIndexAny(name, `\/`)+1:], analysis.Count(int64(n)), rate, analysis.Count(median)),
		Details: []Detail{
			{"File", name, ""},
			{"Service", analysis.Duration(busy), "of all these transfers together"},
		},
		Try: "Read and write larger pieces, through a buffer or in batches.",
	}
	slices.SortStableFunc(list, func(a, b *model.IOTransfer) int { return cmp.Compare(b.Len(), a.Len()) })
	for _, x := range list {
		f.Evidence = append(f.Evidence, Evidence{x.Thread, x.Range})
		if !slices.Contains(f.Threads, x.Thread) {
			f.Threads = append(f.Threads, x.Thread)
		}
	}
	return f, true
}
