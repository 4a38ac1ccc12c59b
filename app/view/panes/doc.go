// Package panes is the area below the lanes of the Threads view: the visible timeline profile, and
// the tabs with the profile report, the stacks, contention, findings, the critical path, hints,
// call trees, and any report.
//
// A pane is a file: it has a tab (tabs.go), which is made with the Bar of the tabs, and does not
// know the other panes. Panes (panes.go) lists the tabs and gives each pane what it needs of the
// others. commands.go contains the commands about panes.
package panes
