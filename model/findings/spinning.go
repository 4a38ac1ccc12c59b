package findings

import (
	"fmt"
	"slices"
	"strings"

	"threadlens/model"
	"threadlens/model/measure"
)

var spinLimits = []Limit{
	{"E12.stretch", 10, "ms", "minimum length of an interval of spinning"},
	{"E12.run", 90, "%", "minimum share of a spinning interval for which the thread is on a CPU"},
	{"E12.count", 3, "", "an interval counts as spinning only if it has at least this many samples in functions that spin: fewer may be coincidence"},
	{"E12.samples", 80, "%", "an interval counts as spinning if at least this share of the thread's samples in it are in functions that spin, or in one place in the code"},
	{"E12.place", 64, "bytes", "sampled addresses at most this far apart count as one place in the code"},
	{"E12.leaves", 3, "", "E12.ends is checked only if a running thread leaves a loop (one place in the code) at least this many times: fewer may be coincidence"},
	{"E12.ends", 80, "%", "of the times that a running thread leaves a loop (one place in the code): minimum share that come just after another thread of the program started running, stopped running or woke a thread"},
	{"E12.chance", 1, "%", "maximum probability that the share in E12.ends is mere chance: Fisher's exact test compares the intervals between samples in which the thread leaves the loop with those in which it stays, by how many contain such activity of another thread"},
	{"E12.tiny", 16, "bytes", "maximum size of a loop that only checks a word in memory: 16 bytes hold three or four instructions"},
	{"E12.long", 500, "ms", "a thread in a loop no larger than E12.tiny counts as spinning only if it runs there for at least this long: a shorter loop may compute something simple"},
	{"E12.elsewhere", 1, "%", "for a loop of at most E12.tiny: maximum share outside the loop, of the thread's samples in the program's code"},
	{"E12.acts", 3, "", "for a loop of at most E12.tiny: minimum number of times that another thread of the process wakes up while a " +
		"thread runs in the loop: the loop may wait for the one that wakes up"},
	{"E12.yields", 1000, "1/s", "minimum number of yields per second for a thread to count as yielding all the time"},
	{"E12.storm", 5, "ms", "minimum total time that a thread does nothing but yield"},
	{"E12.ready", 10, "us", "the median time from a yield until the thread runs again must be shorter than this"},
	{"E12.given", 200, "us", "a thread counts as yielding if it runs for less than this before it gives the CPU to a thread that was already queued: no scheduler ends a time slice so soon"},
}

// spinning is E12: a thread runs without doing anything but waiting.
var spinning = Rule{
	ID: "E12", Name: "Busy waiting",
	Doc:    "a thread yields all the time, or nearly all of its samples are in functions that only spin, in a loop of a few instructions, or in one place in the code; such a place counts if the thread mostly leaves it just after another thread started running, stopped running or woke a thread",
	rests:  onSamples,
	Report: "execution",
	limits: spinLimits,
	check:  func(l *ruleContext) []Finding { return slices.DeleteFunc(slices.Clone(findSpinning(l)), l.triesInVain) },
}

// spinNames are parts of the names of functions that wait by running.
var spinNames = []string{
	"spin", "sched_yield", "switchtothread", "yieldprocessor", "cpu_relax", "procyield", "osyield", "ntyieldexecution", "thread_yield",
}

// spinningKey is the key of the result of findSpinning.
type spinningKey struct{}

func findSpinning(l *ruleContext) []Finding {
	return once(l, spinningKey{}, func() []Finding { return findAllSpinning(l) })
}

// spinOf is the finding about a thread that spins for most of the time that it ran; ok is
// false if there is none.
func (l *ruleContext) spinOf(ix model.ThreadIx, ran model.Time) (f Finding, ok bool) {
	for _, f := range findSpinning(l) {
		if f.Threads[0] == ix && quotient(f.Cost, ran) >= l.part("E1.spins") {
			return f, true
		}
	}
	return f, false
}

func findAllSpinning(l *ruleContext) []Finding {
	samples := l.samples()
	var found []Finding
	var places []placed
	for _, ix := range l.target {
		if stretches := l.spins(ix, samples[ix]); len(stretches) > 0 {
			found = append(found, l.spinning(ix, stretches))
		} else if p := l.inPlace(ix, samples[ix]); len(p.stretches) > 0 {
			places = append(places, p)
		}
		if f, ok := l.yielding(ix); ok {
			found = append(found, f)
		}
	}
	return append(found, l.spinningInPlace(places, samples)...)
}

// onlySpins reports whether a function, by its name in lower case, only spins. A function
// that unlocks a spinlock does not: samples by a timer interrupt are taken there if the
// kernel had interrupts disabled.
func onlySpins(name string) bool {
	return !strings.Contains(name, "unlock") && slices.ContainsFunc(spinNames, func(part string) bool { return strings.Contains(name, part) })
}

// spinSample is a sample of a thread that ran.
type spinSample struct {
	at    model.Time
	stack model.StackID
	addr  uint64 // in the program's own code, 0 if unknown
	spin  bool   // in a function that is known to spin
}

// samples are those in the window of the target's threads, by thread.
func (l *ruleContext) samples() map[model.ThreadIx][]spinSample {
	known := map[model.StackID]spinSample{}
	all := map[model.ThreadIx][]spinSample{}
	for i := range l.t.Samples {
		s := &l.t.Samples[i]
		if !l.Range.Contains(s.Time) || s.Stack == model.NoStack || !l.ours(s.Thread) {
			continue
		}
		of, ok := known[s.Stack]
		if !ok {
			of.stack = s.Stack
			_, leaf := l.t.Tables.Stacks.Node(s.Stack)
			name := strings.ToLower(l.t.String(leaf.Name))
			of.spin = onlySpins(name)
			of.addr = l.ownFrame(s.Stack).Addr
			known[s.Stack] = of
		}
		of.at = s.Time
		all[s.Thread] = append(all[s.Thread], of)
	}
	return all
}

// ownFrame is where a stack is in the program's own code, also from inside the
// kernel; the zero Frame if unknown.
func (l *ruleContext) ownFrame(id model.StackID) model.Frame {
	for id != model.NoStack {
		caller, frame := l.t.Tables.Stacks.Node(id)
		if !frame.Kernel {
			return frame
		}
		id = caller
	}
	return model.Frame{}
}

// spins are the stretches between samples of a thread, which are in order, in which
// it spins: from one in a function that spins to another such.
func (l *ruleContext) spins(ix model.ThreadIx, list []spinSample) (found []model.Range) {
	for i := 0; i < len(list); i++ {
		if !list[i].spin {
			continue
		}
		end, n := i, 0
		for k := i; k < len(list) && float64(n+1) >= l.part("E12.samples")*float64(k-i+1); k++ {
			if k > i && !l.unbroken(ix, list[k-1].at, list[k].at) {
				break
			}
			if list[k].spin {
				n, end = n+1, k
			}
		}
		if r := (model.Range{From: list[i].at, To: list[end].at}); float64(n) >= l.number("E12.count") && l.runsNearlyAll(ix, r) {
			found = append(found, r)
		}
		i = end
	}
	return found
}

// unbroken reports whether it is known what a thread did between two instants.
func (l *ruleContext) unbroken(ix model.ThreadIx, from, to model.Time) bool {
	return len(l.blind) == 0 && l.hidden[ix] == 0 || l.attested(ix, model.Range{From: from, To: to})
}

// runsNearlyAll reports whether a thread runs for nearly all of a stretch that is long enough.
func (l *ruleContext) runsNearlyAll(ix model.ThreadIx, r model.Range) bool {
	s := l.t.Sums(ix, r)
	return r.Len() >= l.time("E12.stretch") && float64(s[model.Execution]+s[model.Interrupt]) >= l.part("E12.run")*float64(r.Len())
}

func (l *ruleContext) spinning(ix model.ThreadIx, stretches []model.Range) Finding {
	f, worst := l.spinFinding(ix, stretches)
	f.Sentence = fmt.Sprintf("%s ran in functions that do nothing but spin, for %s in total (longest interval: %s).", l.name(ix), measure.Duration(f.Cost), measure.Duration(worst))
	return f
}

// spinFinding is a finding from the stretches in which a thread spun, and the length of the
// longest.
func (l *ruleContext) spinFinding(ix model.ThreadIx, stretches []model.Range) (f Finding, worst model.Time) {
	f = Finding{Severity: Warning, Threads: []model.ThreadIx{ix}, Range: model.Range{From: stretches[0].From, To: stretches[len(stretches)-1].To}}
	for _, r := range stretches {
		f.Cost += r.Len()
		f.Evidence = append(f.Evidence, Evidence{ix, r})
		worst = max(worst, r.Len())
	}
	f.Details = []Detail{{"Cost", measure.Duration(f.Cost), "CPU time in " + plural(len(stretches), "interval", "intervals")}}
	f.Try = "Spin only briefly, then block until the other thread is done."
	return f, worst
}
