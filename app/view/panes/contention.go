package panes

import (
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"threadlens/app/grid"
	"threadlens/app/session/query"
	"threadlens/app/view/kit"
)

// contentionTable is the name under which the layout of the table is kept.
const contentionTable = "contention"

// TabContention is the id of the tab of waits for locks.
const TabContention = "contention"

// contentionTab shows the waits for locks.
func contentionTab(at **contentionPane) *tab {
	return &tab{
		ID: TabContention, Help: "categories", Title: "Contention", short: "Locks", command: "Contention", key: fyne.Key4, counted: true, actions: []string{"copy"},
		make: func(b *Bar) tabPage {
			p := newContentionPane(b)
			*at = p
			return tabPage{root: p.root, follow: p.Follow, Table: p.Table, Filter: p.Filter, Forget: p.forget, About: whole(contentionTable)}
		},
	}
}

// contentionPane is the page of who waited for whom, with the content of query.Contention. It is
// also kept up to date while hidden, if that is quick, because its tab shows the number of rows.
type contentionPane struct {
	TableFeed
	b    *Bar
	root *fyne.Container

	AtOnce int // reportAtOnce, except in tests
}

func newContentionPane(b *Bar) *contentionPane {
	c := &contentionPane{TableFeed: TableFeed{Session: b.Session, Table: kit.NewTableView(b.Tips)}, b: b, AtOnce: reportAtOnce}
	c.Ask = func() (func() (*grid.Content, error), bool) {
		query := b.Session.ContentionQuery()
		return query.Run, b.Session.ReportCost() <= c.AtOnce && query.Quick()
	}
	c.Filled = c.count
	c.Filter = kit.NewTableFilter(c.Table, b.Look)
	c.Table.Hint = "No visible thread waited for synchronization in this time window"
	c.leads(b.Session.GoContention)
	b.WireTable(c.Table, contentionTable)
	c.root = container.NewStack(c.Table)
	return c
}

// Follow updates the figures if they are shown or quick to compute.
func (c *contentionPane) Follow(shown bool) {
	if _, quick := c.Ask(); shown || quick {
		c.Update()
		return
	}
	c.b.Tabs.Badge(TabContention, "")
}

// count shows on the tab how many rows name a thread.
func (c *contentionPane) count() {
	text := ""
	if n := query.ContentionCount(c.Table.Grid.Content()); n > 0 {
		text = strconv.Itoa(n)
	}
	c.b.Tabs.Badge(TabContention, text)
}

// forget resets for another trace.
func (c *contentionPane) forget() {
	c.TableFeed.Forget()
	c.b.Tabs.Badge(TabContention, "")
}
