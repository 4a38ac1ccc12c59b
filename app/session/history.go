package session

import (
	"time"

	"threadlens/model"
)

// historySteps is the number of windows to which undo can return.
const historySteps = 100

// mergeWithin is the pause that ends a gesture: moves of one kind that follow each other faster,
// like the notches of a wheel, are one step of undo.
const mergeWithin = 700 * time.Millisecond

// Move is how the window was moved. Consecutive moves of one gesture kind (MoveZoom, MovePan,
// MoveBrush) make one step of the history; a MoveJump is always a separate step.
type Move uint8

// Kinds of moves.
const (
	MoveJump Move = iota
	MoveZoom
	MovePan
	MoveBrush
)

// history remembers previous windows.
type history struct {
	back, forward []model.Range
	last          Move
	at            time.Time // of the last move
}

// leave notes that the window leaves r by a move of kind m at the instant now.
func (h *history) leave(r model.Range, m Move, now time.Time) {
	merge := m != MoveJump && m == h.last && len(h.back) > 0 && now.Sub(h.at) < mergeWithin
	h.last, h.at = m, now
	h.forward = h.forward[:0]
	if merge {
		return
	}
	if len(h.back) == historySteps {
		h.back = append(h.back[:0], h.back[1:]...)
	}
	h.back = append(h.back, r)
}

// undo exchanges the current window for the one before it.
func (h *history) undo(now model.Range) (model.Range, bool) {
	return h.step(&h.back, &h.forward, now)
}

// redo undoes an undo.
func (h *history) redo(now model.Range) (model.Range, bool) {
	return h.step(&h.forward, &h.back, now)
}

func (h *history) step(from, to *[]model.Range, now model.Range) (model.Range, bool) {
	n := len(*from)
	if n == 0 {
		return now, false
	}
	r := (*from)[n-1]
	*from = (*from)[:n-1]
	*to = append(*to, now)
	h.last = MoveJump
	return r, true
}
