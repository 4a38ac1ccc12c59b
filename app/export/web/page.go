package web

import (
	"context"
	"html/template"

	"threadlens/app/export"
	"threadlens/model"
	"threadlens/model/findings"
	"threadlens/model/measure"
)

// Report is what a page is about.
type Report struct {
	Trace *model.Trace
	// Scope is the window and the threads that the page covers.
	Scope  measure.Scope
	Limits findings.Limits
	// Safe selects the colours that red-green colour-blind people can distinguish.
	Safe bool
}

// builder makes the parts of a page.
type builder struct {
	*Report
	ctx   context.Context
	scope measure.Scope // with its defaults filled in
	found []findings.Finding
	lane  map[model.ThreadIx]int // the numbers of the lanes
}

// page is what the template shows.
type page struct {
	Policy        string
	CSS           template.CSS
	JS            template.JS
	Title, Health string
	Facts         []fact
	Findings      []finding
	More          int      // findings that are left out
	NoFindings    string   // why there are none
	Notes         []string // of the findings
	Timeline      lanes
	Use           picture
	Sections      []section
	Command       string // which opens the same window
}

// fact is a line about the trace.
type fact struct{ Title, Value string }

// picture is a chart in both themes, as data URIs.
type picture struct {
	Light template.URL
	Dark  template.Srcset
	Text  string // what it shows, for those who do not see it
	Width int
}

// section is a table below the timeline.
type section struct {
	ID, Heading, About string
	Table              tableText
}

// tableText is the text of a table.
type tableText struct {
	Heads []export.Head
	None  string
	Rows  []tableRow
	Total []string
	Left  string // which rows are not shown
	Notes []string
}

// tableRow is a row; a Head has others below it.
type tableRow struct {
	Head  bool
	Cells []string
}

// finding is a card.
type finding struct {
	Severity, Class, Name, Rule, Sentence string
	Lines                                 []findings.Detail
	Where                                 place
	Evidence                              []place
}

// place is a time range to which a click leads.
type place struct {
	Text     string
	From, To model.Time // from the start of the window
	Lane     int        // the number of the lane, -1 for none
}

// lanes is the timeline: a row for each thread, below the process that it belongs to.
type lanes struct {
	From, Length model.Time // of the window
	Unit         model.Time // the length of 1 in paths, see unitOf
	Width        string     // of the window, in that unit
	Rows         []row
	Legend       []swatch
	Ticks        []tick
	Notes        string // JSON: per lane, the starts and the texts of its longest segments
	Left         string // what has no lane
}

// row is a lane or, without paths, a heading.
type row struct {
	Name, ID string
	Number   int // of the lane, -1 for a heading
	Paths    []path
}

// path is all parts of a lane that have one category, in a box as wide as the window and of height 1:
// a rectangle each, as high as the category's share of its time.
type path struct {
	Class, Title, D string
}

// swatch is an entry of the legend.
type swatch struct{ Class, Title string }

// tick is a label of the time axis.
type tick struct {
	At   string // percent of the width
	Text string
}
