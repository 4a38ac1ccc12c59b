// Package session is the state of the window: the trace, the visible time, the selection, which
// threads are shown, and the history. It knows no toolkit, so that all of it can be tested without
// a window.
//
// A Session (session.go) belongs to one goroutine. Subscribers are notified of what has changed.
// Start (load.go) reads a trace in the background and delivers its result once.
//
// Six packages do not use Session: keep has what survives a restart (settings, keys, thresholds,
// views), capture how traces are recorded, find the search by name, naming the names of things on
// screen, query the queries whose results fill the panes, and explain the texts about a segment, a
// thread or a marker.
//
// The Session uses them for its current state: queries.go makes the queries, plain values that are
// answered in the background; explaining.go has the facts, the stacks and the hint for the
// selection. going.go goes from a row of a result to its place in the trace.
//
// The state of the Cores view is in cores.go.
//
// Following (following.go) hops from a segment to its cause and back; searches (seek.go) find the
// longest or first segment of a kind, or explain why there is none. The visible critical path is in
// criticalpath.go.
//
// The state of the call trees is in calls.go; measureset.go and hostfigure.go have the inputs of
// the Measurement view; suppress.go has the suppressed findings, and relevance.go makes the lanes
// follow the findings.
//
// GoTo and GoToSpot (findspots.go) show the results of a search.
//
// The state of the CPU utilization view is in utilization.go.
//
// FindNames (names.go) finds the names of a trace's functions, in the background after the first
// picture, and Classify (classifying.go) determines from them why threads waited; Learn shows the
// trace with these results.
//
// A keep.ViewFile holds how a trace was looked at: Remember and Restore (restore.go) make and apply
// it.
//
// Read next: session.go, window.go (moving in time), selection.go, cursors.go, bookmarks.go,
// rows.go with hide.go and order.go (which rows, and in which order) and arrangement.go (the same
// as plain data, for storage); then app/view/doc.go.
package session
