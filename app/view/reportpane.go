package view

import (
	"cmp"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"threadlens/app/export"
	"threadlens/app/grid"
	"threadlens/app/session/keep"
	"threadlens/app/session/query"
	"threadlens/app/view/host"
	"threadlens/app/view/kit"
	"threadlens/model/report"
)

const tabReports = "reports"

// reportsTab has any report.
func reportsTab() *tab {
	return &tab{
		id: tabReports, title: "Reports", command: "Reports", key: fyne.Key8, actions: []string{"copy"},
		make: func(b *Panes) tabPage {
			p := newReportPane(b)
			b.reports = p
			return tabPage{root: p.root, follow: ifSeen(p.update), table: p.table, filter: p.filter, drawn: p.drawn, forget: p.forget}
		},
	}
}

// reportPane is the tab that shows any report of the command line, in the session's
// scope: which one it is stands above the table, with what it tells. Some have a chart,
// which can be shown in place of the table.
type reportPane struct {
	tableFeed
	b     *Panes
	root  *fyne.Container
	which *kit.Button
	about *kit.Line
	form  *kit.Segmented // table or chart, of a report that has one
	save  *kit.Button    // exports the chart
	chart *chartView
	draws bool   // the chart is chosen
	name  string // of the report
	wrong error  // why there is none, of the last answer
}

// firstReport is shown until another one is chosen.
const firstReport = "peers"

func newReportPane(b *Panes) *reportPane {
	p := &reportPane{tableFeed: tableFeed{s: b.Session, table: kit.NewTableView(b.Tips)}, b: b, about: kit.NewCaption("", kit.ColorText2).Fitting()}
	p.ask, p.filled = p.question, p.shown
	p.filter = kit.NewTableFilter(p.table, b.Look)
	p.leads(b.Session.GoRow)
	p.which = kit.NewButton(kit.Flat, "", "", nil)
	p.which.Trailing, p.which.Height = kit.IconDown, 24
	p.which.Run = func() {
		at := fyne.CurrentApp().Driver().AbsolutePositionForObject(p.which)
		b.PopUp(p.choices(), at.AddXY(0, p.which.Size().Height))
	}
	p.which.Explain(b.Tips, "Which report")
	p.chart = newChartView(b)
	p.form = kit.NewSegmented([]string{"Table", "Chart"}, b.Tips,
		func(i int) string {
			return [...]string{"The report as a table", "The chart of the report, as it is exported"}[i]
		},
		func(i int) { p.showForm(i == 1) })
	p.save = kit.NewLink("Export", func() { b.Commands.Get("exportChart." + p.name).Do() }).Explain(b.Tips, "Export the chart as PNG, SVG or PDF")
	row := container.New(kit.RowLayout(8), p.which, kit.WithTip(p.about, b.Tips), p.save, p.form.Root)
	head := container.New(kit.Fixed{0, kit.TabBarHeight}, container.New(kit.Insets{4, 0}, row))
	p.root = container.NewBorder(head, nil, nil, nil, container.NewStack(p.table, p.chart.root))
	p.showForm(false)
	p.choose(firstReport)
	return p
}

// tableName is the name under which the layout of a report's table is kept.
func (p *reportPane) tableName() string { return "report " + p.name }

// choose has the pane show another report.
func (p *reportPane) choose(name string) {
	a, _ := report.Find(name)
	p.name = name
	p.which.Text = reportTitle(name)
	p.which.Refresh()
	p.about.Set(reportDoc(a))
	p.chart.name = name
	p.forget()
	p.b.WireTable(p.table, p.tableName())
	p.follow()
}

// showForm shows the chart, of reports that have one, or the table.
func (p *reportPane) showForm(chart bool) {
	p.draws = chart
	p.form.Take(int(kit.Bit(chart)))
	p.follow()
}

// follow shows the report in the chosen form.
func (p *reportPane) follow() {
	has := export.IsChart(p.name)
	drawn := has && p.draws
	kit.Hide(p.form.Root, !has)
	kit.Hide(p.save, !drawn)
	kit.Hide(p.table, drawn)
	kit.Hide(p.chart.root, !drawn)
	p.root.Refresh()
	if p.b.tabs != nil {
		p.b.tabChosen() // whose filter is that of the table
	}
}

// drawn reports whether the chart is shown in place of the table.
func (p *reportPane) drawn() bool { return p.chart.root.Visible() }

// update brings the table and the chart up to date.
func (p *reportPane) update() {
	p.tableFeed.update()
	p.chart.update()
}

// reportTitle is what a report is called: its name, in a sentence's form.
func reportTitle(name string) string {
	words := strings.ReplaceAll(name, "-", " ")
	if named, ok := reportTitles[name]; ok {
		return named
	}
	return strings.ToUpper(words[:1]) + words[1:]
}

// reportTitles are those whose names are no words.
var reportTitles = map[string]string{"cpu": "CPU", "smt": "SMT", "vm": "Virtual machine", "vcpus": "Virtual CPUs"}

// reportDoc is what a report tells, without the flags of the command line.
func reportDoc(a report.Report) string {
	doc, _, _ := strings.Cut(a.Doc, " (--")
	return strings.ToUpper(doc[:1]) + doc[1:]
}

// question is the query of the report that is chosen.
func (p *reportPane) question() (run func() (*grid.Content, error), quick bool) {
	query, ok := p.s.AnyReport(p.name)
	return func() (*grid.Content, error) {
		if !ok {
			return &grid.Content{Table: &report.Table{}}, nil
		}
		content, err := query.Run()
		p.wrong = err // read when this is shown: one answer at a time is made
		return content, err
	}, false
}

// shown tells in an empty table why it is empty.
func (p *reportPane) shown() {
	p.table.Hint = "There is nothing of it in this window"
	if p.wrong != nil {
		p.table.Hint = kit.Sentence(p.wrong)
	}
	table := p.table.Grid.Content().Table
	doc, _ := report.Find(p.name)
	if text := kit.Joined(append([]string{cmp.Or(table.Title, reportDoc(doc))}, table.Notes...)...); text != p.about.Text {
		p.about.Set(text)
	}
	p.table.Update()
	p.b.Settled()
}

// choices are all reports, a menu for each group.
func (p *reportPane) choices() (items []*fyne.MenuItem) {
	for _, g := range query.ReportGroups() {
		var list []*fyne.MenuItem
		for _, a := range g.Reports {
			item := p.b.Items(reportCommand(a.Name))[0]
			item.Label = reportTitle(a.Name)
			list = append(list, item)
		}
		items = append(items, host.Submenu(g.Title, list))
	}
	return items
}

// forget resets for another trace.
func (p *reportPane) forget() {
	p.tableFeed.forget()
	p.wrong = nil
	p.chart.forget()
}

// reportCommand is the command that shows a report.
func reportCommand(name string) string { return "report." + name }

// reportCommands show the reports: from the menu, and from the finder by name.
func (b *Panes) reportCommands() (list []*kit.Command) {
	for _, a := range report.List() {
		list = append(list, &kit.Command{
			ID: reportCommand(a.Name), Title: "Report: " + reportTitle(a.Name), Help: reportDoc(a), Enabled: b.IsOpen,
			Checked: func() bool { return b.reports.name == a.Name },
			Run:     func() { b.showReport(a.Name) },
		})
	}
	return list
}

// showReport shows a report below the lanes.
func (b *Panes) showReport(name string) {
	if b.Session.Viewing() != keep.ViewThreads {
		b.Session.SetViewing(keep.ViewThreads)
	}
	b.reports.choose(name)
	b.showTab(tabReports)
}
