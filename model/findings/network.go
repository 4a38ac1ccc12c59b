package findings

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"threadlens/model"
	"threadlens/model/measure"
)

var networkLimits = []Limit{
	{"E23.share", 30, "%", "minimum share of a client's lifetime spent waiting for the network"},
	{"E23.cost", 10, "%", "minimum share of the window in which threads wait for the network while no thread of the target runs"},
	{"E23.overlap", 20, "%", "no finding if threads of the target run for at least this share of the network wait time"},
	{"E23.connect", 50, "%", "the finding names connections as the cause if waits for connections take at least this share of the network wait time; the same share applies to missing replies"},
	{"E23.vain", 100, "ms", "a reply counts as missing only if a thread waited for it in vain for at least this long: a shorter wait may just check for data"},
	{"E23.polls", 6, "", "a reply counts as missing only if the thread polls the socket at most this many times after it sent to an address (as with sendto); a thread that polls more often waits for something else. The default allows for name lookups, which ask up to five times"},
	{"E23.timeout", 1000, "ms", "a connection attempt that times out counts as unanswered only if its wait lasted at least this long: TCP sends its first packet again after a second"},
}

// network is E23: clients wait for an answer from the network. A process that
// accepts connections waits there for work, and one that never requested a
// connection may do so.
var network = Rule{
	ID: "E23", Name: "Waiting for the network",
	Doc:    "a client spends much time waiting for a connection or for network data while the program does nothing else",
	rests:  onReasons,
	Report: "peers",
	limits: networkLimits,
	check:  findNetwork,
}

// forNetwork reports whether a wait is for the network: for a connection, or for data
// that came from there. A poll of several descriptors may have waited for others.
func (l *ruleContext) forNetwork(s *model.Segment) bool {
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

// unanswered are, by thread, the times in which the target's threads asked peers in vain.
func (l *ruleContext) unanswered() map[model.ThreadIx][]*model.Unanswered {
	found := map[model.ThreadIx][]*model.Unanswered{}
	for i := range l.t.Unanswered {
		u := &l.t.Unanswered[i]
		if l.ours(u.Thread) && u.Len() >= l.time("E23.vain") && (u.Connecting || float64(u.Polls) <= l.number("E23.polls")) {
			found[u.Thread] = append(found[u.Thread], u)
		}
	}
	return found
}

// vainly is the unanswered request of a thread in whose time a wait lies, nil for none.
func vainly(list []*model.Unanswered, s *model.Segment) *model.Unanswered {
	if s.Sub != model.SubPollTimeout || len(list) == 0 {
		return nil
	}
	i, found := slices.BinarySearchFunc(list, s.From, func(u *model.Unanswered, at model.Time) int { return cmp.Compare(u.From, at) })
	if !found {
		i--
	}
	if i < 0 || s.From >= list[i].To {
		return nil
	}
	return list[i]
}

// asking is how long threads wait for connections, and which attempts were in vain.
type asking struct {
	connecting, answers model.Time // for connections; for answers that never came
	late, silent        int        // number of connections and answers that never came
	longest             model.Time // of the attempts in vain
}

// asked finds what the threads wait for.
func (l *ruleContext) asked(b *bareWaits, vain map[model.ThreadIx][]*model.Unanswered) (a asking) {
	for _, ix := range b.threads {
		for s := range l.t.Segments(ix, l.Range) {
			u := vainly(vain[ix], &s)
			switch {
			case u != nil && u.Connecting, s.Sub == model.SubConnect && l.forNetwork(&s):
				a.connecting += s.Clip(l.Range).Len()
			case u != nil:
				a.answers += s.Clip(l.Range).Len()
			}
			if s.Sub == model.SubConnect && l.forNetwork(&s) && s.Ctx == model.CtxTimer && s.Len() >= l.time("E23.timeout") {
				a.late++
				a.longest = max(a.longest, s.Len())
			}
		}
		for _, u := range vain[ix] {
			if u.Clip(l.Range).Len() == 0 {
				continue
			}
			if a.longest = max(a.longest, u.Len()); u.Connecting {
				a.late++
			} else {
				a.silent++
			}
		}
	}
	return a
}

func findNetwork(l *ruleContext) []Finding {
	vain := l.unanswered()
	in := []model.Category{model.IO}
	if len(vain) > 0 {
		in = append(in, model.Sleep, model.WaitForWork, model.Synchronization, model.Unclassified)
	}
	b := l.waiters(l.part("E23.share"), in, func(s *model.Segment) bool { return vainly(vain[s.Thread], s) != nil || l.forNetwork(s) })
	if !b.overlap(l, l.part("E23.cost")) || b.working(l) >= l.part("E23.overlap") {
		return nil
	}
	a := l.asked(b, vain)
	together, lives := b.together()
	what, try := a.what(l, b.waited)
	f := Finding{
		Severity: Warning, Range: l.Range, Threads: b.threads, Cost: b.idle(), Try: try,
		Details: append(b.details(), Detail{"Connecting", measure.Duration(a.connecting), "of the wait time"}), Evidence: b.evidence(l),
	}
	f.Sentence = fmt.Sprintf("%s waited %s%s for %s (%s of %s)", l.nameList(b.threads), measure.Duration(b.waited), together, what, share(b.waited, b.alive), lives)
	if a.late+a.silent > 0 {
		f.Severity = Problem
		f.Sentence += ": " + a.inVain()
	}
	f.Sentence += "; " + b.meanwhile() + "."
	return []Finding{f}
}

// what is what most of the waiting is for, and what may help.
func (a *asking) what(l *ruleContext, waited model.Time) (what, try string) {
	most := l.part("E23.connect")
	switch {
	case quotient(a.connecting, waited) >= most && a.late > 0:
		return "connections", "Check that the peer is reachable and accepts connections: its backlog may be full, or packets may be dropped. Use another peer, or a shorter timeout."
	case quotient(a.connecting, waited) >= most:
		return "connections", "Check that the peer is reachable and accepts connections; reuse connections instead of opening new ones."
	case quotient(a.answers, waited) >= most:
		return "network replies", "Check that the peer is reachable and replies (name servers are listed in /etc/resolv.conf); use another peer, or a shorter timeout."
	}
	return "network data", "Request more data each time or ahead of time, or cache it; check the peer and the network path to it."
}

// inVain describes how many attempts were in vain.
func (a *asking) inVain() string {
	var parts []string
	if a.late > 0 {
		parts = append(parts, plural(a.late, "connection attempt", "connection attempts")+" timed out")
	}
	if a.silent > 0 {
		parts = append(parts, plural(a.silent, "reply", "replies")+" did not arrive in time")
	}
	return strings.Join(parts, " and ") + ", after waits of up to " + measure.Duration(a.longest)
}
