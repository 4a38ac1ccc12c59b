package view

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

// contentionTab is the page of who waited for whom: the content is that of
// query.Contention. It is kept up to date while it is not shown, too, where
// that is quick: its tab tells how many rows there are.
type contentionTab struct {
	tableFeed
	w    *window
	root *fyne.Container

	atOnce int // reportAtOnce, but for tests
}

func newContentionTab(w *window) *contentionTab {
	c := &contentionTab{tableFeed: tableFeed{s: w.s, table: kit.NewTableView(w.tips)}, w: w, atOnce: reportAtOnce}
	c.ask = func() (func() (*grid.Content, error), bool) {
		query := w.s.ContentionQuery()
		return query.Run, w.s.ReportCost() <= c.atOnce && query.Quick()
	}
	c.filled = c.count
	c.filter = kit.NewTableFilter(c.table, w.look)
	c.table.Hint = "No thread in view waited for synchronization in this window"
	c.table.Chosen, c.table.Preview = w.s.GoContention, w.s.GoContention
	c.table.Enter = func(r *grid.Row) { w.s.GoContention(r); c.table.Leave() }
	w.wireTable(c.table, contentionTable)
	c.root = container.NewStack(c.table)
	return c
}

// follow takes the figures of the session's scope, if they are shown or quick.
func (c *contentionTab) follow(shown bool) {
	if _, quick := c.ask(); shown || quick {
		c.update()
		return
	}
	c.w.tabs.Badge(tabContention, "")
}

// count tells on the tab how many rows name a thread.
func (c *contentionTab) count() {
	text := ""
	if n := query.ContentionCount(c.table.Grid.Content()); n > 0 {
		text = strconv.Itoa(n)
	}
	c.w.tabs.Badge(tabContention, text)
}

// forget resets for another trace.
func (c *contentionTab) forget() {
	c.table.Grid = c.table.Grid.Fresh()
	c.table.Update()
	c.filter.Clear()
	c.w.tabs.Badge(tabContention, "")
}

// contentionCommands are those about waits for locks.
func (w *window) contentionCommands() []*kit.Command {
	return []*kit.Command{{
		ID: "inherited", Title: "Inherited Preemption of Wait",
		Help:    "Select the preemptions of those for whom the selected wait waited",
		Enabled: w.hasSegment, Why: "No segment is selected.",
		Run: func() { w.say(w.s.PickInherited()) },
	}}
}
