package view

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"threadlens/app/view/kit"
	"threadlens/app/view/views"
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/timeline"
)

const (
	barHeight    = 42
	barMargin    = 10
	statusHeight = 24
)

// commandBar is the row of buttons above the picture.
type commandBar struct {
	w             *window
	root, row     *fyne.Container
	open, recent  *kit.Button
	record        *kit.Button
	process       *kit.Button
	find          *kit.Button
	back, forward *kit.Button
	span          *kit.Button
	whole, fit    *kit.Button
	export        *kit.Button
	labels        map[*kit.Button]string // shown where there is room
	length        string                 // of the visible time, shown where there is room
	widest        kit.Widest             // span, in the trace
	spanOf        int                    // that trace, as Session.Opened counts
	traceOnly     *fyne.Container
	views         *kit.Segmented
}

func newCommandBar(w *window) *commandBar {
	b := &commandBar{w: w}
	do := func(id string) *kit.Button { // a button for a command
		c := w.Commands.Get(id)
		return kit.NewButton(kit.Bordered, "", "", c.Do).Explain(w.Tips, c.Tip())
	}
	b.open = do("open")
	b.open.Icon = kit.IconOpen
	b.recent = kit.NewButton(kit.Bordered, kit.IconDown, "", b.showRecent).Explain(w.Tips, "Recent files")
	b.record = do("record")
	b.record.Icon = kit.IconRecord
	b.process = do("targets").Explain(w.Tips, targetTip)
	b.process.Trailing, b.process.Fitting = kit.IconDown, true
	b.back, b.forward = do("back"), do("forward")
	b.back.Icon, b.forward.Icon = kit.IconBack, kit.IconForward
	b.span = do("goto")
	span := "Visible time range; click to type another"
	if key := w.Commands.KeyOf("goto"); key != "" {
		span += " (" + key + ")"
	}
	b.span.Explain(w.Tips, span)
	b.whole, b.fit = do("whole"), do("fit")
	b.whole.Icon, b.fit.Icon = kit.IconWhole, kit.IconFit
	b.find = newFindBox(w)
	b.export = do("exportView")
	b.export.Icon = kit.IconExport
	b.labels = map[*kit.Button]string{b.open: "Open", b.record: "Record", b.export: "Export"}
	b.views = views.NewViewSwitch(w.Views)
	b.traceOnly = container.New(kit.RowLayout(12),
		b.views.Root, b.process, b.find, container.New(kit.RowLayout(2), b.back, b.forward), b.span, container.New(kit.RowLayout(2), b.whole, b.fit), b.export)
	b.row = container.New(kit.RowLayout(12),
		container.New(kit.RowLayout(2), b.open, b.recent), b.record, b.traceOnly, kit.NewBox(""))
	b.root = container.NewStack(kit.NewBox(kit.ColorWindow),
		container.New(kit.Fixed{0, barHeight}, container.New(kit.Insets{barMargin, 0}, b.row)))
	return b
}

// update brings the bar in line with the session.
func (b *commandBar) update() {
	shown := b.w.page == pageTrace
	if b.traceOnly.Visible() != shown {
		kit.Hide(b.traceOnly, !shown)
		b.root.Refresh()
		b.refit()
	}
	b.recent.Enable(len(b.w.Settings.Recent) > 0)
	b.exportable(b.w.Commands.Get("exportView"))
	b.record.Enable(b.w.Commands.Get("record").Can())
	if !shown || b.w.Session.Trace() == nil {
		return
	}
	b.takeView(slices.Index(b.w.ViewPages, b.w.ViewPage()))
	b.back.Enable(b.w.Session.CanUndo())
	b.forward.Enable(b.w.Session.CanRedo())
	r := b.w.Session.Window()
	b.showSpan(b.w.Session.Clock().Range(r), timeline.FormatDuration(r.Len()))
	if name := b.w.Session.TargetTitle(); b.process.Text != name {
		b.process.Set(name, "")
		b.process.Tip = targetTip + ": " + name
	}
}

// exportable enables the Export button, whose tooltip says why there is nothing to export.
func (b *commandBar) exportable(c *kit.Command) {
	b.export.Enable(c.Can())
	if b.export.Tip = c.Tip(); !c.Can() && b.w.IsOpen() {
		b.export.Tip += ": " + c.Reason()
	}
}

// takeView selects a view in the switch; where only that one is shown, its name may need a
// different width.
func (b *commandBar) takeView(i int) {
	if b.views.Take(i) && b.views.Folded {
		b.refit()
		b.root.Refresh()
	}
}

// showSpan changes the readout of the visible time and makes room for it.
func (b *commandBar) showSpan(text, length string) {
	if b.span.Text == text && b.length == length {
		return
	}
	before := b.span.MinSize()
	b.length = length
	note := length
	if b.span.Note == "" && b.span.Text != "" {
		note = "" // there was no room for it; refit checks whether there is now
	}
	b.span.Set(text, note)
	if b.span.MinSize() != before {
		b.refit()
		b.root.Refresh()
	}
}

// showRecent opens the menu of recent files.
func (b *commandBar) showRecent() {
	b.drop(b.recent, b.w.recentItems())
}

// drop opens a menu below a button.
func (b *commandBar) drop(under *kit.Button, items []*fyne.MenuItem) {
	pos := fyne.CurrentApp().Driver().AbsolutePositionForObject(under)
	b.w.PopUp(items, pos.AddXY(0, under.Size().Height+2))
}

// statusLine is the line at the bottom of the window.
type statusLine struct {
	root                               *fyne.Container
	time, cursors, what                *kit.Line
	cpus, events, switches, lost, heap *kit.Line
	// Shown while nothing is pointed at: a problem that changes no number, or instead that numbers may
	// still change.
	calm     string
	learning bool
}

// statusLeast is the least width for what is under the pointer, in dp: below it, figures about the
// trace are hidden.
const statusLeast = 240

func newStatusLine(tips *kit.TipLayer, showHealth func()) *statusLine {
	s := &statusLine{
		time: kit.NewCaption("", theme.ColorNameForeground), cursors: kit.NewCaption("", kit.ColorText2), what: kit.NewCaption("", kit.ColorText2).Fitting(),
		cpus: kit.NewCaption("", kit.ColorText2), events: kit.NewCaption("", kit.ColorText2),
		switches: kit.NewCaption("", kit.ColorText2), lost: kit.NewCaption("", kit.ColorText2), heap: kit.NewCaption("", kit.ColorText2),
	}
	s.time.Hide() // an empty item takes no room
	s.cursors.Hide()
	lost := kit.NewListRow(s.lost, statusHeight-1)
	lost.OnTapped = showHealth
	s.root = container.NewStack(kit.NewBox(kit.ColorWindow), container.NewBorder(kit.NewRule(), nil, nil, nil,
		container.New(kit.Fixed{0, statusHeight - 1}, container.New(kit.Insets{10, 0}, container.New(
			kit.YieldLayout{RowLayout: 18, Least: statusLeast, Yield: []fyne.CanvasObject{s.events, s.switches, s.cpus, s.heap}},
			s.time, s.cursors, kit.WithTip(s.what, tips), s.cpus, s.events, s.switches, lost, s.heap)))))
	return s
}

// about shows the figures of a trace, none for nil.
func (s *statusLine) about(t *model.Trace, memory int64) {
	texts := [4]string{}
	color := kit.ColorText2
	if s.calm = ""; t != nil {
		s.calm = measure.Calm(t, t.Whole())
	}
	s.point("", "")
	if t != nil {
		texts = [4]string{
			kit.Plural(len(t.Cores), "CPU"),
			timeline.FormatCount(t.EventCount()) + " events",
			timeline.FormatCount(t.SwitchCount()) + " context switches",
			"No events lost",
		}
		if lost := lossText(t); lost != "" {
			texts[3], color = lost, kit.ColorWarnStatus
		}
	}
	for i, l := range []*kit.Line{s.cpus, s.events, s.switches, s.lost} {
		l.Set(texts[i])
	}
	s.lost.Paint(color)
	s.memory(memory)
	s.root.Refresh()
}

// memory shows the memory in use, nothing for 0.
func (s *statusLine) memory(bytes int64) {
	before, text := s.heap.MinSize(), ""
	if bytes > 0 {
		text = "Heap " + timeline.FormatSize(bytes)
	}
	s.heap.Set(text)
	if s.heap.MinSize() != before {
		s.root.Refresh()
	}
}

// rest is what is shown while nothing is pointed at.
func (s *statusLine) rest() string {
	if s.learning {
		return "Finding out why threads waited" + kit.Ellipsis + " Until then, categories of waits may change."
	}
	return s.calm
}

// learns shows whether the reasons of waits are still being determined.
func (s *statusLine) learns(on bool) {
	rests := s.what.Text == s.rest() && s.time.Text == ""
	if s.learning = on; rests {
		s.point("", "")
	}
}

// point shows an instant and what is there; without either it shows what it rests at.
func (s *statusLine) point(at, what string) {
	if at == "" && what == "" {
		what = s.rest()
	}
	s.what.Set(what)
	s.resize(s.time, at)
}

// resize changes the text of an item and makes room for it.
func (s *statusLine) resize(item *kit.Line, text string) {
	if item.Text == text {
		return
	}
	before := item.MinSize()
	item.Set(text)
	kit.Hide(item, text == "")
	if item.MinSize() != before {
		s.root.Refresh()
	}
}
