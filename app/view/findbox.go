package view

import (
	"threadlens/app/view/kit"
	"threadlens/app/view/views"
)

// iconFind is a magnifying glass.
const iconFind kit.Icon = "M7 2.5A4.5 4.5 0 1 0 7 11.5A4.5 4.5 0 1 0 7 2.5 M10.3 10.3L13.8 13.8"

// Widths of the Find box and of the process picker in the command bar, in dp: in a narrow window
// the box shrinks first, then the picker. Once everything else has shrunk, they are as narrow as
// findSign, which has room for the icon alone, and processSign.
const (
	findSign, findLeast, findMost          = 56, 120, 245
	processSign, processLeast, processMost = 90, 140, 250
)

// newFindBox is a button that looks like the field of the finder and opens the finder over itself.
func newFindBox(w *window) *kit.Button {
	c := w.Commands.Get("find.anything")
	b := kit.NewButton(kit.Bordered, iconFind, "", c.Do).Explain(w.Tips, c.Tip())
	b.Fitting, b.Faint = true, true
	return b
}

// fitFind sets the width of the Find box and the texts that fit in it uncut.
func (b *commandBar) fitFind(width float32) {
	b.find.Width = width
	text, note := "Find anything", b.w.Commands.KeyOf("find.anything")
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

// exportLabelWidth is the width of the window, in dp, from which on Export has a label.
const exportLabelWidth = 1280

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
	for i, v := range b.w.ViewPages {
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
	if opened := b.w.Session.Opened(); b.spanOf != opened {
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
