package findings_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/findings"
	"threadlens/model/modeltest"
)

const (
	us = model.Time(1e3)
	ms = model.Time(1e6)
)

// play is a trace that is being written: what its CPUs do, in any order.
type play struct {
	head   string
	events []line
	on     []string // the occupant of each CPU, at the end so far
}

type line struct {
	at   model.Time
	text string
}

// newPlay starts a play of a program with n threads, 1 … n, on idle CPUs.
func newPlay(cpus, n int, end model.Time) *play {
	p := &play{on: make([]string, cpus)}
	p.head = fmt.Sprintf("threadlens-trace 1\ncpus %d\nspan 0ns %dns\nos linux\nhas switches wakes\nprocess 1 app target\nprocess 99 other\n", cpus, end)
	for i := range n {
		p.head += fmt.Sprintf("thread %d pid=1\n", i+1)
	}
	for c := range cpus {
		p.on[c] = "idle"
		p.event(0, c, "exists idle state=running")
	}
	return p
}

func (p *play) event(at model.Time, cpu int, format string, args ...any) {
	p.events = append(p.events, line{at, fmt.Sprintf("%dns cpu%d ", at, cpu) + fmt.Sprintf(format, args...)})
}

// put gives a CPU to a thread, 0 for the idle one; out is how the previous one
// leaves it.
func (p *play) put(at model.Time, cpu, tid int, out string) {
	next := "idle"
	if tid > 0 {
		next = fmt.Sprint(tid)
	}
	if p.on[cpu] == "idle" {
		out = "preempt"
	}
	if next != p.on[cpu] {
		p.event(at, cpu, "switch %s %s %s", p.on[cpu], next, out)
	}
	p.on[cpu] = next
}

// run lets a thread run on a CPU, idle before and after.
func (p *play) run(cpu, tid int, from, to model.Time, out string) {
	p.put(from, cpu, tid, "")
	p.put(to, cpu, 0, out)
}

func (p *play) trace(t *testing.T) *model.Trace {
	t.Helper()
	slices.SortStableFunc(p.events, func(a, b line) int { return cmp.Compare(a.at, b.at) })
	var b strings.Builder
	b.WriteString(p.head)
	for _, e := range p.events {
		b.WriteString(e.text + "\n")
	}
	return parse(t, "play", b.String())
}

// damage, if a test sets it, changes the text of the scenes' traces.
var damage func(text string) string

// parse builds the trace of a scene.
func parse(t *testing.T, name, text string) *model.Trace {
	t.Helper()
	if damage != nil {
		text = damage(text)
	}
	return modeltest.Parse(t, name, text)
}

// found expects one finding of a rule, of a severity, whose sentence and details
// contain all of words, and whose evidence is about its threads.
func found(t *testing.T, p *play, rule string, severity findings.Severity, words ...string) findings.Finding {
	t.Helper()
	tr := p.trace(t)
	list := only(t, tr, rule)
	if len(list) != 1 {
		t.Fatalf("%d findings, not one", len(list))
	}
	f := list[0]
	if f.Severity != severity {
		t.Errorf("%v, want %v: %s", f.Severity, severity, f.Sentence)
	}
	text := f.Sentence
	for _, d := range f.Details {
		text += "\n" + d.Title + ": " + d.Value + " " + d.Text
	}
	for _, w := range words {
		if !strings.Contains(text, w) {
			t.Errorf("no %q in\n%s", w, text)
		}
	}
	if len(f.Evidence) == 0 || f.Try == "" {
		t.Errorf("nothing to look at or to try: %+v", f)
	}
	for _, e := range f.Evidence {
		if !slices.Contains(f.Threads, e.Thread) || e.Len() == 0 || e.Clip(tr.Whole()) != e.Range {
			t.Errorf("impossible evidence: %+v", e)
		}
	}
	return f
}

// missed expects no finding of a rule.
func missed(t *testing.T, p *play, rule string) {
	t.Helper()
	for _, f := range only(t, p.trace(t), rule) {
		t.Errorf("found: %s", f.Sentence)
	}
}
