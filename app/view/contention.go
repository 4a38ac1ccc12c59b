package view

import (
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"threadlens/app/grid"
	"threadlens/app/session"
)

// contentionTable is the name under which the layout of the table is kept.
const contentionTable = "contention"

// contentionTab is the page of who waited for whom: the content is that of
// session.ContentionQuery. It is kept up to date while it is not shown, too, where
// that is quick: its tab tells how many rows there are.
type contentionTab struct {
	tableFeed
	w    *window
	root *fyne.Container

	atOnce int // reportAtOnce, but for tests
}

func newContentionTab(w *window) *contentionTab {
	c := &contentionTab{tableFeed: tableFeed{s: w.s, table: newTableView(w.tips)}, w: w, atOnce: reportAtOnce}
	c.ask = func() (func() (*grid.Content, error), bool) {
		query := w.s.ContentionQuery()
		return query.Run, w.s.ReportCost() <= c.atOnce && query.Quick()
	}
	c.filled = c.count
	c.filter = newTableFilter(c.table, w.look)
	c.table.hint = "No thread in view waited for synchronization in this window"
	c.table.chosen, c.table.preview = w.s.GoContention, w.s.GoContention
	c.table.enter = func(r *grid.Row) { w.s.GoContention(r); c.table.leave() }
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
	c.w.tabs.badge(tabContention, "")
}

// count tells on the tab how many rows name a thread.
func (c *contentionTab) count() {
	text := ""
	if n := session.ContentionCount(c.table.g.Content()); n > 0 {
		text = strconv.Itoa(n)
	}
	c.w.tabs.badge(tabContention, text)
}

// forget resets for another trace.
func (c *contentionTab) forget() {
	c.table.g = c.table.g.Fresh()
	c.table.update()
	c.filter.clear()
	c.w.tabs.badge(tabContention, "")
}

// contentionCommands are those about waits for locks.
func (w *window) contentionCommands() []*command {
	return []*command{{
		id: "inherited", title: "Inherited Preemption of Wait",
		help:    "Select the preemptions of those for whom the selected wait waited",
		enabled: w.hasSegment, why: "No segment is selected.",
		run: func() { w.say(w.s.PickInherited()) },
	}}
}
