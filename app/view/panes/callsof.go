package panes

import (
	"fyne.io/fyne/v2"

	"threadlens/app/session"
	"threadlens/app/session/query"
	"threadlens/app/view/host"
	"threadlens/app/view/kit"
	"threadlens/model"
	"threadlens/model/measure/calltree"
)

// chooseCalls shows the call trees of a choice.
func chooseCalls(h *host.Host, c query.CallChoice) {
	h.Session.ChooseCalls(c)
	h.Commands.Get("tab.calls").Do()
}

// callsOfSelection shows the call tree of the selected thread: of the category of the selected
// segment, or of all waits.
func callsOfSelection(h *host.Host) {
	ix := h.Session.Selected().Thread
	c := query.CallChoice{Kind: calltree.TreeBlocking, Category: query.AllBlocking, Thread: ix}
	if seg, ok := h.Session.Segment(); ok {
		if of, ok := query.CallChoiceOf(seg.Category, ix); ok {
			c = of
		}
	}
	chooseCalls(h, c)
}

// CallsOf shows the call tree that contains the time of a category, of one thread or, for NoThread,
// of all.
func CallsOf(h *host.Host, category model.Category, ix model.ThreadIx) {
	c, ok := query.CallChoiceOf(category, ix)
	if !ok {
		h.Say(session.Outcome{Text: category.Title() + " time has no call tree: call trees cover only execution, waits and preemptions."})
		return
	}
	chooseCalls(h, c)
}

// legendMenu opens the menu of a category in the legend.
func legendMenu(h *host.Host, c model.Category, at fyne.Position) { h.PopUp(LegendItems(h, c), at) }

// LegendItems are the items of a category's menu in the legend.
func LegendItems(h *host.Host, c model.Category) []*fyne.MenuItem {
	_, ok := query.CallChoiceOf(c, model.NoThread)
	tree := fyne.NewMenuItem("Call Tree of "+c.Title(), func() { CallsOf(h, c, model.NoThread) })
	tree.Disabled = !ok
	return []*fyne.MenuItem{tree}
}

// callItems are a menu item with one call tree of the thread below it for each category in which it
// spent time; none if there is no such category.
func callItems(h *host.Host, sums *model.Sums, ix model.ThreadIx) []*fyne.MenuItem {
	var items []*fyne.MenuItem
	for _, c := range kit.CategoryOrder {
		if _, ok := query.CallChoiceOf(c, ix); ok && sums[c] > 0 {
			items = append(items, fyne.NewMenuItem(c.Title(), func() { CallsOf(h, c, ix) }))
		}
	}
	if items == nil {
		return nil
	}
	return []*fyne.MenuItem{host.Submenu("Call Tree", items)}
}
