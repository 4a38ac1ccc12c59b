// Package session is what is open and what is being looked at: the trace, the
// visible time, the selection, which threads are shown, and how one came there.
// It knows no toolkit, so that all of it can be tested without a window.
//
// A Session (session.go) belongs to one goroutine. Whoever wants to follow it
// subscribes and is told what has changed. Start (load.go) reads a trace in the
// background and reports its one result; Settings (settings.go) are the choices
// that survive a restart. What the window says in words about a segment
// (facts.go, words.go) or about the trust a trace deserves (health.go) is made
// here too.
//
// Read next: session.go, window.go (moving in time), selection.go, rows.go; then
// app/view/doc.go.
package session
