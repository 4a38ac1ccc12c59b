package panes

import (
	"image/color"
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/grid"
	"threadlens/app/session"
	"threadlens/app/session/query"
	"threadlens/app/view/kit"
	"threadlens/model/findings"
	"threadlens/timeline"
)

// findingsDelay is how long window and lanes must stay unchanged before findings are searched for.
const findingsDelay = 250 * time.Millisecond

// TabFindings is the id of the tab of the findings.
const TabFindings = "findings"

// findingsTab shows the findings; found is called when new ones are shown.
func findingsTab(at **findingsPane, found func()) *tab {
	return &tab{
		ID: TabFindings, Help: "findings", Title: "Findings", command: "Findings", key: fyne.Key5, counted: true, actions: []string{"copy"},
		make: func(b *Bar) tabPage {
			p := newFindingsPane(b)
			p.shown = found
			*at = p
			// Follow updates the pane after changes of the session, also while it is hidden.
			return tabPage{root: p.Root, follow: ifSeen(func() {}), Table: p.Table, Filter: p.Filter, Forget: p.forget, About: whole(foundTable)}
		},
	}
}

// foundTable is the name under which the layout of the table is kept.
const foundTable = "findings"

// findingsPane is the tab of the findings: a table of them and, below it, the selected one. They
// are searched for in the background, one search at a time; a search is canceled when its scope
// changes.
type findingsPane struct {
	b      *Bar
	Root   *fyne.Container
	Table  *kit.TableView
	Filter *kit.TableFilter
	Card   *findingCard

	Settle kit.Debouncer
	Asked  query.Findings // the last query, its trace nil for none
	kit.Background
	Found  *query.Found // nil before the first answer
	failed error        // why there is no answer
	shown  func()       // called when new findings are shown, or those shown are of other processes
}

func newFindingsPane(b *Bar) *findingsPane {
	p := &findingsPane{b: b, Table: kit.NewTableView(b.Tips)}
	p.Card = newFindingCard(p)
	b.WireTable(p.Table, foundTable)
	t := p.Table
	p.Filter = kit.NewTableFilter(t, b.Look)
	p.Filter.Picked = p.chooseOne
	t.Swatch, t.Shape = p.severityColour, p.severityShape
	t.Chosen = func(*grid.Row) { p.Card.update() }
	t.Preview, t.Enter = t.Chosen, func(r *grid.Row) { p.GoTo(r) }
	t.More = p.menu
	p.Root = p.Card.below(t)
	p.forget()
	return p
}

// Follow searches for findings again after a delay, if the change c may affect them.
func (p *findingsPane) Follow(c session.Change) {
	const matters = session.ChangedTrace | session.ChangedWindow | session.ChangedRange | session.ChangedRows | session.ChangedClock | session.ChangedFindings |
		session.ChangedKnown
	if c&matters != 0 && p.b.Session.Trace() != nil {
		p.Settle.After(findingsDelay, p.Ask)
	}
}

// Ask searches for findings if the scope differs from that of the last search.
func (p *findingsPane) Ask() {
	if p.b.Session.Trace() == nil {
		return
	}
	q := p.b.Session.FindingsQuery()
	if q.Same(&p.Asked) {
		return
	}
	p.Asked = q
	if p.stale() {
		p.shown()
	}
	p.Cancel()
	if !p.Busy(p.start) { // otherwise the ending search starts this one
		p.start()
	}
}

// stale reports whether the findings shown are of other processes than those asked about: unlike
// those of another window, they are not even about the same program.
func (p *findingsPane) stale() bool {
	return p.Found != nil && !slices.Equal(p.Found.Query.Targets, p.Asked.Targets)
}

// start runs the last query.
func (p *findingsPane) start() {
	if p.Asked.Trace == nil {
		return
	}
	q := p.Asked
	p.Table.Working.Paint(theme.ColorNamePrimary, "")
	kit.Make(&p.Background, q.Run, p.Show)
}

// Show shows the findings; the selected one stays selected if it is still there.
func (p *findingsPane) Show(found *query.Found, err error) {
	p.Found, p.failed = found, err
	p.Table.Working.Paint("", "")
	content := &grid.Content{Table: p.Table.Grid.Content().Table}
	p.Table.Hint = p.nothing()
	if err == nil {
		content = found.Content
		p.b.Session.Found(found)
		p.b.PanesNow() // lanes in another order change the order of rows: one frame shows both
	}
	p.Table.Fill(content, p.b.Session.GridScope())
	p.Filter.Follow()
	p.badge()
	p.shown()
	p.chooseOne()
	p.Root.Refresh()
	p.b.Refresh()
}

// chooseOne selects the first finding in the table if none is selected, and shows the selected one
// below it.
func (p *findingsPane) chooseOne() {
	if p.Table.Grid.Cursor() < 0 && p.Table.Grid.Len() > 0 {
		p.Table.Grid.Choose(0)
		p.Table.Update()
	}
	p.Card.update()
}

// nothing explains why the table is empty.
func (p *findingsPane) nothing() string {
	switch {
	case p.failed != nil:
		return "Findings could not be computed"
	case !findings.Askable(p.Found.Query.Trace):
		return findings.NotAskable
	case p.Found.Suppressed > 0:
		return "All findings in this time window are suppressed"
	}
	return "No findings in this time window"
}

// unseen is a sentence on how many rules the recording cannot answer, "" for none.
func (p *findingsPane) unseen() string {
	if p.Found == nil || p.Found.Unseen == 0 {
		return ""
	}
	return ", but this recording lacks the data for " + kit.Plural(p.Found.Unseen, "rule")
}

// badge shows on the tab how many findings there are.
func (p *findingsPane) badge() {
	number := ""
	if n := p.count(); n > 0 {
		number = timeline.FormatCount(int64(n))
	}
	if p.b.Tabs != nil {
		p.b.Tabs.Badge(TabFindings, number)
	}
}

// count is the number of findings that are not suppressed.
func (p *findingsPane) count() int {
	switch {
	case p.Found == nil:
		return 0
	case p.b.Session.ShowsSuppressed():
		return len(p.Found.List) - p.Found.Suppressed
	}
	return len(p.Found.List)
}

// forget resets for another trace.
func (p *findingsPane) forget() {
	p.Settle.Stop()
	p.Cancel()
	p.Asked, p.Found, p.failed = query.Findings{}, nil, nil
	p.Table.Grid, p.Table.Hint = p.Table.Grid.Fresh(), computingFindings
	clear(p.Table.Usuals)
	p.Table.Working.Paint("", "")
	p.Table.Update()
	p.Filter.Clear()
	p.badge()
	p.Card.update()
}

// of is the finding of a row, nil for none.
func (p *findingsPane) of(r *grid.Row) *findings.Finding {
	if p.Found == nil || r == nil {
		return nil
	}
	for i := range p.Found.Content.Rows {
		if p.Found.Content.Rows[i].Key == r.Key {
			return &p.Found.List[i]
		}
	}
	return nil
}

// Selected is the finding whose row is selected, nil if there is none.
func (p *findingsPane) Selected() *findings.Finding {
	if at := p.Table.Grid.Cursor(); at >= 0 {
		return p.of(p.Table.Grid.Row(at))
	}
	return nil
}

// GoTo shows the evidence of a row. The list remains that of the window in which the finding was
// found, so that the user can go on to the next one.
func (p *findingsPane) GoTo(r *grid.Row) {
	f := p.of(r)
	if f == nil {
		return
	}
	p.b.Session.GoFinding(&p.Found.Query, f)
	if !p.Running {
		p.Asked = p.b.Session.FindingsQuery()
	}
	p.Card.update()
}

// step goes to the next finding in the table (dir 1) or the previous one (dir -1).
func (p *findingsPane) step(dir int) {
	g := p.Table.Grid
	n := g.Len()
	at := (g.Cursor() + dir + n) % n
	if p.b.Tabs.Chosen != TabFindings {
		p.b.Commands.Get("tab.findings").Do()
		at = max(g.Cursor(), 0)
	}
	p.Table.Choose(at)
	p.GoTo(g.Row(at))
}

// severityColour is the colour before a row: that of its finding's severity, nil for none.
func (p *findingsPane) severityColour(r *grid.Row) color.Color {
	f := p.of(r)
	switch {
	case f == nil:
		return color.Transparent
	case r.Gone || f.Severity == findings.Info:
		return theme.Color(kit.ColorText3)
	case f.Severity == findings.Warning:
		return theme.Color(theme.ColorNameWarning)
	}
	return theme.Color(theme.ColorNameError)
}

// severityShape is the shape of the mark before a row: severities differ not only in colour.
func (p *findingsPane) severityShape(r *grid.Row) kit.MarkShape {
	switch f := p.of(r); {
	case f == nil || f.Severity == findings.Warning:
		return kit.MarkSquare
	case f.Severity == findings.Info:
		return kit.MarkRing
	}
	return kit.MarkCircle
}
