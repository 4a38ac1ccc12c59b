// Package pair shows the trace with which another is compared in a session of its own, on the same
// axis of time: what is done with the window, the selected range, the view or a thread of one
// session is done in the other, where that is later by an offset.
package pair
