package web

import (
	"bytes"
	"encoding/base64"
	"html/template"
	"path/filepath"
	"strconv"
	"strings"

	"threadlens/app/export"
	"threadlens/app/session/query"
	"threadlens/model"
	"threadlens/model/findings"
	"threadlens/model/measure"
	"threadlens/model/report"
	"threadlens/timeline/paint"
)

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

// fill sets the table of a section.
func (s *section) fill(t *report.Table, x *table) error {
	c := report.Choice{Columns: x.columns, Top: x.rows}
	if x.rows > 0 {
		c.Sort, c.Descending = t.Greatest, true
	}
	t = t.ForPeople()
	chosen, err := t.Choose(c)
	if err != nil {
		return err
	}
	cells := export.CellsOf(chosen)
	s.Table = tableText{Heads: cells.Heads, None: cells.None, Notes: t.Notes}
	if len(chosen.Notes) > len(t.Notes) {
		s.Table.Left = chosen.Notes[len(t.Notes)]
	}
	if cells.None != "" {
		return nil
	}
	for row := range cells.Rows() {
		i := len(s.Table.Rows)
		head := i+1 < len(chosen.Levels) && chosen.Levels[i] == 0 && chosen.Levels[i+1] > 0
		s.Table.Rows = append(s.Table.Rows, tableRow{head, row})
	}
	s.Table.Total = cells.Total()
	return nil
}

// facts are the lines at the head of the page.
func (b *builder) facts(p *page) error {
	t := b.Trace
	n := t.Info
	add := func(title, value string) {
		if value != "" {
			p.Facts = append(p.Facts, fact{title, model.Clean(value)})
		}
	}
	add("Window", measure.Window(b.scope.Range)+" ("+measure.Duration(b.scope.Range.Len())+" of "+measure.Duration(t.End)+")")
	add("Threads", b.scope.Shown(t))
	if !n.StartWall.IsZero() {
		add("Recorded", n.StartWall.UTC().Format("2006-01-02 15:04:05")+" UTC")
	}
	add("Command", n.Command)
	add("System", strings.Join(nonEmpty(n.OS.String(), n.OS.Processor, measure.Plural(n.CPUs, "CPU", "CPUs")), ", "))
	add("Trace", n.Format+", "+measure.Plural(t.EventCount(), "event", "events"))
	p.Command = "threadlens " + filepath.Base(n.File)
	if r := b.scope.Range; r != t.Whole() {
		p.Command += " --from " + strconv.FormatInt(int64(r.From), 10) + "ns --to " + strconv.FormatInt(int64(r.To), 10) + "ns"
	}
	p.Command = model.Clean(p.Command)
	return nil
}

func nonEmpty(list ...string) (some []string) {
	for _, s := range list {
		if s != "" {
			some = append(some, s)
		}
	}
	return some
}

// mostFindings is how many findings have room on a page.
const mostFindings = 24

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

// findings are the cards, the worst first.
func (b *builder) findings(p *page) error {
	found, list, _, err := findings.Table(b.ctx, b.Trace, findings.Options{Scope: b.Scope, Limits: b.Limits})
	if err != nil {
		return err
	}
	b.found = list
	p.Notes = found.Notes
	if len(list) == 0 {
		p.NoFindings = "Nothing stands out in this window."
		if !findings.Askable(b.Trace) {
			p.NoFindings = findings.NotAskable + "."
		}
	}
	p.More = max(0, len(list)-mostFindings)
	return nil
}

// cards makes the cards, once the lanes have their numbers.
func (b *builder) cards(p *page, lane map[model.ThreadIx]int) {
	for i := range b.found[:len(b.found)-p.More] {
		f := &b.found[i]
		c := finding{
			Severity: query.SeverityWord(f.Severity), Class: f.Severity.String(), Name: f.Name(), Rule: f.Rule.ID,
			Sentence: f.Sentence, Lines: query.FindingLines(f), Where: b.place(f.Range, -1, measure.Window(f.Range)),
		}
		if d, ok := query.ThreadsLine(b.Trace, f); ok {
			c.Lines = append(c.Lines, d)
		}
		for _, e := range f.Evidence[:min(len(f.Evidence), mostEvidence)] {
			at, ok := lane[e.Thread]
			if !ok {
				continue
			}
			text := measure.ThreadName(b.Trace, e.Thread) + ", " + measure.Duration(e.Len())
			c.Evidence = append(c.Evidence, b.place(e.Range, at, text))
		}
		p.Findings = append(p.Findings, c)
	}
}

const mostEvidence = 6 // on a card

func (b *builder) place(r model.Range, lane int, text string) place {
	from := b.scope.Range.From
	return place{Text: text, From: r.From - from, To: r.To - from, Lane: lane}
}

// Sizes of the chart, dp.
const chartWidth, chartHeight = 1120, 240

// utilization draws the CPU use, in both themes.
func (b *builder) utilization(p *page) error {
	draw := func(dark bool) (string, error) {
		c := export.Chart{
			Name: "utilization", Trace: b.Trace, Scope: b.Scope, Palette: paint.NewPalette(dark, b.Safe), Scale: 1, Width: chartWidth, Height: chartHeight,
		}
		var out bytes.Buffer
		if err := c.Write(&out, export.SVG); err != nil {
			return "", err
		}
		return "data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString(out.Bytes()), nil
	}
	light, err := draw(false)
	if err != nil {
		return err
	}
	dark, err := draw(true)
	if err != nil {
		return err
	}
	p.Use = picture{Light: template.URL(light), Dark: template.Srcset(dark), Width: chartWidth, Text: b.useText()}
	return nil
}

// useText is the CPU use in words.
func (b *builder) useText() string {
	uses, err := measure.Utilization(b.Trace, b.scope.Range, max(1, b.scope.Range.Len()), b.scope.Target)
	if err != nil || len(uses) == 0 {
		return "CPU utilization over the window"
	}
	u, all := &uses[0], b.scope.Capacity(b.Trace)
	return "CPU utilization over the window; on average " + measure.Share(u.Target, all) + " of the machine by the target, " +
		measure.Share(u.Other, all) + " by other processes"
}
