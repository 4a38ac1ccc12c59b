// Package export writes what leaves the program: tables as text, CSV, TSV and
// JSON, and pictures of the timeline.
//
// Start with table.go, which names the formats and writes a table in any of
// them; text.go and data.go are the writers for people and for programs.
// picture.go draws the threads of a trace into a PNG, chart.go a table into a
// chart. None of it knows a window: everything here runs without a display.
package export
