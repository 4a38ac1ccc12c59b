// Package session is what is open and what is being looked at: the trace, the
// visible time, the selection, which threads are shown, and how one came there.
// It knows no toolkit, so that all of it can be tested without a window.
//
// A Session (session.go) belongs to one goroutine. Whoever wants to follow it
// subscribes and is notified of what has changed. Start (load.go) reads a trace in the
// background and reports its one result.
//
// Four rooms know no Session: keep has what survives a restart (settings, keys, thresholds,
// views), capture how traces are recorded, find the search by name, naming what things are
// called on screen.
//
// What the window says in words about a segment (facts.go, blocker.go, lockfacts.go, rule.go),
// its stacks (stack.go, unblocking.go), a thread (threadfacts.go), markers, transfers and
// interrupts (objects.go) or what to try next (hints.go) is made here too, and so is the
// content of the profile report (report.go), which app/grid looks at.
//
// What the Cores view shows is in cores.go, and what it says in corefacts.go and
// migrations.go.
//
// Following (following.go) hops from a segment to what caused it and back;
// searches (seek.go) find the longest or first segment of a kind, or say why
// there is none. The critical path that is shown is in criticalpath.go.
//
// The Measurement view is a MeasureQuery (measurement.go), whose answer makes its
// charts (measureplots.go, measurewords.go) and table (errortable.go); measureset.go and
// hostfigure.go are what the user tells it.
//
// Call trees are a CallQuery (calltree.go, calltable.go).
// Findings are a FindingsQuery (findings.go); suppress.go is which are not shown.
//
// GoTo and GoToSpot (findspots.go) show what a search has found.
//
// What the CPU utilization view shows of the session is in utilization.go, its
// table in cpusummary.go.
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
