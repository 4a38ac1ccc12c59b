package view

import (
	"cmp"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"threadlens/app/grid"
	"threadlens/app/session"
	"threadlens/model/analysis"
)

// reportPane is the tab that shows any report of the command line, in the session's
// scope: which one it is stands above the table, with what it tells.
type reportPane struct {
	tableFeed
	w     *window
	root  *fyne.Container
	which *button
	about *line
	name  string // of the report
	wrong error  // why there is none, of the last answer
}

// firstReport is shown until another one is chosen.
const firstReport = "peers"

func newReportPane(w *window) *reportPane {
	p := &reportPane{tableFeed: tableFeed{s: w.s, table: newTableView(w.tips)}, w: w, about: newCaption("", colorText2).fitting()}
	p.ask, p.filled = p.question, p.shown
	p.filter = newTableFilter(p.table, w.look)
	p.table.chosen, p.table.preview = w.s.GoRow, w.s.GoRow
	p.table.enter = func(r *grid.Row) { w.s.GoRow(r); p.table.leave() }
	p.which = newButton(flat, "", "", nil)
	p.which.trailing, p.which.height = iconDown, 24
	p.which.run = func() {
		at := fyne.CurrentApp().Driver().AbsolutePositionForObject(p.which)
		w.popUp(p.choices(), at.AddXY(0, p.which.Size().Height))
	}
	p.which.explain(w.tips, "Which report")
	head := container.New(fixed{0, tabBarHeight}, container.New(insets{4, 0}, container.New(rowLayout{8}, p.which, withTip(p.about, w.tips))))
	p.root = container.NewBorder(head, nil, nil, nil, p.table)
	p.choose(firstReport)
	return p
}

// tableName is the name under which the layout of a report's table is kept.
func (p *reportPane) tableName() string { return "report " + p.name }

// choose has the pane show another report.
func (p *reportPane) choose(name string) {
	a, _ := analysis.Find(name)
	p.name = name
	p.which.text = reportTitle(name)
	p.which.Refresh()
	p.about.set(reportDoc(a))
	p.forget()
	p.w.wireTable(p.table, p.tableName())
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
func reportDoc(a analysis.Analysis) string {
	doc, _, _ := strings.Cut(a.Doc, " (--")
	return strings.ToUpper(doc[:1]) + doc[1:]
}

// question is the query of the report that is chosen.
func (p *reportPane) question() (run func() (*grid.Content, error), quick bool) {
	query, ok := p.s.AnyReport(p.name)
	return func() (*grid.Content, error) {
		if !ok {
			return &grid.Content{Table: &analysis.Table{}}, nil
		}
		content, err := query.Run()
		p.wrong = err // read when this is shown: one answer at a time is made
		return content, err
	}, false
}

// shown tells in an empty table why it is empty.
func (p *reportPane) shown() {
	p.table.hint = "There is nothing of it in this window"
	if p.wrong != nil {
		p.table.hint = sentence(p.wrong)
	}
	table := p.table.g.Content().Table
	doc, _ := analysis.Find(p.name)
	if text := joined(append([]string{cmp.Or(table.Title, reportDoc(doc))}, table.Notes...)...); text != p.about.text {
		p.about.set(text)
	}
	p.table.update()
	p.w.settled()
}

// choices are all reports, a menu for each group.
func (p *reportPane) choices() (items []*fyne.MenuItem) {
	for _, g := range session.ReportGroups() {
		var list []*fyne.MenuItem
		for _, a := range g.Reports {
			item := p.w.items(reportCommand(a.Name))[0]
			item.Label = reportTitle(a.Name)
			list = append(list, item)
		}
		items = append(items, submenu(g.Title, list))
	}
	return items
}

// forget resets for another trace.
func (p *reportPane) forget() {
	p.table.g = p.table.g.Fresh()
	clear(p.table.usuals)
	p.table.update()
	p.filter.clear()
	p.wrong = nil
}

// reportCommand is the command that shows a report.
func reportCommand(name string) string { return "report." + name }

// reportCommands show the reports: from the menu, and from the finder by name.
func (w *window) reportCommands() (list []*command) {
	for _, a := range analysis.List() {
		list = append(list, &command{
			id: reportCommand(a.Name), title: "Report: " + reportTitle(a.Name), help: reportDoc(a), enabled: w.isOpen,
			checked: func() bool { return w.reports.name == a.Name },
			run:     func() { w.showReport(a.Name) },
		})
	}
	return list
}

// showReport shows a report below the lanes.
func (w *window) showReport(name string) {
	if w.s.Viewing() != session.ViewThreads {
		w.s.SetViewing(session.ViewThreads)
	}
	if !w.body.open() {
		w.table.get("pane").do()
	}
	w.reports.choose(name)
	w.tabs.choose(tabReports)
	w.refresh()
}
