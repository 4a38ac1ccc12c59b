package session

import "threadlens/model"

// Cursor is one of the two cursors, between which time is measured.
type Cursor uint8

// The cursors.
const (
	CursorA Cursor = iota
	CursorB

	numCursors
)

// String is the letter on the cursor's flag.
func (c Cursor) String() string { return [...]string{"A", "B"}[c] }

var noCursors = [numCursors]model.Time{NoTime, NoTime}

// NoTime is the absence of an instant.
const NoTime model.Time = -1
