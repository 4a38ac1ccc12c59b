package view

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"threadlens/model"
	"threadlens/model/analysis"
	"threadlens/timeline"
)

const (
	barHeight    = 42
	barMargin    = 10
	statusHeight = 24
	bannerHeight = 30
)

// commandBar is the row of buttons above the picture.
type commandBar struct {
	w             *window
	root, row     *fyne.Container
	open, recent  *button
	record        *button
	process       *button
	find          *button
	back, forward *button
	span          *button
	fit, export   *button
	labels        map[*button]string // what the buttons are called where there is room
	length        string             // of the visible time, shown where there is room
	traceOnly     *fyne.Container
	views         *segmented
}

func newCommandBar(w *window) *commandBar {
	b := &commandBar{w: w}
	do := func(id string) *button { // a button for a command
		c := w.table.get(id)
		return newButton(bordered, "", "", c.do).explain(w.tips, c.tip())
	}
	b.open = do("open")
	b.open.icon = iconOpen
	b.recent = newButton(bordered, iconDown, "", b.showRecent).explain(w.tips, "Recent files")
	b.record = do("record")
	b.record.icon = iconRecord
	b.process = newButton(bordered, "", "", b.showProcesses).explain(w.tips, "The process whose view this is")
	b.process.trailing, b.process.fitting = iconDown, true
	b.back, b.forward = do("back"), do("forward")
	b.back.icon, b.forward.icon = iconBack, iconForward
	b.span = do("goto")
	span := "Visible time; click to type another"
	if key := w.table.keyOf("goto"); key != "" {
		span += " (" + key + ")"
	}
	b.span.explain(w.tips, span)
	b.fit = do("fit")
	b.fit.icon = iconFit
	b.find = newFindBox(w)
	b.export = do("exportView")
	b.export.icon = iconExport
	b.labels = map[*button]string{b.open: "Open", b.record: "Record", b.fit: "Fit", b.export: "Export"}
	b.views = newViewSwitch(w)
	b.traceOnly = container.New(rowLayout{12},
		b.views.root, b.process, b.find, container.New(rowLayout{2}, b.back, b.forward), b.span, b.fit, b.export)
	b.row = container.New(rowLayout{12},
		container.New(rowLayout{2}, b.open, b.recent), b.record, b.traceOnly, newBox(""))
	b.root = container.NewStack(newBox(colorWindow),
		container.New(fixed{0, barHeight}, container.New(insets{barMargin, 0}, b.row)))
	return b
}

// update follows the session.
func (b *commandBar) update() {
	shown := b.w.page == pageTrace
	if b.traceOnly.Visible() != shown {
		hide(b.traceOnly, !shown)
		b.root.Refresh()
		b.refit()
	}
	b.recent.enable(len(b.w.settings.Recent) > 0)
	b.exportable(b.w.table.get("exportView"))
	b.record.enable(b.w.table.get("record").can())
	if !shown || b.w.s.Trace() == nil {
		return
	}
	b.takeView(slices.Index(b.w.viewPages, b.w.viewPage()))
	b.back.enable(b.w.s.CanUndo())
	b.forward.enable(b.w.s.CanRedo())
	r := b.w.s.Window()
	b.showSpan(b.w.s.Clock().Range(r), timeline.FormatDuration(r.Len()))
	if name := b.w.s.TargetTitle(); b.process.text != name {
		b.process.set(name, "")
		b.process.tip = "The process whose view this is: " + name
	}
}

// exportable has the button tell why there is nothing to export.
func (b *commandBar) exportable(c *command) {
	b.export.enable(c.can())
	if b.export.tip = c.tip(); !c.can() && b.w.isOpen() {
		b.export.tip += ": " + c.reason()
	}
}

// takeView marks a view in the switch; where only that one is shown, its name may
// need other room.
func (b *commandBar) takeView(i int) {
	if b.views.take(i) && b.views.folded {
		b.refit()
		b.root.Refresh()
	}
}

// showSpan changes the read-out of the visible time and gives it the room for it.
func (b *commandBar) showSpan(text, length string) {
	if b.span.text == text && b.length == length {
		return
	}
	before := b.span.MinSize()
	b.length = length
	note := length
	if b.span.note == "" && b.span.text != "" {
		note = "" // there was no room for it: refit sees whether there is now
	}
	b.span.set(text, note)
	if b.span.MinSize() != before {
		b.refit()
		b.root.Refresh()
	}
}

// showRecent drops the menu of recent files.
func (b *commandBar) showRecent() {
	b.drop(b.recent, b.w.recentItems())
}

// processesInMenu is the number of processes, by CPU time, that a menu offers.
const processesInMenu = 25

// showProcesses drops the menu of processes to choose from.
func (b *commandBar) showProcesses() {
	s := b.w.s
	own := fyne.NewMenuItem("As recorded", func() { s.Choose(nil) })
	own.Checked = s.Chosen() == nil
	items := []*fyne.MenuItem{own, fyne.NewMenuItemSeparator()}
	chosen := map[model.ProcIx]bool{}
	for _, p := range s.Chosen() {
		chosen[p] = true
	}
	for i, p := range s.ProcessList() {
		if i == processesInMenu {
			break
		}
		item := fyne.NewMenuItem(shorten(p.Title, 360, theme.TextSize(), fyne.TextStyle{}, true), func() { s.Choose([]model.ProcIx{p.Proc}) })
		item.Checked = chosen[p.Proc]
		items = append(items, item)
	}
	b.drop(b.process, items)
}

// drop opens a menu below a button.
func (b *commandBar) drop(under *button, items []*fyne.MenuItem) {
	pos := fyne.CurrentApp().Driver().AbsolutePositionForObject(under)
	b.w.popUp(items, pos.AddXY(0, under.Size().Height+2))
}

// popUp shows a menu at a place in the window.
func (w *window) popUp(items []*fyne.MenuItem, at fyne.Position) {
	w.tips.hide()
	w.surface.over.card.hide()
	m := widget.NewPopUpMenu(fyne.NewMenu("", items...), w.win.Canvas())
	m.OnDismiss = func() {
		m.Hide()
		w.focusSurface()
		w.settled()
	}
	m.ShowAtPosition(at)
	w.settled()
}

// statusLine is the line at the bottom of the window.
type statusLine struct {
	root                               *fyne.Container
	time, cursors, what                *line
	cpus, events, switches, lost, heap *line
	calm                               string // what is amiss and changes no number, shown while nothing is pointed at
}

// statusLeast is the room for what is under the pointer, in dp: where there is
// less, figures about the trace give way.
const statusLeast = 240

func newStatusLine(tips *tipLayer, showHealth func()) *statusLine {
	s := &statusLine{
		time: newCaption("", theme.ColorNameForeground), cursors: newCaption("", colorText2), what: newCaption("", colorText2).fitting(),
		cpus: newCaption("", colorText2), events: newCaption("", colorText2),
		switches: newCaption("", colorText2), lost: newCaption("", colorText2), heap: newCaption("", colorText2),
	}
	s.time.Hide() // what is empty takes no room
	s.cursors.Hide()
	lost := newListRow(s.lost, statusHeight-1)
	lost.tapped = showHealth
	s.root = container.NewStack(newBox(colorWindow), container.NewBorder(newRule(), nil, nil, nil,
		container.New(fixed{0, statusHeight - 1}, container.New(insets{10, 0}, container.New(
			yieldLayout{rowLayout{18}, statusLeast, []fyne.CanvasObject{s.events, s.switches, s.cpus, s.heap}},
			s.time, s.cursors, withTip(s.what, tips), s.cpus, s.events, s.switches, lost, s.heap)))))
	return s
}

// about shows the figures of a trace, nothing for nil.
func (s *statusLine) about(t *model.Trace, memory int64) {
	texts := [4]string{}
	color := colorText2
	if s.calm = ""; t != nil {
		s.calm = analysis.Calm(t, t.Whole())
	}
	s.point("", "")
	if t != nil {
		texts = [4]string{
			plural(len(t.Cores), "processor"),
			timeline.FormatCount(t.EventCount()) + " events",
			timeline.FormatCount(t.SwitchCount()) + " context switches",
			"No events lost",
		}
		if lost := lossText(t); lost != "" {
			texts[3], color = lost, colorWarnStatus
		}
	}
	for i, l := range []*line{s.cpus, s.events, s.switches, s.lost} {
		l.set(texts[i])
	}
	s.lost.paint(color)
	s.memory(memory)
	s.root.Refresh()
}

// memory shows the memory in use, nothing for 0.
func (s *statusLine) memory(bytes int64) {
	before, text := s.heap.MinSize(), ""
	if bytes > 0 {
		text = "Memory " + timeline.FormatSize(bytes)
	}
	s.heap.set(text)
	if s.heap.MinSize() != before {
		s.root.Refresh()
	}
}

// point shows an instant and what is there; of nothing, what else there is to say of the trace.
func (s *statusLine) point(at, what string) {
	if at == "" && what == "" {
		what = s.calm
	}
	s.what.set(what)
	s.resize(s.time, at)
}

// resize changes the text of an item and gives it the room for it.
func (s *statusLine) resize(item *line, text string) {
	if item.text == text {
		return
	}
	before := item.MinSize()
	item.set(text)
	hide(item, text == "")
	if item.MinSize() != before {
		s.root.Refresh()
	}
}
