// Package panes is what stands below the lanes of the Threads view: the visible timeline
// profile, and the tabs with the profile report, the stacks, contention, findings, the
// critical path, hints, call trees, and any report.
//
// A pane is a file: it has a tab (tabs.go), made with the Bar of the tabs, and knows no other
// pane. Panes (panes.go) lists the tabs; what one pane needs of another it is given there.
// commands.go has the commands that are about a pane.
package panes
