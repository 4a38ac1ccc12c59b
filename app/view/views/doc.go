// Package views contains the views in which a trace is shown, except for the picture: the summary
// of CPU utilization, the panes of the Threads view (package panes), the table of the Cores view,
// and the pages of the Measurement and the Monitor view.
//
// views.go lists the views. The page of the Measurement view (measurepage.go) consists of cards that
// do not know it: plotview.go, simultaneity.go and vmcard.go, with texts from cardtexts.go.
// tablepanes.go lists all places that show a table; copy, export, filter and reset use that list
// (tables.go, exporttable.go).
package views
