// Package session is the state of the window: the trace, the visible time, the selection, which
// threads are shown, and the history. It knows no toolkit, so that all of it can be tested without
// a window.
//
// A Session belongs to one goroutine. It is built of eight floors; each embeds the one below, so it
// can use that and cannot even name what is above. From the ground up:
//
//	openTrace    opentrace.go  the open trace, and who is notified of changes
//	visibleTime  window.go     the visible time, undo (history.go), cursors, the clock
//	choices      choices.go    what is shown of it: the view, the focus, the inputs of measurement
//	                           (measureset.go, correcting.go), findings (suppress.go), call trees (calls.go)
//	selection    selection.go  the selected segment, thread or row
//	rowList      rows.go       the lanes: hide.go, order.go, fold.go, rowchoice.go, process.go;
//	                           arrangement.go has them as plain data, for storage
//	picture      picture.go    the rows of the current view (cores.go, utilization.go), steps from lane
//	                           to lane (stepping.go), the critical path (criticalpath.go)
//	steps        going.go      ways to a place: seek.go finds the longest or first segment of a kind,
//	                           following.go goes from a segment to its cause and back, hopfacts.go
//	                           along the critical path, findspots.go to results of the search by name,
//	                           bookmarks.go to marks
//	Session      session.go    what needs all of that: opening, the queries of the panes (queries.go),
//	                           facts and stacks of the selection (explaining.go), a remembered view
//	                           (restore.go), a place to return to (place.go)
//
// Six packages do not use Session: keep has what survives a restart (settings, keys, thresholds,
// views), capture how traces are recorded, find the search by name, naming the names of things on
// screen, query the queries whose results fill the panes, plain values that are answered in the
// background, and explain the texts about a segment, a thread or a marker.
//
// Start (load.go) reads a trace in the background and delivers its result once. FindNames (names.go)
// finds the names of its functions after the first picture, and Classify (classifying.go) determines
// from them why threads waited; Learn shows the trace with these results.
package session
