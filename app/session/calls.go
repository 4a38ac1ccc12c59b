package session

import (
	"threadlens/app/session/query"
	"threadlens/model"
)

// CallChoice is which call trees are shown.
func (s *choices) CallChoice() query.CallChoice { return s.calls.choice }

// ChooseCalls shows other call trees, of the current window.
func (s *choices) ChooseCalls(c query.CallChoice) {
	s.calls.choice, s.calls.shown = c, model.Range{}
	s.tell(ChangedCalls)
}

// Noise is the share of a tree in percent below which its functions are left out.
func (s *choices) Noise() float64 { return s.calls.noise }

// SetNoise hides functions below another share of their tree, none for 0.
func (s *choices) SetNoise(percent float64) {
	s.calls.noise = min(max(percent, 0), 99)
	s.tell(ChangedCalls)
}

// CallsBehind reports whether the trees are those of a window other than the visible one, because
// one of their instances is being looked at.
func (s *choices) CallsBehind() bool {
	c := &s.calls
	return c.shown.Len() > 0 && c.shown == s.Scope() && c.kept != c.shown
}

// CatchUpCalls makes the trees those of the visible window.
func (s *choices) CatchUpCalls() {
	s.calls.shown = model.Range{}
	s.tell(ChangedCalls)
}
