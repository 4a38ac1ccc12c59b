package panes

import (
	"cmp"
	"errors"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"threadlens/app/export"
	"threadlens/app/grid"
	"threadlens/app/session"
	"threadlens/app/session/query"
	"threadlens/app/view/host"
	"threadlens/app/view/kit"
	"threadlens/model/report"
)

// TabReports is the id of the tab that shows any report.
const TabReports = "reports"

// reportsTab shows any report.
func reportsTab(at **reportPane) *tab {
	return &tab{
		ID: TabReports, Help: "command-line", Title: "Reports", command: "Reports", key: fyne.Key8, actions: []string{"copy"},
		make: func(b *Bar) tabPage {
			p := newReportPane(b)
			*at = p
			return tabPage{root: p.root, follow: ifSeen(p.update), Table: p.Table, Filter: p.Filter, Drawn: p.Drawn, Forget: p.forget, About: p.shows}
		},
	}
}

// reportPane is the tab that shows any report of the command line, in the session's scope. Above
// the table are the name of the report and what it shows. Some reports have a chart, which can
// replace the table.
type reportPane struct {
	TableFeed
	b     *Bar
	root  *fyne.Container
	which *kit.Button
	Part  *kit.Button    // what the report is narrowed to; a click shows it in full
	About *kit.Line      // what it shows
	Form  *kit.Segmented // table or chart, of a report that has one
	save  *kit.Button    // exports the chart
	Chart *ChartView
	draws bool   // the chart is chosen
	Name  string // of the report
	wrong error  // why the last query has no answer
}

// FirstReport is shown until another one is chosen.
const FirstReport = "peers"

func newReportPane(b *Bar) *reportPane {
	p := &reportPane{TableFeed: TableFeed{Session: b.Session, Table: kit.NewTableView(b.Tips)}, b: b, About: kit.NewCaption("", kit.ColorText2).Fitting()}
	p.Ask, p.Filled = p.question, p.shown
	p.Filter = kit.NewTableFilter(p.Table, b.Look)
	p.leads(b.Session.GoRow)
	p.which = kit.NewButton(kit.Flat, "", "", nil)
	p.which.Trailing, p.which.Height = kit.IconDown, 24
	p.which.Run = func() {
		at := fyne.CurrentApp().Driver().AbsolutePositionForObject(p.which)
		b.PopUp(p.Choices(), at.AddXY(0, p.which.Size().Height))
	}
	p.which.Explain(b.Tips, "Choose a report")
	p.Chart = newChartView(b)
	p.Form = kit.NewSegmented([]string{"Table", "Chart"}, b.Tips,
		func(i int) string {
			return [...]string{"The report as a table", "The report as a chart; Export saves the same chart"}[i]
		},
		func(i int) { p.ShowForm(i == 1) })
	p.save = kit.NewLink("Export", func() { b.Commands.Get("exportChart." + p.Name).Do() }).Explain(b.Tips, "Export the chart as PNG, SVG or PDF")
	p.Part = kit.NewButton(kit.Flat, kit.IconClose, "", func() { b.Commands.Get(ReportCommand(p.Name)).Do() }).Explain(b.Tips, "Show the full report instead of only this part")
	p.Part.Height = 24
	row := container.New(kit.RowLayout(8), p.which, p.Part, kit.WithTip(p.About, b.Tips), p.save, p.Form.Root)
	head := container.New(kit.Fixed{0, kit.TabBarHeight}, container.New(kit.Insets{4, 0}, row))
	p.root = container.NewBorder(head, nil, nil, nil, container.NewStack(p.Table, p.Chart.Root))
	p.ShowForm(false)
	p.choose(FirstReport)
	return p
}

// tableName is the name under which the layout of a report's table is kept.
func (p *reportPane) tableName() string { return "report " + p.Name }

// choose switches the pane to another report.
func (p *reportPane) choose(name string) {
	p.Name = name
	p.which.Text = ReportTitle(name)
	p.which.Refresh()
	part := p.Session.ReportPart(name)
	if kit.Hide(p.Part, part == nil); part != nil {
		p.Part.Set(p.Session.PartTitle(part), "")
	}
	p.Chart.Name = name
	p.forget()
	p.b.WireTable(p.Table, p.tableName())
	p.follow()
}

// ShowForm shows the chart, of reports that have one, or the table.
func (p *reportPane) ShowForm(chart bool) {
	p.draws = chart
	p.Form.Take(int(kit.Bit(chart)))
	p.follow()
}

// follow shows the report as chart or table, as chosen.
func (p *reportPane) follow() {
	has := export.IsChart(p.Name)
	drawn := has && p.draws
	kit.Hide(p.Form.Root, !has)
	kit.Hide(p.save, !drawn)
	kit.Hide(p.Table, drawn)
	kit.Hide(p.Chart.Root, !drawn)
	p.root.Refresh()
	if p.b.Tabs != nil {
		p.b.TabChosen() // the chart has no filter
	}
}

// Drawn reports whether the chart is shown instead of the table.
func (p *reportPane) Drawn() bool { return p.Chart.Root.Visible() }

// shows is the report, and to what it is narrowed.
func (p *reportPane) shows() session.ReportPart {
	if part := p.Session.ReportPart(p.Name); part != nil {
		return *part
	}
	return whole(p.Name)()
}

// update updates the table and the chart.
func (p *reportPane) update() {
	p.TableFeed.Update()
	p.Chart.update()
}

// ReportTitle is the title of a report: its name, in sentence case.
func ReportTitle(name string) string {
	words := strings.ReplaceAll(name, "-", " ")
	if named, ok := reportTitles[name]; ok {
		return named
	}
	return strings.ToUpper(words[:1]) + words[1:]
}

// reportTitles are the titles of reports whose names are not words.
var reportTitles = map[string]string{"cpu": "CPU", "smt": "SMT", "vm": "Virtual machine", "vcpus": "Virtual CPUs"}

// reportDoc is the description of a report, without the flags of the command line.
func reportDoc(a report.Report) string {
	doc, _, _ := strings.Cut(a.Doc, " (--")
	return strings.ToUpper(doc[:1]) + doc[1:]
}

// question is the query of the chosen report.
func (p *reportPane) question() (run func() (*grid.Content, error), quick bool) {
	query, ok := p.Session.AnyReport(p.Name)
	return func() (*grid.Content, error) {
		if !ok {
			return &grid.Content{Table: &report.Table{}}, nil
		}
		content, err := query.Run()
		p.wrong = err // read when this answer is shown: only one at a time is computed
		return content, err
	}, false
}

// shown explains in an empty table why it is empty.
func (p *reportPane) shown() {
	table := p.Table.Grid.Content().Table
	switch {
	case p.wrong != nil:
		p.Table.Hint = kit.Sentence(p.wrong)
	case table.None != "":
		p.Table.Hint = kit.Sentence(errors.New(table.None))
	default:
		p.Table.Hint = "The report has no rows for this time window"
	}
	doc, _ := query.Other{}.Find(p.Name)
	if text := kit.Joined(append([]string{cmp.Or(table.Title, reportDoc(doc))}, table.Notes...)...); text != p.About.Text {
		p.About.Set(text)
	}
	p.Table.Update()
	p.b.Settled()
}

// Choices are all reports, with a menu for each group.
func (p *reportPane) Choices() (items []*fyne.MenuItem) {
	for _, g := range query.ReportGroups() {
		var list []*fyne.MenuItem
		for _, a := range g.Reports {
			item := p.b.Items(ReportCommand(a.Name))[0]
			item.Label = ReportTitle(a.Name)
			list = append(list, item)
		}
		items = append(items, host.Submenu(g.Title, list))
	}
	return items
}

// forget resets for another trace or report.
func (p *reportPane) forget() {
	p.TableFeed.Forget()
	a, _ := query.Other{}.Find(p.Name)
	p.About.Set(reportDoc(a))
	p.wrong = nil
	p.Chart.forget()
}

// ReportCommand is the id of the command that shows a report.
func ReportCommand(name string) string { return "report." + name }
