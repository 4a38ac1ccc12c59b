// Package session is what is open and what is being looked at: the trace, the
// visible time, the selection, which threads are shown, and how one came there.
// It knows no toolkit, so that all of it can be tested without a window.
//
// A Session (session.go) belongs to one goroutine. Whoever wants to follow it
// subscribes and is notified of what has changed. Start (load.go) reads a trace in the
// background and reports its one result.
//
// Six rooms know no Session: keep has what survives a restart (settings, keys, thresholds,
// views), capture how traces are recorded, find the search by name, naming what things are
// called on screen, query the questions whose answers fill the panes, and explain what the
// window says in words about a segment, a thread or a marker.
//
// The Session asks them about what is looked at: queries.go makes the questions, which are plain
// values that are answered in the background; explaining.go has the facts, the stacks and the
// hint about what is selected. going.go leads from a row of an answer to where it shows.
//
// What the Cores view shows is in cores.go.
//
// Following (following.go) hops from a segment to what caused it and back;
// searches (seek.go) find the longest or first segment of a kind, or say why
// there is none. The critical path that is shown is in criticalpath.go.
//
// Which call trees are shown is in calls.go; measureset.go and hostfigure.go are what the user
// tells the Measurement view; suppress.go is which findings are not shown, and relevance.go how
// the lanes follow those that are.
//
// GoTo and GoToSpot (findspots.go) show what a search has found.
//
// What the CPU utilization view shows of the session is in utilization.go.
//
// FindNames (names.go) looks for the names of a trace's functions, in the background
// after the first picture, and Classify (classifying.go) settles by them why threads
// waited; Learn shows the trace that is known better.
//
// How a trace was looked at is a keep.ViewFile: Remember and Restore (restore.go) make it
// and follow it.
//
// Read next: session.go, window.go (moving in time), selection.go, cursors.go,
// bookmarks.go, rows.go with hide.go and order.go (which rows, and in which order)
// and arrangement.go (the same as plain data, to be kept); then app/view/doc.go.
package session
