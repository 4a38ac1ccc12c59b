package view

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"threadlens/app/view/host"
	"threadlens/app/view/kit"
	"threadlens/app/view/views"
	"threadlens/timeline"
)

const (
	barHeight = 42
	barMargin = 10
)

// targetTip is the tooltip of the button that names the target, before its name.
const targetTip = "The target process: findings and CPU figures are about it"

// iconFind is a magnifying glass.
const iconFind kit.Icon = "M7 2.5A4.5 4.5 0 1 0 7 11.5A4.5 4.5 0 1 0 7 2.5 M10.3 10.3L13.8 13.8"

// commandBar is the row of buttons above the picture.
type commandBar struct {
	v             *views.Views
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

func newCommandBar(v *views.Views) *commandBar {
	b := &commandBar{v: v}
	do := func(id string) *kit.Button { // a button for a command
		c := v.Commands.Get(id)
		return kit.NewButton(kit.Bordered, "", "", c.Do).Explain(v.Tips, c.Tip())
	}
	b.open = do("open")
	b.open.Icon = kit.IconOpen
	b.recent = kit.NewButton(kit.Bordered, kit.IconDown, "", b.showRecent).Explain(v.Tips, "Recent files")
	b.record = do("record")
	b.record.Icon = kit.IconRecord
	b.process = do("targets").Explain(v.Tips, targetTip)
	b.process.Trailing, b.process.Fitting = kit.IconDown, true
	b.back, b.forward = do("back"), do("forward")
	b.back.Icon, b.forward.Icon = kit.IconBack, kit.IconForward
	b.span = do("goto")
	span := "Visible time range; click to type another"
	if key := v.Commands.KeyOf("goto"); key != "" {
		span += " (" + key + ")"
	}
	b.span.Explain(v.Tips, span)
	b.whole, b.fit = do("whole"), do("fit")
	b.whole.Icon, b.fit.Icon = kit.IconWhole, kit.IconFit
	b.find = newFindBox(v.Host)
	b.export = kit.NewButton(kit.Bordered, "", "", func() { b.exporting().Do() }).Explain(v.Tips, "")
	b.export.Icon = kit.IconExport
	b.labels = map[*kit.Button]string{b.open: "Open", b.record: "Record", b.export: "Export"}
	b.views = views.NewViewSwitch(v)
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
	shown := b.v.IsOpen()
	if b.traceOnly.Visible() != shown {
		kit.Hide(b.traceOnly, !shown)
		b.root.Refresh()
		b.refit()
	}
	b.recent.Enable(len(b.v.Settings.Recent) > 0)
	exporting := b.exporting()
	b.export.Tip = exporting.Tip()
	b.export.Enable(exporting.Can())
	b.record.Enable(b.v.Commands.Get("record").Can())
	if !shown {
		return
	}
	b.takeView(slices.Index(b.v.ViewPages, b.v.ViewPage()))
	b.back.Enable(b.v.Session.CanUndo())
	b.forward.Enable(b.v.Session.CanRedo())
	r := b.v.Session.Window()
	b.showSpan(b.v.Session.Clock().Range(r), timeline.FormatDuration(r.Len()))
	if name := b.targetLabel(); b.process.Text != name {
		b.process.Set(name, "")
	}
	b.process.Tip = targetTip + ": " + b.process.Text
	if names := b.v.Session.TargetTitle(); names != b.process.Text {
		b.process.Tip += ": " + names
	}
}

// targetLabel names the target process, or counts them: the names of several do not fit.
func (b *commandBar) targetLabel() string {
	s := b.v.Session
	if n := len(s.Targets()); n > 1 && !s.TargetsAll() {
		return timeline.FormatCount(int64(n)) + " processes"
	}
	return s.TargetTitle()
}

// exporting is what the Export button does: it exports the picture or, in a view that has only a table,
// the table.
func (b *commandBar) exporting() *kit.Command {
	if c := b.v.Commands.Get("exportView"); c.Can() {
		return c
	}
	return b.v.Commands.Get("exportTable")
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
	b.drop(b.recent, recentItems(b.v.Host))
}

// drop opens a menu below a button.
func (b *commandBar) drop(under *kit.Button, items []*fyne.MenuItem) {
	pos := fyne.CurrentApp().Driver().AbsolutePositionForObject(under)
	b.v.PopUp(items, pos.AddXY(0, under.Size().Height+2))
}

// Widths of the Find box and of the process picker in the command bar, in dp: in a narrow window
// the box shrinks first, then the picker. Once everything else has shrunk, they are as narrow as
// findSign, which has room for the icon alone, and processSign.
const (
	findSign, findLeast, findMost          = 56, 120, 245
	processSign, processLeast, processMost = 90, 140, 250
)

// newFindBox is a button that looks like the field of the finder and opens the finder over itself.
func newFindBox(h *host.Host) *kit.Button {
	c := h.Commands.Get("find.anything")
	b := kit.NewButton(kit.Bordered, iconFind, "", c.Do).Explain(h.Tips, c.Tip())
	b.Fitting, b.Faint = true, true
	return b
}

// exportLabelWidth is the width of the window, in dp, from which on Export has a label.
const exportLabelWidth = 1280

// fitFind sets the width of the Find box and the texts that fit in it uncut.
func (b *commandBar) fitFind(width float32) {
	b.find.Width = width
	text, note := "Find anything", b.v.Commands.KeyOf("find.anything")
	if width < b.find.Needs(text, note) {
		note = ""
	}
	if width < b.find.Needs(text, note) {
		text = "Find"
	}
	if width < b.find.Needs(text, note) {
		text = ""
	}
	b.find.Set(text, note)
}

// refit shares out the width of the window. Where it is narrow, these shrink or go, in this order:
// the Find box, the picker, the labels of the buttons, the switch between the views, the length of
// the visible time, the Find box down to its icon, the recent files and Record (both are in the
// menus too), and last the picker once more.
func (b *commandBar) refit() {
	width := b.root.Size().Width
	over := func() float32 { return b.row.MinSize().Width + b.spare() + 2*barMargin - width }
	find, process, need := b.find.Width, b.process.Width, over()
	most := kit.Scaled(processMost)
	b.process.Width = most
	b.find.Width, b.find.Note = findMost, ""
	for btn, label := range b.labels {
		btn.Set(label, "")
	}
	if width < kit.Scaled(exportLabelWidth) {
		b.export.Set("", "")
	}
	b.span.Set(b.span.Text, b.length)
	kit.Hide(b.recent, false)
	kit.Hide(b.record, false)
	kit.Hide(b.whole, false)
	for i, v := range b.v.ViewPages {
		title := v.Title
		if width < kit.Scaled(views.ViewTitlesWidth) {
			title = v.Short
		}
		b.views.Rename(i, title)
	}
	b.views.Fold(false)
	if o := over(); o > 0 {
		b.find.Width = max(findLeast, findMost-o)
	}
	if o := over(); o > 0 {
		b.process.Width = max(processLeast, most-o)
	}
	for _, btn := range []*kit.Button{b.record, b.export, b.open} {
		if over() > 0 {
			btn.Set("", "")
		}
	}
	kit.Hide(b.whole, over() > 0)
	if over() > 0 {
		b.views.Fold(true)
		b.process.Width = min(most, b.process.Width+max(0, -over())) // what the folded switch leaves
	}
	b.squeeze(over)
	b.fitFind(b.find.Width)
	if find != b.find.Width || process != b.process.Width || need != over() {
		b.root.Refresh()
	}
}

// spare is the room that is left for the widest visible time of the trace so far, so that the bar
// does not change with every zoom. There is none where not even its length has room.
func (b *commandBar) spare() float32 {
	if opened := b.v.Session.Opened(); b.spanOf != opened {
		b.spanOf, b.widest = opened, kit.Widest{}
	}
	if b.span.Note == "" {
		return 0
	}
	width := b.span.MinSize().Width
	return b.widest.Of(width) - width
}

// squeeze is the last resort of refit: it drops the length of the visible time, narrows Find, hides
// the recent files and Record, and narrows the picker to its minimum.
func (b *commandBar) squeeze(over func() float32) {
	if over() > 0 {
		b.span.Set(b.span.Text, "")
	}
	if o := over(); o > 0 {
		b.find.Width = max(findSign, b.find.Width-o)
	}
	kit.Hide(b.recent, over() > 0)
	kit.Hide(b.record, over() > 0)
	if o := over(); o > 0 {
		b.process.Width = max(processSign, b.process.Width-o)
	}
}
