package session

import (
	"threadlens/app/session/query"
	"threadlens/model"
	"threadlens/model/measure/calltree"
)

// callState is which call trees are shown, and how.
type callState struct {
	choice query.CallChoice
	noise  float64 // in percent
	// The trees stay those of kept while one of their instances is looked at, which is as long as
	// the window is shown.
	kept, shown model.Range
}

// newCallState is the state for a newly opened trace; the noise stays.
func newCallState(noise float64) callState {
	return callState{choice: query.CallChoice{Kind: calltree.TreeBlocking, Category: query.AllBlocking, Thread: model.NoThread}, noise: noise}
}

// CallChoice is which call trees are shown.
func (s *Session) CallChoice() query.CallChoice { return s.calls.choice }

// ChooseCalls shows other call trees, of the current window.
func (s *Session) ChooseCalls(c query.CallChoice) {
	s.calls.choice, s.calls.shown = c, model.Range{}
	s.tell(ChangedCalls)
}

// Noise is the share of a tree in percent below which its functions are left out.
func (s *Session) Noise() float64 { return s.calls.noise }

// SetNoise hides functions below another share of their tree, none for 0.
func (s *Session) SetNoise(percent float64) {
	s.calls.noise = min(max(percent, 0), 99)
	s.tell(ChangedCalls)
}

// CallsBehind reports whether the trees are those of a window other than the visible one, because
// one of their instances is being looked at.
func (s *Session) CallsBehind() bool {
	c := &s.calls
	return c.shown.Len() > 0 && c.shown == s.Scope() && c.kept != c.shown
}

// CatchUpCalls makes the trees those of the visible window.
func (s *Session) CatchUpCalls() {
	s.calls.shown = model.Range{}
	s.tell(ChangedCalls)
}
