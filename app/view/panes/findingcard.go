package panes

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/session/query"
	"threadlens/app/view/kit"
	"threadlens/model/findings"
	"threadlens/model/report"
)

const (
	findingLabel = 112 // width of the lines' titles
	findingValue = 128 // and of their values
	findingGap   = 8
	// findingsPart is the largest part of the pane that the table takes.
	findingsPart = 0.55
)

// findingCard describes the selected finding below the table: its rule, its numbers, its cost, what
// to try. Without a selection it shows the scope of the search and what the trace cannot show.
type findingCard struct {
	p     *findingsPane
	Name  *kit.Line
	rule  *kit.Line
	lines *fyne.Container
	root  *fyne.Container
	width float32
}

func newFindingCard(p *findingsPane) *findingCard {
	c := &findingCard{p: p, lines: container.New(kit.ColumnLayout(2))}
	c.Name = kit.NewLine("", theme.ColorNameForeground).Bold()
	c.rule = kit.NewLine("", kit.ColorText2).Fitting()
	page := container.New(kit.ColumnLayout(8), container.New(kit.Fixed{0, kit.FactHeight}, container.New(kit.RowLayout(findingGap), c.Name, c.rule)), c.lines)
	c.root = container.NewStack(container.NewVScroll(container.New(kit.Insets{kit.PaneMargin, 10}, page)))
	return c
}

// below puts the card below the table, which takes as much room as its rows need.
func (c *findingCard) below(t *kit.TableView) *fyne.Container {
	return container.New(findingsLayout{t, c}, t, kit.NewRule(), c.root)
}

// findingsLayout places table, rule and card.
type findingsLayout struct {
	t *kit.TableView
	c *findingCard
}

// MinSize implements fyne.Layout.
func (findingsLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(300, 100) }

// Layout implements fyne.Layout.
func (l findingsLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	height := kit.Scaled(kit.TableHead) + float32(max(l.t.Grid.Len(), 1))*kit.Scaled(kit.TableRow) + 1
	if l.t.Width > size.Width { // the scroll bar below the rows
		height += kit.BarRoom
	}
	height = min(height, size.Height*findingsPart)
	kit.Place(o[0], 0, 0, size.Width, height)
	kit.Place(o[1], 0, height, size.Width, 1)
	kit.Place(o[2], 0, height+1, size.Width, size.Height-height-1)
	l.c.resized(size.Width)
}

// resized wraps the texts again if the width has changed.
func (c *findingCard) resized(width float32) {
	if c.width != width {
		c.width = width
		c.update()
	}
}

// update shows the selected finding.
func (c *findingCard) update() {
	c.lines.Objects = c.lines.Objects[:0]
	p := c.p
	switch f := p.Selected(); {
	case f != nil:
		c.Name.Set(f.Name())
		c.rule.Set("rule " + f.Rule.ID + " · " + f.Rule.Doc)
		for _, d := range query.FindingLines(f) {
			c.add(d)
		}
		if d, ok := query.ThreadsLine(p.Found.Query.Trace, f); ok {
			c.add(d)
		}
		a, _ := report.Find(f.Rule.Report)
		c.addLink("Report", ReportTitle(a.Name), reportDoc(a), c.p.b.Commands.Get(ReportCommand(a.Name)).Do)
		c.addLink("Help", "About this rule", "What the rule means, its thresholds, and what to do", func() { c.p.b.ShowHelp(f.Rule.ID) })
	case p.failed != nil:
		c.Name.Set("Findings could not be computed")
		c.rule.Set("")
		c.add(findings.Detail{Title: "Cause", Text: kit.Sentence(p.failed)})
	case p.Found != nil:
		c.Name.Set(p.nothing())
		c.rule.Set("")
	default:
		c.Name.Set("")
		c.rule.Set("")
	}
	c.scope()
	c.lines.Refresh()
	c.root.Refresh()
}

// scope shows the scope of the search, and what the trace cannot show.
func (c *findingCard) scope() {
	found := c.p.Found
	if found == nil {
		return
	}
	if q := &found.Query; q.Window != c.p.b.Session.Scope() {
		c.add(findings.Detail{Title: "Time range searched", Text: q.Terms.Clock.Range(q.Window) + "; the selected range or the time window has changed, searching again"})
	}
	if n := found.Suppressed; n > 0 && !c.p.b.Session.ShowsSuppressed() {
		c.add(findings.Detail{Title: "Suppressed", Text: kit.Plural(n, "finding")})
	}
	if len(found.List) == 0 {
		for i, note := range found.Content.Table.Notes {
			d := findings.Detail{Text: note}
			if i == 0 {
				d.Title = "Coverage"
			}
			c.add(d)
		}
	}
}

// addLink adds a line with a link, such as that to the report whose rows are the finding's evidence.
func (c *findingCard) addLink(title, link, doc string, run func()) {
	value := fyne.CanvasObject(container.New(kit.RowLayout(0), kit.NewLink(link, run)))
	for _, text := range kit.Wrap(doc, c.room()) {
		c.lines.Add(container.New(kit.RowLayout(findingGap),
			container.New(kit.Fixed{findingLabel, kit.FactHeight}, kit.NewLine(title, kit.ColorText2)),
			container.New(kit.Fixed{findingValue, kit.FactHeight}, value),
			kit.NewLine(text, theme.ColorNameForeground).Fitting()))
		title, value = "", kit.NewGap(0, 0)
	}
}

// room is the width of the texts after titles and values.
func (c *findingCard) room() float32 {
	return max(160, c.width-2*kit.PaneMargin-kit.Scaled(findingLabel)-kit.Scaled(findingValue)-2*findingGap)
}

// add adds a line: a title, a value, and a text that may take several lines.
func (c *findingCard) add(d findings.Detail) {
	cell := func(text string, ink fyne.ThemeColorName, width float32) fyne.CanvasObject {
		return container.New(kit.Fixed{width, kit.FactHeight}, kit.NewLine(text, ink).Fitting())
	}
	for i, text := range kit.Wrap(d.Text, c.room()) {
		if i > 0 {
			d.Title, d.Value = "", ""
		}
		c.lines.Add(container.New(kit.RowLayout(findingGap), cell(d.Title, kit.ColorText2, findingLabel),
			cell(d.Value, theme.ColorNameForeground, findingValue), kit.NewLine(text, theme.ColorNameForeground).Fitting()))
	}
}
