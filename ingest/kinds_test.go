package ingest_test

import (
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/classify"
)

// evidenceKind is a kind of evidence that a recording may have or lack.
type evidenceKind struct {
	name string
	// drop changes an event, and returns false to remove it.
	drop func(e *model.Event) bool
	// unrecorded removes it from what the recording claims to hold.
	unrecorded func(r *model.Recorded)
	tables     func(t *model.Tables)
}

// only drops the events of some kinds.
func only(kinds ...model.Kind) func(e *model.Event) bool {
	return func(e *model.Event) bool { return !slices.Contains(kinds, e.Kind) }
}

// plainKinds are the kinds of evidence that are the same in all traces. Wakes and interrupts decide
// about states and not about reasons.
var plainKinds = []evidenceKind{
	{name: "calls", drop: only(model.KindCallEnter, model.KindCallExit), unrecorded: func(r *model.Recorded) { r.AllCalls, r.Calls = false, nil }},
	{name: "faults", drop: only(model.KindFault), unrecorded: func(r *model.Recorded) { r.Faults, r.FaultStarts = false, false }},
	{name: "requests", drop: only(model.KindIssue)},
	{name: "transfers", drop: only(model.KindIO)},
	{name: "requests and transfers", drop: only(model.KindIO, model.KindIssue)},
	{name: "blocked functions", drop: only(model.KindBlocked)},
	{name: "descriptors", drop: only(model.KindDescriptor)},
	{name: "samples", drop: only(model.KindSample)},
	{name: "marks", drop: only(model.KindMark)},
	{name: "counters", drop: only(model.KindCount)},
	{name: "stacks", drop: func(e *model.Event) bool {
		e.Stack, e.Stack2 = model.NoStack, model.NoStack
		return true
	}},
	{name: "stacks of switches", drop: func(e *model.Event) bool {
		if e.Kind == model.KindSwitch {
			e.Stack, e.Stack2 = model.NoStack, model.NoStack
		}
		return true
	}},
	{name: "names of functions", tables: func(t *model.Tables) {
		t.Stacks = t.Stacks.Rename(func(id model.StackID) model.Frame {
			_, f := t.Stacks.Node(id)
			f.Name = model.NoString
			return f
		})
	}},
	{name: "thread names and processes", drop: func(e *model.Event) bool {
		switch e.Kind {
		case model.KindExists, model.KindName, model.KindProcess, model.KindStart:
			e.Name, e.Name2 = model.NoString, model.NoString
		}
		return true
	}},
}

// kindsOf are the kinds of evidence that a recording has: the plain ones and each of
// its calls.
func (r *recordedEvents) kindsOf() (kinds []evidenceKind) {
	present := map[model.Kind]bool{}
	calls := map[model.StringID]bool{}
	for i := range r.events {
		e := &r.events[i]
		present[e.Kind] = true
		if e.Kind == model.KindCallEnter || e.Kind == model.KindCallExit {
			calls[e.Name] = true
		}
	}
	for _, k := range plainKinds {
		if k.drop == nil || k.unrecorded == nil || slices.ContainsFunc(slices.Collect(maps.Keys(present)), func(p model.Kind) bool { return !k.drop(&model.Event{Kind: p}) }) {
			kinds = append(kinds, k)
		}
	}
	names := slices.Sorted(maps.Keys(calls))
	if present[model.KindCallExit] {
		kinds = append(kinds, evidenceKind{
			name: "ends of calls", drop: only(model.KindCallExit),
			unrecorded: func(rec *model.Recorded) {
				r.list(rec, names)
				rec.Calls = slices.DeleteFunc(rec.Calls, func(s string) bool { return strings.HasSuffix(s, ":exit") })
			},
		})
	}
	for _, id := range names {
		name := r.tables.Strings.Get(id)
		kinds = append(kinds, evidenceKind{
			name: "call " + name,
			drop: func(e *model.Event) bool {
				return e.Name != id || e.Kind != model.KindCallEnter && e.Kind != model.KindCallExit
			},
			unrecorded: func(rec *model.Recorded) { r.neither(rec, names, name) },
		})
	}
	return kinds
}

// list has a recording of all calls claim only those that happened, so that some can be removed: a list
// without any would say that it is unknown which were recorded, and a call without an end would
// still be under way when its thread waits after it, where the trace lacks the call in which that
// does.
func (r *recordedEvents) list(rec *model.Recorded, calls []model.StringID) {
	if !rec.AllCalls {
		return
	}
	rec.AllCalls = false
	for _, id := range calls {
		s := r.tables.Strings.Get(id)
		rec.Calls = append(rec.Calls, s, s+":exit")
	}
}

// neither removes both ends of a call from what a recording claims to hold.
func (r *recordedEvents) neither(rec *model.Recorded, calls []model.StringID, name string) {
	r.list(rec, calls)
	rec.Calls = slices.DeleteFunc(rec.Calls, func(s string) bool { return s == name || s == name+":exit" })
}

// lacking builds and classifies the trace that a recording without some kinds of
// evidence would have given.
func (r *recordedEvents) lacking(kinds []evidenceKind) *model.Trace {
	poorer := &recordedEvents{info: r.info, tables: r.tables}
	rec := &poorer.info.Recorded
	rec.Calls = slices.Clone(rec.Calls)
	for _, k := range kinds {
		if k.unrecorded != nil {
			k.unrecorded(rec)
		}
		if k.tables != nil {
			t := *poorer.tables
			k.tables(&t)
			poorer.tables = &t
		}
	}
	events := make([]model.Event, 0, len(r.events))
	for _, e := range r.events {
		if !slices.ContainsFunc(kinds, func(k evidenceKind) bool { return k.drop != nil && !k.drop(&e) }) {
			events = append(events, e)
		}
	}
	return classify.Default().Apply(poorer.build(events))
}

// reasoned reports whether a segment is a wait with a reason that counts.
func reasoned(s *model.Segment) bool {
	return s.State == model.Waiting && s.Category != model.Unclassified && s.Category != model.UnknownCategory
}

// moved is a change of category that more evidence makes.
type moved struct {
	from, to     model.Category
	fromBy, toBy model.Evidence
	fromSub      model.Sub
	toSub        model.Sub
}

func (m moved) String() string {
	return fmt.Sprintf("%v (%v, by %v) became %v (%v, by %v)", m.from, m.fromSub, m.fromBy, m.to, m.toSub, m.toBy)
}

// excepted: a wait that a disk ends without a page fault counts as IO, whether calls were recorded
// or not, but a call that asks for pages in memory is stronger evidence.
func (m moved) excepted() bool { return m.fromSub == model.SubBlock && m.toSub == model.SubMemoryMap }

// movedTime adds up, for all threads, the time that the poorer trace counts as a wait
// of one category and the richer one as something else.
func movedTime(poorer, richer *model.Trace) map[moved]model.Time {
	sum := map[moved]model.Time{}
	byKey := map[string]model.ThreadIx{}
	for ix := range richer.Threads {
		byKey[richer.Threads[ix].Key()] = model.ThreadIx(ix)
	}
	for ix := range poorer.Threads {
		to, ok := byKey[poorer.Threads[ix].Key()]
		if !ok {
			continue
		}
		for p := range poorer.Segments(model.ThreadIx(ix), poorer.Whole()) {
			if !reasoned(&p) {
				continue
			}
			for q := range richer.Segments(to, p.Range) {
				if reasoned(&q) && q.Category == p.Category {
					continue
				}
				both := q.Clip(p.Range)
				sum[moved{p.Category, q.Category, p.Evidence, q.Evidence, p.Sub, q.Sub}] += both.Len()
			}
		}
	}
	return sum
}

// kindDraws is how often kinds of evidence are dropped from each trace; THREADLENS_KINDS in the
// environment overrides it.
func kindDraws(t *testing.T) int {
	n, err := strconv.Atoi(cmp.Or(os.Getenv("THREADLENS_KINDS"), "5"))
	if err != nil || n < 1 {
		t.Fatalf("THREADLENS_KINDS: %v", err)
	}
	return n
}

// TestMoreEvidence: more evidence moves waiting time out of Unclassified and Unknown only.
func TestMoreEvidence(t *testing.T) {
	draws, poorer := 0, 0
	for _, path := range sharedTraces(t) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			r := readEvents(t, path)
			if len(r.events) == 0 {
				return
			}
			kinds := r.kindsOf()
			full := r.lacking(nil)
			for seed := range kindDraws(t) {
				rng := rand.New(rand.NewPCG(uint64(seed), uint64(len(r.events))))
				var out []evidenceKind
				var names []string
				for _, i := range rng.Perm(len(kinds))[:1+rng.IntN(min(6, len(kinds)))] {
					out = append(out, kinds[i])
					names = append(names, kinds[i].name)
				}
				lacking := r.lacking(out)
				for m, ns := range movedTime(lacking, full) {
					if m.excepted() {
						continue
					}
					t.Errorf("draw %d, without %s: %d ns of %v", seed, strings.Join(names, ", "), ns, m)
				}
				draws++
				if len(movedTime(full, lacking)) > 0 {
					poorer++
				}
			}
		})
	}
	if poorer < draws/50 {
		t.Errorf("only %d of %d draws lost a reason", poorer, draws)
	}
	t.Logf("%d of %d draws lost a reason", poorer, draws)
}
