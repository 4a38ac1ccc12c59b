// Package web writes a report as one web page, for people who have no Threadlens: what stands out in
// a window of a trace, the timeline of its threads, the CPU use and the tables behind them.
//
// Start with report.go, which puts the page together. page.go has what is on it: sections.go makes the
// findings and the chart, lanes.go the timeline, tables.go the tables of reports, a line for each.
// page.tmpl, page.css and page.js are the page itself: it loads nothing, its Content-Security-Policy
// allows nothing else, and names of the trace are escaped by html/template.
// Without JavaScript it still shows everything, but the timeline cannot be zoomed.
package web
