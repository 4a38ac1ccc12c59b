package classify_test

import (
	"fmt"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/classify"
	"threadlens/model/modeltest"
)

// waiting is the trace of one wait of thread 1, for a reason and with a stack of
// frames, innermost first, separated by blanks.
func waiting(t *testing.T, os, reason, frames string) *model.Trace {
	t.Helper()
	stack, use := "", ""
	if frames != "" {
		stack, use = "stack 1", " stack=1"
		for _, f := range strings.Fields(frames) {
			stack += fmt.Sprintf(" %q", f)
		}
	}
	return modeltest.Parse(t, "wait.tltxt", fmt.Sprintf(`threadlens-trace 1
cpus 1
span 0us 100us
os %s
process 10 "App" target
thread 1 pid=10
%s
0us cpu0 switch idle 1 preempt
10us cpu0 switch 1 idle wait %s%s
50us cpu0 wake 1
60us cpu0 switch idle 1 preempt
`, os, stack, reason, use))
}

// weakReason is a reason that leaves everything to the stack.
func weakReason(os string) string {
	if os == "linux" {
		return "linux=S"
	}
	return "win=6"
}

// theWait is the wait of thread 1.
func theWait(t *testing.T, tr *model.Trace) model.Segment {
	t.Helper()
	for ix := range tr.Threads {
		for s := range tr.Segments(model.ThreadIx(ix), tr.Whole()) {
			if s.State == model.Waiting && s.From > 0 {
				return s
			}
		}
	}
	t.Fatal("no wait")
	return model.Segment{}
}

// frame is a frame as module!function.
func frame(tr *model.Trace, f model.Frame) string {
	if f.Module == model.NoString {
		return tr.String(f.Name)
	}
	return tr.String(f.Module) + "!" + tr.String(f.Name)
}

// label is the category and sub-reason of a wait, and what it probably is.
func label(s *model.Segment) string {
	text := s.Label()
	if s.Likely != s.Category && s.Likely != model.UnknownCategory {
		text += "/" + s.Likely.String()
	}
	return text
}

// said is what is known about a wait, in one line: category, evidence, rule,
// function.
func said(tr *model.Trace, s *model.Segment) string {
	text := label(s) + " " + s.Evidence.String()
	if b, ok := classify.Of(tr).Wait(s.Thread, s.From, s.Stack); ok {
		text += " " + b.Rule.Name + " " + frame(tr, b.Frame)
	}
	return text
}
