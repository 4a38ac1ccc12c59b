package findings

import (
	"fmt"

	"threadlens/model"
	"threadlens/model/analysis"
)

var networkLimits = []Limit{
	{"E23.share", 30, "%", "of a client's life that it waits for the network, below which that is not what it does"},
	{"E23.cost", 10, "%", "of the window in which such threads wait and none of the target runs, below which little is to be gained"},
	{"E23.overlap", 20, "%", "of the time in which such threads wait for the network, below which hardly any thread runs meanwhile"},
	{"E23.connect", 50, "%", "of these waits, from which they are called those for a connection"},
	{"E23.timeout", 1000, "ms", "of a wait for a connection that a timer ends, from which no answer came: the first packet is sent again after as much"},
}

// network is E23: clients wait for an answer of the network. Who accepts connections
// waits for work there, and who never asked for one may.
var network = Rule{
	ID: "E23", Name: "Waiting for the network",
	Doc:   "a client waits much for a connection, or for data of the network, while nothing else is done",
	rests: onReasons,
	check: findNetwork,
}

// forNetwork reports whether a wait is one for the network: for a connection, or for
// data that came from there. A poll of several descriptors may have waited for others.
func (l *look) forNetwork(s *model.Segment) bool {
	if s.Category != model.IO {
		return false
	}
	switch s.Sub {
	case model.SubConnect:
		return true
	case model.SubNetwork, model.SubSocket, model.SubPoll, model.SubNetPoll, model.SubNone:
		p := l.t.Process(s.Thread)
		return s.Ctx == model.CtxNetRx && p.Connects && !p.Accepts
	}
	return false
}

func findNetwork(l *look) []Finding {
	b := l.waiters(l.part("E23.share"), l.forNetwork)
	if !b.overlap(l, l.part("E23.cost")) || b.working(l) >= l.part("E23.overlap") {
		return nil
	}
	connecting, late := model.Time(0), 0
	var longest model.Time // of those in vain
	for _, ix := range b.threads {
		for s := range l.t.Segments(ix, l.Range) {
			if s.Sub != model.SubConnect || !l.forNetwork(&s) {
				continue
			}
			connecting += s.Clip(l.Range).Len()
			if s.Ctx == model.CtxTimer && s.Len() >= l.time("E23.timeout") {
				late++
				longest = max(longest, s.Len())
			}
		}
	}
	together, lives := b.together()
	what, try := "data of the network", "Ask for more at once or ahead, or keep what was asked for; and look at the peer and the way to it."
	if quotient(connecting, b.waited) >= l.part("E23.connect") {
		what, try = "connections", "Look whether the peer can be reached and takes connections; keep connections open instead of making new ones."
	}
	f := Finding{
		Severity: Warning, Range: l.Range, Threads: b.threads, Cost: b.idle(), Try: try,
		Details: append(b.details(), Detail{"Connections", analysis.Duration(connecting), "of the waiting"}), Evidence: b.evidence(l),
	}
	f.Sentence = fmt.Sprintf("%s waited %s%s for %s, %s of %s", l.nameList(b.threads), analysis.Duration(b.waited), together, what, share(b.waited, b.alive), lives)
	if late > 0 {
		f.Severity = Problem
		f.Sentence += fmt.Sprintf(": %s timed out while connecting, after up to %s", plural(late, "wait", "waits"), analysis.Duration(longest))
	}
	f.Sentence += "; " + b.meanwhile() + "."
	return []Finding{f}
}
