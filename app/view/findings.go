package view

import (
	"context"
	"image/color"
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

// findingsDelay is how long window and lanes must be at rest before findings are
// looked for.
const findingsDelay = 250 * time.Millisecond

const tabFindings = "findings"

// findingsTab has the findings.
func findingsTab() *tab {
	return &tab{
		id: tabFindings, title: "Findings", command: "Findings", key: fyne.Key5, actions: []string{"copy"},
		make: func(b *Panes) tabPage {
			p := newFindingsPane(b)
			b.findings = p
			// It follows what has changed of the session, also while it is not seen.
			return tabPage{root: p.root, follow: ifSeen(func() {}), table: p.table, filter: p.filter, forget: p.forget}
		},
	}
}

// findingsPane is the tab of the findings: a table of them and, below it, the
// selected one. They are looked for in the background, one search at a time, which
// ends when something else is to be looked at.
type findingsPane struct {
	b      *Panes
	root   *fyne.Container
	table  *kit.TableView
	filter *kit.TableFilter
	card   *findingCard

	settle  kit.Debouncer
	asked   query.Findings     // the last question, without a trace for none
	cancel  context.CancelFunc // ends the search
	running bool
	found   *query.Found // nil before the first answer
	failed  error        // why there is none
}

func newFindingsPane(b *Panes) *findingsPane {
	p := &findingsPane{b: b, table: kit.NewTableView(b.Tips), cancel: func() {}}
	p.card = newFindingCard(p)
	b.WireTable(p.table, foundTable)
	t := p.table
	p.filter = kit.NewTableFilter(t, b.Look)
	p.filter.Picked = p.chooseOne
	t.Swatch = p.severityColour
	t.Chosen = func(*grid.Row) { p.card.update() }
	t.Preview, t.Enter = t.Chosen, func(r *grid.Row) { p.goTo(r) }
	t.More = p.menu
	p.root = p.card.below(t)
	p.forget()
	return p
}

// follow has findings looked for again, in a while, if c may change them.
func (p *findingsPane) follow(c session.Change) {
	const matters = session.ChangedTrace | session.ChangedWindow | session.ChangedRange | session.ChangedRows | session.ChangedClock | session.ChangedFindings |
		session.ChangedKnown
	if c&matters != 0 && p.b.Session.Trace() != nil {
		p.settle.After(findingsDelay, p.ask)
	}
}

// ask looks for findings if something else is to be looked at than last time.
func (p *findingsPane) ask() {
	if p.b.Session.Trace() == nil {
		return
	}
	q := p.b.Session.FindingsQuery()
	if q.Same(&p.asked) {
		return
	}
	p.cancel()
	p.asked = q
	if !p.running { // else the search that ends starts this one
		p.start()
	}
}

// start looks for what was asked last.
func (p *findingsPane) start() {
	ctx, cancel := context.WithCancel(context.Background())
	q := p.asked
	p.cancel, p.running = cancel, true
	p.table.Working.Paint(theme.ColorNamePrimary, "")
	go func() {
		found, err := q.Run(ctx)
		cancel()
		fyne.Do(func() { p.done(&q, found, err) })
	}()
}

// done shows the answer to q, unless something else was asked meanwhile.
func (p *findingsPane) done(q *query.Findings, found *query.Found, err error) {
	p.running = false
	switch {
	case p.asked.Trace == nil:
	case !q.Same(&p.asked):
		p.start()
	default:
		p.show(found, err)
	}
}

// show shows what was found; the selected finding stays selected if it is still
// there.
func (p *findingsPane) show(found *query.Found, err error) {
	p.found, p.failed = found, err
	p.table.Working.Paint("", "")
	content := &grid.Content{Table: p.table.Grid.Content().Table}
	p.table.Hint = p.nothing()
	if err == nil {
		content = found.Content
		p.b.Session.Found(found)
	}
	p.table.Fill(content, p.b.Session.GridScope())
	p.filter.Follow()
	p.badge()
	p.b.headline.about(p)
	p.chooseOne()
	p.root.Refresh()
	p.b.Refresh()
}

// chooseOne selects the first finding in the table if none there is selected, and
// shows the selected one below it.
func (p *findingsPane) chooseOne() {
	if p.table.Grid.Cursor() < 0 && p.table.Grid.Len() > 0 {
		p.table.Grid.Choose(0)
		p.table.Update()
	}
	p.card.update()
}

// nothing says why the table is empty.
func (p *findingsPane) nothing() string {
	switch {
	case p.failed != nil:
		return "Findings could not be looked for"
	case !findings.Askable(p.found.Query.Trace):
		return findings.NotAskable
	case p.found.Suppressed > 0:
		return "All that was found in this window is suppressed"
	}
	return "Nothing was found in this window"
}

// unseen says behind a sentence how many rules the recording cannot answer, "" for none.
func (p *findingsPane) unseen() string {
	if p.found == nil || p.found.Unseen == 0 {
		return ""
	}
	return ", but this recording cannot answer " + kit.Plural(p.found.Unseen, "rule")
}

// badge shows on the tab how many findings there are.
func (p *findingsPane) badge() {
	number := ""
	if p.found != nil {
		n := len(p.found.List)
		if p.b.Session.ShowsSuppressed() {
			n -= p.found.Suppressed
		}
		if n > 0 {
			number = timeline.FormatCount(int64(n))
		}
	}
	if p.b.tabs != nil {
		p.b.tabs.Badge(tabFindings, number)
	}
}

// forget resets for another trace.
func (p *findingsPane) forget() {
	p.settle.Stop()
	p.cancel()
	p.asked, p.found, p.failed = query.Findings{}, nil, nil
	p.table.Grid, p.table.Hint = p.table.Grid.Fresh(), "Looking for findings…"
	clear(p.table.Usuals)
	p.table.Working.Paint("", "")
	p.table.Update()
	p.filter.Clear()
	p.badge()
	p.card.update()
}

// of is the finding of a row, nil for none.
func (p *findingsPane) of(r *grid.Row) *findings.Finding {
	if p.found == nil || r == nil {
		return nil
	}
	for i := range p.found.Content.Rows {
		if p.found.Content.Rows[i].Key == r.Key {
			return &p.found.List[i]
		}
	}
	return nil
}

// selected is the finding whose row is selected, nil without.
func (p *findingsPane) selected() *findings.Finding {
	if at := p.table.Grid.Cursor(); at >= 0 {
		return p.of(p.table.Grid.Row(at))
	}
	return nil
}

// goTo shows the evidence of a row. The list stays that of the window in which it
// was found, so that one can go on to the next finding.
func (p *findingsPane) goTo(r *grid.Row) {
	f := p.of(r)
	if f == nil {
		return
	}
	p.b.Session.GoFinding(&p.found.Query, f)
	if !p.running {
		p.asked = p.b.Session.FindingsQuery()
	}
	p.card.update()
}

// step goes to the next finding in the table (dir 1) or the one before (dir -1).
func (p *findingsPane) step(dir int) {
	g := p.table.Grid
	n := g.Len()
	at := (g.Cursor() + dir + n) % n
	if p.b.tabs.Chosen != tabFindings {
		p.b.Commands.Get("tab.findings").Do()
		at = max(g.Cursor(), 0)
	}
	p.table.Choose(at)
	p.goTo(g.Row(at))
}

// severityColour is the colour before a row: that of its finding's severity.
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
