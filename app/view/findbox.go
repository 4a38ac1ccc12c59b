package view

// iconFind is a magnifying glass.
const iconFind icon = "M7 2.5A4.5 4.5 0 1 0 7 11.5A4.5 4.5 0 1 0 7 2.5 M10.3 10.3L13.8 13.8"

// Widths of the Find box and of the process picker in the command bar, in dp:
// in a narrow window the box gives way first, then the picker. Where all else has
// given way they are as narrow as findSign, which has room for the sign alone, and
// processSign.
const (
	findSign, findLeast, findMost          = 56, 120, 245
	processSign, processLeast, processMost = 90, 140, 250
)

// newFindBox is a button that looks like the field of the palette, which it
// opens over itself.
func newFindBox(w *window) *button {
	c := w.table.get("find.anything")
	b := newButton(bordered, iconFind, "", c.do).explain(w.tips, c.tip())
	b.fitting, b.faint = true, true
	return b
}

// fitFind gives the Find box a width, and the texts that are whole in it.
func (b *commandBar) fitFind(width float32) {
	b.find.width = width
	text, note := "Find anything", b.w.table.keyOf("find.anything")
	if width < b.find.needs(text, note) {
		note = ""
	}
	if width < b.find.needs(text, note) {
		text = "Find"
	}
	if width < b.find.needs(text, note) {
		text = ""
	}
	b.find.set(text, note)
}

// exportLabelWidth is the width of the window from which Export has a label.
const exportLabelWidth = 1280

// refit shares out the width of the window: where it is narrow the Find box gives
// way, then the picker, then the labels of the buttons, then the switch between
// the views and the length of the visible time, then all of the box but its icon,
// the recent files, which the File menu has too, and last more of the picker.
func (b *commandBar) refit() {
	width := b.root.Size().Width
	over := func() float32 { return b.row.MinSize().Width + 2*barMargin - width }
	find, process, need := b.find.width, b.process.width, over()
	most := scaled(processMost)
	b.process.width = most
	b.find.width, b.find.note = findMost, ""
	for btn, label := range b.labels {
		btn.set(label, "")
	}
	if width < scaled(exportLabelWidth) {
		b.export.set("", "")
	}
	b.span.set(b.span.text, b.length)
	hide(b.recent, false)
	hide(b.record, false)
	for i, v := range b.w.viewPages {
		title := v.title
		if width < scaled(viewTitlesWidth) {
			title = v.short
		}
		b.views.rename(i, title)
	}
	b.views.fold(false)
	if o := over(); o > 0 {
		b.find.width = max(findLeast, findMost-o)
	}
	if o := over(); o > 0 {
		b.process.width = max(processLeast, most-o)
	}
	for _, btn := range []*button{b.record, b.export, b.fit, b.open} {
		if over() > 0 {
			btn.set("", "")
		}
	}
	if over() > 0 {
		b.views.fold(true)
		b.process.width = min(most, b.process.width+max(0, -over())) // what the switch leaves
	}
	b.squeeze(over)
	b.fitFind(b.find.width)
	if find != b.find.width || process != b.process.width || need != over() {
		b.root.Refresh()
	}
}

// squeeze is the last resort of refit: the length of the visible time goes, then
// the recent files, and Find and the picker are as narrow as can be.
func (b *commandBar) squeeze(over func() float32) {
	if over() > 0 {
		b.span.set(b.span.text, "")
	}
	if o := over(); o > 0 {
		b.find.width = max(findSign, b.find.width-o)
	}
	hide(b.recent, over() > 0)
	hide(b.record, over() > 0)
	if o := over(); o > 0 {
		b.process.width = max(processSign, b.process.width-o)
	}
}
